// DXIL bytes to a Shader: container, bitcode check, and one of the two readers.
#pragma once

#include <cstdint>
#include <span>

#include "dxil_frontend/program/shader.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"
#include "support/work_watch.hpp"

namespace trellis::dxil {

/// Nanoseconds of each stage of a read; added to, never reset.
struct ReadTimes {
  uint64_t container = 0;      ///< Parts located, digest verified.
  uint64_t bitcode_check = 0;  ///< The bitcode checked and recorded.
  uint64_t llvm_read = 0;      ///< The program read by LLVM and decoded.
  uint64_t decode = 0;         ///< The program decoded from its records.
};

enum class Reader : uint8_t {
  kAny,      ///< The records, or LLVM for what they do not cover.
  kRecords,  ///< What they do not cover is not supported.
  kLlvm,
};

struct ReadOptions {
  bool verify_digest = true;  ///< Refuse a container whose digest is set and wrong.
  /// Read the program that carries debug information, if the container has one beside the plain one, with
  /// the names of its values and the text of the source, as far as they are there. What of it is ignored is noted in
  /// Shader::left_out.
  bool debug_info = false;
  bool names = true;  ///< Read what the container's reflection data (the part STAT) says of resources.
  Reader reader = Reader::kAny;
  WorkLimits limits = {};  ///< What reading may cost.
};

/// Where in `bytes` the bitcode is that read_shader() reads. The bitcode itself is not looked at.
/// kUnsupported if it is in pieces, as it may be in a PDB file.
Result<std::span<const uint8_t>> find_bitcode(std::span<const uint8_t> bytes,
                                              const ReadOptions& options = {});

/// A DXBC container, a PDB file with one in it, or raw LLVM bitcode. The bytes are not referred to after
/// the call. Everything read is checked; errors: kBadInput with part and offset. `times` may be null.
Result<Shader> read_shader(std::span<const uint8_t> bytes, const ReadOptions& options = {},
                           ReadTimes* times = nullptr);

/// The LLVM module as text, for people. Same errors.
Result<String> disassemble(std::span<const uint8_t> bytes, const ReadOptions& options = {});

}  // namespace trellis::dxil
