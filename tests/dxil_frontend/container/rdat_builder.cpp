#include "tests/dxil_frontend/container/rdat_builder.hpp"

#include <utility>

#include "dxil_frontend/container/container.hpp"
#include "tests/dxil_frontend/container/root_signature_writer.hpp"

namespace trellis::container_testing {
namespace {

std::vector<uint8_t> padded(std::vector<uint8_t> bytes) {
  bytes.resize((bytes.size() + 3) / 4 * 4);
  return bytes;
}

std::vector<uint8_t> table(const Bytes& rows, uint32_t count, uint32_t stride) {
  return Bytes().u32s({count, stride}).append(rows.data).data;
}

}  // namespace

RdatBuilder::RdatBuilder() { strings_.u8(0); }

uint32_t RdatBuilder::text(std::string_view value) {
  const auto at = static_cast<uint32_t>(strings_.data.size());
  strings_.text(value).u8(0);
  return at;
}

uint32_t RdatBuilder::indices(std::initializer_list<uint32_t> values) {
  const auto at = static_cast<uint32_t>(indices_.data.size() / 4);
  indices_.u32(static_cast<uint32_t>(values.size())).u32s(values);
  return at;
}

uint32_t RdatBuilder::raw(const std::vector<uint8_t>& bytes) {
  const auto at = static_cast<uint32_t>(raw_.data.size());
  raw_.append(bytes);
  return at;
}

void RdatBuilder::resource(std::initializer_list<uint32_t> row) {
  resources_.u32s(row);
  ++resource_count_;
}

void RdatBuilder::function(std::initializer_list<uint32_t> row) {
  functions_.u32s(row);
  ++function_count_;
}

void RdatBuilder::subobject(std::initializer_list<uint32_t> row) {
  subobjects_.u32s(row);
  for (size_t n = row.size(); n < 6; ++n) subobjects_.u32(0);
  ++subobject_count_;
}

std::vector<uint8_t> RdatBuilder::make() const {
  std::vector<std::pair<uint32_t, std::vector<uint8_t>>> parts;
  parts.emplace_back(1, padded(strings_.data));
  parts.emplace_back(3, table(resources_, resource_count_, 32));
  parts.emplace_back(4, table(functions_, function_count_, 52));
  parts.emplace_back(2, indices_.data);
  parts.emplace_back(5, padded(raw_.data));
  parts.emplace_back(6, table(subobjects_, subobject_count_, 24));
  parts.emplace_back(0x10001, std::vector<uint8_t>{1, 2, 3, 4});
  Bytes out;
  out.u32s({0x10, static_cast<uint32_t>(parts.size())});
  auto at = static_cast<uint32_t>(8 + 4 * parts.size());
  for (const auto& [type, data] : parts) {
    out.u32(at);
    at += 8 + static_cast<uint32_t>(data.size());
  }
  for (const auto& [type, data] : parts) out.u32(type).u32(static_cast<uint32_t>(data.size())).append(data);
  return out.data;
}

std::vector<uint8_t> root_signature_bytes(bool is_local) {
  dxil::RootSignature signature;
  signature.version = 2;
  if (is_local) signature.flags = dxil::kRootLocal;
  signature.parameters.push_back(constants(3, 5));
  return write_root_signature(signature);
}

RdatBuilder every_subobject() {
  RdatBuilder b;
  const std::vector<uint8_t> global = root_signature_bytes(false), local = root_signature_bytes(true);
  b.subobject({0, b.text("flags"), 5});
  b.subobject({1, b.text("global"), b.raw(global), static_cast<uint32_t>(global.size())});
  b.subobject({2, b.text("local"), b.raw(local), static_cast<uint32_t>(local.size())});
  b.subobject({8, b.text("link"), b.text("local"), b.indices({b.text("shade")})});
  b.subobject({9, b.text("sizes"), 32, 8});
  b.subobject({10, b.text("depth"), 3});
  b.subobject({11, b.text("group"), 1, b.text("filter"), b.text("shade"), b.text("torus")});
  b.subobject({12, b.text("depth1"), 31, 0x100});
  return b;
}

std::vector<uint8_t> with_runtime_data(std::span<const uint8_t> container, const RdatBuilder& runtime_data) {
  std::vector<PartSource> parts;
  const auto read = dxil::parse_container(container);
  if (!read) return {};
  for (const dxil::Part& part : read->parts) {
    if (part.name == dxil::fourcc("RDAT")) continue;
    parts.push_back({std::string(dxil::fourcc_name(part.name)), {part.data.begin(), part.data.end()}});
  }
  parts.push_back({"RDAT", runtime_data.make()});
  return make_container(parts);
}

}  // namespace trellis::container_testing
