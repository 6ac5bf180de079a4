#include "dxil_frontend/llvm_reader/decode_module.hpp"

#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

#include <utility>

#include "dxil_frontend/llvm_reader/decode_function.hpp"
#include "dxil_frontend/llvm_reader/llvm_debug_source.hpp"
#include "dxil_frontend/metadata/metadata.hpp"
#include "dxil_frontend/module_builder/finish_module.hpp"

namespace trellis::dxil {

Result<void> decode_module(const llvm::Module& source, const MetadataSource& metadata, DebugReader& debug,
                           LlvmTables& tables) {
  if (tables.failed()) return std::move(tables.error());
  Module& module = tables.module();
  bool has_pointer_phis = false;
  FunctionDebug said;
  for (const llvm::Function& function : source) {
    const uint32_t index = tables.function_index(&function);
    if (index == kNone) continue;
    FunctionDecoder decoder(function, tables, module.functions[index], said, debug.reads_everything());
    Result<void> decoded = decoder.run();
    if (is_over_by_now(tables.watch)) return tables.watch->check();
    if (!decoded) return decoded;
    has_pointer_phis |= decoder.has_pointer_phis();
    collect_function(function, tables, debug.reads_everything(), said);
    debug.read_function(said, module.functions[index]);
  }
  meet_payloads(metadata);
  return finish_module(tables, has_pointer_phis);
}

}  // namespace trellis::dxil
