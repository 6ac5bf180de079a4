#include "tests/spirv_backend/debug_info/module_walker.hpp"

#include <algorithm>
#include <bit>
#include <optional>

#include "spirv_backend/debug_info/debug_set.hpp"
#include "tests/spirv_backend/debug_info/module_text.hpp"

namespace trellis::test_backend {
namespace {

using spirv::DebugOp;
using spv::Op;

/// The scalars of a value, in order. A pointer has two: the ID of a variable, and a byte offset in it.
using Scalars = std::vector<uint64_t>;

constexpr uint64_t kGarbage = 0xDEAD'BEEF;  ///< The result of undefined values.
constexpr uint32_t kMostWalked = 20'000'000;

uint64_t width_mask(uint32_t bits) { return bits >= 64 ? UINT64_MAX : (uint64_t{1} << bits) - 1; }

uint64_t bit_reverse(uint64_t word) {
  uint64_t result = 0;
  for (uint32_t bit = 0; bit < 32; ++bit) result |= ((word >> bit) & 1) << (31 - bit);
  return result;
}

/// Computes an instruction on scalars; those with one operand ignore `b`. Returns nullopt for other
/// instructions.
std::optional<uint64_t> scalar_result(Op op, uint64_t a, uint64_t b) {
  const auto x = static_cast<int32_t>(a), y = static_cast<int32_t>(b);
  // clang-format off
  switch (op) {
    case Op::OpIAdd: return a + b;
    case Op::OpISub: return a - b;
    case Op::OpIMul: return a * b;
    case Op::OpUDiv: return b == 0 ? UINT64_MAX : a / b;
    case Op::OpUMod: return b == 0 ? UINT64_MAX : a % b;
    case Op::OpNot: return ~a;
    case Op::OpBitwiseAnd: case Op::OpLogicalAnd: return a & b;
    case Op::OpBitwiseOr: case Op::OpLogicalOr: return a | b;
    case Op::OpBitwiseXor: return a ^ b;
    case Op::OpShiftLeftLogical: return b > 63 ? 0 : a << b;
    case Op::OpShiftRightLogical: return b > 63 ? 0 : a >> b;
    case Op::OpIEqual: case Op::OpLogicalEqual: return a == b;
    case Op::OpINotEqual: case Op::OpLogicalNotEqual: return a != b;
    case Op::OpLogicalNot: return a ^ 1;
    case Op::OpULessThan: return a < b;
    case Op::OpULessThanEqual: return a <= b;
    case Op::OpUGreaterThan: return a > b;
    case Op::OpUGreaterThanEqual: return a >= b;
    case Op::OpSLessThan: return x < y;
    case Op::OpSLessThanEqual: return x <= y;
    case Op::OpSGreaterThan: return x > y;
    case Op::OpSGreaterThanEqual: return x >= y;
    case Op::OpUConvert: case Op::OpBitcast: case Op::OpCopyObject: return a;
    case Op::OpBitReverse: return bit_reverse(a);
    case Op::OpBitCount: return static_cast<uint64_t>(std::popcount(a));
    default: return std::nullopt;
  }
  // clang-format on
}

/// A call that has not returned.
struct WalkedCall {
  size_t at = 0;
  uint32_t block = 0;  ///< The caller's current block.
};

struct WalkedLane {
  uint32_t number = 0;
  bool is_traced = false;
  size_t at = 0;  ///< Word index of the next instruction; 0 if the lane has returned.
  uint32_t steps = 0, block = 0;
  std::vector<WalkedCall> calls;  ///< The innermost is last.
  std::vector<Scalars> values;
  std::map<uint32_t, std::vector<uint32_t>> memory;
  std::vector<uint32_t> said;  ///< By slot: word index of the debug instruction that ran last, or 0.
  std::vector<Scalars> said_values;
  std::vector<WalkedLine> lines;
  std::set<NamedValue> all_said;
};

class GroupWalk {
 public:
  GroupWalk(const std::vector<uint32_t>& words, const uint32_t (&group)[3], const Memory& memory)
      : text_(words), memory_(memory), constants_(text_.bound()) {
    std::copy(std::begin(group), std::end(group), std::begin(group_));
    for (uint32_t id = 0; id < text_.bound(); ++id) {
      if (text_.where(id) != 0) read_constant(text_.where(id));
    }
  }

