#include "tests/spirv_backend/debug_info/hlsl_machine.hpp"

#include <algorithm>
#include <bit>

#include "tests/spirv_backend/debug_info/hlsl_compiler.hpp"

namespace trellis::test_backend::hlsl {
namespace {

constexpr uint32_t kMostSteps = 20'000'000, kMostSupposed = 4000, kDeepest = 3;

uint64_t clip(uint64_t value, Base base) { return base == Base::kUint64 ? value : value & 0xFFFF'FFFF; }

uint64_t reverse(uint64_t word) {
  uint64_t result = 0;
  for (uint32_t bit = 0; bit < 32; ++bit) result |= ((word >> bit) & 1) << (31 - bit);
  return result;
}

bool is_less(uint64_t a, uint64_t b, Base base) {
  const bool is_signed = base == Base::kInt || base == Base::kLiteral;
  return is_signed ? static_cast<int32_t>(a) < static_cast<int32_t>(b) : a < b;
}

uint64_t compute(Binary meaning, uint64_t a, uint64_t b, Base base) {
  const uint64_t mask = base == Base::kUint64 ? 63 : 31;
  const bool is_signed = base == Base::kInt || base == Base::kLiteral;
  // clang-format off
  switch (meaning) {
    case Binary::kAdd: return clip(a + b, base);
    case Binary::kSub: return clip(a - b, base);
    case Binary::kMul: return clip(a * b, base);
    case Binary::kDiv: return b == 0 ? clip(UINT64_MAX, base) : a / b;
    case Binary::kMod: return b == 0 ? clip(UINT64_MAX, base) : a % b;
    case Binary::kAnd: return a & b;
    case Binary::kOr: return a | b;
    case Binary::kXor: return clip(a ^ b, base);
    case Binary::kShiftLeft: return clip(a << (b & mask), base);
    case Binary::kShiftRight:
      return is_signed ? clip(static_cast<uint64_t>(static_cast<int32_t>(a) >> (b & mask)), base)
                       : a >> (b & mask);
    case Binary::kEqual: return a == b;
    case Binary::kNotEqual: return a != b;
    case Binary::kLess: return is_less(a, b, base);
    case Binary::kLessEqual: return !is_less(b, a, base);
    case Binary::kGreater: return is_less(b, a, base);
    case Binary::kGreaterEqual: return !is_less(a, b, base);
    case Binary::kMax: return std::max(a, b);
    case Binary::kMin: return std::min(a, b);
    case Binary::kFirstBitLow: return a == 0 ? 0xFFFF'FFFF : static_cast<uint64_t>(std::countr_zero(a));
    case Binary::kCountBits: return static_cast<uint64_t>(std::popcount(a));
    case Binary::kReverseBits: return reverse(a);
  }
  // clang-format on
  return 0;
}

struct Frame {
  uint32_t back = 0;  ///< Where the caller continues.
  uint32_t function = 0, line = 0, view = UINT32_MAX;
  std::vector<uint64_t> slots;
  std::map<uint32_t, std::vector<uint64_t>> earlier;  ///< By slot: its earlier values, the latest first.
};

struct Lane {
  uint32_t at = 0, steps = 0;
  std::vector<uint64_t> stack, globals;
  std::vector<Frame> frames;
  bool is_done = false, is_traced = false;
  uint32_t supposed = 0;  ///< How many enclosing arms run although their condition does not hold.
  SourceRun* run = nullptr;
};

class Group {
 public:
  Group(const Program& program, const uint32_t (&group)[3], Buffers& buffers, const Tracing& tracing)
      : program_(program), tracing_(tracing), shared_(program.shared_slots) {
    std::copy(std::begin(group), std::end(group), std::begin(group_));
    for (const Buffer& buffer : program.buffers) buffers_.push_back(&buffers[buffer.name]);
  }

  std::vector<SourceRun> run(std::string& fault) {
    const uint32_t count = program_.group[0] * program_.group[1] * program_.group[2];
    std::vector<SourceRun> runs(count);
    lanes_.resize(count);
    for (uint32_t n = 0; n < count; ++n) begin(n, tracing_.lanes.contains(n), runs[n]);
    bool goes_on = true;
    while (goes_on && fault_.empty()) {
      for (Lane& lane : lanes_) advance(lane);
      goes_on = meet();
    }
    fault = fault_;
    return runs;
  }

 private:
  void begin(uint32_t n, bool is_traced, SourceRun& run) {
    Lane& lane = lanes_[n];
    lane.at = program_.start;
    lane.is_traced = is_traced;
    lane.run = &run;
    lane.frames.emplace_back();
    lane.globals.resize(program_.global_slots);
    const uint32_t* size = program_.group;
    const uint32_t id[3] = {n % size[0], n / size[0] % size[1], n / size[0] / size[1]};
    for (uint32_t d = 0; d < 3; ++d) {
      lane.globals[kDispatchId + d] = group_[d] * size[d] + id[d];
      lane.globals[kGroupId + d] = group_[d];
      lane.globals[kThreadId + d] = id[d];
    }
    lane.globals[kGroupIndex] = n;
    for (const ConstantWords& words : program_.constants) {
      const std::vector<uint32_t>& buffer = *buffers_[words.buffer];
      for (uint32_t w = 0; w < words.count; ++w) lane.globals[words.slot + w] = buffer.at(words.word + w);
    }
  }

  /// Runs the lane to the end, or to an operation at which lanes wait for each other.
  void advance(Lane& lane) {
    while (!lane.is_done && fault_.empty()) {
      const Op op = program_.code[lane.at].op;
      if (op == Op::kBarrier || op == Op::kWave) return;
      step(lane);
      if (++lane.steps > kMostSteps) fault_ = "the source runs too long";
    }
  }

  /// Executes each pending operation for all lanes that wait at it. Returns false if no lane is left.
  bool meet() {
    std::map<uint32_t, std::vector<Lane*>> waiting;
    for (Lane& lane : lanes_) {
      if (!lane.is_done) waiting[lane.at].push_back(&lane);
    }
    bool is_barrier = false, is_other = false;
    for (const auto& [at, lanes] : waiting) {
      (program_.code[at].op == Op::kBarrier ? is_barrier : is_other) = true;
    }
    if (is_barrier && (is_other || waiting.size() > 1)) fault_ = "a barrier that not all reach";
    for (const auto& [at, lanes] : waiting) {
      if (program_.code[at].op == Op::kWave) exchange(lanes, static_cast<Wave>(program_.code[at].value));
      for (Lane* lane : lanes) ++lane->at;
    }
    return !waiting.empty();
  }

  static void exchange(const std::vector<Lane*>& lanes, Wave meaning) {
    uint64_t result = lanes.front()->stack.back();
    const uint64_t first = result;
    bool is_equal = true;
    for (const Lane* lane : lanes) {
      const uint64_t value = lane->stack.back();
      is_equal &= value == first;
      if (meaning == Wave::kMax) result = std::max(result, value);
      if (meaning == Wave::kMin) result = std::min(result, value);
    }
    if (meaning == Wave::kAllEqual) result = is_equal ? 1 : 0;
    for (Lane* lane : lanes) lane->stack.back() = result;
  }

  static uint64_t pop(Lane& lane) {
    if (lane.stack.empty()) return 0;
    const uint64_t value = lane.stack.back();
    lane.stack.pop_back();
    return value;
  }

  std::vector<uint64_t>& space_of(Lane& lane, Space space) {
    return space == Space::kLocal    ? lane.frames.back().slots
           : space == Space::kShared ? shared_
                                     : lane.globals;
  }

  void load(Lane& lane, const Instruction& i, uint64_t from) {
    const std::vector<uint64_t>& space = space_of(lane, i.space);
    for (uint64_t n = from; n < from + i.b; ++n) {
      lane.stack.push_back(from + i.b <= space.size() ? space[n] : kUndefined);
    }
  }

  void store(Lane& lane, const Instruction& i, bool is_computed) {
    const size_t values = lane.stack.size() - i.b;
    const uint64_t to = i.a + (is_computed ? lane.stack[values - 1] : 0);
    std::vector<uint64_t>& space = space_of(lane, i.space);
    const bool is_kept = (lane.supposed == 0 || i.space != Space::kShared) && to + i.b <= space.size();
    for (uint32_t n = 0; n < i.b && is_kept; ++n) {
      if (i.space == Space::kLocal) keep_earlier(lane, static_cast<uint32_t>(to + n), lane.stack[values + n]);
      space[to + n] = lane.stack[values + n];
    }
    lane.stack.resize(values - (is_computed ? 1 : 0));
  }

  void keep_earlier(Lane& lane, uint32_t slot, uint64_t next) const {
    constexpr size_t kMostEarlier = 8;
    if (!lane.is_traced || tracing_.histories.empty()) return;
    Frame& frame = lane.frames.back();
    if (frame.slots[slot] == next) return;
    std::vector<uint64_t>& earlier = frame.earlier[slot];
    earlier.insert(earlier.begin(), frame.slots[slot]);
    if (earlier.size() > kMostEarlier) earlier.pop_back();
  }

  static void binary(Lane& lane, const Instruction& i) {
    const size_t right = lane.stack.size() - i.a, left = right - i.a;
    for (uint32_t n = 0; n < i.a; ++n) {
      lane.stack[left + n] =
          compute(static_cast<Binary>(i.value), lane.stack[left + n], lane.stack[right + n], i.base);
    }
    lane.stack.resize(right);
  }

  static void pick(Lane& lane, const Instruction& i) {
    const std::vector<uint64_t> whole(lane.stack.end() - i.a, lane.stack.end());
    lane.stack.resize(lane.stack.size() - i.a);
    for (uint32_t n = 0; n < i.b; ++n) lane.stack.push_back(whole[(i.value >> (4 * n)) & 15]);
  }

  static void select(Lane& lane, uint32_t count) {
    const size_t no = lane.stack.size() - count, yes = no - count, test = yes - 1;
    const size_t from = lane.stack[test] != 0 ? yes : no;
    for (uint32_t n = 0; n < count; ++n) lane.stack[test + n] = lane.stack[from + n];
    lane.stack.resize(test + count);
  }

  void buffer(Lane& lane, const Instruction& i) {
    std::vector<uint32_t>& words = *buffers_[i.a];
    const bool is_store = i.op == Op::kBufferStore;
    const size_t values = lane.stack.size() - (is_store ? i.b : 0);
    const uint64_t index = lane.stack[values - 1];
    const uint64_t first = i.value == 0 ? index / 4 : index * i.value;
    for (uint32_t n = 0; n < i.b && is_store; ++n) {
      if (lane.supposed == 0 && first + n < words.size()) {
        words[first + n] = static_cast<uint32_t>(lane.stack[values + n]);
      }
    }
    lane.stack.resize(values - 1);
    for (uint32_t n = 0; n < i.b && !is_store; ++n) {
      lane.stack.push_back(first + n < words.size() ? words[first + n] : 0);
    }
  }

  void atomic(Lane& lane, const Instruction& i) {
    const uint64_t number = pop(lane), place = pop(lane);
    const auto change = [&](auto& word) {
      const uint64_t old = word;
      using Word = std::remove_reference_t<decltype(word)>;
      if (lane.supposed == 0) {
        word = static_cast<Word>(compute(static_cast<Binary>(i.value), old, number, Base::kUint));
      }
      lane.stack.push_back(old);
    };
    if (i.op == Op::kSharedAtomic) return change(shared_.at(i.a + place));
    change(buffers_[i.a]->at(place / 4));
  }

  void call(Lane& lane, const Instruction& i) {
    const Function& called = program_.functions[i.a];
    Frame frame;
    frame.back = lane.at + 1;
    frame.function = i.a;
    frame.slots.assign(called.slots, kUndefined);
    const size_t values = lane.stack.size() - called.parameter_slots;
    std::copy(lane.stack.begin() + static_cast<ptrdiff_t>(values), lane.stack.end(), frame.slots.begin());
    lane.stack.resize(values);
    lane.frames.push_back(std::move(frame));
    lane.at = called.begin;
  }

  void leave(Lane& lane) {
    if (lane.frames.size() == 1) {
      lane.is_done = true;
      return;
    }
    const Frame frame = std::move(lane.frames.back());
    note(lane, frame, frame.line);
    lane.frames.pop_back();
    for (const Parameter& p : program_.functions[frame.function].parameters) {
      if (!p.is_out) continue;
      const auto first = frame.slots.begin() + p.slot;
      lane.stack.insert(lane.stack.end(), first, first + program_.types[p.type].slots);
    }
    lane.at = frame.back;
  }

  void note(Lane& lane, const Frame& frame, uint32_t line) const {
    if (!lane.is_traced || frame.view == UINT32_MAX) return;
    LineValues& values = lane.supposed == 0 ? lane.run->ran : lane.run->supposed;
    values.lines.insert(line);
    for (const Part& part : program_.views[frame.view]) {
      values.values.emplace(line, part.name, frame.slots[part.slot]);
      if (!tracing_.histories.contains({line, part.name})) continue;
      std::vector<uint64_t> history = {frame.slots[part.slot]};
      const auto earlier = frame.earlier.find(part.slot);
      if (earlier != frame.earlier.end()) {
        history.insert(history.end(), earlier->second.begin(), earlier->second.end());
      }
      auto& histories = lane.supposed == 0 ? lane.run->histories : lane.run->supposed_histories;
      histories[{line, part.name}].insert(history);
    }
  }

  void line(Lane& lane, const Instruction& i) const {
    Frame& frame = lane.frames.back();
    note(lane, frame, frame.line);
    frame.line = i.a;
    frame.view = i.b;
    note(lane, frame, i.a);
  }

  /// Runs an arm that is not taken, to record what it would do.
  void suppose(const Lane& from, uint32_t begin, uint32_t end) {
    if (!from.is_traced || from.supposed == kDeepest) return;
    Lane lane = from;
    ++lane.supposed;
    lane.at = begin;
    const size_t depth = lane.frames.size();
    for (uint32_t steps = 0; steps < kMostSupposed && !lane.is_done; ++steps) {
      const Op op = program_.code[lane.at].op;
      if (op == Op::kBarrier || op == Op::kWave) break;
      const bool is_inside = lane.frames.size() > depth || (lane.at >= begin && lane.at < end);
      if (!is_inside || lane.frames.size() < depth) break;
      step(lane);
    }
    if (lane.frames.size() == depth) note(lane, lane.frames.back(), lane.frames.back().line);
  }

  void arm(Lane& lane, const Instruction& i) {
    const bool holds = pop(lane) != 0;
    if (!holds) suppose(lane, lane.at + 1, i.a);
    if (holds && i.b != 0) suppose(lane, i.a, i.b);
    lane.at = holds ? lane.at + 1 : i.a;
  }

  void step(Lane& lane) {
    const Instruction& i = program_.code[lane.at];
    // clang-format off
    switch (i.op) {
      case Op::kPush: lane.stack.push_back(i.value); break;
      case Op::kDrop: lane.stack.resize(lane.stack.size() - i.a); break;
      case Op::kDuplicate:
        for (uint32_t n = 0; n < i.a; ++n) lane.stack.push_back(lane.stack[lane.stack.size() - i.a]);
        break;
      case Op::kLoad: load(lane, i, i.a); break;
      case Op::kLoadAt: load(lane, i, i.a + pop(lane)); break;
      case Op::kStore: case Op::kStoreAt: store(lane, i, i.op == Op::kStoreAt); break;
      case Op::kBinary: binary(lane, i); break;
      case Op::kCast:
        for (size_t n = lane.stack.size() - i.a; n < lane.stack.size(); ++n) {
          lane.stack[n] = i.base == Base::kBool ? lane.stack[n] != 0 : clip(lane.stack[n], i.base);
        }
        break;
      case Op::kPick: pick(lane, i); break;
      case Op::kSplat: lane.stack.insert(lane.stack.end(), i.a - 1, uint64_t{lane.stack.back()}); break;
      case Op::kScale: lane.stack.back() *= i.a; break;
      case Op::kSelect: select(lane, i.a); break;
      case Op::kJump: lane.at = i.a; return;
      case Op::kJumpIfZero: if (pop(lane) == 0) { lane.at = i.a; return; } break;
      case Op::kArm: return arm(lane, i);
      case Op::kCall: return call(lane, i);
      case Op::kReturn: return leave(lane);
      case Op::kLine: line(lane, i); break;
      case Op::kBufferLoad: case Op::kBufferStore: buffer(lane, i); break;
      case Op::kBufferAtomic: case Op::kSharedAtomic: atomic(lane, i); break;
      case Op::kBarrier: case Op::kWave: case Op::kCount: break;
    }
    // clang-format on
    ++lane.at;
  }

  const Program& program_;
  const Tracing& tracing_;
  uint32_t group_[3] = {};
  std::vector<std::vector<uint32_t>*> buffers_;
  std::vector<uint64_t> shared_;
  std::vector<Lane> lanes_;
  std::string fault_;
};

}  // namespace

bool LineValues::has(uint32_t line, uint32_t part, uint64_t value) const {
  return values.contains({line, part, value}) || values.contains({line, part, kUndefined});
}

bool LineValues::sees(uint32_t line, uint32_t part) const {
  const auto found = values.lower_bound({line, part, 0});
  return found != values.end() && std::get<0>(*found) == line && std::get<1>(*found) == part;
}

std::vector<SourceRun> run_group(const Program& program, const uint32_t (&group)[3], Buffers& buffers,
                                 const Tracing& tracing, std::string& fault) {
  return Group(program, group, buffers, tracing).run(fault);
}

}  // namespace trellis::test_backend::hlsl
