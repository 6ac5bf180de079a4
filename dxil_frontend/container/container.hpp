// The outer layer of a .dxil file: a DXBC container of parts, by itself or in a PDB file, or LLVM bitcode
// without a container.
// Implements the layout of DXC's container header (DxilContainer.h): file header, part table, program header.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "dxil_frontend/container/msf.hpp"
#include "dxil_frontend/program/shader.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::dxil {

/// Returns a part's name as the stored number: fourcc("DXIL").
constexpr uint32_t fourcc(const char (&name)[5]) {
  return static_cast<uint32_t>(static_cast<uint8_t>(name[0])) |
         static_cast<uint32_t>(static_cast<uint8_t>(name[1])) << 8 |
         static_cast<uint32_t>(static_cast<uint8_t>(name[2])) << 16 |
         static_cast<uint32_t>(static_cast<uint8_t>(name[3])) << 24;
}

/// Returns the four letters, or "0x..." if they are not printable.
String fourcc_name(uint32_t name);

/// One part of a container.
struct Part {
  uint32_t name = 0;              ///< fourcc("ISG1") ...
  uint64_t offset = 0;            ///< Start of the data, in bytes from the start of the container.
  std::span<const uint8_t> data;  ///< Points into the file, or into MsfContainer::copy.
};

/// The header of a DXIL or ILDB part, and the location of its bitcode.
struct Program {
  ShaderKind kind = ShaderKind::kInvalid;   ///< kInvalid for bitcode without a container.
  uint32_t shader_model_major = 0;          ///< 0.0 for bitcode without a container.
  uint32_t shader_model_minor = 0;          ///< 15 for an offline library (lib_6_x).
  uint32_t dxil_major = 0, dxil_minor = 0;  ///< 0.0 for bitcode without a container.
  uint64_t bitcode_offset = 0;              ///< In bytes from the start of the container, or of the file.
  std::span<const uint8_t> bitcode;         ///< Starts with 'B' 'C' C0 DE; a part of Part::data.
};

/// The state of a container's 16 digest bytes.
enum class DigestState : uint8_t {
  kNoContainer,    ///< Raw bitcode: there is no digest.
  kAbsent,         ///< All zero: never signed.
  kBypass,         ///< All 01 or all 02: signed without a digest.
  kVerified,       ///< Matches the contents.
  kVerifiedDebug,  ///< Matches, in the variant that a debug build of the validator writes.
  kNotChecked,     ///< The caller did not request a check.
};

struct Container {
  Vector<Part> parts;               ///< In the order of the file's part table; empty for raw bitcode.
  std::optional<Program> dxil;      ///< The DXIL part, or the raw bitcode.
  std::optional<Program> ildb;      ///< The same module with debug information.
  std::optional<MsfContainer> pdb;  ///< For PDB files: the location of the container in the file.
  std::span<const uint8_t> bytes;   ///< The container itself; empty for raw bitcode.
  /// Offset of `bytes` in the file; absent if a PDB file stores it in several pieces.
  std::optional<uint64_t> file_offset;
  bool raw_bitcode = false;  ///< No container: the file is (wrapped) bitcode.
  DigestState digest = DigestState::kNoContainer;

  /// Returns the part of that name, or null. Names are unique.
  const Part* find(uint32_t name) const;
};

struct ContainerOptions {
  bool verify_digest = true;    ///< Reject a digest that is neither absent, nor a bypass value, nor correct.
  bool require_program = true;  ///< Reject containers without DXIL or ILDB.
  bool read_programs = true;    ///< If false, do not parse these parts. Needs require_program = false.
};

/// Locates every part of `file`, and checks that parts lie inside the container, do not overlap, and have
/// different names. The caller owns the bytes; the result points into them. Errors: kBadInput with part and
/// offset; kUnsupported for bytecode of shader model 5 and before.
Result<Container> parse_container(std::span<const uint8_t> file, const ContainerOptions& options = {});

/// Classifies the digest of a container, given all of its bytes. Error: kBadInput if it does not match.
Result<DigestState> check_digest(std::span<const uint8_t> container);

/// Parses the header of a DXIL or ILDB part and locates its bitcode. Errors: kBadInput; kUnsupported for
/// other shader models.
Result<Program> parse_program(const Part& part);

}  // namespace trellis::dxil
