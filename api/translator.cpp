#include "api/translator.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "api/modules/validate.hpp"
#include "api/pipeline_layout/local_root_signature.hpp"
#include "api/pipeline_layout/pipeline_layout.hpp"
#include "api/reflection/vulkan_needs.hpp"
#include "api/stage_timer.hpp"
#include "api/translate_library.hpp"
#include "api/warnings.hpp"
#include "dxil_frontend/program/library_data.hpp"
#include "lower/lower.hpp"
#include "spirv_backend/check/check.hpp"
#include "spirv_backend/emit.hpp"
#include "spirv_backend/plan/bindings/bindings.hpp"
#include "spirv_backend/plan/plan_module.hpp"
#include "spirv_backend/plan/rays/ray_plan.hpp"
#include "spirv_backend/plan/stage/view_plan.hpp"
#include "structurizer/check/support.hpp"
#include "structurizer/structurize.hpp"
#include "support/containers.hpp"

namespace trellis {
namespace {

/// Returns the names of the first few entry points, for messages: "a, b, c".
String list_names(const dxil::Shader& shader) {
  constexpr size_t kMaxNames = 12;
  const Vector<dxil::EntryPoint>& entry_points = shader.entry_points;
  String text;
  for (size_t i = 0; i < entry_points.size() && i < kMaxNames; ++i) {
    if (i != 0) text += ", ";
    text += shader.shortest_name(entry_points[i]);
  }
  if (entry_points.size() > kMaxNames) {
    text += ", ... (" + decimal(entry_points.size()) + " in all)";
  }
  return text;
}

/// Returns the number of functions that other libraries can call.
size_t exported_functions(const dxil::Shader& shader) {
  if (shader.library_data != nullptr) return shader.library_data->functions.size();
  const auto& functions = shader.module.functions;
  return static_cast<size_t>(std::count_if(functions.begin(), functions.end(),
                                           [](const dxil::Function& f) { return !f.blocks.empty(); }));
}

/// Returns the entry point that `name` names, or the only one if it is empty.
Result<const dxil::EntryPoint*> pick_entry(const dxil::Shader& shader, const String& name) {
  const auto& entry_points = shader.entry_points;
  if (entry_points.empty() && shader.kind == dxil::ShaderKind::kLibrary) {
    return unsupported("nothing to translate: " + decimal(exported_functions(shader)) +
                       " exported functions, and none of them an entry point");
  }
  if (entry_points.empty()) return bad_input("the shader has no entry point");
  if (name.empty()) {
    if (entry_points.size() == 1) return &entry_points.front();
    return bad_input("the shader has several entry points; name one: " + list_names(shader));
  }
  if (const dxil::EntryPoint* found = shader.find_entry_point(name)) return found;
  const auto is_called = [&](const dxil::EntryPoint& entry) { return entry.source_name == name; };
  const char* trouble = std::any_of(entry_points.begin(), entry_points.end(), is_called)
                            ? "several entry points are named '"
                            : "no entry point is named '";
  return bad_input(trouble + name + "'; entry points are: " + list_names(shader));
}

String function_name(const dxil::Function& function, const dxil::EntryPoint& entry_point, bool is_entry) {
  return is_entry || function.name.empty() ? entry_point.name : function.name;
}

/// Runs the steps of one translation, and holds the state that they share.
class Pipeline {
 public:
  Pipeline(const dxil::Shader& shader, const TranslateOptions& options)
      : shader_(shader), options_(options) {}

  /// `is_part`: skip the module check, because the caller checks the merged module.
  Result<Translation> run(bool is_part = false) {
    auto entry = pick_entry(shader_, options_.entry);
    if (!entry) return entry.error();
    entry_ = *entry;
    TRELLIS_RETURN_IF_ERROR(spirv::check_stage(*entry_));
    TRELLIS_RETURN_IF_ERROR(lower_program());
    TRELLIS_RETURN_IF_ERROR(in_time());

    auto plan = make_plan();
    if (!plan) return plan.error();
    TRELLIS_RETURN_IF_ERROR(in_time());
    TRELLIS_RETURN_IF_ERROR(structurize_functions(*plan));
    TRELLIS_RETURN_IF_ERROR(emit(*plan));
    TRELLIS_RETURN_IF_ERROR(in_time());
    TRELLIS_RETURN_IF_ERROR(is_part ? Result<void>() : check_module());
    TRELLIS_RETURN_IF_ERROR(validate());
    TRELLIS_RETURN_IF_ERROR(in_time());
    warn(*plan);
    result_.entry_points = {spirv::module_entry_name(*plan)};
    result_.entry_point = static_cast<uint32_t>(entry_ - shader_.entry_points.data());
    keep_changed_interface();
    return std::move(result_);
  }