  Walk run(const std::set<uint32_t>& traced) {
    const uint32_t count = text_.group_size(0) * text_.group_size(1) * text_.group_size(2);
    lanes_.resize(count);
    for (uint32_t n = 0; n < count; ++n) {
      WalkedLane& lane = lanes_[n];
      lane.number = n;
      lane.is_traced = traced.contains(n);
      lane.at = text_.first_block();
      lane.values = constants_;
      lane.said.resize(text_.slots().size());
      lane.said_values.resize(text_.slots().size());
    }
    bool goes_on = true;
    while (goes_on && walk_.fault.empty()) {
      for (WalkedLane& lane : lanes_) advance(lane);
      goes_on = meet();
    }
    for (WalkedLane& lane : lanes_) {
      walk_.lanes.push_back(std::move(lane.lines));
      walk_.said.push_back(std::move(lane.all_said));
    }
    return std::move(walk_);
  }

 private:
  uint32_t word(size_t at, uint32_t n) const { return text_.word(at, n); }

  Scalars undefined(uint32_t type) const { return Scalars(text_.scalars(type), kGarbage); }

  void read_constant(size_t at) {
    const auto result = [&]() -> Scalars& { return constants_[word(at, 2)]; };
    switch (text_.op(at)) {
      case Op::OpConstant:
        result() = {word(at, 3) | (text_.size(at) > 4 ? uint64_t{word(at, 4)} << 32 : 0)};
        break;
      case Op::OpConstantTrue:
      case Op::OpConstantFalse:
        result() = {text_.op(at) == Op::OpConstantTrue ? 1u : 0u};
        break;
      case Op::OpConstantNull:
        result() = Scalars(text_.scalars(word(at, 1)), 0);
        break;
      case Op::OpUndef:
        result() = undefined(word(at, 1));
        break;
      case Op::OpConstantComposite:
        for (uint32_t n = 3; n < text_.size(at); ++n) {
          if (constants_[word(at, n)].empty()) read_constant(text_.where(word(at, n)));
          const Scalars part = constants_[word(at, n)];
          constants_[word(at, 2)].insert(constants_[word(at, 2)].end(), part.begin(), part.end());
        }
        break;
      case Op::OpVariable:
        result() = {word(at, 2), 0};
        break;
      default:
        break;
    }
  }

  static bool waits(Op op) {
    switch (op) {
      case Op::OpControlBarrier:
      case Op::OpGroupNonUniformBroadcastFirst:
      case Op::OpGroupNonUniformUMax:
      case Op::OpGroupNonUniformUMin:
      case Op::OpGroupNonUniformAllEqual:
        return true;
      default:
        return false;
    }
  }

  void advance(WalkedLane& lane) {
    while (lane.at != 0 && walk_.fault.empty() && !waits(text_.op(lane.at))) {
      lane.at = step(lane);
      if (++lane.steps > kMostWalked) walk_.fault = "runs too long";
    }
  }

  /// Executes each pending instruction for all lanes that wait at it. Returns false if no lane is left.
  bool meet() {
    std::map<size_t, std::vector<WalkedLane*>> waiting;
    size_t count = 0, at_barriers = 0;
    for (WalkedLane& lane : lanes_) {
      if (lane.at == 0) continue;
      waiting[lane.at].push_back(&lane);
      ++count;
      at_barriers += text_.op(lane.at) == Op::OpControlBarrier ? 1 : 0;
    }
    if (at_barriers != 0 && (at_barriers != count || waiting.size() > 1)) {
      walk_.fault = "a barrier that not all reach";
    }
    for (const auto& [at, lanes] : waiting) {
      if (text_.op(at) != Op::OpControlBarrier) exchange(at, lanes);
      for (WalkedLane* lane : lanes) {
        note_effect(*lane);
        lane->at += text_.size(at);
      }
    }
    return count != 0;
  }

