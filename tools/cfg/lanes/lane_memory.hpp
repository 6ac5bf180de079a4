// The memory that lanes read and write: resources, by register, and objects of the program.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "tools/cfg/lanes/lane_values.hpp"

namespace trellis::tools {

/// A pseudo-random number that depends only on its arguments.
uint64_t hashed(std::initializer_list<uint64_t> words);
/// Makes up a scalar of a type: an integer from 0 to 7, a float from 0 to 1, or a bool.
uint64_t made_up_bits(bool is_float, uint32_t width, uint64_t random);

struct Byte {
  uint8_t value = 0;
  bool made_up = false;
};

/// A sequence of bytes of fixed size. Reads beyond its end return zero; writes there have no effect.
class Bytes {
 public:
  explicit Bytes(size_t size) : bytes_(size) {}
  explicit Bytes(const std::vector<uint8_t>& contents);

  Scalar read(uint64_t at, uint32_t count) const;
  void write(uint64_t at, uint32_t count, Scalar value);
  /// From now on, all of it depends on what the interpreter does not know.
  void forget();
  size_t size() const { return bytes_.size(); }
  std::vector<uint8_t> contents() const;

 private:
  std::vector<Byte> bytes_;
};

/// The contents of resources. Those that are not given are generated when a word is first read: integers
/// from 0 to 7, floats from 0 to 1, depending on the register and the address only.
class LaneMemory {
 public:
  /// Gives a resource its contents. Reads beyond them yield zero.
  void give(const std::string& name, const std::vector<uint8_t>& contents) {
    given_.insert_or_assign(name, Bytes(contents));
  }
  bool is_given(const std::string& name) const { return given_.contains(name); }
  /// The contents of a resource that was given.
  std::vector<uint8_t> contents(const std::string& name) const { return given_.at(name).contents(); }
  /// The names of resources that were read without having been given.
  const std::set<std::string>& generated() const { return names_; }
  const std::set<std::string>& used() const { return used_; }

  Scalar read(const std::string& name, uint64_t at, uint32_t width, bool is_float);
  void write(const std::string& name, uint64_t at, uint32_t width, Scalar value);
  /// Returns the hidden counter of a structured buffer, and adds to it.
  uint32_t count(const std::string& name, int32_t step);

 private:
  std::map<std::string, Bytes> given_;
  std::map<std::string, std::map<uint64_t, Byte>> others_;
  std::map<std::string, uint32_t> counters_;
  std::set<std::string> names_, used_;
};

}  // namespace trellis::tools
