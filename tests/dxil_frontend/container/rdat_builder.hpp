// RDAT parts made by hand, right and wrong.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

#include "tests/dxil_frontend/container/byte_builder.hpp"

namespace trellis::container_testing {

/// Tables in the making, and the part they make. Rows are words; what refers to names, arrays and bytes is
/// what text(), indices() and raw() return.
class RdatBuilder {
 public:
  RdatBuilder();

  uint32_t text(std::string_view value);
  uint32_t indices(std::initializer_list<uint32_t> values);
  uint32_t raw(const std::vector<uint8_t>& bytes);
  void resource(std::initializer_list<uint32_t> row);
  void function(std::initializer_list<uint32_t> row);
  /// Words that are left out are zero.
  void subobject(std::initializer_list<uint32_t> row);

  std::vector<uint8_t> make() const;

 private:
  Bytes strings_, indices_, raw_, resources_, functions_, subobjects_;
  uint32_t resource_count_ = 0, function_count_ = 0, subobject_count_ = 0;
};

/// A root signature of five constants at b3, as an RTS0 part's data.
std::vector<uint8_t> root_signature_bytes(bool is_local);

/// A subobject of each kind: flags, global, local, link (of local with shade), sizes, depth, group
/// (procedural: filter, shade, torus), depth1.
RdatBuilder every_subobject();

/// The container with that RDAT part in the place of its own; without a digest.
std::vector<uint8_t> with_runtime_data(std::span<const uint8_t> container, const RdatBuilder& runtime_data);

}  // namespace trellis::container_testing
