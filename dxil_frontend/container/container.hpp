// The outer layer of a .dxil file: a DXBC container of parts, by itself or in a PDB file, or LLVM bitcode
// with no container around it.
// Implements the layout that DXC's container header (DxilContainer.h) defines: file header, part table,
// program header.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "dxil_frontend/container/msf.hpp"
#include "dxil_frontend/program/shader.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::dxil {

/// A part's name as the number that is stored: fourcc("DXIL").
constexpr uint32_t fourcc(const char (&name)[5]) {
  return static_cast<uint32_t>(static_cast<uint8_t>(name[0])) |
         static_cast<uint32_t>(static_cast<uint8_t>(name[1])) << 8 |
         static_cast<uint32_t>(static_cast<uint8_t>(name[2])) << 16 |
         static_cast<uint32_t>(static_cast<uint8_t>(name[3])) << 24;
}

/// The four letters, or "0x..." when they are not printable.
String fourcc_name(uint32_t name);

/// One part of a container.
struct Part {
  uint32_t name = 0;              ///< fourcc("ISG1") ...
  uint64_t offset = 0;            ///< Where the data begins: bytes from the start of the container.
  std::span<const uint8_t> data;  ///< Points into the file, or to what a PDB file's blocks came to.
};

/// The header of a DXIL or ILDB part, and where its bitcode is.
struct Program {
  ShaderKind kind = ShaderKind::kInvalid;   ///< kInvalid for bitcode without a container.
  uint32_t shader_model_major = 0;          ///< 0.0 for bitcode without a container.
  uint32_t shader_model_minor = 0;          ///< 15: an offline library (lib_6_x).
  uint32_t dxil_major = 0, dxil_minor = 0;  ///< 0.0 for bitcode without a container.
  uint64_t bitcode_offset = 0;              ///< Bytes from the start of the container, or of the file.
  std::span<const uint8_t> bitcode;         ///< Starts with 'B' 'C' C0 DE; where Part::data points.
};

/// What the 16 digest bytes of a container are.
enum class DigestState : uint8_t {
  kNoContainer,    ///< Raw bitcode: there is none.
  kAbsent,         ///< All zero: never signed.
  kBypass,         ///< All 01 or all 02: signed without a digest.
  kVerified,       ///< Matches the contents.
  kVerifiedDebug,  ///< Matches, in the variant that a debug build of the validator writes.
  kNotChecked,     ///< The caller did not ask.
};

struct Container {
  Vector<Part> parts;               ///< In the order of the file's part table; empty for raw bitcode.
  std::optional<Program> dxil;      ///< The DXIL part, or the raw bitcode.
  std::optional<Program> ildb;      ///< The same module with debug information.
  std::optional<MsfContainer> pdb;  ///< The file is a PDB file, and this is where its container is.
  std::span<const uint8_t> bytes;   ///< The container itself; empty for raw bitcode.
  /// Where `bytes` begins in the file; absent if a PDB file has it in pieces.
  std::optional<uint64_t> file_offset;
  bool raw_bitcode = false;  ///< No container: the file is (wrapped) bitcode.
  DigestState digest = DigestState::kNoContainer;

  /// The part of that name, of which there is at most one, or null.
  const Part* find(uint32_t name) const;
};

struct ContainerOptions {
  bool verify_digest = true;    ///< Refuse a digest that is neither absent, a bypass value, nor right.
  bool require_program = true;  ///< Refuse containers without DXIL or ILDB (a root signature on its own).
  bool read_programs = true;    ///< False: do not look into these parts. Needs require_program = false.
};

/// Locates every part of `file`, and checks that parts lie inside the container, do not overlap, and have
/// different names. The caller keeps the bytes; the result points into them. Errors: kBadInput with part and
/// offset; kUnsupported for bytecode of shader model 5 and before.
Result<Container> parse_container(std::span<const uint8_t> file, const ContainerOptions& options = {});

/// What the digest of a container is (its bytes, all of them). Error: kBadInput if it does not match.
Result<DigestState> check_digest(std::span<const uint8_t> container);

/// The header of the part, and where its bitcode is. Errors: kBadInput; kUnsupported for other shader models.
Result<Program> parse_program(const Part& part);

}  // namespace trellis::dxil
