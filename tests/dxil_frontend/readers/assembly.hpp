// Modules in LLVM assembly for tests: assembled in memory, and read as if they came from a file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dxil_frontend/program/shader.hpp"
#include "support/result.hpp"

namespace trellis::dxil::test {

/// Damage that the assembler would reject or crash on, applied to its result.
enum class Damage : uint8_t {
  kNone,
  kEqualCases,          ///< All cases of a switch get the first one's value.
  kAddressesInScalars,  ///< Address computations step through an i32.
  kDebugInfoVersion,    ///< The module claims to have debug information.
};

/// Returns the bitcode of a module in LLVM assembly, not verified. The error is the assembler's message.
Result<std::vector<uint8_t>> assemble(std::string_view text, Damage damage = Damage::kNone);

/// Returns the metadata that every module needs, for a compute shader with the entry point @main.
std::string compute_metadata();

/// Assembles and decodes functions, globals and types; no metadata is needed.
Result<Module> decode_text(std::string_view text, Damage damage = Damage::kNone);
/// Same as decode_text(), with names of values and the text of the source.
Result<Module> decode_text_with_names(std::string_view text);

/// Assembles, decodes, and reads the metadata, which the text must contain.
Result<Shader> read_text(std::string_view text);

/// Reads `body` as the compute shader @main; adds the metadata.
inline Result<Shader> read_compute(std::string_view body) {
  return read_text(std::string(body) + "\n" + compute_metadata());
}

/// Returns all blocks of a function as text: "block0:
/// ..." and so on.
std::string function_text(const Module& module, const Function& function);

/// Returns the function of that name, or null.
const Function* find_function(const Module& module, std::string_view name);

}  // namespace trellis::dxil::test