 private:
  Result<void> lower_program() {
    const StageTimer timer(result_.times.plan);
    lower::Options options = spirv::lowering_options(options_);
    options.vendor = options_.vendor;
    options.vendor_slots = options_.vendor_slots.or_else(shader_.vendor_slots);
    options.observer = options_.program_observer;
    auto lowered = lower::lower(shader_, *entry_, options);
    if (!lowered) return lowered.error();
    lowered_.emplace(std::move(*lowered));
    return {};
  }

  Result<spirv::ModulePlan> make_plan() {
    const StageTimer timer(result_.times.plan);
    spirv::EmitOptions emit_options = options_;
    emit_options.capability_name = [](uint32_t number) -> const char* {
      const VulkanNeed* need = need_of_capability(number);
      return need == nullptr ? nullptr : need->name;
    };
    LayoutAnswers answers{options_, options_.layout, options_.bind, {}};
    TRELLIS_RETURN_IF_ERROR(bind_by_layout(emit_options, answers));
    auto plan = spirv::plan_module(*lowered_, emit_options);
    if (!plan && answers.misplaced) return std::move(*answers.misplaced);
    if (!plan) return plan;
    result_.required_subgroup_sizes = {plan->required_subgroup_size};
    note_interface(*plan);
    return plan;
  }

  /// Answers for the layout and the local root signature. Holds everything that an answer needs, so that a
  /// function object needs only one reference to it and no allocation.
  struct LayoutAnswers {
    const TranslateOptions& options;
    const PipelineLayout* layout;
    const spirv::BindFunction& bind;
    std::optional<Diagnostic> misplaced;  ///< Why the layout cannot place a resource.

    spirv::BindAnswer answer(const spirv::ResourceUse& use, spirv::Binding& binding) {
      if (use.heap == spirv::DescriptorHeap::kNone && options.local.signature != nullptr) {
        auto place = place_in_record(options.local, layout, options, use);
        if (!place) return std::move(place.error());
        if (*place) {
          binding = **place;
          return true;
        }
        const bool is_in_layout = layout != nullptr && place_resource(*layout, use).ok();
        if (!bind && !is_in_layout) {
          if (auto refusal = static_sampler_refusal(options.local, *use.info)) return std::move(*refusal);
        }
      }
      if (layout == nullptr) return bind ? bind(use, binding) : true;
      const bool is_heap = use.heap != spirv::DescriptorHeap::kNone;
      auto place = is_heap ? place_heap(*layout, *use.info) : place_resource(*layout, use);
      if (place) {
        binding = *place;
        if (binding.counter.kind == spirv::BindingKind::kDeviceHeap) {
          binding.counter.first_element += options.heaps.counter_distance;
        }
        return true;
      }
      if (bind && !is_heap) return bind(use, binding);
      misplaced = std::move(place.error());
      return false;
    }
  };

  /// Makes the layout and the local root signature, if there are any, answer for `emit_options.bind`.
  Result<void> bind_by_layout(spirv::EmitOptions& emit_options, LayoutAnswers& answers) const {
    if (answers.layout == nullptr && options_.local.signature == nullptr) return {};
    if (options_.local.signature != nullptr && !spirv::is_ray_stage(entry_->kind)) {
      return bad_input("a local root signature is only for ray-tracing stages, but " + entry_->source_name +
                       " is a " + dxil::name_of(entry_->kind) + " shader");
    }
    if (answers.layout != nullptr && options_.root_data.size != 0) {
      return bad_input(
          "root data and a pipeline layout cannot be combined: the layout has its own root data");
    }
    const auto is_pushed = [](const spirv::NamedBinding& named) {
      return named.resource && named.resource->kind == spirv::BindingKind::kRootConstants &&
             named.resource->root_size == 0;
    };
    if (answers.layout != nullptr &&
        std::any_of(options_.named_bindings.begin(), options_.named_bindings.end(), is_pushed)) {
      return bad_choice(
          "a constant buffer cannot be added to the root data of a pipeline layout: bind it as the root "
          "signature does");
    }
    if (answers.layout != nullptr && !options_.shared_bindings) {
      TRELLIS_RETURN_IF_ERROR(check_instrument_places(*answers.layout, options_.instrumentation));
    }
    if (answers.layout != nullptr) {
      const bool has_slices = answers.layout->options.tables == TableForm::kExtension;
      if (options_.heaps.form == spirv::HeapForm::kExtension && !has_slices) {
        return bad_choice(
            "the device's heaps cannot be combined with this pipeline layout: make it with tables that are "
            "slices of them (TRELLIS_TABLES_EXTENSION, --root-tables extension)");
      }
      if (has_slices) emit_options.heaps.form = spirv::HeapForm::kExtension;
      emit_options.root_data = answers.layout->root_data;
    }
    emit_options.bind = [&answers](const spirv::ResourceUse& use, spirv::Binding& binding) {
      return answers.answer(use, binding);
    };
    return {};
  }

