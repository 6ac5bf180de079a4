#include "dxil_frontend/read_with_llvm.hpp"

#include <llvm/IR/Module.h>

#include <optional>
#include <utility>

#include "dxil_frontend/debug_info/debug_reader.hpp"
#include "dxil_frontend/llvm_reader/decode_module.hpp"
#include "dxil_frontend/llvm_reader/llvm_debug_source.hpp"
#include "dxil_frontend/llvm_reader/llvm_metadata.hpp"
#include "dxil_frontend/llvm_reader/llvm_module.hpp"
#include "dxil_frontend/llvm_reader/llvm_reflection.hpp"
#include "dxil_frontend/metadata/metadata.hpp"

namespace trellis::dxil {

bool has_llvm() { return true; }

Result<void> read_with_llvm(std::span<const uint8_t> bitcode, DebugDepth depth, WorkWatch* watch,
                            Shader& shader) {
  const Result<LlvmModule> module = LlvmModule::read(
      bitcode, depth == DebugDepth::kEverything ? LlvmReading::kProgramWithNames : LlvmReading::kProgram,
      watch);
  if (!module) return module.error();
  if (is_over(watch)) return watch->check();
  LlvmTables tables(**module, shader.module, bitcode.size());
  tables.watch = watch;
  const LlvmMetadata metadata(**module, &tables);
  const LlvmDebugSource source(metadata, tables);
  DebugReader debug(source, shader.module, depth);
  debug.read_module();
  TRELLIS_RETURN_IF_ERROR(decode_module(**module, metadata, debug, tables));
  debug.finish();
  if (std::optional<Diagnostic> complaint = debug.complaint())
    shader.left_out.push_back(std::move(*complaint));
  Result<Vector<Constructor>> constructors = tables.constructors();
  if (!constructors) return std::move(constructors.error());
  const std::string layout = (*module)->getDataLayoutStr();
  return read_metadata(metadata, layout, std::move(*constructors), shader);
}

Result<ReflectionModule> read_reflection_with_llvm(std::span<const uint8_t> bitcode) {
  const Result<LlvmModule> module = LlvmModule::read(bitcode, LlvmReading::kReflection);
  if (!module) return module.error();
  return read_reflection_module(LlvmMetadata(**module), LlvmReflectionTypes(**module));
}

Result<String> disassemble_with_llvm(std::span<const uint8_t> bitcode) { return print_module(bitcode); }

}  // namespace trellis::dxil
