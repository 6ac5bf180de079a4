// The case header: the comment lines that open a reference shader's HLSL source and say how the shader was
// compiled, whether it can be run, and what is bound to its registers. reference_shaders/README.md defines
// it.
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

/// The register classes of HLSL, in the order the default binding numbers them.
enum class RegisterClass : uint8_t { kConstantBuffer, kShaderResource, kUnorderedAccess, kSampler };

/// The letter HLSL writes before the register's number: b, t, u, s.
char register_letter(RegisterClass register_class);

/// "u0", or "u0,space7" outside space 0: as headers and the names of expected files write a register.
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
  uint32_t stride = 0;  ///< Bytes of an element; 0 unless kind is kStructured.
  std::string format;   ///< Format name as written ("r32_uint"); empty unless kind is kTyped.
  uint32_t bytes = 0;   ///< Size of the buffer.
  Fill fill = Fill::kZero;
  uint32_t seed = 0;  ///< With kSeed and kFloatSeed.

  std::string name() const { return register_name(register_class, index, space); }
};

enum class Execution : uint8_t {
  kNo,    ///< Translate and validate only.
  kYes,   ///< Run and compare.
  kSlow,  ///< Can be run, but drivers take minutes to compile it.
};

struct CaseHeader {
  std::string profile;  ///< "cs_6_0".
  std::string entry;    ///< Empty for libraries.
  std::string flags;    ///< Further options given to dxc.
  Execution execution = Execution::kNo;
  std::array<uint32_t, 3> dispatch = {0, 0, 0};  ///< Thread groups; all zero without a dispatch line.
  std::vector<RegisterLine> registers;           ///< In the order of the lines.
  std::string expect;                            ///< The verdict a uniformity analysis has to reach.
  std::string why;                               ///< The reason for that verdict.
  std::string note;                              ///< What the shader is there for.
  std::optional<std::array<uint32_t, 2>> nvapi;  ///< Register and space of NVAPI's buffer.
  bool has_matrices = false;                     ///< Operations on matrices, which are not translated.

  bool is_compute() const { return profile.starts_with("cs_"); }
};

/// Reads the header that opens `source`. Comment lines whose key is unknown are prose and ignored; a line
/// with a known key or a register that cannot be read is an error, and so is a missing profile.
Result<CaseHeader> parse_case_header(std::string_view source);

/// The same for a file.
Result<CaseHeader> read_case_header(const std::filesystem::path& hlsl);

}  // namespace trellis::test_support
