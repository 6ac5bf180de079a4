// Modules written as LLVM assembly, for tests: assembled in memory, read as if they came from a file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dxil_frontend/program/shader.hpp"
#include "support/result.hpp"

namespace trellis::dxil::test {

/// What the assembler itself would refuse or crash on, added after it.
enum class Damage : uint8_t {
  kNone,
  kEqualCases,          ///< All cases of a switch get the first one's value.
  kAddressesInScalars,  ///< Address computations step through an i32.
  kDebugInfoVersion,    ///< The module says that it has debug information.
};

/// Bitcode of a module in LLVM's assembly language, not verified. The error is the assembler's message.
Result<std::vector<uint8_t>> assemble(std::string_view text, Damage damage = Damage::kNone);

/// The metadata every module needs, for a compute shader whose entry is @main.
std::string compute_metadata();

/// Assembles and decodes functions, globals and types; no metadata is needed.
Result<Module> decode_text(std::string_view text, Damage damage = Damage::kNone);
/// The same with names of values and the text of the source.
Result<Module> decode_text_with_names(std::string_view text);

/// Assembles, decodes, and reads the metadata, which must be in the text.
Result<Shader> read_text(std::string_view text);

/// `body` with metadata around it that makes it the compute shader @main.
inline Result<Shader> read_compute(std::string_view body) {
  return read_text(std::string(body) + "\n" + compute_metadata());
}

/// All blocks of a function as text: "block0:\n..." and so on.
std::string function_text(const Module& module, const Function& function);

/// The function of that name; null if there is none.
const Function* find_function(const Module& module, std::string_view name);

}  // namespace trellis::dxil::test
