// Decodes LLVM's module into a dxil::Module: types, constants, globals, and functions of basic blocks.
#pragma once

#include "dxil_frontend/debug_info/debug_reader.hpp"
#include "dxil_frontend/llvm_reader/llvm_tables.hpp"
#include "dxil_frontend/metadata/metadata_source.hpp"
#include "support/result.hpp"

namespace trellis::dxil {

/// Decodes every function of `source`, for which `tables` was made, and finishes the module. Unreachable
/// blocks remain in the graph, with only an unreachable terminator. `debug` also reads the functions. Errors:
/// kUnsupported and kBadInput with function, block and instruction.
Result<void> decode_module(const llvm::Module& source, const MetadataSource& metadata, DebugReader& debug,
                           LlvmTables& tables);

}  // namespace trellis::dxil
