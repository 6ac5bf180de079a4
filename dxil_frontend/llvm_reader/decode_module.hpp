// From LLVM's module to dxil::Module: types, constants, globals, and functions of basic blocks.
#pragma once

#include "dxil_frontend/llvm_reader/debug_sink.hpp"
#include "dxil_frontend/llvm_reader/llvm_tables.hpp"
#include "dxil_frontend/metadata/metadata_source.hpp"
#include "support/result.hpp"

namespace trellis::dxil {

struct DecodeOptions {
  DebugSink* debug = nullptr;  ///< May be null.
  bool keep_names = false;     ///< Fill in Function::names and the texts of Module::source_files.
};

/// Decodes every function of `source`, for which `tables` was made, and finishes the module. Unreachable
/// blocks stay in the graph, with nothing in them but an unreachable terminator. Errors: kUnsupported and
/// kBadInput with function, block and instruction.
Result<void> decode_module(const llvm::Module& source, const MetadataSource& metadata,
                           const DecodeOptions& options, LlvmTables& tables);

}  // namespace trellis::dxil
