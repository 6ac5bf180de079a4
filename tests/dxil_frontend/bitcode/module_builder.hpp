// A small DXIL-like module as lists of records, which a test can modify.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/dxil_frontend/container/byte_builder.hpp"

namespace trellis::container_testing {

struct Record {
  uint32_t code;
  std::vector<uint64_t> operands;
};
using Records = std::vector<Record>;

/// The module's blocks, in the order in which build() writes them. small_module() returns a valid module:
///
/// types: 0 void, 1 void(), 2 i32, 3 i32*, 4 i32(i32), 5 [4 x i32], 6 [4 x i32]*, 7 i1, 8 metadata, 9 float,
///        10 %S = { i32, float }, 11 <2 x i32>, 12 %S*, 13 void()*, 14 i32(i32)*
/// values: 0 main, 1 helper, 2 @table, then constants 3: i32 1, 4: i32 0, 5: i32 7, 6: [4 x i32], 7: %S,
///         8: <2 x i32>
struct ModuleSource {
  Records header;  ///< The record VERSION.
  Records attribute_groups, attributes;
  Records types;
  Records globals;
  Records constants;
  Records metadata;
  Records kinds;
  Records symbols;
  Records body;
  Records attachments;  ///< Inside the body, after its instructions.
  bool with_body = true;

  std::vector<uint8_t> build() const;
};

ModuleSource small_module();

/// Returns a text as record operands, after the operands `before`.
std::vector<uint64_t> text_operands(const std::string& text, std::vector<uint64_t> before = {});

}  // namespace trellis::container_testing
