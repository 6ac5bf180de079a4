// Reads a program with LLVM.
#pragma once

#include <cstdint>
#include <span>

#include "dxil_frontend/debug_info/debug_reader.hpp"
#include "dxil_frontend/metadata/reflection_module.hpp"
#include "dxil_frontend/program/shader.hpp"
#include "support/result.hpp"
#include "support/work_watch.hpp"

namespace trellis::dxil {

/// Whether this build has LLVM. Without it, each of the following functions returns kUnsupported.
bool has_llvm();

/// Fills in the module of `shader` and everything that its metadata describes. `bitcode` must have passed the
/// bitcode check. Errors in debug information are only recorded in Shader::left_out. `watch` may be null; if
/// it stops the read, the contents of `shader` are unspecified. Errors: kBadInput and kUnsupported, with
/// function, block and instruction, or with the metadata node.
Result<void> read_with_llvm(std::span<const uint8_t> bitcode, DebugDepth depth, WorkWatch* watch,
                            Shader& shader);

/// Reads the reflection module (part STAT). Errors: kBadInput.
Result<ReflectionModule> read_reflection_with_llvm(std::span<const uint8_t> bitcode);

/// Returns the module in LLVM's notation. Errors: kBadInput.
Result<String> disassemble_with_llvm(std::span<const uint8_t> bitcode);

}  // namespace trellis::dxil
