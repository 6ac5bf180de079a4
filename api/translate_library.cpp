#include "api/translate_library.hpp"

#include <algorithm>
#include <iterator>

#include "api/modules/merge_modules.hpp"
#include "api/modules/validate.hpp"
#include "api/stage_timer.hpp"
#include "spirv_backend/check/check.hpp"
#include "spirv_backend/plan/rays/ray_plan.hpp"
#include "support/containers.hpp"
#include "support/sort_stably.hpp"

namespace trellis {
namespace {

bool same_place(const spirv::Binding& a, const spirv::Binding& b) {
  return a.kind == b.kind && a.form == b.form && a.set == b.set && a.binding == b.binding &&
         a.first_element == b.first_element && a.table_offset == b.table_offset &&
         a.root_offset == b.root_offset && a.in_record == b.in_record && a.range.kind == b.range.kind &&
         a.is_single_element == b.is_single_element;
}

/// Returns true if both are the same resource of the program, or the same form of descriptor of a heap.
bool same_resource(const spirv::ResourceUse& a, const spirv::ResourceUse& b) {
  if (a.heap != b.heap) return false;
  if (a.heap == spirv::DescriptorHeap::kNone) {
    return a.resource == b.resource && a.info->component_type == b.info->component_type;
  }
  const dxil::Resource &x = *a.info, &y = *b.info;
  return x.kind == y.kind && x.resource_class == y.resource_class && x.component_type == y.component_type &&
         x.stride == y.stride && x.size == y.size && x.sample_count == y.sample_count &&
         x.has_counter == y.has_counter && x.globally_coherent == y.globally_coherent &&
         x.reorder_coherent == y.reorder_coherent && x.uses_64bit_atomics == y.uses_64bit_atomics;
}

void add_use(spirv::ResourceUse& use, const spirv::ResourceUse& more) {
  use.is_read |= more.is_read;
  use.is_written |= more.is_written;
  use.is_atomic |= more.is_atomic;
  use.uses_counter |= more.uses_counter;
  use.is_dynamically_indexed |= more.is_dynamically_indexed;
  use.is_non_uniform |= more.is_non_uniform;
  use.needs_integer_view |= more.needs_integer_view;
}

void add_bindings(Vector<BoundResource>& all, const Vector<BoundResource>& more) {
  for (const BoundResource& bound : more) {
    const auto same = std::find_if(all.begin(), all.end(), [&](const BoundResource& other) {
      return same_resource(other.use, bound.use) && same_place(other.binding, bound.binding);
    });
    if (same == all.end()) {
      all.push_back(bound);
    } else {
      add_use(same->use, bound.use);
    }
  }
}

void add_warnings(Vector<String>& all, const Vector<String>& more) {
  for (const String& warning : more) {
    if (std::find(all.begin(), all.end(), warning) == all.end()) all.push_back(warning);
  }
}

template <class T>
void move_to(Vector<T>& all, Vector<T>& more) {
  std::move(more.begin(), more.end(), std::back_inserter(all));
}

}  // namespace

Result<Translation> translate_library(const Program& program, const TranslateOptions& options,
                                      TranslatePart translate_part) {
  TranslateOptions one = options;
  one.all_entries = false;
  one.validate = false;
  one.log = {};  // Warnings are logged once, below, even if several entry points have them.
  Translation whole;
  Vector<Vector<uint32_t>> modules;
  for (const dxil::EntryPoint& entry_point : program.shader.entry_points) {
    one.entry = entry_point.name;
    one.local = spirv::is_ray_stage(entry_point.kind) ? options.local : LocalRootSignature{};
    auto part = translate_part(program, one);
    if (!part && part.error().code != ErrorCode::kUnsupported) return part.error();
    if (!part) {
      whole.left_out.push_back({entry_point.source_name, std::move(part.error())});
      continue;
    }
    one.instrumentation.first_access += static_cast<uint32_t>(part->instruments.accesses.size());
    one.instrumentation.first_counter += static_cast<uint32_t>(part->instruments.blocks.size());
    modules.push_back(std::move(part->spirv));
    if (modules.size() == 1) {
      part->spirv = {};
      part->left_out = std::move(whole.left_out);
      whole = std::move(*part);
      continue;
    }
    whole.elements.clear();  // Elements are only given for a single entry point.
    whole.views.reset();
    move_to(whole.entry_points, part->entry_points);
    move_to(whole.required_subgroup_sizes, part->required_subgroup_sizes);
    add_warnings(whole.warnings, part->warnings);
    move_to(whole.convergence, part->convergence);
    move_to(whole.rewritten, part->rewritten);
    move_to(whole.loop_ends, part->loop_ends);
    move_to(whole.instruments.accesses, part->instruments.accesses);
    move_to(whole.instruments.blocks, part->instruments.blocks);
    add_bindings(whole.bindings, part->bindings);
    whole.times += part->times;
  }
  if (modules.empty()) return std::move(whole.left_out.front().why);
  for (const LeftOutEntry& entry : whole.left_out) whole.warnings.push_back(entry.to_string());
  sort_stably(whole.bindings.begin(), whole.bindings.end(),
              [](const BoundResource& a, const BoundResource& b) { return a.use.resource < b.use.resource; });
  auto merged = merge_modules(modules);
  if (!merged) return merged.error();
  whole.spirv = std::move(*merged);
  if (options.watch != nullptr) {
    TRELLIS_RETURN_IF_ERROR(options.watch->check_output(whole.spirv.size()));
    TRELLIS_RETURN_IF_ERROR(options.watch->check());
  }
  {
    const StageTimer timer(whole.times.check_module);
    TRELLIS_RETURN_IF_ERROR(module_check::check_module(whole.spirv));
  }
  if (options.validate) {
    const bool computed_offsets = options.device.computed_offsets;
    TRELLIS_RETURN_IF_ERROR(validate_module(whole.spirv, options.target, computed_offsets));
    if (options.watch != nullptr) TRELLIS_RETURN_IF_ERROR(options.watch->check());
  }
  if (options.log) {
    for (const String& warning : whole.warnings) options.log(LogLevel::kWarning, warning);
  }
  return whole;
}

}  // namespace trellis
