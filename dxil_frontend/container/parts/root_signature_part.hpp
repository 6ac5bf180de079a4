// The part RTS0: a root signature of version 1.0, 1.1 or 1.2.
#pragma once

#include <cstdint>
#include <span>

#include "dxil_frontend/program/root_signature.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::dxil {

/// Reads the data of an RTS0 part that starts `file_offset` bytes into the file (for diagnostics). Checks
/// every offset, count and enumeration; flags are not checked. Errors: kBadInput; kUnsupported for other
/// versions.
Result<RootSignature> parse_root_signature(std::span<const uint8_t> part, uint64_t file_offset = 0);

/// Checks the rules of D3D12 beyond the format: no stage sees a register of a class twice, ranges and tables
/// are bounded, samplers have their own tables, flags exist and are consistent, filters and limits of static
/// samplers are valid, and the size is at most 64 dwords. Errors: kBadInput, with the offset of the element
/// that breaks a rule.
Result<void> check_root_signature(const RootSignature& signature);

/// Parses and checks the root signature in a file, which is a container with a part RTS0 (a shader, or the
/// result of D3D12SerializeRootSignature), or only that part's data. Errors: those of parse_root_signature()
/// and check_root_signature(); kBadInput if there is no root signature.
Result<RootSignature> read_root_signature(std::span<const uint8_t> file, bool verify_digest = true);

/// Returns the start of each range of a checked table, in descriptors from the table's start, also for
/// appended ranges.
Vector<uint32_t> table_offsets(const DescriptorTable& table);

}  // namespace trellis::dxil
