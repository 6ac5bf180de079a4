// A program read by LLVM.
#pragma once

#include <cstdint>
#include <span>

#include "dxil_frontend/debug_info/debug_reader.hpp"
#include "dxil_frontend/metadata/reflection_module.hpp"
#include "dxil_frontend/program/shader.hpp"
#include "support/result.hpp"
#include "support/work_watch.hpp"

namespace trellis::dxil {

/// Whether this build has LLVM. Without it, each of the following is kUnsupported.
bool has_llvm();

/// Fills in the module of `shader` and all that its metadata say. `bitcode` must have passed the bitcode check.
/// What is wrong with debug information is noted in Shader::left_out. `watch` may be null; if it
/// is over, `shader` means nothing. Errors: kBadInput and kUnsupported, with function, block and instruction, or the metadata node.
Result<void> read_with_llvm(std::span<const uint8_t> bitcode, DebugDepth depth, WorkWatch* watch, Shader& shader);

/// The reflection module (part STAT). Errors: kBadInput.
Result<ReflectionModule> read_reflection_with_llvm(std::span<const uint8_t> bitcode);

/// The module in LLVM's notation. Errors: kBadInput.
Result<String> disassemble_with_llvm(std::span<const uint8_t> bitcode);

}  // namespace trellis::dxil
