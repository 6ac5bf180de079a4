// Checks the bindings of instruments' buffers against a pipeline layout, which does not contain them.
#include <algorithm>
#include <optional>

#include "api/pipeline_layout/pipeline_layout.hpp"

namespace trellis {
namespace {

String describe(const LayoutBinding& binding) {
  const String parameter =
      binding.parameter == kNoIndex ? "" : " of root parameter " + decimal(binding.parameter);
  switch (binding.purpose) {
    case BindingPurpose::kRootData:
      return "root data";
    case BindingPurpose::kRootDescriptor:
      return "descriptor" + parameter;
    case BindingPurpose::kTableRange:
      return "table" + parameter;
    case BindingPurpose::kCounters:
      return "hidden counters" + parameter;
    case BindingPurpose::kStaticSamplers:
      return "static samplers";
    case BindingPurpose::kResourceHeap:
      return "resource heap";
    case BindingPurpose::kCounterHeap:
      return "hidden counters of the resource heap";
    case BindingPurpose::kSamplerHeap:
      return "sampler heap";
    case BindingPurpose::kResource:
      return "resource " + binding.name;
  }
  return {};
}

const LayoutBinding* binding_at(const PipelineLayout& layout, const spirv::BindingPlace& place) {
  if (place.set >= layout.sets.size()) return nullptr;
  const Vector<LayoutBinding>& bindings = layout.sets[place.set].bindings;
  const auto found = std::find_if(bindings.begin(), bindings.end(),
                                  [&](const LayoutBinding& b) { return b.binding == place.binding; });
  return found == bindings.end() ? nullptr : &*found;
}

}  // namespace

Result<void> check_instrument_places(const PipelineLayout& layout, const spirv::Instrumentation& asked) {
  std::optional<Diagnostic> refusal;
  spirv::for_each_buffer(asked, [&](const spirv::InstrumentBuffer& buffer) {
    const LayoutBinding* taken = binding_at(layout, buffer.place);
    if (taken == nullptr || refusal) return;
    Location where;
    where.part = "instrumentation";
    refusal = bad_input(String("binding collision: ") + buffer.name + " and the pipeline layout's " +
                            describe(*taken) + " are both at set " + decimal(buffer.place.set) +
                            ", binding " + decimal(buffer.place.binding),
                        std::move(where));
  });
  if (refusal) return std::move(*refusal);
  return {};
}

}  // namespace trellis
