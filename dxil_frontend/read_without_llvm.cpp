// Implements read_with_llvm.hpp in a build without LLVM: only the record reader is available.
#include "dxil_frontend/read_with_llvm.hpp"

namespace trellis::dxil {

namespace {

Diagnostic needs_llvm(const char* what) {
  Location where;
  where.part = "bitcode";
  return unsupported(String(what) + " needs LLVM, which this build of Trellis does not have", where);
}

}  // namespace

bool has_llvm() { return false; }

Result<void> read_with_llvm(std::span<const uint8_t>, DebugDepth, WorkWatch*, Shader&) {
  return needs_llvm("reading this program");
}

Result<ReflectionModule> read_reflection_with_llvm(std::span<const uint8_t>) {
  return needs_llvm("reading this reflection data");
}

Result<String> disassemble_with_llvm(std::span<const uint8_t>) {
  return needs_llvm("the text of the LLVM module");
}

}  // namespace trellis::dxil
