#include "dxil_frontend/decode/decode.hpp"

#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "dxil_frontend/decode/decode_debug_info.hpp"
#include "dxil_frontend/decode/decode_pointer_phis.hpp"
#include "dxil_frontend/decode/record_decoder.hpp"
#include "dxil_frontend/program/dxil_ops.hpp"
#include "dxil_frontend/program/ir_text.hpp"
#include "support/containers.hpp"

namespace trellis::dxil {

namespace {

// Local numbers become ids that follow the module-level ones.
void finish_ids(Module& module) {
  const auto first_local = static_cast<uint32_t>(module.values.size());
  const auto finish = [first_local](ValueId& id) {
    if ((id & kLocalTag) != 0 && id != kNone) id = (id & ~kLocalTag) + first_local;
  };
  for (Function& function : module.functions) {
    function.first_local = first_local;
    for (ValueId& id : function.operands) finish(id);
    for (Instruction& instruction : function.instructions) finish(instruction.result);
    for (ValueName& name : function.names) finish(name.value);
    for (DebugBinding& binding : function.bindings) finish(binding.value);
  }
}

bool is_numbered(std::string_view name, std::string_view& base) {
  const size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || dot + 1 == name.size()) return false;
  if (name.find_first_not_of("0123456789", dot + 1) != std::string_view::npos) return false;
  base = name.substr(0, dot);
  return true;
}

// LLVM appends a number to a struct's name when the context has that name already. "X.1" is the file's own
// name unless another module left an "X" there.
bool names_are_certain(const llvm::Module& source, const ModuleTables& tables) {
  for (const llvm::StructType* structure : tables.named_structs()) {
    std::string_view base;
    const llvm::StringRef name = structure->getName();
    if (!is_numbered({name.data(), name.size()}, base)) continue;
    const llvm::StructType* other =
        llvm::StructType::getTypeByName(source.getContext(), llvm::StringRef(base.data(), base.size()));
    if (other == nullptr) continue;
    const auto& known = tables.named_structs();
    if (std::find(known.begin(), known.end(), other) == known.end()) return false;
  }
  return true;
}

// Only the callee's name tells payload and record types, now that pointers have no pointee. False if a name
// has to be looked for in a context that may hold other modules' types.
bool resolve_overload_types(const llvm::Module& source, bool fresh_context, ModuleTables& tables) {
  Module& module = tables.module();
  Vector<std::pair<std::string_view, TypeId>> structs;  // By name; names are unique.
  for (TypeId id = 0; id < module.types.size(); ++id) {
    if (!module.types[id].name.empty()) structs.emplace_back(module.types[id].name, id);
  }
  std::sort(structs.begin(), structs.end());
  Vector<std::pair<uint32_t, const llvm::StructType*>> unseen;
  for (uint32_t i = 0; i < module.dx_op_callees.size(); ++i) {
    DxOpCallee& callee = module.dx_op_callees[i];
    if (callee.overload.size() < 4) continue;  // f32, i64 and so on.
    const auto found = std::lower_bound(structs.begin(), structs.end(),
                                        std::pair(std::string_view(callee.overload), TypeId{0}));
    if (found != structs.end() && found->first == callee.overload) {
      callee.overload_type = found->second;
      continue;
    }
    const llvm::StructType* structure =
        llvm::StructType::getTypeByName(source.getContext(), std::string_view(callee.overload));
    if (structure == nullptr) continue;
    if (!fresh_context) return false;
    unseen.emplace_back(i, structure);
  }
  for (const auto& [callee, structure] : unseen)
    module.dx_op_callees[callee].overload_type = tables.type(structure);
  return true;
}

// Code need not name the structs of payloads that the annotations of their members are about.
void meet_payloads(const MetadataSource& metadata, ModuleTables& tables) {
  constexpr std::string_view kName = "dx.dxrPayloadAnnotations";
  for (uint32_t n = 0; n < metadata.list_size(kName); ++n) {
    const MetadataItem node = metadata.list_node(kName, n);
    for (uint32_t i = 0; i < metadata.operand_count(node); ++i) {
      const MetadataItem item = metadata.operand(node, i);
      if (item == 0 || !metadata.is_value(item)) continue;
      if (llvm::Type* type = metadata.type(item); type->isStructTy()) tables.type(type);
    }
  }
}

}  // namespace

