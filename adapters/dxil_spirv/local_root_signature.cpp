#include "adapters/dxil_spirv/local_root_signature.hpp"

#include <utility>

#include "adapters/dxil_spirv/converter.hpp"
#include "adapters/dxil_spirv/thread.hpp"

namespace trellis::dxil_spirv {
namespace {

constexpr uint32_t kWord = 4, kHandle = 8;  // In bytes.
constexpr uint32_t kMostBytes = 4096;       // The limit for a shader record in D3D12, in bytes.

}  // namespace

/// Adds a parameter. Words are aligned to 4 bytes, handles and addresses to 8.
LocalParameter& LocalRootSignature::add(TrellisBindingKind kind, uint32_t bytes) {
  if (kind != TRELLIS_BIND_ROOT_CONSTANTS) end_ = (end_ + kHandle - 1) / kHandle * kHandle;
  LocalParameter parameter;
  parameter.kind = kind;
  parameter.offset = end_;
  parameters_.push_back(std::move(parameter));
  end_ += bytes;
  return parameters_.back();
}

void LocalRootSignature::add_constants(uint32_t space, uint32_t register_index, uint32_t words) {
  // Parameters beyond the limit are refused by the run, which names the resource.
  LocalParameter& added =
      add(TRELLIS_BIND_ROOT_CONSTANTS, words > kMostBytes / kWord ? kMostBytes : kWord * words);
  added.words = words;
  added.ranges = {{TRELLIS_CLASS_CBV, space, register_index, 1, 0}};
}

void LocalRootSignature::add_descriptor(TrellisResourceClass resource_class, uint32_t space,
                                        uint32_t register_index) {
  add(TRELLIS_BIND_ADDRESS, kHandle).ranges = {{resource_class, space, register_index, 1, 0}};
}

void LocalRootSignature::add_range(const LocalRange& range) {
  if (in_table_) {
    table_.push_back(range);
  } else {
    add(TRELLIS_BIND_HEAP, kHandle).ranges = {range};
  }
}

bool LocalRootSignature::begin_table() {
  if (in_table_) return false;
  in_table_ = true;
  table_.clear();
  return true;
}

bool LocalRootSignature::end_table() {
  if (!in_table_) return false;
  in_table_ = false;
  if (table_.empty()) return false;
  add(TRELLIS_BIND_HEAP, kHandle).ranges = std::exchange(table_, {});
  return true;
}

LocalRootSignature::Place LocalRootSignature::find(const TrellisResourceInfo& resource) const {
  for (const LocalParameter& parameter : parameters_) {
    for (const LocalRange& range : parameter.ranges) {
      if (range.resource_class != resource.resource_class || range.space != resource.space) continue;
      if (resource.first_register < range.first_register) continue;
      if (resource.first_register - range.first_register < range.count) return {&parameter, &range};
    }
  }
  return {};
}

}  // namespace trellis::dxil_spirv

using namespace trellis::dxil_spirv;

extern "C" {

void dxil_spv_converter_add_local_root_constants(dxil_spv_converter converter, unsigned register_space,
                                                 unsigned register_index, unsigned num_words) {
  if (converter == nullptr) return;
  guarded([&]() {
    converter->settings.local.add_constants(register_space, register_index, num_words);
    return DXIL_SPV_SUCCESS;
  });
}

void dxil_spv_converter_add_local_root_descriptor(dxil_spv_converter converter,
                                                  dxil_spv_resource_class resource_class,
                                                  unsigned register_space, unsigned register_index) {
  if (converter == nullptr) return;
  guarded([&]() {
    converter->settings.local.add_descriptor(static_cast<TrellisResourceClass>(resource_class),
                                             register_space, register_index);
    return DXIL_SPV_SUCCESS;
  });
}

dxil_spv_result dxil_spv_converter_begin_local_root_descriptor_table(dxil_spv_converter converter) {
  if (converter == nullptr) return invalid_argument("the converter is NULL");
  if (!converter->settings.local.begin_table()) return invalid_argument("a table has already been begun");
  return DXIL_SPV_SUCCESS;
}

void dxil_spv_converter_add_local_root_descriptor_table(dxil_spv_converter converter,
                                                        dxil_spv_resource_class resource_class,
                                                        unsigned register_space, unsigned register_index,
                                                        unsigned num_descriptors_in_range,
                                                        unsigned offset_in_heap) {
  if (converter == nullptr) return;
  guarded([&]() {
    converter->settings.local.add_range({static_cast<TrellisResourceClass>(resource_class), register_space,
                                         register_index, num_descriptors_in_range, offset_in_heap});
    return DXIL_SPV_SUCCESS;
  });
}

dxil_spv_result dxil_spv_converter_end_local_root_descriptor_table(dxil_spv_converter converter) {
  if (converter == nullptr) return invalid_argument("the converter is NULL");
  return guarded([&]() {
    if (converter->settings.local.end_table()) return DXIL_SPV_SUCCESS;
    return invalid_argument("no table has been begun, or it has no ranges");
  });
}
}
