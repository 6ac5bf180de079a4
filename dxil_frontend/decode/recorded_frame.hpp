// What is outside of functions and metadata, made of the records of the bitcode check instead of read by
// LLVM.
#pragma once

#include <memory>

#include "dxil_frontend/bitcode_check/recorded_code.hpp"
#include "support/containers.hpp"

namespace llvm {
class LLVMContext;
class Module;
class Type;
}  // namespace llvm

namespace trellis::dxil {

/// A module of LLVM's with the functions, whose bodies are not there, and the variables of `code`, whose
/// frame must be complete. It has no data layout. `types` becomes LLVM's types by their numbers; null for
/// those that `code` does not define. Null, with nothing left in the context that has a name, if LLVM has to
/// read a constant.
std::unique_ptr<llvm::Module> make_frame(const RecordedCode& code, llvm::LLVMContext& context,
                                         Vector<llvm::Type*>& types);

}  // namespace trellis::dxil