  /// Keeps the lowered program's interface if a pass changed it: the result refers to its resources and
  /// elements.
  void keep_changed_interface() {
    if (!lowered_->owns_entry_point()) return;
    const std::shared_ptr<dxil::Shader> own = lowered_->own_shader();
    own->module = {};
    result_.rewritten.push_back(own);
  }

  void note_interface(const spirv::ModulePlan& plan) {
    result_.root_data = plan.options.root_data;
    for (const spirv::ResourceUse& use : spirv::resource_uses(plan)) {
      BoundResource bound{use, plan.resources[use.resource].place, nullptr};
      // The plan may have its own copy of the resources, and resources found in heaps are in no program.
      if (use.heap != spirv::DescriptorHeap::kNone) {
        bound.heap_range = make_routed_shared<const dxil::Resource>(*use.info);
        bound.use.info = bound.heap_range.get();
      } else {
        const dxil::Resource &own = shader_.resources[use.resource],
                             &planned = plan.shader->resources[use.resource];
        bound.use.info = own.component_type == planned.component_type ? &own : &planned;
      }
      result_.bindings.push_back(std::move(bound));
    }
    result_.elements = spirv::located_elements(plan);
    if (entry_->kind != dxil::ShaderKind::kCompute) result_.views = spirv::view_use(plan);
  }

  Result<void> structurize_functions(const spirv::ModulePlan& plan) {
    structured_.reserve(plan.functions.size());
    for (const spirv::FunctionPlan& function_plan : plan.functions) {
      const dxil::Module& module = plan.shader->module;
      const dxil::Function& function = module.functions[function_plan.function];
      structurizer::Options structurizer_options;
      structurizer_options.declare_joins = !plan.options.maximal_reconvergence;
      structurizer_options.watch = options_.watch;
      if (options_.pass_sink != nullptr) {
        structurizer_options.observer =
            options_.pass_sink->begin_function(module, function, function_plan.flow);
      }
      {
        const StageTimer timer(result_.times.structurize);
        structured_.push_back(structurizer::structurize(function_plan.flow, structurizer_options));
      }
      TRELLIS_RETURN_IF_ERROR(in_time());
      const String name = function_name(function, *entry_, structured_.size() == 1);
      TRELLIS_RETURN_IF_ERROR(check(plan, function_plan, name));
    }
    return check_promise(plan);
  }

  Result<void> in_time() { return options_.watch != nullptr ? options_.watch->check() : Result<void>(); }

  Result<void> check(const spirv::ModulePlan& plan, const spirv::FunctionPlan& function_plan,
                     const String& name) {
    const StageTimer timer(result_.times.check);
    const structurizer::Structured& structured = structured_.back();
    structurizer::check::Shared shared(function_plan.flow, structured);
    auto sound = structurizer::check_paths_and_structure(shared);
    if (!sound) {
      sound.error().code = ErrorCode::kInternalCheck;
      if (sound.error().where.function.empty()) sound.error().where.function = name;
      return sound;
    }
    const dxil::Module& module = plan.shader->module;
    auto guesses =
        describe_guesses(module, module.functions[function_plan.function], name, structured.exit_guesses);
    std::move(guesses.begin(), guesses.end(), std::back_inserter(result_.loop_ends));
    const auto losses = structurizer::check_convergence(shared);
    if (losses.empty()) return {};
    Vector<bool> is_convergent(module.functions.size(), false);
    for (const spirv::FunctionPlan& callee : plan.functions) {
      is_convergent[callee.function] = callee.is_convergent || callee.is_co_convergent;
    }
    auto notes =
        describe_losses(module, module.functions[function_plan.function], name, losses, is_convergent);
    std::move(notes.begin(), notes.end(), std::back_inserter(result_.convergence));
    return {};
  }

  /// Returns an error if the module declares MaximallyReconvergesKHR, a promise to the device, but may break
  /// it.
  Result<void> check_promise(const spirv::ModulePlan& plan) const {
    if (!plan.options.maximal_reconvergence) return {};
    String losses;
    for (const ConvergenceNote& note : result_.convergence) {
      if (note.loss.grade >= structurizer::Grade::kMaximal) continue;
      if (!losses.empty()) losses += "; ";
      losses += note.to_string();
    }
    if (losses.empty()) return {};
    Location where;
    where.function = entry_->source_name;
    String message = "maximal reconvergence cannot be guaranteed: " + losses;
    return unsupported(std::move(message), std::move(where));
  }

