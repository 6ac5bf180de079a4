#include <cstddef>

#include "c_api/bindings.hpp"
#include "c_api/device_options.hpp"
#include "c_api/heaps.hpp"
#include "c_api/objects.hpp"
#include "c_api/stage_options.hpp"
#include "c_api/versioned.hpp"
#include "c_api/view_instancing.hpp"
#include "support/containers.hpp"

namespace trellis::c_api {
namespace {

Diagnostic bad_option(const char* field, String message) {
  return invalid_argument(String("options.") + field, std::move(message));
}

Result<NonUniformIndices> non_uniform_of(TrellisNonUniform given) {
  switch (given) {
    case TRELLIS_NON_UNIFORM_INFERRED_OR_DECLARED:
      return NonUniformIndices::kInferredOrDeclared;
    case TRELLIS_NON_UNIFORM_DECLARED:
      return NonUniformIndices::kDeclared;
    case TRELLIS_NON_UNIFORM_INFERRED:
      return NonUniformIndices::kInferred;
    case TRELLIS_NON_UNIFORM_ALWAYS:
      return NonUniformIndices::kAlways;
    default:
      return bad_option("non_uniform", "no such policy: " + decimal(given));
  }
}

Result<TranslateOptions> options_of(const TrellisTranslateOptions& given, const BindingTable& table) {
  TranslateOptions options;
  switch (given.target) {
    case TRELLIS_TARGET_VULKAN_1_1:
      options.target = Target::kVulkan1_1;
      break;
    case TRELLIS_TARGET_VULKAN_1_2:
      options.target = Target::kVulkan1_2;
      break;
    case TRELLIS_TARGET_VULKAN_1_3:
      options.target = Target::kVulkan1_3;
      break;
    default:
      return bad_option("target", "no such target: " + decimal(given.target));
  }
  if (given.entry_point != nullptr) options.entry = given.entry_point;
  options.all_entries = given.all_entry_points != 0;
  if (options.all_entries && given.entry_point != nullptr) {
    return bad_option("all_entry_points", "is set, and one entry point is named");
  }
  options.validate = given.validate != 0;
  options.debug_info = given.debug_info != 0;
  options.maximal_reconvergence = given.maximal_reconvergence != 0;
  const auto non_uniform = non_uniform_of(given.non_uniform);
  if (!non_uniform) return non_uniform.error();
  options.non_uniform = *non_uniform;
  auto device = device_options_of(given.device);
  if (!device) return device.error();
  options.device = std::move(*device);
  switch (given.root_data_form) {
    case TRELLIS_ROOT_DATA_PUSH_CONSTANTS:
    case TRELLIS_ROOT_DATA_UNIFORM_BLOCK:
      options.root_data.is_uniform_block = given.root_data_form == TRELLIS_ROOT_DATA_UNIFORM_BLOCK;
      break;
    default:
      return bad_option("root_data_form", "no such form: " + decimal(given.root_data_form));
  }
  if (given.root_data_size % 4 != 0) return bad_option("root_data_size", "is no multiple of 4");
  if (given.root_data_size > kMostRootData) {
    return bad_option("root_data_size", "is more than " + decimal(kMostRootData) + " bytes");
  }
  options.root_data.size = given.root_data_size;
  options.root_data.set = given.root_data_set;
  options.root_data.binding = given.root_data_binding;
  if (given.layout != nullptr) {
    if (!is_live(given.layout)) return bad_option("layout", "is no live layout");
    if (given.root_data_size != 0) return bad_option("root_data_size", "the layout has root data of its own");
    options.layout = &given.layout->layout;
  }
  auto stage = stage_options_of(given.stage);
  if (!stage) return stage.error();
  options.stage = std::move(*stage);
  const auto views = view_options_of(given.views);
  if (!views) return views.error();
  options.stage.views = *views;
  auto heaps = heap_options(given.heaps);
  if (!heaps) return heaps.error();
  options.heaps = *heaps;
  if (given.bind != nullptr) {
    options.bind = [&given](const spirv::ResourceUse& use, spirv::Binding& binding) {
      return ask_callback(given, use, binding);
    };
  } else if (!table.empty() || given.bindings_only != 0) {
    options.bind = [&table, &given](const spirv::ResourceUse& use, spirv::Binding& binding) {
      return table.find(use, binding) || given.bindings_only == 0;
    };
  }
  return options;
}

TrellisResult translate(TrellisTranslator& translator, const TrellisProgram* program,
                        const TrellisTranslateOptions* options, TrellisModule** module) {
  const auto refuse = [&](Diagnostic what) {
    return translator.fail(std::move(what), TRELLIS_ERROR_INVALID_ARGUMENT);
  };
  if (module == nullptr) return refuse(invalid_argument("module", "there is nowhere to put the module"));
  if (!is_live(program)) return refuse(invalid_argument("program", "is no live program"));
  TrellisTranslateOptions given = TRELLIS_TRANSLATE_OPTIONS_INIT;
  if (auto read = read_versioned(options, "options", given); !read) return refuse(read.error());
  auto table = BindingTable::read(given);
  if (!table) return refuse(table.error());
  auto known = options_of(given, *table);
  if (!known) return refuse(known.error());
  if (translator.log != nullptr) {
    known->log = [&translator](LogLevel level, std::string_view line) {
      const String text(line);
      translator.log(translator.log_user,
                     level == LogLevel::kWarning ? TRELLIS_LOG_WARNING : TRELLIS_LOG_INFO, text.c_str());
    };
  }
  auto translation = translator.translator.translate(*program->program, *known);
  if (!translation) return translator.fail(std::move(translation.error()));
  *module = make_object<TrellisModule>(translator.memory, *program, std::move(*translation));
  return TRELLIS_SUCCESS;
}

}  // namespace
}  // namespace trellis::c_api

extern "C" TrellisResult trellis_translate(TrellisTranslator* translator, const TrellisProgram* program,
                                           const TrellisTranslateOptions* options, TrellisModule** module) {
  if (module != nullptr) *module = nullptr;
  return trellis::c_api::guarded(translator, [&](TrellisTranslator& live) {
    return trellis::c_api::translate(live, program, options, module);
  });
}
