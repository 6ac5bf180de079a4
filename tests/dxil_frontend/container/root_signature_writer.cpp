#include "tests/dxil_frontend/container/root_signature_writer.hpp"

#include "tests/dxil_frontend/container/byte_builder.hpp"

namespace trellis::container_testing {

namespace {

constexpr uint32_t kHeader = 24, kParameter = 12;

/// Returns a parameter's payload. Its offsets assume that it will be written at `at`.
Bytes payload_of(const dxil::RootParameter& parameter, uint32_t version, uint32_t at) {
  Bytes bytes;
  if (const auto* constants = std::get_if<dxil::RootConstants>(&parameter.value)) {
    bytes.u32s({constants->register_index, constants->space, constants->dword_count});
  } else if (const auto* descriptor = std::get_if<dxil::RootDescriptor>(&parameter.value)) {
    bytes.u32s({descriptor->register_index, descriptor->space});
    if (version >= 2) bytes.u32(descriptor->flags);
  } else if (const auto* table = std::get_if<dxil::DescriptorTable>(&parameter.value)) {
    bytes.u32s({static_cast<uint32_t>(table->ranges.size()), at + 8});
    for (const dxil::DescriptorRange& range : table->ranges) {
      bytes.u32s({static_cast<uint32_t>(range.type), range.count, range.base_register, range.space});
      if (version >= 2) bytes.u32(range.flags);
      bytes.u32(range.table_offset);
    }
  }
  return bytes;
}

uint32_t type_of(const dxil::RootParameter& parameter) {
  if (const auto* descriptor = std::get_if<dxil::RootDescriptor>(&parameter.value)) {
    return static_cast<uint32_t>(descriptor->type);
  }
  return std::holds_alternative<dxil::RootConstants>(parameter.value) ? 1 : 0;
}

}  // namespace

std::vector<uint8_t> write_root_signature(const dxil::RootSignature& signature) {
  const auto parameters = static_cast<uint32_t>(signature.parameters.size());
  Bytes records, payloads;
  uint32_t at = kHeader + kParameter * parameters;
  for (const dxil::RootParameter& parameter : signature.parameters) {
    records.u32s({type_of(parameter), static_cast<uint32_t>(parameter.visibility), at});
    const Bytes payload = payload_of(parameter, signature.version, at);
    payloads.append(payload.data);
    at += static_cast<uint32_t>(payload.data.size());
  }
  Bytes bytes;
  bytes.u32s({signature.version, parameters, kHeader, static_cast<uint32_t>(signature.static_samplers.size()),
              at, signature.flags});
  bytes.append(records.data).append(payloads.data);
  for (const dxil::StaticSampler& s : signature.static_samplers) {
    bytes.u32s({s.filter, s.address_u, s.address_v, s.address_w}).f32(s.mip_lod_bias);
    bytes.u32s({s.max_anisotropy, s.comparison, s.border_color}).f32(s.min_lod).f32(s.max_lod);
    bytes.u32s({s.register_index, s.space, static_cast<uint32_t>(s.visibility)});
    if (signature.version >= 3) bytes.u32(s.flags);
  }
  return bytes.data;
}

dxil::RootParameter table(std::vector<dxil::DescriptorRange> ranges, dxil::ShaderVisibility visibility) {
  dxil::RootParameter parameter;
  parameter.visibility = visibility;
  parameter.value = dxil::DescriptorTable{std::move(ranges)};
  return parameter;
}

dxil::RootParameter constants(uint32_t register_index, uint32_t dwords, uint32_t space,
                              dxil::ShaderVisibility visibility) {
  dxil::RootParameter parameter;
  parameter.visibility = visibility;
  parameter.value = dxil::RootConstants{register_index, space, dwords};
  return parameter;
}

dxil::RootParameter descriptor(dxil::RootDescriptorType type, uint32_t register_index, uint32_t space,
                               dxil::ShaderVisibility visibility) {
  dxil::RootParameter parameter;
  parameter.visibility = visibility;
  parameter.value = dxil::RootDescriptor{type, register_index, space, 0};
  return parameter;
}

dxil::DescriptorRange range(dxil::DescriptorRangeType type, uint32_t first, uint32_t count, uint32_t space,
                            uint32_t offset, uint32_t flags) {
  dxil::DescriptorRange range;
  range.type = type;
  range.base_register = first;
  range.count = count;
  range.space = space;
  range.table_offset = offset;
  range.flags = flags;
  return range;
}

dxil::StaticSampler static_sampler(uint32_t register_index, uint32_t space) {
  dxil::StaticSampler sampler;
  sampler.address_u = sampler.address_v = sampler.address_w = 3;
  sampler.max_lod = 1000;
  sampler.register_index = register_index;
  sampler.space = space;
  return sampler;
}

}  // namespace trellis::container_testing
