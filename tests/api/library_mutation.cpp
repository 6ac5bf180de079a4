#include "tests/api/library_mutation.hpp"

#include <array>
#include <string>
#include <utility>

#include "dxil_frontend/container/container.hpp"
#include "tests/dxil_frontend/bitcode/bitcode_mutation.hpp"
#include "tests/dxil_frontend/container/byte_builder.hpp"
#include "tests/dxil_frontend/container/root_signature_writer.hpp"

namespace trellis::api_testing {
namespace {

using container_testing::Bytes;
using container_testing::Random;

constexpr std::size_t kWord = 4;

uint32_t word_at(std::span<const uint8_t> bytes, std::size_t at) {
  uint32_t value = 0;
  for (std::size_t n = 0; n < kWord; ++n) value |= static_cast<uint32_t>(bytes[at + n]) << (8 * n);
  return value;
}

/// Parses the container without checking its digest.
Result<dxil::Container> container_of(std::span<const uint8_t> file) {
  dxil::ContainerOptions options;
  options.verify_digest = options.require_program = options.read_programs = false;
  return dxil::parse_container(file, options);
}

/// The tables of an intact RDAT part, by type.
struct Tables {
  struct Table {
    uint32_t type = 0;
    std::vector<uint8_t> data;
  };
  std::vector<Table> all;

  explicit Tables(std::span<const uint8_t> part) {
    for (uint32_t n = 0; n < word_at(part, 4); ++n) {
      const uint32_t at = word_at(part, 8 + n * kWord), size = word_at(part, at + 4);
      const std::span<const uint8_t> data = part.subspan(at + 8, size);
      all.push_back({word_at(part, at), {data.begin(), data.end()}});
    }
  }

  /// Returns the table of a type, which it adds as an empty one if there was none.
  std::vector<uint8_t>& table(uint32_t type) {
    for (Table& each : all) {
      if (each.type == type) return each.data;
    }
    return all.emplace_back(Table{type, {}}).data;
  }

