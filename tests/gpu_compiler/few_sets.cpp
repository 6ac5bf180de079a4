#include "tests/gpu_compiler/few_sets.hpp"

namespace trellis::gpu_compiler {

bool bind_in_few_sets(const spirv::ResourceUse& use, spirv::Binding& binding) {
  if (use.heap != spirv::DescriptorHeap::kNone) {
    binding.set = use.heap == spirv::DescriptorHeap::kSamplers ? 3 : 2;
    return true;
  }
  constexpr uint32_t kBindingsOfSpace = 100;
  binding.binding += kBindingsOfSpace * binding.set;
  binding.counter.binding += kBindingsOfSpace * binding.counter.set;
  binding.set = binding.counter.set = 0;
  return true;
}

}  // namespace trellis::gpu_compiler
