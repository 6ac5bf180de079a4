// Reads DXIL bytes into a Shader: container, bitcode check, and one of the two readers.
#pragma once

#include <cstdint>
#include <span>

#include "dxil_frontend/program/shader.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"
#include "support/work_watch.hpp"

namespace trellis::dxil {

/// The time spent in each stage of a read, in nanoseconds. Reading adds to it and never resets it.
struct ReadTimes {
  uint64_t container = 0;      ///< Locating the parts and verifying the digest.
  uint64_t bitcode_check = 0;  ///< Checking and recording the bitcode.
  uint64_t llvm_read = 0;      ///< Reading the program with LLVM, and decoding it.
  uint64_t decode = 0;         ///< Decoding the program from its records.
};

enum class Reader : uint8_t {
  kAny,      ///< The record reader, or LLVM for programs that it does not support.
  kRecords,  ///< The record reader only: kUnsupported for programs that it does not support.
  kLlvm,
};

struct ReadOptions {
  bool verify_digest = true;  ///< Reject a container whose digest is set and wrong.
  /// Read the program with debug information, if the container has one besides the plain one, including value
  /// names and the source text, as far as present. Anything ignored of it is recorded in Shader::left_out.
  bool debug_info = false;
  bool names = true;  ///< Read the resource names from the container's reflection data (the part STAT).
  Reader reader = Reader::kAny;
  VendorSlots vendor_slots = {};  ///< Vendors' buffers here are not listed as resources of the program.
  WorkLimits limits = {};         ///< Limits on the cost of reading.
};

/// Returns the part of `bytes` that holds the bitcode which read_shader() would read. Does not examine the
/// bitcode. Returns kUnsupported if it is stored in several pieces, which is possible in a PDB file.
Result<std::span<const uint8_t>> find_bitcode(std::span<const uint8_t> bytes,
                                              const ReadOptions& options = {});

/// Reads a DXBC container, a PDB file that contains one, or raw LLVM bitcode. Keeps no reference to the bytes
/// after the call. Checks everything it reads; errors: kBadInput with part and offset, kUnsupported. `times`
/// may be null.
Result<Shader> read_shader(std::span<const uint8_t> bytes, const ReadOptions& options = {},
                           ReadTimes* times = nullptr);

/// Returns the LLVM module as text, for people. The errors are those of read_shader().
Result<String> disassemble(std::span<const uint8_t> bytes, const ReadOptions& options = {});

}  // namespace trellis::dxil