  void exchange(size_t at, const std::vector<WalkedLane*>& lanes) {
    const Op op = text_.op(at);
    const bool is_reduction = op == Op::OpGroupNonUniformUMax || op == Op::OpGroupNonUniformUMin;
    const uint32_t operand = word(at, is_reduction ? 5 : 4);
    Scalars result = lanes.front()->values[operand];
    const Scalars first = result;
    bool is_equal = true;
    for (const WalkedLane* lane : lanes) {
      const Scalars& value = lane->values[operand];
      is_equal &= value == first;
      if (op == Op::OpGroupNonUniformUMax) result = std::max(result, value);
      if (op == Op::OpGroupNonUniformUMin) result = std::min(result, value);
    }
    if (op == Op::OpGroupNonUniformAllEqual) result = {is_equal ? 1u : 0u};
    for (WalkedLane* lane : lanes) lane->values[word(at, 2)] = result;
  }

  static void note_effect(WalkedLane& lane) {
    if (!lane.lines.empty()) lane.lines.back().has_effects = true;
  }

  // Memory.
  std::vector<uint32_t>& memory_of(WalkedLane& lane, uint32_t variable) {
    const size_t at = text_.where(variable);
    const auto storage = static_cast<spv::StorageClass>(word(at, 3));
    const bool is_buffer = storage == spv::StorageClass::StorageBuffer ||
                           storage == spv::StorageClass::Uniform ||
                           storage == spv::StorageClass::UniformConstant;
    if (is_buffer) return (*memory_.buffers)[text_.name(variable)];
    std::vector<uint32_t>& memory =
        storage == spv::StorageClass::Workgroup ? shared_[variable] : lane.memory[variable];
    if (!memory.empty()) return memory;
    const uint32_t type = text_.type(word(at, 1)).element;
    if (storage == spv::StorageClass::Input) {
      memory = builtin(text_.builtin(variable), lane.number);
    } else {
      memory.assign(text_.bytes(type) / 4, static_cast<uint32_t>(kGarbage));
      if (text_.size(at) > 4) {
        const Scalars initial = constants_[word(at, 4)];
        size_t next = 0;
        write(memory, type, 0, initial, next);
      }
    }
    return memory;
  }

  std::vector<uint32_t> builtin(uint32_t which, uint32_t number) {
    const uint32_t size[3] = {text_.group_size(0), text_.group_size(1), text_.group_size(2)};
    const uint32_t id[3] = {number % size[0], number / size[0] % size[1], number / size[0] / size[1]};
    const auto three = [&](auto of) { return std::vector<uint32_t>{of(0), of(1), of(2)}; };
    switch (static_cast<spv::BuiltIn>(which)) {
      case spv::BuiltIn::GlobalInvocationId:
        return three([&](int d) { return group_[d] * size[d] + id[d]; });
      case spv::BuiltIn::WorkgroupId:
        return three([&](int d) { return group_[d]; });
      case spv::BuiltIn::LocalInvocationId:
        return three([&](int d) { return id[d]; });
      case spv::BuiltIn::LocalInvocationIndex:
        return {number};
      default:
        walk_.fault = "an input of another kind";
        return {0, 0, 0, 0};
    }
  }

