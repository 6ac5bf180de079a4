#include "dxil_frontend/llvm_reader/llvm_module.hpp"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/DiagnosticHandler.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/Error.h>
#include <llvm/Support/MemoryBufferRef.h>
#include <llvm/Support/raw_ostream.h>

#include <optional>
#include <utility>

#include "dxil_frontend/program/text/ir_text.hpp"
#include "support/containers.hpp"

namespace trellis::dxil {

namespace {

// Discards the diagnostics that LLVM would print.
struct SilentHandler final : llvm::DiagnosticHandler {
  bool handleDiagnostics(const llvm::DiagnosticInfo&) override { return true; }
};

// LLVM 19 requires the natural alignment of i8. Modules with min precision declare 32 bits, and never store
// an i8.
std::optional<std::string> data_layout(llvm::StringRef, llvm::StringRef layout) {
  constexpr llvm::StringLiteral kWide = "i8:32";
  std::string out = layout.str();
  const size_t at = out.find(kWide.data(), 0, kWide.size());
  if (at == std::string::npos) return std::nullopt;
  out.replace(at, kWide.size(), "i8:8");
  return out;
}

String one_line(String text) {
  text = printable(text);
  while (!text.empty() && (text.back() == ' ' || text.back() == '.')) text.pop_back();
  return text;
}

Diagnostic bitcode_error(llvm::Error error) {
  Location where;
  where.part = "bitcode";
  return bad_input("LLVM cannot read the bitcode: " + one_line(llvm::toString(std::move(error))), where);
}

// DXC's modules have typed pointers, which LLVM 19 lacks: the pointee type is only available while the module
// is being read.
void keep_pointee(llvm::Metadata** metadata, unsigned type_id, const llvm::GetTypeByIDTy& type_by_id,
                  const llvm::GetContainedTypeIDTy& contained_type_id) {
  const auto* wrapped = llvm::dyn_cast_or_null<llvm::ConstantAsMetadata>(*metadata);
  if (wrapped == nullptr || !wrapped->getType()->isPointerTy()) return;
  if (!llvm::isa<llvm::UndefValue>(wrapped->getValue())) return;
  llvm::Type* pointee = type_by_id(contained_type_id(type_id, 0));
  if (pointee == nullptr || !pointee->isSized()) return;
  *metadata = llvm::ConstantAsMetadata::get(llvm::UndefValue::get(pointee));
}

llvm::Expected<std::unique_ptr<llvm::Module>> read_lazily(std::span<const uint8_t> bitcode,
                                                          llvm::LLVMContext& context,
                                                          llvm::ParserCallbacks callbacks) {
  const llvm::StringRef bytes(reinterpret_cast<const char*>(bitcode.data()), bitcode.size());
  callbacks.DataLayout = data_layout;
  return llvm::getLazyBitcodeModule(llvm::MemoryBufferRef(bytes, "dxil"), context,
                                    /*ShouldLazyLoadMetadata=*/false, /*IsImporting=*/false,
                                    std::move(callbacks));
}

// Reads one function after another. Reading all at once would verify modules with debug information, print
// errors, and terminate the process if the code is invalid. Stops early if `watch` is over.
llvm::Error read_bodies(llvm::Module& module, WorkWatch* watch) {
  for (llvm::Function& function : module) {
    if (!function.isMaterializable()) continue;
    if (is_over(watch)) break;
    if (llvm::Error error = function.materialize()) return error;
  }
  return llvm::Error::success();
}

}  // namespace

LlvmModule::LlvmModule() : context_(std::make_unique<llvm::LLVMContext>()) {}
LlvmModule::~LlvmModule() = default;
LlvmModule::LlvmModule(LlvmModule&&) noexcept = default;

LlvmModule& LlvmModule::operator=(LlvmModule&& other) noexcept {
  module_ = std::move(other.module_);  // Must be destroyed before the context that owns it.
  context_ = std::move(other.context_);
  return *this;
}

Result<LlvmModule> LlvmModule::read(std::span<const uint8_t> bitcode, LlvmReading reading, WorkWatch* watch) {
  LlvmModule out;
  out.context_->setDiagnosticHandler(std::make_unique<SilentHandler>());
  out.context_->setDiscardValueNames(reading != LlvmReading::kProgramWithNames);
  llvm::ParserCallbacks callbacks;
  if (reading == LlvmReading::kReflection) callbacks.MDType = keep_pointee;
  auto module = read_lazily(bitcode, *out.context_, std::move(callbacks));
  if (!module) return bitcode_error(module.takeError());
  if (llvm::Error error = read_bodies(**module, watch)) return bitcode_error(std::move(error));
  out.module_ = std::move(*module);
  return out;
}

Result<String> print_module(std::span<const uint8_t> bitcode) {
  llvm::LLVMContext context;
  context.setDiagnosticHandler(std::make_unique<SilentHandler>());
  llvm::Expected<std::unique_ptr<llvm::Module>> module = read_lazily(bitcode, context, {});
  if (!module) return bitcode_error(module.takeError());
  if (llvm::Error error = read_bodies(**module, nullptr)) return bitcode_error(std::move(error));
  std::string text;
  llvm::raw_string_ostream stream(text);
  bool broken_debug_info = false;
  if (llvm::verifyModule(**module, &stream, &broken_debug_info) || broken_debug_info) {
    stream.flush();
    Location where;
    where.part = "bitcode";
    return bad_input("LLVM's verifier refuses the module: " + one_line(text.substr(0, text.find('\n'))),
                     where);
  }
  text.clear();
  (*module)->print(stream, nullptr);
  stream.flush();
  return String(text);
}

}  // namespace trellis::dxil
