// Builds RDAT parts for tests, valid and invalid.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

#include "tests/dxil_frontend/container/byte_builder.hpp"

namespace trellis::container_testing {

/// Collects tables and builds the part from them. Rows consist of words. To refer to names, arrays and bytes,
/// they contain the results of text(), indices() and raw().
class RdatBuilder {
 public:
  RdatBuilder();

  uint32_t text(std::string_view value);
  uint32_t indices(std::initializer_list<uint32_t> values);
  uint32_t raw(const std::vector<uint8_t>& bytes);
  void resource(std::initializer_list<uint32_t> row);
  void function(std::initializer_list<uint32_t> row);
  /// Omitted words are zero.
  void subobject(std::initializer_list<uint32_t> row);

  std::vector<uint8_t> make() const;

 private:
  Bytes strings_, indices_, raw_, resources_, functions_, subobjects_;
  uint32_t resource_count_ = 0, function_count_ = 0, subobject_count_ = 0;
};

/// The data of an RTS0 part: a root signature with five constants at b3.
std::vector<uint8_t> root_signature_bytes(bool is_local);

/// A library with a subobject of each kind: flags, global, local, link (associates local with shade), sizes,
/// depth, group (procedural: filter, shade, torus), depth1.
RdatBuilder every_subobject();

/// Returns the container with its RDAT part replaced, without a digest.
std::vector<uint8_t> with_runtime_data(std::span<const uint8_t> container, const RdatBuilder& runtime_data);

}  // namespace trellis::container_testing