  void read(const std::vector<uint32_t>& memory, uint32_t type, uint32_t offset, Scalars& value) const {
    const ModuleType& whole = text_.type(type);
    const uint32_t count =
        whole.op == Op::OpTypeStruct ? static_cast<uint32_t>(whole.members.size()) : whole.count;
    for (uint32_t n = 0; n < count; ++n) {
      const auto [element, distance] = text_.part(type, n);
      read(memory, element, offset + distance, value);
    }
    if (whole.op == Op::OpTypeStruct || whole.element != 0) return;
    const size_t at = offset / 4;
    uint64_t scalar = at < memory.size() ? memory[at] : 0;
    if (whole.bits == 64 && at + 1 < memory.size()) scalar |= uint64_t{memory[at + 1]} << 32;
    value.push_back(scalar);
  }

  void write(std::vector<uint32_t>& memory, uint32_t type, uint32_t offset, const Scalars& value,
             size_t& next) const {
    const ModuleType& whole = text_.type(type);
    const uint32_t count =
        whole.op == Op::OpTypeStruct ? static_cast<uint32_t>(whole.members.size()) : whole.count;
    for (uint32_t n = 0; n < count; ++n) {
      const auto [element, distance] = text_.part(type, n);
      write(memory, element, offset + distance, value, next);
    }
    if (whole.op == Op::OpTypeStruct || whole.element != 0) return;
    const uint64_t scalar = value[next++];
    const size_t at = offset / 4;
    if (at < memory.size()) memory[at] = static_cast<uint32_t>(scalar);
    if (whole.bits == 64 && at + 1 < memory.size()) memory[at + 1] = static_cast<uint32_t>(scalar >> 32);
  }

  uint32_t pointee(uint32_t pointer_type) const { return text_.type(pointer_type).element; }

  size_t access(WalkedLane& lane, size_t at) {
    const Scalars base = lane.values[word(at, 3)];
    auto offset = static_cast<uint32_t>(base[1]);
    uint32_t type = type_of(lane, word(at, 3));
    for (uint32_t n = 4; n < text_.size(at); ++n) {
      const auto [element, distance] = text_.part(type, static_cast<uint32_t>(lane.values[word(at, n)][0]));
      type = element;
      offset += distance;
    }
    return result(lane, at, {base[0], offset});
  }

  /// Returns the type that a pointer points to; for a result in a function, the type that its access chain
  /// had.
  uint32_t type_of(const WalkedLane&, uint32_t pointer) const {
    const size_t at = text_.where(pointer);
    return at != 0 ? pointee(word(at, 1)) : pointer_types_.at(pointer);
  }

  size_t load(WalkedLane& lane, size_t at) {
    const Scalars pointer = lane.values[word(at, 3)];
    const uint32_t type = word(at, 1);
    if (text_.type(type).op == Op::OpTypeImage) return result(lane, at, {pointer[0]});
    Scalars value;
    read(memory_of(lane, static_cast<uint32_t>(pointer[0])), type, static_cast<uint32_t>(pointer[1]), value);
    return result(lane, at, std::move(value));
  }

  bool is_shared(uint32_t variable) const {
    const auto storage = static_cast<spv::StorageClass>(word(text_.where(variable), 3));
    return storage != spv::StorageClass::Function && storage != spv::StorageClass::Private;
  }

  size_t store(WalkedLane& lane, size_t at) {
    const Scalars pointer = lane.values[word(at, 1)];
    const auto variable = static_cast<uint32_t>(pointer[0]);
    if (is_shared(variable)) note_effect(lane);
    size_t next = 0;
    const uint32_t type = type_of(lane, word(at, 1));
    write(memory_of(lane, variable), type, static_cast<uint32_t>(pointer[1]), lane.values[word(at, 2)], next);
    return at + text_.size(at);
  }

  size_t atomic(WalkedLane& lane, size_t at) {
    const Scalars pointer = lane.values[word(at, 3)];
    const auto number = static_cast<uint32_t>(lane.values[word(at, 6)][0]);
    note_effect(lane);
    uint32_t& memory = memory_of(lane, static_cast<uint32_t>(pointer[0])).at(pointer[1] / 4);
    const uint32_t old = memory;
    const Op op = text_.op(at);
    memory = op == Op::OpAtomicIAdd  ? old + number
             : op == Op::OpAtomicXor ? old ^ number
                                     : std::max(old, number);
    return result(lane, at, {old});
  }

