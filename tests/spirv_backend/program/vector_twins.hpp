// Ten programs, each in two forms: with vectors and with scalars.
#pragma once

#include <span>
#include <string>

#include "tests/spirv_backend/program/twin_writer.hpp"

namespace trellis::test_backend {

struct VectorTwin {
  const char* name;
  uint32_t count;  ///< Components of its vectors.
  void (*write)(TwinWriter&);
  bool writes_a_word = false;  ///< Not a vector.
};

std::span<const VectorTwin> vector_twins();
/// One form of it, for text_program().
std::string twin_text(const VectorTwin& twin, bool has_vectors);

}  // namespace trellis::test_backend
