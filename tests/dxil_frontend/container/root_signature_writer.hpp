// Writes root signatures as the bytes of a part RTS0, like a serializer.
#pragma once

#include <cstdint>
#include <vector>

#include "dxil_frontend/container/parts/root_signature_part.hpp"

namespace trellis::container_testing {

/// Writes any contents, valid or not, in the format of signature.version.
std::vector<uint8_t> write_root_signature(const dxil::RootSignature& signature);

// Shorthand for building root signatures.
dxil::RootParameter table(std::vector<dxil::DescriptorRange> ranges,
                          dxil::ShaderVisibility visibility = dxil::ShaderVisibility::kAll);
dxil::RootParameter constants(uint32_t register_index, uint32_t dwords, uint32_t space = 0,
                              dxil::ShaderVisibility visibility = dxil::ShaderVisibility::kAll);
dxil::RootParameter descriptor(dxil::RootDescriptorType type, uint32_t register_index, uint32_t space = 0,
                               dxil::ShaderVisibility visibility = dxil::ShaderVisibility::kAll);
dxil::DescriptorRange range(dxil::DescriptorRangeType type, uint32_t first, uint32_t count,
                            uint32_t space = 0, uint32_t offset = dxil::kAppendDescriptors,
                            uint32_t flags = 0);
/// A sampler with point filter and clamp.
dxil::StaticSampler static_sampler(uint32_t register_index, uint32_t space = 0);

}  // namespace trellis::container_testing