  size_t image(WalkedLane& lane, size_t at) {
    const bool is_write = text_.op(at) == Op::OpImageWrite;
    const auto variable = static_cast<uint32_t>(lane.values[word(at, is_write ? 1 : 3)][0]);
    const uint64_t texel = lane.values[word(at, is_write ? 2 : 4)][0];
    const auto words = memory_.texel_words.find(text_.name(variable));
    if (words == memory_.texel_words.end()) {
      walk_.fault = "an image that is not a typed buffer";
      return 0;
    }
    std::vector<uint32_t>& memory = memory_of(lane, variable);
    Scalars value(4, 0);
    if (is_write) note_effect(lane);
    for (uint32_t n = 0; n < words->second; ++n) {
      const uint64_t at_word = texel * words->second + n;
      if (at_word >= memory.size()) break;
      if (is_write) memory[at_word] = static_cast<uint32_t>(lane.values[word(at, 3)][n]);
      value[n] = memory[at_word];
    }
    return is_write ? at + text_.size(at) : result(lane, at, value);
  }

  // Control flow.
  size_t jump(WalkedLane& lane, uint32_t label) {
    const uint32_t from = lane.block;
    size_t at = text_.where(label);
    lane.block = label;
    at += text_.size(at);
    std::vector<std::pair<uint32_t, Scalars>> phis;
    for (; text_.op(at) == Op::OpPhi; at += text_.size(at)) {
      for (uint32_t n = 3; n + 1 < text_.size(at); n += 2) {
        if (word(at, n + 1) == from) phis.emplace_back(word(at, 2), lane.values[word(at, n)]);
      }
    }
    for (auto& [id, value] : phis) lane.values[id] = std::move(value);
    return at;
  }

  size_t choose(WalkedLane& lane, size_t at) {
    uint32_t target = word(at, 2);
    for (uint32_t n = 3; n + 1 < text_.size(at); n += 2) {
      if (word(at, n) == lane.values[word(at, 1)][0]) target = word(at, n + 1);
    }
    return jump(lane, target);
  }

  size_t call(WalkedLane& lane, size_t at) {
    lane.calls.push_back({at, lane.block});
    size_t next = text_.where(word(at, 3));
    next += text_.size(next);
    for (uint32_t n = 4; n < text_.size(at); ++n, next += text_.size(next)) {
      lane.values[word(next, 2)] = lane.values[word(at, n)];
    }
    return next;
  }

  size_t leave(WalkedLane& lane, size_t at) {
    if (lane.calls.empty()) return 0;
    const WalkedCall call = lane.calls.back();
    lane.calls.pop_back();
    if (text_.op(at) == Op::OpReturnValue) lane.values[word(call.at, 2)] = lane.values[word(at, 1)];
    lane.block = call.block;
    return call.at + text_.size(call.at);
  }

  // Values.
  size_t result(WalkedLane& lane, size_t at, Scalars value) {
    const ModuleType& whole = text_.type(word(at, 1));
    const bool is_vector = whole.op == Op::OpTypeVector;
    const ModuleType& scalar = is_vector ? text_.type(whole.element) : whole;
    if (scalar.op == Op::OpTypeInt) {
      for (uint64_t& component : value) component &= width_mask(scalar.bits);
    }
    lane.values[word(at, 2)] = std::move(value);
    return at + text_.size(at);
  }