  std::vector<uint8_t> bytes() const {
    Bytes out;
    out.u32s({0x10, static_cast<uint32_t>(all.size())});
    auto at = static_cast<uint32_t>(8 + kWord * all.size());
    for (const Table& each : all) {
      out.u32(at);
      at += 8 + static_cast<uint32_t>(each.data.size());
    }
    for (const Table& each : all) {
      out.u32(each.type).u32(static_cast<uint32_t>(each.data.size())).append(each.data);
    }
    return out.data;
  }
};

std::vector<uint8_t> signature_bytes(bool is_local) {
  using container_testing::range;
  dxil::RootSignature signature;
  signature.version = 2;
  if (is_local) signature.flags = dxil::kRootLocal;
  signature.parameters.push_back(container_testing::constants(0, 4, 1));
  signature.parameters.push_back(container_testing::descriptor(dxil::RootDescriptorType::kSrv, 0, 10));
  signature.parameters.push_back(
      container_testing::table({range(dxil::DescriptorRangeType::kSrv, 1, 2, 10)}));
  return container_testing::write_root_signature(signature);
}

constexpr uint32_t kStrings = 1, kIndices = 2, kRawBytes = 5, kSubobjects = 6;

/// Returns the RDAT part with one subobject of each kind.
std::vector<uint8_t> with_subobjects(std::span<const uint8_t> part) {
  Tables tables(part);
  std::vector<uint8_t>& strings = tables.table(kStrings);
  const auto text = [&strings](std::string_view value) {
    const auto at = static_cast<uint32_t>(strings.size());
    strings.insert(strings.end(), value.begin(), value.end());
    strings.push_back(0);
    return at;
  };
  const uint32_t flags = text("flags"), global = text("global"), local = text("local"), link = text("link"),
                 sizes = text("sizes"), depth = text("depth"), group = text("group"),
                 procedural = text("procedural"), more = text("more"), shade = text("shade");
  strings.resize((strings.size() + kWord - 1) / kWord * kWord);
  std::vector<uint8_t>& indices = tables.table(kIndices);
  const auto exports = static_cast<uint32_t>(indices.size() / kWord);
  const std::vector<uint8_t> list = Bytes().u32s({2, shade, group}).data;
  indices.insert(indices.end(), list.begin(), list.end());
  std::vector<uint8_t>& raw = tables.table(kRawBytes);
  const auto add_signature = [&raw](bool is_local) {
    const std::vector<uint8_t> bytes = signature_bytes(is_local);
    const auto at = static_cast<uint32_t>(raw.size());
    raw.insert(raw.end(), bytes.begin(), bytes.end());
    return std::pair(at, static_cast<uint32_t>(bytes.size()));
  };
  const auto [global_at, global_size] = add_signature(false);
  const auto [local_at, local_size] = add_signature(true);
  Bytes rows;
  rows.u32s({9, 24});
  rows.u32s({0, flags, 5, 0, 0, 0, 1, global, global_at, global_size, 0, 0});
  rows.u32s({2, local, local_at, local_size, 0, 0, 8, link, local, exports, 0, 0});
  rows.u32s({9, sizes, 64, 16, 0, 0, 10, depth, 3, 0, 0, 0});
  rows.u32s({11, group, 0, 0, shade, 0, 11, procedural, 1, 0, shade, flags});
  rows.u32s({12, more, 31, 0x100, 0, 0});
  tables.table(kSubobjects) = rows.data;
  return tables.bytes();
}

std::vector<uint8_t> with_subobjects(const dxil::Container& container) {
  std::vector<container_testing::PartSource> parts;
  for (const dxil::Part& part : container.parts) {
    const bool is_runtime_data = part.name == dxil::fourcc("RDAT");
    parts.push_back({std::string(dxil::fourcc_name(part.name)),
                     is_runtime_data ? with_subobjects(part.data)
                                     : std::vector<uint8_t>(part.data.begin(), part.data.end())});
  }
  return container_testing::make_container(parts);
}

/// Returns a replacement for `old`: an edge case, a number near `old`, another word of the part, a number up
/// to twice the part's size, or `old` with one bit flipped.
uint32_t other_word(uint32_t old, std::span<const uint8_t> part, Random& random) {
  constexpr std::array<uint32_t, 8> kEdges = {0,          1,          2,          0x7fffffff,
                                              0x80000000, 0xfffffffe, 0xffffffff, 0x40000000};
  switch (random.below(5)) {
    case 0:
      return kEdges[random.below(kEdges.size())];
    case 1:
      return old + static_cast<uint32_t>(random.below(17)) - 8;
    case 2:
      return word_at(part, random.below(part.size() / kWord) * kWord);
    case 3:
      return static_cast<uint32_t>(random.below(2 * part.size()));
    default:
      return old ^ uint32_t { 1 } << random.below(32);
  }
}

}  // namespace

std::vector<InputSample> library_samples() {
  std::vector<InputSample> samples;
  for (InputSample& sample : input_samples("raytracing")) {
    const auto container = container_of(sample.bytes);
    if (!container || container->find(dxil::fourcc("RDAT")) == nullptr) continue;
    samples.push_back({sample.label + " with subobjects", with_subobjects(*container)});
    samples.push_back(std::move(sample));
  }
  return samples;
}

std::vector<uint8_t> damage_library(std::span<const uint8_t> file, uint64_t seed) {
  Random random(seed ^ 0x8ebc6af09c88c6e3);
  if (random.below(3) == 0) return damage(file, seed);
  const auto container = container_of(file);
  const dxil::Part* part = container ? container->find(dxil::fourcc("RDAT")) : nullptr;
  if (part == nullptr || part->data.size() < kWord) return damage(file, seed);
  std::vector<uint8_t> out(file.begin(), file.end());
  const auto begin = static_cast<std::size_t>(part->data.data() - file.data());
  for (uint64_t left = 1 + random.below(3); left != 0; --left) {
    const std::size_t at = random.below(part->data.size() / kWord) * kWord;
    const std::span<const uint8_t> now = std::span<const uint8_t>(out).subspan(begin, part->data.size());
    container_testing::put_u32(out, begin + at, other_word(word_at(now, at), now, random));
  }
  return out;
}

}  // namespace trellis::api_testing
