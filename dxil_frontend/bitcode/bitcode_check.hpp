// Checks LLVM bitcode before LLVM reads it. LLVM's reader trusts its input: damaged bitcode makes it crash,
// run out of memory or hang. The check walks the same bits without building anything, and rejects everything
// that LLVM cannot handle: block structure, abbreviations, lengths, type and value ids, operand types, record
// shapes, graph of basic blocks. It also rejects constructs that DXIL does not use (exceptions, indirect
// calls, inline assembly, aliases ...).
#pragma once

#include <cstdint>
#include <span>

#include "dxil_frontend/bitcode/recorded_code.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"
#include "support/work_watch.hpp"

namespace trellis::dxil {

/// The use that the caller will make of checked bitcode.
enum class BitcodeUse : uint8_t {
  kAll,      ///< LLVM reads it.
  kRecords,  ///< Also record what decoding needs. LLVM reads the bitcode only if the records do not suffice.
  kRecordsAndNames,  ///< Also record the names of local values.
};

/// The result of a check.
struct CheckedBitcode {
  Vector<uint8_t> repaired;  ///< A repaired copy for LLVM; empty if LLVM can read the original.
  RecordedCode code;         ///< The records; empty for BitcodeUse::kAll.

  /// Returns the bitcode that LLVM is to read: the copy, or `original`, the bitcode that was checked.
  std::span<const uint8_t> of(std::span<const uint8_t> original) const {
    return repaired.empty() ? original : std::span<const uint8_t>(repaired);
  }
};

/// Checks one module. `bitcode` starts with 'B' 'C' C0 DE; no reference to it is kept after the call.
/// `file_offset` is its start in the file, for diagnostics. Takes time linear in the size; memory is bounded
/// by a small multiple of it. If `watch` (may be null) stops the check, the error is arbitrary. Errors:
/// kBadInput, kUnsupported; each names block, record and byte.
///
/// Accepts bitcode that DXC writes (LLVM 3.7's encoding, relative value ids), and that the assemblers of LLVM
/// 14 and 19 write for the same programs. Does not check that definitions dominate uses. Bitcode with a clear
/// meaning that LLVM's reader would reject or misread is repaired in a copy:
///
/// - Bitcasts from groupshared to other pointers (DXC without optimization) become address space casts.
///   LLVM's reader would turn them into casts to and from integers.
/// - Functions of 32-bit atomic operations that are called with 64-bit values (Mesa) get the type of the
///   calls.
Result<CheckedBitcode> check_bitcode(std::span<const uint8_t> bitcode, uint64_t file_offset = 0,
                                     BitcodeUse use = BitcodeUse::kAll, WorkWatch* watch = nullptr);

}  // namespace trellis::dxil
