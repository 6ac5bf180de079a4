// llvm.global_ctors: functions of a library that give its static variables their initial values.
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "dxil_frontend/decode/decode.hpp"
#include "dxil_frontend/metadata/metadata_parts.hpp"
#include "dxil_frontend/program/ir_text.hpp"
#include "support/containers.hpp"
#include "support/sort_stably.hpp"

namespace trellis::dxil {

namespace {

struct Constructor {
  uint32_t priority = 0;
  uint32_t function = kNone;  ///< Into Module::functions.
};

Location constructors_location() {
  Location where;
  where.part = "bitcode";
  where.operation = "llvm.global_ctors";
  return where;
}

/// The constructors in the order in which they run. An element is { i32 priority, function, associated data
/// }; one without a function is the end of a list as C has them, or nothing.
Result<Vector<Constructor>> read_constructors(const llvm::Module& source, const ModuleTables& tables,
                                              const Module& module) {
  Vector<Constructor> constructors;
  const llvm::GlobalVariable* list = source.getNamedGlobal("llvm.global_ctors");
  if (list == nullptr || !list->hasInitializer()) return constructors;
  const llvm::Constant* initializer = list->getInitializer();
  if (llvm::isa<llvm::ConstantAggregateZero, llvm::UndefValue>(initializer)) return constructors;
  const auto* elements = llvm::dyn_cast<llvm::ConstantArray>(initializer);
  if (elements == nullptr) return bad_input("the list of constructors is not an array", constructors_location());
  for (const llvm::Use& use : elements->operands()) {
    const auto* element = llvm::cast<llvm::Constant>(use.get());
    const llvm::Constant* priority = element->getAggregateElement(0u);
    const llvm::Constant* target = element->getAggregateElement(1u);
    const auto* number = llvm::dyn_cast_or_null<llvm::ConstantInt>(priority);
    if (target == nullptr || number == nullptr || number->getBitWidth() > 32) {
      return bad_input("an element is not a pair of a priority and a function", constructors_location());
    }
    if (target->isNullValue()) continue;
    const auto* function = llvm::dyn_cast<llvm::Function>(target);
    const uint32_t index = function == nullptr ? kNone : tables.function_index(function);
    if (index == kNone) return bad_input("a constructor is not a function", constructors_location());
    const Function& constructor = module.functions[index];
    if (constructor.blocks.empty()) {
      return unsupported("constructor " + printable(constructor.name) + " has no body",
                         constructors_location());
    }
    if (!constructor.argument_types.empty() ||
        module.types[constructor.return_type].kind != TypeKind::kVoid) {
      return bad_input("constructor " + printable(constructor.name) + " has parameters or a result",
                       constructors_location());
    }
    constructors.push_back({static_cast<uint32_t>(number->getZExtValue()), index});
  }
  sort_stably(constructors.begin(), constructors.end(),
              [](const Constructor& a, const Constructor& b) { return a.priority < b.priority; });
  return constructors;
}

/// Makes the function call the constructors before it does anything else.
void call_first(const Module& module, const Vector<Constructor>& constructors, Function& function) {
  Vector<Instruction> calls(constructors.size());
  for (size_t n = 0; n < calls.size(); ++n) {
    calls[n].opcode = Opcode::kCall;
    calls[n].type = module.functions[constructors[n].function].return_type;
    calls[n].aux = constructors[n].function;
    calls[n].first_operand = static_cast<uint32_t>(function.operands.size());
  }
  const uint32_t at = function.blocks[0].first_instruction;
  const auto count = static_cast<uint32_t>(calls.size());
  function.instructions.insert(function.instructions.begin() + at, calls.begin(), calls.end());
  if (!function.positions.empty()) {
    function.positions.insert(function.positions.begin() + at, count, SourcePosition{});
  }
  for (size_t block = 1; block < function.blocks.size(); ++block) {
    if (function.blocks[block].first_instruction >= at) function.blocks[block].first_instruction += count;
  }
  function.blocks[0].instruction_count += count;
}

}  // namespace

Result<void> run_constructors_first(const llvm::Module& source, const ModuleTables& tables, Shader& shader) {
  Module& module = shader.module;
  const Result<Vector<Constructor>> constructors = read_constructors(source, tables, module);
  if (!constructors) return constructors.error();
  if (constructors->empty()) return {};
  Vector<uint32_t> roots;
  for (const EntryPoint& entry : shader.entry_points) {
    roots.push_back(entry.function);
    if (entry.hull) roots.push_back(entry.hull->patch_constant_function_index);
  }
  std::sort(roots.begin(), roots.end());
  roots.erase(std::unique(roots.begin(), roots.end()), roots.end());
  for (const uint32_t root : roots) {
    if (root >= module.functions.size() || module.functions[root].blocks.empty()) continue;
    call_first(module, *constructors, module.functions[root]);
  }
  return check_no_recursion(module);
}

}  // namespace trellis::dxil
