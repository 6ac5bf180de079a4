#include "dxil_frontend/module_builder/pointer_phis.hpp"

#include <algorithm>
#include <utility>

#include "dxil_frontend/program/verify/verifier.hpp"
#include "support/containers.hpp"

namespace trellis::dxil {

namespace {

constexpr size_t kMaxIndices = 64;           // In all steps of one address.
constexpr ValueId kVaries = UINT32_MAX - 1;  // An index that needs its own phi or select.

// One address computation: its source element type, and its indices.
struct Step {
  TypeId type = kNone;
  Vector<ValueId> indices;
};

// How a pointer is computed: address computations from a base, which is a variable or a node.
struct Path {
  ValueId base = kNone;   // kNone: undefined.
  uint32_t node = kNone;  // Index of the base, if it is a phi or select of pointers.
  Vector<Step> steps;     // In order, starting at the base.
};

// A phi or select of pointers, and what its incoming values have in common.
struct Node {
  BlockId block = kNone;
  uint32_t instruction = kNone;
  Vector<Path> incoming;
  bool has_form = false;
  ValueId root = kNone;
  Vector<Step> form;         // Types and numbers of indices; the indices themselves are in `slots`.
  Vector<ValueId> slots;     // For each index of all steps: kNone (unknown), kVaries, or the common value.
  Vector<uint32_t> readers;  // Nodes with an incoming path based on this one.
};

class PointerPhis {
 public:
  PointerPhis(Module& module, Function& function) : module_(module), function_(function) {}
  Result<void> run();

 private:
  void find_nodes();
  bool is_node(const Instruction& instruction) const;
  Path path_of(ValueId pointer) const;
  bool find_forms();
  void set_form(uint32_t node, const Path& path);
  bool forms_agree(const Node& node) const;
  bool agrees(const Node& node, const Path& path) const;
  void find_slots();
  bool join_slots(Node& node);
  ValueId slot_of(const Node& node, const Path& path, size_t slot) const;
  bool struct_indices_are_fixed(const Node& node) const;
  bool make_results();
  void rebuild();
  void emit_merges(const Node& node, Vector<Instruction>& out);
  void emit_addresses(const Node& node, Vector<Instruction>& out);
  ValueId incoming_index(const Node& node, const Path& path, size_t slot) const;
  ValueId zero_of(TypeId type) const;
  Diagnostic refuse(const Node& node, const char* why) const;
  ValueId new_value(TypeId type) {
    function_.local_types.push_back(type);
    return function_.first_local + static_cast<ValueId>(function_.local_types.size()) - 1;
  }

