// Ten programs, each in a vector form and a scalar form.
#pragma once

#include <span>
#include <string>

#include "tests/lower/twin_writer.hpp"

namespace trellis::test_backend {

struct VectorTwin {
  const char* name;
  uint32_t count;  ///< Number of components of its vectors.
  void (*write)(TwinWriter&);
  bool writes_a_word = false;  ///< It writes a word instead of a vector.
};

std::span<const VectorTwin> vector_twins();
/// Returns one form of the program, as a body for program_text().
std::string twin_text(const VectorTwin& twin, bool has_vectors);

}  // namespace trellis::test_backend
