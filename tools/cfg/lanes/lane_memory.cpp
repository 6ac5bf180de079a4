#include "tools/cfg/lanes/lane_memory.hpp"

#include <utility>

namespace trellis::tools {
namespace {

uint64_t hash_of(const std::string& text) {
  uint64_t hash = 0;
  for (const char c : text) hash = hashed({hash, static_cast<unsigned char>(c)});
  return hash;
}

}  // namespace

uint64_t hashed(std::initializer_list<uint64_t> words) {
  uint64_t hash = 0x9E3779B97F4A7C15;
  for (const uint64_t word : words) {
    hash = (hash ^ word) * 0xBF58476D1CE4E5B9;
    hash ^= hash >> 29;
    hash *= 0x94D049BB133111EB;
    hash ^= hash >> 32;
  }
  return hash;
}

uint64_t made_up_bits(bool is_float, uint32_t width, uint64_t random) {
  constexpr uint64_t kNumbers = 8, kFractions = 1024;
  if (width == 1) return random & 1;
  if (!is_float) return random % kNumbers;
  return bits_of(static_cast<double>(random % kFractions) / kFractions, width);
}

Bytes::Bytes(const std::vector<uint8_t>& contents) : bytes_(contents.size()) {
  for (size_t i = 0; i < contents.size(); ++i) bytes_[i].value = contents[i];
}

Scalar Bytes::read(uint64_t at, uint32_t count) const {
  Scalar result;
  for (uint32_t i = 0; i < count; ++i) {
    if (at >= bytes_.size() || i >= bytes_.size() - at) continue;
    const Byte& byte = bytes_[at + i];
    result.bits |= uint64_t{byte.value} << (8 * i);
    result.made_up |= byte.made_up;
  }
  return result;
}

void Bytes::write(uint64_t at, uint32_t count, Scalar value) {
  for (uint32_t i = 0; i < count; ++i) {
    if (at >= bytes_.size() || i >= bytes_.size() - at) continue;
    bytes_[at + i] = {static_cast<uint8_t>(value.bits >> (8 * i)), value.made_up};
  }
}

void Bytes::forget() {
  for (Byte& byte : bytes_) byte.made_up = true;
}

std::vector<uint8_t> Bytes::contents() const {
  std::vector<uint8_t> values;
  for (const Byte& byte : bytes_) values.push_back(byte.value);
  return values;
}

Scalar LaneMemory::read(const std::string& name, uint64_t at, uint32_t width, bool is_float) {
  used_.insert(name);
  const uint32_t count = (width + 7) / 8;
  const auto given = given_.find(name);
  if (given != given_.end()) return given->second.read(at, count);
  std::map<uint64_t, Byte>& bytes = others_[name];
  if (!bytes.contains(at)) {
    names_.insert(name);
    write(name, at, width, {made_up_bits(is_float, width, hashed({hash_of(name), at})), false});
  }
  Scalar result;
  for (uint32_t i = 0; i < count; ++i) {
    const Byte byte = bytes[at + i];
    result.bits |= uint64_t{byte.value} << (8 * i);
    result.made_up |= byte.made_up;
  }
  return result;
}

void LaneMemory::write(const std::string& name, uint64_t at, uint32_t width, Scalar value) {
  used_.insert(name);
  const uint32_t count = (width + 7) / 8;
  if (const auto given = given_.find(name); given != given_.end())
    return given->second.write(at, count, value);
  std::map<uint64_t, Byte>& bytes = others_[name];
  for (uint32_t i = 0; i < count; ++i)
    bytes[at + i] = {static_cast<uint8_t>(value.bits >> (8 * i)), value.made_up};
}

uint32_t LaneMemory::count(const std::string& name, int32_t step) {
  uint32_t& counter = counters_[name];
  const uint32_t before = counter;
  counter += static_cast<uint32_t>(step);
  return step > 0 ? before : counter;
}

}  // namespace trellis::tools
