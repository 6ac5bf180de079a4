// The part RTS0: a root signature of version 1.0, 1.1 or 1.2.
#pragma once

#include <cstdint>
#include <span>

#include "dxil_frontend/program/root_signature.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::dxil {

/// Reads the data of an RTS0 part that starts `file_offset` bytes into the file (for diagnostics). Every
/// offset, count and enumeration is checked; flags are returned as they are. Errors: kBadInput; kUnsupported
/// for other versions.
Result<RootSignature> parse_root_signature(std::span<const uint8_t> part, uint64_t file_offset = 0);

/// Checks the rules of D3D12 that go beyond the format: no stage sees a register of a class twice, ranges and
/// tables end, samplers have tables of their own, flags exist and agree, filters and limits of static
/// samplers are valid, and the size is 64 dwords at most. Errors: kBadInput, with the offset of what breaks a
/// rule.
Result<void> check_root_signature(const RootSignature& signature);

/// A root signature from a file, parsed and checked. The file is a container with a part RTS0 (a shader, or
/// what D3D12SerializeRootSignature returns), or that part's data alone. Errors: as above; kBadInput if there
/// is no root signature.
Result<RootSignature> read_root_signature(std::span<const uint8_t> file, bool verify_digest = true);

/// Where each range of a checked table begins, in descriptors from the table's start. Appended ranges have
/// numbers, too.
Vector<uint32_t> table_offsets(const DescriptorTable& table);

}  // namespace trellis::dxil
