// Debug information: where instructions come from, what values are called, the source itself. LLVM's reader
// checks nothing of it: what is not as it should be is taken as absent.
#pragma once

#include "dxil_frontend/llvm_reader/llvm_tables.hpp"
#include "dxil_frontend/program/ir.hpp"

namespace llvm {
class DIFile;
class DILocation;
class Function;
class Module;
}  // namespace llvm

namespace trellis::dxil {

/// The name of a file, with its folder unless it is absolute.
String path_of(const llvm::DIFile& file);

/// The place that a location names. For inlined code it is where the code is written, not where it was
/// inlined to. Enters the file in Module::source_files. Null gives line 0.
SourcePosition source_position(const llvm::DILocation* location, LlvmTables& tables);

/// Fills Function::names: variables of the source (with `.x` or `[2]` for parts of one), else LLVM's own
/// names. Ids are local numbers with kLocalTag, as in the function's operands.
void collect_names(const llvm::Function& source, const LlvmTables& tables, Function& function);

/// Fills in the texts of source_files that dx.source.contents has.
void attach_source_texts(const llvm::Module& source, Module& module);

}  // namespace trellis::dxil