namespace {

/// Decodes the functions in the order of their records.
class Bodies {
 public:
  Bodies(const llvm::Module& source, const DecodeInput& input, ModuleTables& tables)
      : code_(input.code), tables_(tables) {
    if (code_ != nullptr) values_.emplace(*code_, source, input.types, tables);
  }

  /// `number`: of the function, in the order of the module's. True if it has phis or selects of pointers.
  /// Null if its records do not suffice.
  Result<std::optional<bool>> decode(const llvm::Function& source, uint32_t number, Function& function) {
    if (code_ == nullptr) {
      Result<bool> decoded = decode_function(source, tables_, function);
      if (!decoded) return std::move(decoded.error());
      return std::optional(*decoded);
    }
    RecordDecoder decoder(*code_, *values_, tables_, function);
    if (decoder.run(code_->functions[number], source)) return std::optional(decoder.has_pointer_phis());
    return std::optional<bool>();
  }

 private:
  const RecordedCode* code_;
  ModuleTables& tables_;
  std::optional<RecordedValues> values_;
};

}  // namespace

Location location_of(const Function& function, BlockId block, uint32_t instruction) {
  Location where;
  where.part = "bitcode";
  where.function = printable(function.name);
  where.block = decimal(block);
  where.instruction = "instruction " + decimal(instruction - function.blocks[block].first_instruction);
  const Instruction& i = function.instructions[instruction];
  if (i.opcode == Opcode::kDxOp) where.operation = describe_op(i.op());
  return where;
}

static Result<DecodeStatus> decode_all(const llvm::Module& source, const MetadataSource& metadata,
                                       const DecodeInput& input, ModuleTables& tables, Module& module) {
  tables.start(source, module, input.bitcode_size);
  if (tables.failed()) return std::move(tables.error());
  bool any_pointer_phis = false;
  tables.scratch().keep_origins = input.debug != nullptr;
  Bodies bodies(source, input, tables);
  for (uint32_t next = 0; const llvm::Function& function : source) {
    const uint32_t number = next++;
    const uint32_t index = tables.function_index(&function);
    if (index == kNone) continue;
    Result<std::optional<bool>> decoded = bodies.decode(function, number, module.functions[index]);
    if (!decoded) return std::move(decoded.error());
    if (!*decoded) return DecodeStatus::kNotCovered;
    any_pointer_phis |= **decoded;
    if (input.keep_names) collect_names(function, tables, module.functions[index]);
    if (input.debug != nullptr) {
      input.debug->function_decoded(function, tables, tables.scratch().origins, module.functions[index]);
    }
  }
  meet_payloads(metadata, tables);
  if (!input.fresh_context && !names_are_certain(source, tables)) return DecodeStatus::kNamesUncertain;
  if (!resolve_overload_types(source, input.fresh_context, tables)) return DecodeStatus::kNamesUncertain;
  if (tables.failed()) return std::move(tables.error());
  finish_ids(module);
  if (input.keep_names) attach_source_texts(source, module);
  if (Result<void> checked = check_types(module); !checked) return std::move(checked.error());
  for (Function& function : module.functions) {
    if (function.blocks.empty()) continue;
    if (Result<void> checked = check_function(module, function); !checked) return std::move(checked.error());
    if (any_pointer_phis && has_pointer_phis(module, function)) {
      Result<void> lowered = lower_pointer_phis(module, function);
      if (!lowered) return std::move(lowered.error());
    }
  }
  if (Result<void> checked = check_no_recursion(module); !checked) return std::move(checked.error());
  return DecodeStatus::kDone;
}

Result<DecodeStatus> decode_module(const llvm::Module& source, const MetadataSource& metadata,
                                   const DecodeInput& input, ModuleTables& tables, Module& module) {
  Result<DecodeStatus> decoded = decode_all(source, metadata, input, tables, module);
  // What is wrong, and where, is said in terms of LLVM's instructions.
  if (!decoded && input.code != nullptr) return DecodeStatus::kNotCovered;
  return decoded;
}

}  // namespace trellis::dxil