  Result<void> emit(const spirv::ModulePlan& plan) {
    const StageTimer timer(result_.times.emit);
    auto words = spirv::emit_module(plan, structured_, &result_.instruments);
    if (!words) return words.error();
    result_.spirv = std::move(*words);
    return options_.watch != nullptr ? options_.watch->check_output(result_.spirv.size()) : Result<void>();
  }

  Result<void> check_module() {
    const StageTimer timer(result_.times.check_module);
    auto sound = module_check::check_module(result_.spirv);
    if (!sound) sound.error().where.function = entry_->source_name;
    return sound;
  }

  Result<void> validate() {
    if (!options_.validate) return {};
    const StageTimer timer(result_.times.validate);
    return validate_module(result_.spirv, options_.target, options_.device.computed_offsets);
  }

  void warn(const spirv::ModulePlan& plan) {
    result_.warnings = std::move(lowered_->warnings);
    Vector<String> others = find_warnings(shader_, plan, result_.spirv);
    for (const ConvergenceNote& note : result_.convergence) others.push_back(note.to_string());
    std::move(others.begin(), others.end(), std::back_inserter(result_.warnings));
    if (!options_.log) return;
    for (const String& line : result_.warnings) options_.log(LogLevel::kWarning, line);
  }

  const dxil::Shader& shader_;
  const TranslateOptions& options_;
  const dxil::EntryPoint* entry_ = nullptr;  // An entry point of shader_.
  std::optional<lower::LoweredProgram> lowered_;
  Vector<structurizer::Structured> structured_;
  Translation result_;
};

}  // namespace

Result<Program> Translator::read(std::span<const uint8_t> dxil, const ReadOptions& options) {
  Program program;
  auto shader = dxil::read_shader(dxil, options, &program.read_times);
  if (!shader) return shader.error();
  program.shader = std::move(*shader);
  return program;
}

namespace {

/// Adds the name of the source file to the location, if the program was read with debug information.
void name_source_file(Location& where, const dxil::Module& module) {
  if (where.line != 0 && where.file_number < module.source_files.size()) {
    where.file = module.source_files[where.file_number].name;
  }
}

Result<Translation> translate_program(const Program& program, const TranslateOptions& options) {
  if (!options.all_entries) return Pipeline(program.shader, options).run();
  if (!options.entry.empty()) return bad_input("a named entry point and all entry points cannot be combined");
  if (program.shader.entry_points.empty()) return pick_entry(program.shader, options.entry).error();
  return translate_library(program, options, [](const Program& whole, const TranslateOptions& one) {
    return Pipeline(whole.shader, one).run(/*is_part=*/true);
  });
}

}  // namespace

Result<Translation> Translator::translate(const Program& program, const TranslateOptions& options) const {
  if (options.limits.any() && options.watch == nullptr) {
    WorkWatch watch(options.limits);
    const auto [blocks, instructions] = program.shader.module.size();
    TRELLIS_RETURN_IF_ERROR(watch.check_size(blocks, instructions));
    TranslateOptions watched = options;
    watched.watch = &watch;
    return translate(program, watched);
  }
  auto translation = translate_program(program, options);
  if (!translation) {
    Diagnostic error = translation.error();
    name_source_file(error.where, program.shader.module);
    return error;
  }
  for (LeftOutEntry& entry : translation->left_out) name_source_file(entry.why.where, program.shader.module);
  return translation;
}

Result<Translation> Translator::translate(std::span<const uint8_t> dxil, const TranslateOptions& options,
                                          const ReadOptions& read_options) {
  ReadOptions reading = read_options;
  reading.debug_info |= options.debug_info != spirv::DebugInfoLevel::kNone;
  auto program = read(dxil, reading);
  if (!program) return program.error();
  auto translation = translate(*program, options);
  if (translation) translation->times += program->read_times;
  return translation;
}

Result<String> Translator::llvm_text(std::span<const uint8_t> dxil, const ReadOptions& options) {
  return dxil::disassemble(dxil, options);
}

Result<std::span<const uint8_t>> Translator::find_bitcode(std::span<const uint8_t> dxil,
                                                          const ReadOptions& options) {
  return dxil::find_bitcode(dxil, options);
}

const char* version() { return TRELLIS_VERSION; }

}  // namespace trellis
