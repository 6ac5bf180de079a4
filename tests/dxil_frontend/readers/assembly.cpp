#include "tests/dxil_frontend/readers/assembly.hpp"

#include <llvm/AsmParser/Parser.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBufferRef.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>

#include "dxil_frontend/llvm_reader/decode_module.hpp"
#include "dxil_frontend/llvm_reader/llvm_debug_source.hpp"
#include "dxil_frontend/llvm_reader/llvm_metadata.hpp"
#include "dxil_frontend/llvm_reader/llvm_module.hpp"
#include "dxil_frontend/metadata/metadata.hpp"
#include "dxil_frontend/program/text/ir_text.hpp"
#include "tests/dxil_frontend/readers/both_ways.hpp"

namespace trellis::dxil::test {

namespace {

void apply(Damage damage, llvm::Module& module) {
  if (damage == Damage::kDebugInfoVersion) {
    module.addModuleFlag(llvm::Module::Warning, "Debug Info Version", 3);
    return;
  }
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* branch = llvm::dyn_cast<llvm::SwitchInst>(&instruction);
      if (branch != nullptr && damage == Damage::kEqualCases) {
        for (auto& one : branch->cases()) one.setValue(branch->case_begin()->getCaseValue());
      }
      auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction);
      if (gep != nullptr && damage == Damage::kAddressesInScalars) {
        gep->setSourceElementType(llvm::Type::getInt32Ty(module.getContext()));
      }
    }
  }
}

/// Stores the text for validate_texts.py, which passes it to Microsoft's validator.
void leave_text(const std::string& text) {
  const char* folder = std::getenv("TRELLIS_TEXTS");
  if (folder == nullptr) return;
  const std::string name = std::to_string(std::hash<std::string>()(text)) + ".ll";
  std::ofstream(std::filesystem::path(folder) / name) << text;
}

}  // namespace

Result<std::vector<uint8_t>> assemble(std::string_view text, Damage damage) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  const std::string whole = "target triple = \"dxil-ms-dx\"\n" + std::string(text);
  if (damage == Damage::kNone) leave_text(whole);
  const std::unique_ptr<llvm::Module> module =
      llvm::parseAssembly(llvm::MemoryBufferRef(whole, "test"), diagnostic, context, nullptr);
  if (!module) {
    return internal_check("line " + std::to_string(diagnostic.getLineNo()) + ": " +
                          diagnostic.getMessage().str());
  }
  // DXIL calls llvm.dbg.value where LLVM 19 has debug records.
  module->setIsNewDbgInfoFormat(false);
  if (damage != Damage::kNone) apply(damage, *module);
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  llvm::WriteBitcodeToFile(*module, stream);
  stream.flush();
  return std::vector<uint8_t>(bytes.begin(), bytes.end());
}

std::string compute_metadata() {
  return R"(
!dx.version = !{!900}
!dx.valver = !{!901}
!dx.shaderModel = !{!902}
!dx.entryPoints = !{!903}
!900 = !{i32 1, i32 6}
!901 = !{i32 1, i32 8}
!902 = !{!"cs", i32 6, i32 6}
!903 = !{ptr @main, !"main", null, null, !904}
!904 = !{i32 0, i64 0, i32 4, !905}
!905 = !{i32 8, i32 8, i32 1}
)";
}

namespace {

Result<Shader> read(std::string_view text, bool with_metadata, Damage damage = Damage::kNone,
                    bool keep_names = false) {
  Result<std::vector<uint8_t>> bitcode = assemble(text, damage);
  if (!bitcode) return std::move(bitcode.error());
  // Everything that these tests prove about LLVM's instructions also holds for the records.
  if (const BothWays both = decode_both_ways(*bitcode); !both.difference.empty()) {
    return internal_check("decoding from records differs: " + both.difference);
  }
  const Result<LlvmModule> module =
      LlvmModule::read(*bitcode, keep_names ? LlvmReading::kProgramWithNames : LlvmReading::kProgram);
  if (!module) return module.error();
  Shader shader;
  LlvmTables tables(**module, shader.module, bitcode->size());
  const LlvmMetadata metadata(**module, &tables);
  const LlvmDebugSource source(metadata, tables);
  DebugReader debug(source, shader.module, keep_names ? DebugDepth::kEverything : DebugDepth::kPositions);
  TRELLIS_RETURN_IF_ERROR(decode_module(**module, metadata, debug, tables));
  debug.finish();
  if (!with_metadata) return shader;
  Result<Vector<Constructor>> constructors = tables.constructors();
  if (!constructors) return std::move(constructors.error());
  const std::string& layout = (*module)->getDataLayoutStr();
  TRELLIS_RETURN_IF_ERROR(read_metadata(metadata, layout, std::move(*constructors), shader));
  return shader;
}

}  // namespace

Result<Module> decode_text(std::string_view text, Damage damage) {
  Result<Shader> shader = read(text, false, damage);
  if (!shader) return std::move(shader.error());
  return std::move(shader->module);
}

Result<Module> decode_text_with_names(std::string_view text) {
  Result<Shader> shader = read(text, false, Damage::kNone, true);
  if (!shader) return std::move(shader.error());
  return std::move(shader->module);
}

Result<Shader> read_text(std::string_view text) { return read(text, true); }

std::string function_text(const Module& module, const Function& function) {
  std::string out;
  for (BlockId block = 0; block < function.blocks.size(); ++block) {
    out += "block" + std::to_string(block) + ":\n" + block_to_text(module, function, block);
  }
  return out;
}

const Function* find_function(const Module& module, std::string_view name) {
  for (const Function& function : module.functions) {
    if (function.name == name) return &function;
  }
  return nullptr;
}

}  // namespace trellis::dxil::test
