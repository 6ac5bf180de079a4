// DXIL bytes to a Shader: container, bitcode check, LLVM's reader, metadata, decoding.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "dxil_frontend/program/shader.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::dxil {

/// Nanoseconds spent in each stage of one read; added to, never reset.
struct ReadTimes {
  uint64_t container = 0, bitcode_check = 0, llvm_read = 0, decode = 0;
};

/// Which program of a container to read when it holds both.
enum class ProgramPart : uint8_t { kDxil, kIldbIfPresent };

struct ReadOptions {
  ProgramPart part = ProgramPart::kDxil;
  bool verify_digest = true;
  bool keep_names = false;     ///< Names of values and the text of the source, where the program has them.
  ReadTimes* times = nullptr;  ///< Not owned; may be null.
};

/// Where in `bytes` the bitcode is that a ShaderReader would read. The bitcode itself is not looked at.
Result<std::span<const uint8_t>> find_bitcode(std::span<const uint8_t> bytes,
                                              const ReadOptions& options = {});

/// Reads shaders. Keeps an LLVM context between reads. One thread at a time.
class ShaderReader {
 public:
  ShaderReader();
  ~ShaderReader();
  ShaderReader(ShaderReader&&) noexcept;
  ShaderReader& operator=(ShaderReader&&) noexcept;

  /// A DXBC container or raw LLVM bitcode. The bytes are not referred to after the call. Everything read is
  /// checked; errors: kBadInput with part and offset.
  Result<Shader> read(std::span<const uint8_t> bytes, const ReadOptions& options = {});

  /// The LLVM module as text, for people. Same errors.
  Result<String> disassemble(std::span<const uint8_t> bytes, const ReadOptions& options = {});

 private:
  struct State;
  RoutedPointer<State> state_;
};

}  // namespace trellis::dxil
