// The case header: the comment lines at the start of a reference shader's HLSL source. They specify how the
// shader was compiled, whether it can be run, and what is bound to its registers. reference_shaders/README.md
// defines the format.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/result.hpp"

namespace trellis::test_support {

/// The register classes of HLSL, in the order in which the default binding numbers them.
enum class RegisterClass : uint8_t { kConstantBuffer, kShaderResource, kUnorderedAccess, kSampler };

/// Returns the letter that HLSL writes before the register's number: b, t, u, s.
char register_letter(RegisterClass register_class);

/// Returns "u0", or "u0,space7" outside space 0: the notation for registers in headers and in the names of
/// expected files.
std::string register_name(RegisterClass register_class, uint32_t index, uint32_t space);

enum class BufferKind : uint8_t { kRaw, kStructured, kTyped, kConstant };

/// How a buffer's 32-bit words are filled before the dispatch.
enum class Fill : uint8_t {
  kZero,       ///< All zeros.
  kRamp,       ///< Word i is i.
  kSeed,       ///< Word i is a hash of the seed and i.
  kFloatSeed,  ///< Word i is a float in [-4, 4) made from that hash.
};

/// One register line: `t0: raw 256 seed=7`.
struct RegisterLine {
  RegisterClass register_class = RegisterClass::kConstantBuffer;
  uint32_t index = 0;  ///< Register number.
  uint32_t space = 0;
  BufferKind kind = BufferKind::kRaw;
  uint32_t stride = 0;  ///< Size of an element in bytes; 0 unless kind is kStructured.
  std::string format;   ///< Format name as written ("r32_uint"); empty unless kind is kTyped.
  uint32_t bytes = 0;   ///< Size of the buffer in bytes.
  Fill fill = Fill::kZero;
  uint32_t seed = 0;  ///< For kSeed and kFloatSeed.

  std::string name() const { return register_name(register_class, index, space); }
};

enum class Execution : uint8_t {
  kNo,    ///< Translate and validate only.
  kYes,   ///< Run and compare.
  kSlow,  ///< Can be run, but drivers take minutes to compile it.
};

struct CaseHeader {
  std::string profile;  ///< For example "cs_6_0".
  std::string entry;    ///< Empty for libraries.
  std::string flags;    ///< Other options for dxc.
  Execution execution = Execution::kNo;
  /// Number of thread groups; all zero without a dispatch line.
  std::array<uint32_t, 3> dispatch = {0, 0, 0};
  std::vector<RegisterLine> registers;           ///< In the order of their lines.
  std::string expect;                            ///< The verdict that a uniformity analysis must reach.
  std::string why;                               ///< The reason for that verdict.
  std::string note;                              ///< What the shader tests.
  std::optional<std::array<uint32_t, 2>> nvapi;  ///< Register and space of NVAPI's buffer.

  bool is_compute() const { return profile.starts_with("cs_"); }
};

/// Reads the header at the start of `source`. Comment lines with an unknown key are prose and ignored. Error:
/// a line with a known key or a register cannot be read, or there is no profile.
Result<CaseHeader> parse_case_header(std::string_view source);

/// The same for a file.
Result<CaseHeader> read_case_header(const std::filesystem::path& hlsl);

}  // namespace trellis::test_support