  Module& module_;
  Function& function_;
  Vector<Node> nodes_;
  Vector<uint32_t> definition_of_;  // Indexed by local value: index of its instruction.
  Vector<uint32_t> node_of_;        // Indexed by instruction.
  Vector<Vector<ValueId>> merged_;  // Indexed by node: for each slot the value to use after the node.
  mutable Vector<ValueId> zeros_;   // By type: a zero, kVaries (none), or kNone (not searched).
  Vector<ValueId> alias_;           // Indexed by local value: its replacement, or kNone.
};

bool PointerPhis::is_node(const Instruction& instruction) const {
  return (instruction.opcode == Opcode::kPhi || instruction.opcode == Opcode::kSelect) &&
         module_.types[instruction.type].kind == TypeKind::kPointer;
}

Diagnostic PointerPhis::refuse(const Node& node, const char* why) const {
  Location where = location_of(function_, node.block, node.instruction);
  where.operation = function_.instructions[node.instruction].opcode == Opcode::kPhi ? "phi" : "select";
  return unsupported(String("pointers that control flow chooses between: ") + why, std::move(where));
}

void PointerPhis::find_nodes() {
  definition_of_.assign(function_.local_types.size(), kNone);
  node_of_.assign(function_.instructions.size(), kNone);
  zeros_.assign(module_.types.size(), kNone);
  for (BlockId block = 0; block < function_.blocks.size(); ++block) {
    const BasicBlock& b = function_.blocks[block];
    for (uint32_t i = b.first_instruction; i < b.first_instruction + b.instruction_count; ++i) {
      const Instruction& instruction = function_.instructions[i];
      if (instruction.result != kNone) definition_of_[instruction.result - function_.first_local] = i;
      if (!is_node(instruction)) continue;
      node_of_[i] = static_cast<uint32_t>(nodes_.size());
      Node& node = nodes_.emplace_back();
      node.block = block;
      node.instruction = i;
    }
  }
  for (uint32_t n = 0; n < nodes_.size(); ++n) {
    const Instruction& instruction = function_.instructions[nodes_[n].instruction];
    const std::span<const ValueId> operands = function_.operands_of(instruction);
    for (const ValueId value : operands.subspan(instruction.opcode == Opcode::kSelect ? 1 : 0)) {
      nodes_[n].incoming.push_back(path_of(value));
      const uint32_t base = nodes_[n].incoming.back().node;
      if (base != kNone) nodes_[base].readers.push_back(n);
    }
  }
}

Path PointerPhis::path_of(ValueId pointer) const {
  Path path;
  size_t index_count = 0;
  const auto add = [&](TypeId type, std::span<const ValueId> base_and_indices) {
    path.steps.push_back({type, {base_and_indices.begin() + 1, base_and_indices.end()}});
    index_count += path.steps.back().indices.size();
    pointer = base_and_indices[0];
  };
  while (index_count <= kMaxIndices) {
    if (const Constant* constant = module_.constant(pointer)) {
      if (constant->kind != ConstantKind::kAddress) return path;  // The pointer is undefined or null.
      add(static_cast<TypeId>(constant->bits),
          std::span(module_.constant_elements).subspan(constant->first_element, constant->element_count));
      continue;
    }
    const uint32_t definition =
        module_.is_module_value(pointer) ? kNone : definition_of_[pointer - function_.first_local];
    if (definition == kNone) break;
    const Instruction& instruction = function_.instructions[definition];
    if (instruction.opcode == Opcode::kAddrSpaceCast) {
      pointer = function_.operands_of(instruction)[0];
      continue;
    }
    path.node = node_of_[definition];
    if (instruction.opcode != Opcode::kGep) break;
    add(instruction.aux, function_.operands_of(instruction));
  }
  path.base = pointer;
  std::reverse(path.steps.begin(), path.steps.end());
  return path;
}

// ---- The common form of a node's pointers.

void PointerPhis::set_form(uint32_t n, const Path& path) {
  Node& node = nodes_[n];
  node.has_form = true;
  node.root = path.base;
  if (path.node != kNone) {
    node.root = nodes_[path.node].root;
    node.form = nodes_[path.node].form;
  }
  node.form.insert(node.form.end(), path.steps.begin(), path.steps.end());
  size_t count = 0;
  for (const Step& step : node.form) count += step.indices.size();
  node.slots.assign(std::min(count, kMaxIndices + 1), kNone);
}

// Forms originate at pointers that come directly from a variable, and propagate from node to node. Returns
// false if all pointers of some node are undefined.
bool PointerPhis::find_forms() {
  Vector<uint32_t> pending;
  for (uint32_t n = 0; n < nodes_.size(); ++n) {
    const Path* best = nullptr;
    for (const Path& path : nodes_[n].incoming) {
      const bool usable = path.base != kNone && path.node == kNone;
      if (usable && (best == nullptr || path.steps.size() > best->steps.size())) best = &path;
    }
    if (best == nullptr) continue;
    set_form(n, *best);
    pending.push_back(n);
  }
  while (!pending.empty()) {
    const uint32_t n = pending.back();
    pending.pop_back();
    for (const uint32_t reader : nodes_[n].readers) {
      if (nodes_[reader].has_form || nodes_[n].slots.size() > kMaxIndices) continue;
      for (const Path& path : nodes_[reader].incoming) {
        if (path.node == n && !nodes_[reader].has_form) set_form(reader, path);
      }
      pending.push_back(reader);
    }
  }
  return std::all_of(nodes_.begin(), nodes_.end(), [](const Node& node) { return node.has_form; });
}

bool PointerPhis::agrees(const Node& node, const Path& path) const {
  if (path.base == kNone) return true;  // Undefined: any address is valid.
  const Vector<Step> none;
  const Vector<Step>& head = path.node != kNone ? nodes_[path.node].form : none;
  const ValueId root = path.node != kNone ? nodes_[path.node].root : path.base;
  if (root != node.root) return false;
  // The variable itself is the address of its first element: all indices are zero.
  if (head.empty() && path.steps.empty() && node.form.size() == 1) return true;
  if (head.size() + path.steps.size() != node.form.size()) return false;
  for (size_t i = 0; i < node.form.size(); ++i) {
    const Step& step = i < head.size() ? head[i] : path.steps[i - head.size()];
    if (step.type != node.form[i].type || step.indices.size() != node.form[i].indices.size()) return false;
    for (size_t k = 0; k < step.indices.size(); ++k) {
      const TypeId type = module_.type_of(function_, step.indices[k]);
      if (type != module_.type_of(function_, node.form[i].indices[k])) return false;
    }
  }
  return true;
}

bool PointerPhis::forms_agree(const Node& node) const {
  return std::all_of(node.incoming.begin(), node.incoming.end(),
                     [&](const Path& path) { return agrees(node, path); });
}

// ---- Indices that are the same on all paths.

ValueId PointerPhis::slot_of(const Node& node, const Path& path, size_t slot) const {
  if (path.base == kNone) return kNone;
  size_t first = 0;
  if (path.node != kNone) {
    const Vector<ValueId>& slots = nodes_[path.node].slots;
    if (slot < slots.size()) return slots[slot];
    first = slots.size();
  }
  for (const Step& step : path.steps) {
    if (slot - first < step.indices.size()) return step.indices[slot - first];
    first += step.indices.size();
  }
  for (const Step& step : node.form) {  // The path is the variable itself.
    if (slot < step.indices.size()) return zero_of(module_.type_of(function_, step.indices[slot]));
    slot -= step.indices.size();
  }
  return kVaries;
}

bool PointerPhis::join_slots(Node& node) {
  bool changed = false;
  for (size_t slot = 0; slot < node.slots.size(); ++slot) {
    ValueId joined = node.slots[slot];
    for (const Path& path : node.incoming) {
      const ValueId value = slot_of(node, path, slot);
      if (value == kNone || joined == kVaries) continue;
      joined = joined == kNone || joined == value ? value : kVaries;
    }
    changed |= joined != node.slots[slot];
    node.slots[slot] = joined;
  }
  return changed;
}

void PointerPhis::find_slots() {
  Vector<uint32_t> pending(nodes_.size());
  for (uint32_t n = 0; n < nodes_.size(); ++n) pending[n] = n;
  while (!pending.empty()) {
    const uint32_t n = pending.back();
    pending.pop_back();
    if (!join_slots(nodes_[n])) continue;
    pending.insert(pending.end(), nodes_[n].readers.begin(), nodes_[n].readers.end());
  }
}

bool PointerPhis::struct_indices_are_fixed(const Node& node) const {
  size_t slot = 0;
  for (const Step& step : node.form) {
    TypeId at = step.type;
    for (size_t k = 0; k < step.indices.size(); ++k, ++slot) {
      if (k == 0) continue;  // The first index steps over whole objects.
      const Type& type = module_.types[at];
      if (type.kind != TypeKind::kStruct) {
        at = type.element;
        continue;
      }
      const std::optional<uint64_t> member = module_.scalar_bits(step.indices[k]);
      if (node.slots[slot] == kVaries || !member || *member >= type.members.size()) return false;
      at = type.members[*member];
    }
  }
  return true;
}

// ---- The new code.

ValueId PointerPhis::zero_of(TypeId type) const {
  ValueId& zero = zeros_[type];
  if (zero != kNone) return zero;
  zero = kVaries;
  for (ValueId value = 0; value < module_.values.size(); ++value) {
    const Constant* constant = module_.constant(value);
    if (constant != nullptr && module_.values[value].type == type && constant->bits == 0 &&
        (constant->kind == ConstantKind::kScalar || constant->kind == ConstantKind::kNull)) {
      zero = value;
      break;
    }
  }
  return zero;
}

// Returns false if an index is needed for which the module has no value.
bool PointerPhis::make_results() {
  merged_.resize(nodes_.size());
  for (uint32_t n = 0; n < nodes_.size(); ++n) {
    size_t slot = 0;
    for (const Step& step : nodes_[n].form) {
      for (const ValueId index : step.indices) {
        const TypeId type = module_.type_of(function_, index);
        const ValueId common = nodes_[n].slots[slot++];
        if (common == kVaries && zero_of(type) == kVaries) return false;
        merged_[n].push_back(common == kVaries ? new_value(type) : common);
      }
    }
  }
  return true;
}

ValueId PointerPhis::incoming_index(const Node& node, const Path& path, size_t slot) const {
  if (path.node != kNone && slot < merged_[path.node].size()) return merged_[path.node][slot];
  const ValueId value = slot_of(node, path, slot);
  if (value != kNone) return value;
  // The pointer is undefined.
  return zero_of(module_.type_of(function_, merged_[static_cast<size_t>(&node - nodes_.data())][slot]));
}

void PointerPhis::emit_merges(const Node& node, Vector<Instruction>& out) {
  const Instruction old = function_.instructions[node.instruction];
  const Vector<ValueId>& merged = merged_[static_cast<size_t>(&node - nodes_.data())];
  for (size_t slot = 0; slot < node.slots.size(); ++slot) {
    if (node.slots[slot] != kVaries) continue;
    Instruction merge = old;
    merge.result = merged[slot];
    merge.type = module_.type_of(function_, merge.result);
    merge.first_operand = static_cast<uint32_t>(function_.operands.size());
    if (old.opcode == Opcode::kSelect) function_.operands.push_back(function_.operands[old.first_operand]);
    for (const Path& path : node.incoming) function_.operands.push_back(incoming_index(node, path, slot));
    out.push_back(merge);
  }
}

void PointerPhis::emit_addresses(const Node& node, Vector<Instruction>& out) {
  const Instruction old = function_.instructions[node.instruction];
  const Vector<ValueId>& merged = merged_[static_cast<size_t>(&node - nodes_.data())];
  ValueId base = node.root;
  size_t slot = 0;
  for (size_t i = 0; i < node.form.size(); ++i) {
    const Step& step = node.form[i];
    Instruction gep;
    gep.opcode = Opcode::kGep;
    gep.type = old.type;
    gep.aux = step.type;
    gep.result = i + 1 == node.form.size() ? old.result : new_value(old.type);
    gep.first_operand = static_cast<uint32_t>(function_.operands.size());
    gep.operand_count = static_cast<uint32_t>(step.indices.size()) + 1;
    function_.operands.push_back(base);
    for (size_t k = 0; k < step.indices.size(); ++k) function_.operands.push_back(merged[slot++]);
    out.push_back(gep);
    base = gep.result;
  }
  if (node.form.empty()) alias_[old.result - function_.first_local] = node.root;
}

void PointerPhis::rebuild() {
  alias_.assign(function_.local_types.size(), kNone);
  Vector<Instruction> out, after_phis;
  Vector<SourcePosition> positions;
  out.reserve(function_.instructions.size() + nodes_.size() * 4);
  const bool has_positions = !function_.positions.empty();
  for (BasicBlock& block : function_.blocks) {
    const uint32_t first = block.first_instruction;
    const uint32_t end = first + block.instruction_count;
    block.first_instruction = static_cast<uint32_t>(out.size());
    after_phis.clear();
    for (uint32_t i = first; i < end; ++i) {
      const Instruction instruction = function_.instructions[i];
      const bool is_phi = instruction.opcode == Opcode::kPhi;
      if (!is_phi && !after_phis.empty()) {
        out.insert(out.end(), after_phis.begin(), after_phis.end());
        after_phis.clear();
      }
      if (node_of_[i] == kNone) {
        out.push_back(instruction);
      } else {
        emit_merges(nodes_[node_of_[i]], out);
        emit_addresses(nodes_[node_of_[i]], is_phi ? after_phis : out);
      }
      if (has_positions) positions.resize(out.size(), function_.positions[i]);
    }
    block.instruction_count = static_cast<uint32_t>(out.size()) - block.first_instruction;
  }
  function_.instructions = std::move(out);
  if (has_positions) function_.positions = std::move(positions);
  for (ValueId& operand : function_.operands) {
    if (operand < function_.first_local || operand - function_.first_local >= alias_.size()) continue;
    const ValueId stands_for_it = alias_[operand - function_.first_local];
    if (stands_for_it != kNone) operand = stands_for_it;
  }
}

Result<void> PointerPhis::run() {
  find_nodes();
  if (!find_forms()) return refuse(nodes_[0], "some are never defined");
  for (const Node& node : nodes_) {
    if (node.slots.size() > kMaxIndices) return refuse(node, "their addresses have too many indices");
    if (!forms_agree(node))
      return refuse(node, "they point into different variables or different parts of one");
  }
  find_slots();
  for (const Node& node : nodes_) {
    if (!struct_indices_are_fixed(node)) return refuse(node, "they point to different members of a struct");
  }
  if (!make_results()) return refuse(nodes_[0], "an index has no zero in this module");
  rebuild();
  return {};
}

}  // namespace

bool has_pointer_phis(const Module& module, const Function& function) {
  return std::any_of(function.instructions.begin(), function.instructions.end(), [&](const Instruction& i) {
    return (i.opcode == Opcode::kPhi || i.opcode == Opcode::kSelect) &&
           module.types[i.type].kind == TypeKind::kPointer;
  });
}

Result<void> lower_pointer_phis(Module& module, Function& function) {
  return PointerPhis(module, function).run();
}

}  // namespace trellis::dxil