  size_t compute(WalkedLane& lane, size_t at) {
    const Scalars& a = lane.values[word(at, 3)];
    const Scalars& b = text_.size(at) > 4 ? lane.values[word(at, 4)] : a;
    Scalars value;
    for (size_t n = 0; n < a.size(); ++n) {
      const auto scalar = scalar_result(text_.op(at), a[n], b[n]);
      if (!scalar) {
        walk_.fault = "opcode " + std::to_string(static_cast<uint32_t>(text_.op(at)));
        return 0;
      }
      value.push_back(*scalar);
    }
    return result(lane, at, std::move(value));
  }

  size_t extended(WalkedLane& lane, size_t at) {
    if (text_.is_debug(at)) return debug(lane, at), at + text_.size(at);
    constexpr uint32_t kUMin = 38, kUMax = 41, kFindILsb = 73;
    Scalars value = lane.values[word(at, 5)];
    for (size_t n = 0; n < value.size(); ++n) {
      const uint64_t other = text_.size(at) > 6 ? lane.values[word(at, 6)][n] : 0;
      switch (word(at, 4)) {
        case kUMin:
          value[n] = std::min(value[n], other);
          break;
        case kUMax:
          value[n] = std::max(value[n], other);
          break;
        case kFindILsb:
          value[n] = value[n] == 0 ? UINT32_MAX : static_cast<uint64_t>(std::countr_zero(value[n]));
          break;
        default:
          walk_.fault = "extended instruction " + std::to_string(word(at, 4));
          break;
      }
    }
    return result(lane, at, std::move(value));
  }

  size_t extract(WalkedLane& lane, size_t at) {
    const Scalars& whole = lane.values[word(at, 3)];
    if (text_.size(at) != 5 || text_.type(word(at, 1)).element != 0) {
      walk_.fault = "an extract of a part of parts";
      return 0;
    }
    return result(lane, at, {whole.at(word(at, 4))});
  }

  size_t construct(WalkedLane& lane, size_t at) {
    Scalars value;
    for (uint32_t n = 3; n < text_.size(at); ++n) {
      const Scalars& part = lane.values[word(at, n)];
      value.insert(value.end(), part.begin(), part.end());
    }
    return result(lane, at, std::move(value));
  }

  size_t select(WalkedLane& lane, size_t at) {
    const Scalars& test = lane.values[word(at, 3)];
    Scalars value = lane.values[word(at, 4)];
    for (size_t n = 0; n < value.size(); ++n) {
      if (test[test.size() == 1 ? 0 : n] == 0) value[n] = lane.values[word(at, 5)][n];
    }
    return result(lane, at, std::move(value));
  }

  /// Executes one instruction. Returns the index of the next one, or 0 after the last.
  size_t step(WalkedLane& lane) {
    const size_t at = lane.at, next = at + text_.size(at);
    // clang-format off
    switch (text_.op(at)) {
      case Op::OpLabel: lane.block = word(at, 1); return next;
      case Op::OpExtInst: return extended(lane, at);
      case Op::OpSelectionMerge: case Op::OpLoopMerge: case Op::OpVariable: case Op::OpUndef: return next;
      case Op::OpAccessChain: pointer_types_[word(at, 2)] = pointee(word(at, 1)); return access(lane, at);
      case Op::OpLoad: return load(lane, at);
      case Op::OpStore: return store(lane, at);
      case Op::OpAtomicIAdd: case Op::OpAtomicXor: case Op::OpAtomicUMax: return atomic(lane, at);
      case Op::OpImageFetch: case Op::OpImageRead: case Op::OpImageWrite: return image(lane, at);
      case Op::OpCompositeExtract: return extract(lane, at);
      case Op::OpCompositeConstruct: return construct(lane, at);
      case Op::OpSelect: return select(lane, at);
      case Op::OpBranch: return jump(lane, word(at, 1));
      case Op::OpBranchConditional: return jump(lane, word(at, lane.values[word(at, 1)][0] != 0 ? 2 : 3));
      case Op::OpSwitch: return choose(lane, at);
      case Op::OpFunctionCall: return call(lane, at);
      case Op::OpReturn: case Op::OpReturnValue: return leave(lane, at);
      default: return compute(lane, at);
    }
    // clang-format on
  }

