// A check of LLVM bitcode before LLVM reads it. LLVM's reader trusts its input: damaged bitcode makes it
// crash, run out of memory or hang. The check walks the same bits without building anything, and refuses what
// LLVM would stumble over: block structure, abbreviations, lengths, type and value ids, operand types, record
// shapes, graph of basic blocks. It also refuses what no DXIL holds (exceptions, indirect calls, inline
// assembly, aliases ...).
#pragma once

#include <cstdint>
#include <span>

#include "dxil_frontend/bitcode/recorded_code.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::dxil {

/// What is done with bitcode that was checked.
enum class BitcodeUse : uint8_t {
  kAll,      ///< LLVM reads it.
  kRecords,  ///< What decoding reads is recorded, too: LLVM reads it only if that does not suffice.
  kRecordsAndNames,  ///< And what functions call their values.
};

/// What LLVM is to read of bitcode that was checked.
struct CheckedBitcode {
  Vector<uint8_t> repaired;  ///< A copy, if LLVM is not to read the bitcode as it is; else empty.
  RecordedCode code;         ///< Unless it is BitcodeUse::kAll.

  /// The copy, or `original`, the bitcode that was checked.
  std::span<const uint8_t> of(std::span<const uint8_t> original) const {
    return repaired.empty() ? original : std::span<const uint8_t>(repaired);
  }
};

/// Checks one module. `bitcode` starts with 'B' 'C' C0 DE and is not referred to after the call;
/// `file_offset` is where it starts in its file, for diagnostics. Takes time linear in the size; memory is
/// bounded by a small multiple of it. Errors: kBadInput, kUnsupported; each names block, record and byte.
///
/// What is accepted: bitcode as DXC writes it (LLVM 3.7's encoding, relative value ids), and what LLVM 14's
/// and 19's assemblers write for the same programs. Dominance of uses by definitions is not checked. What
/// LLVM's reader would refuse or distort though its meaning is plain is repaired in a copy:
/// - bitcasts from groupshared to other pointers (DXC without optimization) become casts of address spaces:
/// the
///   reader would go by way of integers;
/// - functions of atomic operations on 32 bits that are called with 64 (Mesa) get the type of their calls.
Result<CheckedBitcode> check_bitcode(std::span<const uint8_t> bitcode, uint64_t file_offset = 0,
                                     BitcodeUse use = BitcodeUse::kAll);

}  // namespace trellis::dxil
