#include "tools/arguments/heap_arguments.hpp"

#include <algorithm>
#include <iterator>

namespace trellis::tools {
namespace {

/// Indexed by spirv::HeapType.
constexpr const char* kTypes[] = {"cbv",        "srv-buffer",  "uav-buffer",  "srv-texels",
                                  "uav-texels", "srv-texture", "uav-texture", "acceleration-structure"};
static_assert(std::size(kTypes) == spirv::kHeapTypes);

const char* const* find_type(const std::string& name) {
  return std::find_if(std::begin(kTypes), std::end(kTypes), [&](const char* type) { return name == type; });
}

std::string type_list() {
  std::string text;
  for (const char* type : kTypes) text += (text.empty() ? "" : ", ") + std::string(type);
  return text;
}

}  // namespace

void bind_heap_arguments(RowOptions& rows, HeapArguments& arguments) {
  rows.bind("--resource-heap", arguments.resources);
  rows.bind("--counter-heap", arguments.counters);
  rows.bind("--sampler-heap", arguments.samplers);
  rows.bind("--heap-type-binding", arguments.apart);
  rows.bind("--heap-storage-constants", arguments.storage_constants);
}

std::string read_heap_arguments(const CLI::App& app, const HeapArguments& arguments,
                                spirv::HeapOptions& heaps) {
  const auto read_place = [&app](const char* option, const std::pair<uint32_t, uint32_t>& given,
                                 spirv::BindingPlace& place) {
    if (is_given(app, option)) place = {given.second, given.first};
  };
  read_place("--resource-heap", arguments.resources, heaps.resources);
  read_place("--counter-heap", arguments.counters, heaps.counters);
  read_place("--sampler-heap", arguments.samplers, heaps.samplers);
  if (arguments.storage_constants) heaps.constant_buffers = spirv::BufferForm::kStorage;
  for (const auto& [name, binding, set] : arguments.apart) {
    const char* const* type = find_type(name);
    if (type == std::end(kTypes)) {
      return "--heap-type-binding: '" + name + "' is not a descriptor type; types are: " + type_list();
    }
    heaps.by_type[static_cast<size_t>(type - kTypes)] = spirv::BindingPlace{set, binding};
  }
  return {};
}

std::string finish_heap_arguments(const CLI::App& app, const spirv::HeapOptions& heaps,
                                  PipelineLayoutOptions& layout) {
  const bool is_asked = heaps.form == spirv::HeapForm::kExtension;
  if (is_asked && is_given(app, "--root-tables") && layout.tables != TableForm::kExtension) {
    return "--heaps extension and --root-tables cannot be combined: tables are slices of the device's heaps";
  }
  if (is_asked) layout.tables = TableForm::kExtension;
  const bool is_extension = layout.tables == TableForm::kExtension;
  for (const char* option : {"--resource-heap", "--counter-heap", "--sampler-heap", "--heap-type-binding"}) {
    if (is_extension && is_given(app, option)) {
      return std::string(option) + " has no meaning for the device's own heaps, which have no bindings";
    }
  }
  for (const char* option : {"--heap-stride", "--sampler-heap-stride", "--heap-counter-distance"}) {
    if (!is_extension && is_given(app, option)) return std::string(option) + " requires --heaps extension";
  }
  return {};
}

}  // namespace trellis::tools
