#include "tools/heap_arguments.hpp"

#include <algorithm>
#include <iterator>

namespace trellis::tools {
namespace {

/// By spirv::HeapType.
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

void add_heap_options(CLI::App& app, HeapArguments& arguments) {
  constexpr const char* kNames[3] = {"--resource-heap", "--counter-heap", "--sampler-heap"};
  constexpr const char* kTexts[3] = {"Binding of ResourceDescriptorHeap (default: 5000 0)",
                                     "Binding of the hidden counters of its UAVs (default: 5001 0)",
                                     "Binding of SamplerDescriptorHeap (default: 5002 0)"};
  for (int i = 0; i < 3; ++i) {
    app.add_option(kNames[i], arguments.places[i], kTexts[i])->type_name("N SET")->group("Binding");
  }
  app.add_option("--heap-apart", arguments.apart,
                 "Binding of one type of that heap's descriptors (" + type_list() + ")")
      ->type_name("TYPE N SET")
      ->type_size(3)
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->group("Binding");
  app.add_flag("--heap-storage-constants", arguments.storage_constants,
               "Constant buffers of that heap are storage buffers")
      ->group("Binding");
}

std::string read_heap_options(const HeapArguments& arguments, spirv::HeapOptions& heaps) {
  const auto place = [&](int heap) {
    return spirv::BindingPlace{arguments.places[heap].second, arguments.places[heap].first};
  };
  heaps.resources = place(0);
  heaps.counters = place(1);
  heaps.samplers = place(2);
  if (arguments.storage_constants) heaps.constant_buffers = spirv::BufferForm::kStorage;
  for (const auto& [name, binding, set] : arguments.apart) {
    const char* const* type = find_type(name);
    if (type == std::end(kTypes)) {
      return "--heap-apart: '" + name + "' is no type of descriptor; there is: " + type_list();
    }
    heaps.by_type[static_cast<size_t>(type - kTypes)] = spirv::BindingPlace{set, binding};
  }
  return {};
}

}  // namespace trellis::tools
