// The code of one function in the making, and what it has computed that is not to be computed again.
#pragma once

#include <array>
#include <span>

#include "dxil_frontend/program/shader.hpp"
#include "spirv_backend/emitter/builtins.hpp"
#include "spirv_backend/emitter/root_data.hpp"
#include "spirv_backend/emitter/view_instancing.hpp"
#include "spirv_backend/module/code_writer.hpp"

namespace trellis::spirv {

/// The block that is being written.
struct BlockState {
  /// A sum, product or shift of 32-bit addresses.
  struct Address {
    spv::Op opcode = spv::Op::OpNop;
    Id a = 0, b = 0, id = 0;
  };
  std::span<const dxil::Instruction> instructions;  ///< The program's block; empty where there is none.
  std::array<Address, 16> addresses;                ///< The oldest is the next to be replaced.
  uint32_t next_address = 0;
};

/// The sections follow one another in the function: the variables behind the first block's label, then the
/// prologue, then the body.
struct FunctionState {
  explicit FunctionState(ModuleBuilder& module) : variables(module), prologue(module), body(module) {}

  CodeWriter variables;  ///< Function variables.
  CodeWriter prologue;   ///< What is loaded once, at the function's head.
  CodeWriter body;
  LoadedBuiltins builtins;
  LoadedRootWords root_words;
  LoadedViews views;
  BlockState block;
};

}  // namespace trellis::spirv