  // Debug instructions.
  void debug(WalkedLane& lane, size_t at) {
    switch (static_cast<DebugOp>(word(at, 4))) {
      case DebugOp::kLine:
        if (lane.is_traced) begin_line(lane, text_.line_of(at));
        break;
      case DebugOp::kValue:
      case DebugOp::kDeclare: {
        const uint32_t slot = text_.slot_of(at);
        lane.said[slot] = static_cast<uint32_t>(at);
        lane.said_values[slot] = lane.values[word(at, 6)];
        for (const uint32_t other : text_.slots()[slot].overlapping) lane.said[other] = 0;
        if (!lane.is_traced) break;
        const Scalars& value = lane.said_values[slot];
        const uint32_t first = name_of(slot, value.size());
        for (uint32_t n = 0; n < value.size(); ++n) lane.all_said.emplace(first + n, value[n]);
        break;
      }
      default:
        break;
    }
  }

  void begin_line(WalkedLane& lane, const LinePlace& place) {
    WalkedLine line;
    line.line = place.line;
    for (const SlotInView& seen : place.slots) {
      const uint32_t ran = lane.said[seen.slot];
      add_values(lane, seen.slot, ran, lane.said_values[seen.slot], line.variables);
      const Scalars& value = seen.said == 0 ? Scalars() : lane.values[word(seen.said, 6)];
      add_values(lane, seen.slot, value.empty() ? 0 : seen.said, value, line.in_text_order);
    }
    lane.lines.push_back(std::move(line));
  }

  /// Adds the values that a debug instruction describes, scalar by scalar.
  void add_values(WalkedLane& lane, uint32_t slot, uint32_t said, Scalars value,
                  std::vector<NamedValue>& list) {
    if (said == 0) return;
    const size_t operand = text_.where(word(said, 6));
    if (operand != 0 && text_.op(operand) == Op::OpUndef) return;
    if (static_cast<DebugOp>(word(said, 4)) == DebugOp::kDeclare) {
      const auto variable = static_cast<uint32_t>(value[0]);
      value.clear();
      read(memory_of(lane, variable), pointee(word(text_.where(variable), 1)), 0, value);
    }
    const uint32_t first = name_of(slot, value.size());
    for (uint32_t n = 0; n < value.size(); ++n) list.emplace_back(first + n, value[n]);
    if (static_cast<DebugOp>(word(said, 4)) == DebugOp::kDeclare)
      lane.all_said.insert(list.end() - static_cast<ptrdiff_t>(value.size()), list.end());
  }

  /// Returns the index of the first name of a slot's scalars.
  uint32_t name_of(uint32_t slot, size_t scalars) {
    const auto [known, is_new] =
        first_names_.try_emplace({slot, scalars}, static_cast<uint32_t>(walk_.names.size()));
    const std::string& name = text_.slots()[slot].name;
    for (size_t n = 0; n < scalars && is_new; ++n) {
      walk_.names.push_back(scalars == 1 ? name : name + "." + std::to_string(n));
    }
    return known->second;
  }

  const ModuleText text_;
  const Memory& memory_;
  uint32_t group_[3] = {};
  std::vector<Scalars> constants_;
  std::vector<WalkedLane> lanes_;
  std::map<uint32_t, std::vector<uint32_t>> shared_;
  std::map<uint32_t, uint32_t> pointer_types_;
  std::map<std::pair<uint32_t, size_t>, uint32_t> first_names_;
  Walk walk_;
};

}  // namespace

Walk walk_group(const std::vector<uint32_t>& module, const uint32_t (&group)[3], const Memory& memory,
                const std::set<uint32_t>& traced) {
  return GroupWalk(module, group, memory).run(traced);
}

}  // namespace trellis::test_backend
