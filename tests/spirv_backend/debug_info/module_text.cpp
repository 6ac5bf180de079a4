#include "tests/spirv_backend/debug_info/module_text.hpp"

#include "spirv_backend/debug_info/debug_set.hpp"

namespace trellis::test_backend {

using spirv::DebugOp;
using spv::Op;

ModuleText::ModuleText(const std::vector<uint32_t>& words) : words_(words), at_(words[3]) {
  size_t function = 0;
  uint32_t main = 0;
  bool is_code = false;
  for (size_t at = 5; at < words_.size(); at += size(at)) {
    if (op(at) == Op::OpEntryPoint) main = word(at, 2);
    is_code = is_code || op(at) == Op::OpFunction;
    if (op(at) == Op::OpFunction && word(at, 2) == main) function = at;
    if (!is_code) {
      read_global(at);
    } else if (op(at) == Op::OpLabel) {
      at_[word(at, 1)] = at;
    } else if (op(at) == Op::OpVariable || op(at) == Op::OpUndef || op(at) == Op::OpFunction ||
               op(at) == Op::OpFunctionParameter) {
      at_[word(at, 2)] = at;
    }
  }
  first_block_ = function + size(function);
  read_function();
}

void ModuleText::read_global(size_t at) {
  switch (op(at)) {
    case Op::OpName:
      names_[word(at, 1)] = text(at, 2);
      break;
    case Op::OpExecutionMode:
      for (uint32_t n = 0; n < 3 && size(at) == 6; ++n) group_size_[n] = word(at, 3 + n);
      break;
    case Op::OpDecorate:
      if (word(at, 2) == static_cast<uint32_t>(spv::Decoration::BuiltIn))
        builtins_[word(at, 1)] = word(at, 3);
      if (word(at, 2) == static_cast<uint32_t>(spv::Decoration::ArrayStride)) {
        strides_[word(at, 1)] = word(at, 3);
      }
      break;
    case Op::OpMemberDecorate:
      if (word(at, 3) == static_cast<uint32_t>(spv::Decoration::Offset)) {
        offsets_[{word(at, 1), word(at, 2)}] = word(at, 4);
      }
      break;
    case Op::OpExtInstImport:
      at_[word(at, 1)] = at;
      if (text(at, 2) == "NonSemantic.Shader.DebugInfo.100") debug_set_ = word(at, 1);
      break;
    case Op::OpString:
      at_[word(at, 1)] = at;
      break;
    case Op::OpExtInst:
    case Op::OpConstant:
    case Op::OpConstantTrue:
    case Op::OpConstantFalse:
    case Op::OpConstantComposite:
    case Op::OpConstantNull:
    case Op::OpUndef:
    case Op::OpVariable:
      at_[word(at, 2)] = at;
      break;
    default:
      read_type(at);
      break;
  }
}

void ModuleText::read_type(size_t at) {
  ModuleType type;
  type.op = op(at);
  switch (type.op) {
    case Op::OpTypeBool:
    case Op::OpTypeImage:
      break;
    case Op::OpTypeInt:
    case Op::OpTypeFloat:
      type.bits = word(at, 2);
      break;
    case Op::OpTypeVector:
      type.element = word(at, 2);
      type.count = word(at, 3);
      break;
    case Op::OpTypeArray:
      type.count = word(at_[word(at, 3)], 3);
      [[fallthrough]];
    case Op::OpTypeRuntimeArray:
      type.element = word(at, 2);
      type.stride = strides_.contains(word(at, 1)) ? strides_[word(at, 1)] : bytes(type.element);
      break;
    case Op::OpTypePointer:
      type.element = word(at, 3);
      break;
    case Op::OpTypeStruct:
      for (uint32_t n = 2, next = 0; n < size(at); ++n) {
        const auto known = offsets_.find({word(at, 1), n - 2});
        const uint32_t offset = known != offsets_.end() ? known->second : next;
        type.members.push_back(word(at, n));
        type.offsets.push_back(offset);
        next = offset + bytes(word(at, n));
      }
      break;
    default:
      return;
  }
  types_[word(at, 1)] = type;
}

uint32_t ModuleText::scalars(uint32_t id) const {
  const ModuleType& whole = type(id);
  uint32_t sum = 0;
  for (const uint32_t member : whole.members) sum += scalars(member);
  if (whole.op == Op::OpTypeStruct) return sum;
  if (whole.op == Op::OpTypePointer) return 2;  // The variable, and the byte offset in it.
  return whole.element == 0 ? 1 : whole.count * scalars(whole.element);
}

uint32_t ModuleText::bytes(uint32_t id) const {
  const ModuleType& whole = type(id);
  if (whole.op == Op::OpTypeStruct) {
    return whole.members.empty() ? 0 : whole.offsets.back() + bytes(whole.members.back());
  }
  if (whole.op == Op::OpTypeVector) return whole.count * bytes(whole.element);
  if (whole.op == Op::OpTypeArray || whole.op == Op::OpTypeRuntimeArray) return whole.count * whole.stride;
  return whole.bits / 8;
}

std::pair<uint32_t, uint32_t> ModuleText::part(uint32_t id, uint32_t index) const {
  const ModuleType& whole = type(id);
  if (whole.op == Op::OpTypeStruct) return {whole.members.at(index), whole.offsets.at(index)};
  const uint32_t stride = whole.op == Op::OpTypeVector ? bytes(whole.element) : whole.stride;
  return {whole.element, index * stride};
}

std::string ModuleText::name(uint32_t id) const {
  const auto found = names_.find(id);
  return found == names_.end() ? "" : found->second;
}

uint32_t ModuleText::builtin(uint32_t id) const {
  const auto found = builtins_.find(id);
  return found == builtins_.end() ? UINT32_MAX : found->second;
}

/// Returns the index of the slot for a variable and a path of indices in it. A new slot is linked with those
/// of the same variable that contain it or that it contains.
uint32_t ModuleText::add_slot(size_t at) {
  std::string path;
  for (uint32_t n = 8; n < size(at); ++n) path += "." + std::to_string(word(at_[word(at, n)], 3));
  const uint32_t variable = word(at, 5);
  const auto [known, is_new] =
      slot_numbers_.try_emplace({variable, inlined_, path}, static_cast<uint32_t>(slots_.size()));
  if (!is_new) return known->second;
  const uint32_t number = known->second;
  DebugSlot made{variable, inlined_, text(at_[word(at_[variable], 5)], 2) + path, {}};
  for (uint32_t other = 0; other < slots_.size(); ++other) {
    DebugSlot& slot = slots_[other];
    if (slot.variable != variable || slot.inlined != inlined_) continue;
    const bool is_part = made.name.starts_with(slot.name + "."),
               is_whole = slot.name.starts_with(made.name + ".");
    if (!is_part && !is_whole) continue;
    slot.overlapping.push_back(number);
    made.overlapping.push_back(other);
  }
  slots_.push_back(made);
  said_.push_back(0);
  return number;
}

uint32_t ModuleText::depth_of(uint32_t scope) const {
  uint32_t depth = 0;
  while (static_cast<DebugOp>(word(at_[scope], 4)) == DebugOp::kLexicalBlock) {
    scope = word(at_[scope], 8);
    ++depth;
  }
  return depth;
}

bool ModuleText::is_in_view(const DebugSlot& slot, uint32_t line) const {
  constexpr uint32_t kParent = 10, kLine = 8;
  if (slot.inlined != inlined_ || scope_ == 0) return false;
  if (word(at_[word(at_[slot.variable], kLine)], 3) > line) return false;
  const uint32_t parent = word(at_[slot.variable], kParent);
  uint32_t scope = scope_;
  while (scope != parent) {
    if (static_cast<DebugOp>(word(at_[scope], 4)) != DebugOp::kLexicalBlock) return false;
    scope = word(at_[scope], 8);
  }
  return true;
}

/// Records the variables in scope at the line; of several with the same name, the innermost one.
void ModuleText::begin_line(size_t at) {
  LinePlace& place = lines_[at];
  place.line = word(at_[word(at, 6)], 3);
  std::map<std::string, uint32_t> innermost;
  const auto depth = [this](uint32_t slot) { return depth_of(word(at_[slots_[slot].variable], 10)); };
  for (uint32_t slot = 0; slot < slots_.size(); ++slot) {
    if (!is_in_view(slots_[slot], place.line)) continue;
    const auto [known, is_new] = innermost.try_emplace(slots_[slot].name, slot);
    if (!is_new && depth(slot) > depth(known->second)) known->second = slot;
  }
  for (const auto& [name, slot] : innermost) place.slots.push_back({slot, said_[slot]});
}

void ModuleText::read_debug(size_t at) {
  switch (static_cast<DebugOp>(word(at, 4))) {
    case DebugOp::kScope:
      scope_ = word(at, 5);
      inlined_ = size(at) > 6 ? word(at, 6) : 0;
      break;
    case DebugOp::kNoScope:
      scope_ = inlined_ = 0;
      break;
    case DebugOp::kValue:
    case DebugOp::kDeclare: {
      const uint32_t slot = add_slot(at);
      slot_of_[at] = slot;
      said_[slot] = static_cast<uint32_t>(at);
      for (const uint32_t other : slots_[slot].overlapping) said_[other] = 0;
      break;
    }
    default:
      break;
  }
}

// Reads the function twice: the first line already needs all slots.
void ModuleText::read_function() {
  for (const bool is_second : {false, true}) {
    said_.assign(said_.size(), 0);
    for (size_t at = first_block_; at < words_.size(); at += size(at)) {
      if (op(at) == Op::OpLabel) scope_ = inlined_ = 0;
      if (!is_debug(at)) continue;
      read_debug(at);
      if (is_second && static_cast<DebugOp>(word(at, 4)) == DebugOp::kLine) begin_line(at);
    }
  }
}

}  // namespace trellis::test_backend
