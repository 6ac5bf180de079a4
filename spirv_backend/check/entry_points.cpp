// Checks at the end of the module: calls, and the variables that entry points reach.
#include <optional>
#include <spirv/unified1/spirv.hpp11>

#include "spirv_backend/check/module_state.hpp"
#include "support/compressed_rows.hpp"

namespace trellis::module_check {
namespace {

constexpr uint32_t kVersion14 = 0x00010400;

bool check_call(ModuleState& m, const Call& call) {
  const Instruction i = instruction_at(m, call.at, call.number);
  const IdRecord& callee = m.ids[call.callee];
  if (callee.kind != Kind::kFunction) return m.fail(i, "operand " + name(call.callee) + " is not a function");
  const Type& type = m.type(m.words[callee.at + 4]);
  const uint32_t* words = m.words.data() + type.at;
  if (words[2] != i[1]) return m.fail(i, "result type " + name(i[1]) + " is not that of the function");
  if (i.size() - 4 != type.count) {
    return m.fail(i,
                  "has " + decimal(i.size() - 4) + " arguments for " + decimal(type.count) + " parameters");
  }
  for (uint32_t n = 4; n < i.size(); ++n) {
    if (m.type_id(i[n]) != words[n - 1])
      return m.fail(i, "argument " + name(i[n]) + " is not of the parameter's type");
  }
  return true;
}

class InterfaceCheck {
 public:
  explicit InterfaceCheck(ModuleState& m) : m_(m) {}

  bool run() {
    if (m_.entry_points.empty()) return m_.fail(0, 0, "the module has no entry point");
    callees_ = collect_rows<uint32_t>(m_.function_count + 1, [&](const auto& add) {
      for (const Call& call : m_.calls) add(call.caller, m_.users[call.callee]);
    });
    variables_ = collect_rows<Id>(m_.function_count + 1, [&](const auto& add) {
      for (const VariableUse& use : m_.variable_uses) add(use.function, use.variable);
    });
    listed_.assign(m_.ids.size(), 0);
    for (const Place& place : m_.entry_points) {
      ++round_;
      if (!check_entry(instruction_at(m_, place.at, place.number))) return false;
    }
    return true;
  }

 private:
  bool is_interface(Id variable) const {
    const auto storage = static_cast<spv::StorageClass>(m_.type_of(variable).storage);
    return storage == spv::StorageClass::Input || storage == spv::StorageClass::Output;
  }

  bool check_entry(const Instruction& i) {
    const IdRecord& record = m_.ids[i[2]];
    if (record.kind != Kind::kFunction) return m_.fail(i, "operand " + name(i[2]) + " is not a function");
    const Type& type = m_.type(m_.words[record.at + 4]);
    if (type.count != 0 || m_.type(type.element).base != Base::kVoid) {
      return m_.fail(i, "function " + name(i[2]) + " has a result or parameters");
    }
    return read_list(i) && check_reached(i);
  }

  bool read_list(const Instruction& i) {
    for (uint32_t n = 3 + string_words(i.words.subspan(3)); n < i.size(); ++n) {
      const IdRecord& variable = m_.ids[i[n]];
      if (variable.kind != Kind::kVariable || variable.block != 0) {
        return m_.fail(i, name(i[n]) + " is not a global variable");
      }
      if (m_.version < kVersion14 && !is_interface(i[n]))
        return m_.fail(i, name(i[n]) + " is neither an input nor an output");
      if (m_.version >= kVersion14 && listed_[i[n]] == round_)
        return m_.fail(i, name(i[n]) + " is listed twice");
      listed_[i[n]] = round_;
    }
    return true;
  }

  bool check_reached(const Instruction& i) {
    Vector<bool> is_reached(size_t{m_.function_count} + 1, false);
    Vector<uint32_t> work{m_.users[i[2]]};
    is_reached[work[0]] = true;
    while (!work.empty()) {
      const uint32_t function = work.back();
      work.pop_back();
      for (const Id variable : variables_.of(function)) {
        const bool belongs = m_.version >= kVersion14 || is_interface(variable);
        if (belongs && listed_[variable] != round_)
          return m_.fail(i, "uses " + name(variable) + " without listing it");
      }
      for (const uint32_t callee : callees_.of(function)) {
        if (is_reached[callee]) continue;
        is_reached[callee] = true;
        work.push_back(callee);
      }
    }
    return check_mesh_counts(i, is_reached);
  }

  /// Returns the operand of an execution mode of the entry point; empty if it does not have the mode.
  std::optional<uint32_t> mode_of(Id entry_point, spv::ExecutionMode mode) const {
    for (const Place& place : m_.remarks) {
      const Instruction i = instruction_at(m_, place.at, place.number);
      const bool is_mode = static_cast<spv::Op>(i.row->opcode) == spv::Op::OpExecutionMode;
      if (is_mode && i[1] == entry_point && i[2] == static_cast<uint32_t>(mode) && i.size() > 3) return i[3];
    }
    return std::nullopt;
  }

  /// Checks that constant counts of vertices and primitives do not exceed those that the entry point
  /// declares.
  bool check_mesh_counts(const Instruction& entry, const Vector<bool>& is_reached) {
    if (m_.mesh_counts.empty()) return true;
    const std::optional<uint32_t> most[] = {mode_of(entry[2], spv::ExecutionMode::OutputVertices),
                                            mode_of(entry[2], spv::ExecutionMode::OutputPrimitivesEXT)};
    for (const Place& place : m_.mesh_counts) {
      if (!is_reached[place.block]) continue;
      const Instruction i = instruction_at(m_, place.at, place.number);
      for (uint32_t n = 0; n < 2; ++n) {
        if (!most[n]) return m_.fail(i, "is reached by an entry point that declares no such outputs");
        if (constant_value(m_, i[n + 1]) <= *most[n]) continue;
        return m_.fail(i, "operand " + name(i[n + 1]) + " is more than the entry point declares");
      }
    }
    return true;
  }

  ModuleState& m_;
  CompressedRows<uint32_t> callees_;
  CompressedRows<Id> variables_;
  Vector<uint32_t> listed_;  ///< By variable: the last entry point that listed it; the first one is 1.
  uint32_t round_ = 0;
};

}  // namespace

bool check_calls(ModuleState& m) {
  for (const Call& call : m.calls) {
    if (!check_call(m, call)) return false;
  }
  return true;
}

bool check_entry_points(ModuleState& m) { return InterfaceCheck(m).run(); }

}  // namespace trellis::module_check
