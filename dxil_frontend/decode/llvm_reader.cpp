#include "dxil_frontend/decode/llvm_reader.hpp"

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

#include "dxil_frontend/decode/recorded_frame.hpp"
#include "dxil_frontend/program/ir_text.hpp"
#include "support/containers.hpp"

namespace trellis::dxil {

namespace {

// A context keeps every constant and string of the modules it held.
constexpr uint32_t kModulesPerContext = 256;
constexpr uint64_t kBytesPerContext = 4u << 20;

// Swallows what LLVM would print.
struct SilentHandler final : llvm::DiagnosticHandler {
  bool handleDiagnostics(const llvm::DiagnosticInfo&) override { return true; }
};

// LLVM 19 insists on the natural alignment of i8. Modules with min precision say 32 bits, and never store an
// i8.
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

// DXC's modules have typed pointers, and LLVM 19 has none: what a pointer points at is only known while the
// module is read.
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

// Function by function. Reading all at once would verify modules with debug information, print what it finds,
// and end the process if the code is broken.
llvm::Error read_bodies(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (!function.isMaterializable()) continue;
    if (llvm::Error error = function.materialize()) return error;
  }
  return llvm::Error::success();
}

}  // namespace

/// What is kept of a module.
struct LlvmReader::Wanted {
  bool names = false;
  bool pointees = false;

  llvm::ParserCallbacks callbacks() const {
    llvm::ParserCallbacks callbacks;
    if (pointees) callbacks.MDType = keep_pointee;
    return callbacks;
  }
};

void LlvmReader::ModuleDeleter::operator()(llvm::Module* module) const { delete module; }

LlvmReader::LlvmReader() = default;
LlvmReader::~LlvmReader() = default;
LlvmReader::LlvmReader(LlvmReader&&) noexcept = default;
LlvmReader& LlvmReader::operator=(LlvmReader&&) noexcept = default;

void LlvmReader::drop_context() {
  context_.reset();
  modules_in_context_ = 0;
  bytes_in_context_ = 0;
}

Result<LlvmReader::ModulePointer> LlvmReader::read(std::span<const uint8_t> bitcode, bool keep_names) {
  Wanted wanted;
  wanted.names = keep_names;
  return read(bitcode, wanted);
}

LlvmReader::ModulePointer LlvmReader::make_frame(const RecordedCode& code, size_t bitcode_size,
                                                 Vector<llvm::Type*>& types) {
  prepare_context(bitcode_size, {});
  if (!set_layout(code.frame.data_layout)) return nullptr;
  std::unique_ptr<llvm::Module> module = dxil::make_frame(code, *context_, types);
  if (module && layout_) module->setDataLayout(*layout_);
  return ModulePointer(module.release());
}

/// Most modules have the layout of the one before. False: there is something wrong with it.
bool LlvmReader::set_layout(const String& text) {
  if (text == layout_text_) return true;
  llvm::Expected<llvm::DataLayout> layout =
      llvm::DataLayout::parse(data_layout({}, std::string_view(text)).value_or(std::string(text)));
  layout_text_.clear();
  layout_.reset();
  if (!layout) {
    llvm::consumeError(layout.takeError());
    return false;
  }
  layout_ = std::make_unique<llvm::DataLayout>(std::move(*layout));
  layout_text_ = text;
  return true;
}

Result<LlvmReader::ModulePointer> LlvmReader::read_reflection(std::span<const uint8_t> bitcode) {
  drop_context();
  Wanted wanted;
  wanted.pointees = true;
  return read(bitcode, wanted);
}

void LlvmReader::prepare_context(size_t size, const Wanted& wanted) {
  if (modules_in_context_ >= kModulesPerContext || bytes_in_context_ >= kBytesPerContext) drop_context();
  if (!context_) {
    context_ = std::make_unique<llvm::LLVMContext>();
    context_->setDiagnosticHandler(std::make_unique<SilentHandler>());
  }
  context_->setDiscardValueNames(!wanted.names);
  ++modules_in_context_;
  bytes_in_context_ += size;
}

Result<LlvmReader::ModulePointer> LlvmReader::read(std::span<const uint8_t> bitcode, const Wanted& wanted) {
  prepare_context(bitcode.size(), wanted);
  auto module = read_lazily(bitcode, *context_, wanted.callbacks());
  llvm::Error error = module ? llvm::Error::success() : module.takeError();
  if (!error) error = read_bodies(**module);
  if (error) {
    // The names that the half-read module may have left go with the context.
    if (module) module->reset();
    Diagnostic diagnostic = bitcode_error(std::move(error));
    drop_context();
    return diagnostic;
  }
  return ModulePointer(module->release());
}

void LlvmReader::forget_names(std::span<llvm::StructType* const> structs) {
  for (llvm::StructType* structure : structs) {
    if (structure->hasName()) structure->setName("");
  }
}

Result<String> print_module(std::span<const uint8_t> bitcode) {
  llvm::LLVMContext context;
  context.setDiagnosticHandler(std::make_unique<SilentHandler>());
  llvm::Expected<std::unique_ptr<llvm::Module>> module = read_lazily(bitcode, context, {});
  if (!module) return bitcode_error(module.takeError());
  if (llvm::Error error = read_bodies(**module)) return bitcode_error(std::move(error));
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
