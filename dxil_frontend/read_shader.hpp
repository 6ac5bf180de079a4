// DXIL bytes to a Shader: container, bitcode check, LLVM's reader, metadata, decoding.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "dxil_frontend/program/shader.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::dxil {

/// Nanoseconds of each stage of a read; added to, never reset.
struct ReadTimes {
  uint64_t container = 0;      ///< Parts located, digest verified.
  uint64_t bitcode_check = 0;  ///< The bitcode checked before LLVM sees it.
  uint64_t llvm_read = 0;      ///< LLVM's own reader.
  uint64_t decode = 0;         ///< LLVM's module and the metadata to plain data.
};

struct ReadOptions {
  bool verify_digest = true;  ///< Refuse a container whose digest is set and wrong.
  /// Read the program that carries debug information, if the container has one beside the plain one, with
  /// the names of its values and the text of the source, as far as they are there.
  bool debug_info = false;
  bool names = true;  ///< Read what the container's reflection data (the part STAT) says of resources.
};

/// Where in `bytes` the bitcode is that a ShaderReader would read. The bitcode itself is not looked at.
/// kUnsupported if it is in pieces, as it may be in a PDB file.
Result<std::span<const uint8_t>> find_bitcode(std::span<const uint8_t> bytes,
                                              const ReadOptions& options = {});

/// Reads shaders. Keeps an LLVM context between reads. One thread at a time.
class ShaderReader {
 public:
  ShaderReader();
  ~ShaderReader();
  ShaderReader(ShaderReader&&) noexcept;
  ShaderReader& operator=(ShaderReader&&) noexcept;

  /// A DXBC container, a PDB file with one in it, or raw LLVM bitcode. The bytes are not referred to after
  /// the call. Everything read is checked; errors: kBadInput with part and offset. `times` may be null.
  Result<Shader> read(std::span<const uint8_t> bytes, const ReadOptions& options = {},
                      ReadTimes* times = nullptr);

  /// The LLVM module as text, for people. Same errors.
  Result<String> disassemble(std::span<const uint8_t> bytes, const ReadOptions& options = {});

 private:
  struct State;
  RoutedPointer<State> state_;
};

}  // namespace trellis::dxil
