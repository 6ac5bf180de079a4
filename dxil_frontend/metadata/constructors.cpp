#include "dxil_frontend/metadata/constructors.hpp"

#include <algorithm>

#include "dxil_frontend/program/text/ir_text.hpp"
#include "dxil_frontend/program/verify/verifier.hpp"
#include "support/sort_stably.hpp"

namespace trellis::dxil {

namespace {

Location constructors_location() {
  Location where;
  where.part = "bitcode";
  where.operation = "llvm.global_ctors";
  return where;
}

Result<void> check_constructor(const Module& module, const Constructor& constructor) {
  if (constructor.function == kNone)
    return bad_input("a constructor is not a function", constructors_location());
  const Function& function = module.functions[constructor.function];
  if (function.blocks.empty()) {
    return unsupported("constructor " + printable(function.name) + " has no body", constructors_location());
  }
  if (!function.argument_types.empty() || module.types[function.return_type].kind != TypeKind::kVoid) {
    return bad_input("constructor " + printable(function.name) + " has parameters or a result",
                     constructors_location());
  }
  return {};
}

/// Makes the function call the constructors first.
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

Diagnostic bad_constructors(const char* message) { return bad_input(message, constructors_location()); }

Result<void> run_constructors_first(Vector<Constructor> constructors, Shader& shader) {
  if (constructors.empty()) return {};
  Module& module = shader.module;
  for (const Constructor& constructor : constructors) {
    TRELLIS_RETURN_IF_ERROR(check_constructor(module, constructor));
  }
  sort_stably(constructors.begin(), constructors.end(),
              [](const Constructor& a, const Constructor& b) { return a.priority < b.priority; });
  Vector<uint32_t> roots;
  for (const EntryPoint& entry : shader.entry_points) {
    roots.push_back(entry.function);
    if (entry.hull) roots.push_back(entry.hull->patch_constant_function_index);
  }
  std::sort(roots.begin(), roots.end());
  roots.erase(std::unique(roots.begin(), roots.end()), roots.end());
  for (const uint32_t root : roots) {
    if (root >= module.functions.size() || module.functions[root].blocks.empty()) continue;
    call_first(module, constructors, module.functions[root]);
  }
  return check_no_recursion(module);
}

}  // namespace trellis::dxil
