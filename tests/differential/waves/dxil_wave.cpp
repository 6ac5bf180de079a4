#include "tests/differential/waves/dxil_wave.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>

#include "dxil_frontend/program/dxil_ops.hpp"
#include "dxil_frontend/program/text/ir_text.hpp"

namespace trellis::differential {

namespace {

using dxil::Instruction;
using dxil::Op;
using dxil::Opcode;
using dxil::Predicate;

int64_t sign_extended(uint64_t bits, uint32_t width) {
  if (width == 0 || width >= 64) return static_cast<int64_t>(bits);
  const uint64_t sign = uint64_t{1} << (width - 1);
  return static_cast<int64_t>((bits ^ sign)) - static_cast<int64_t>(sign);
}

uint64_t cut(uint64_t bits, uint32_t width) {
  return width == 0 || width >= 64 ? bits : bits & ((uint64_t{1} << width) - 1);
}

/// One wave: the values of its lanes, and the effect of the program's blocks on them.
class DxilWave : public WaveProgram {
 public:
  struct Place {
    std::array<uint32_t, 3> group = {}, size = {1, 1, 1};
    uint32_t first_thread = 0;  ///< The number of lane 0 in its thread group.
  };

  DxilWave(const dxil::Shader& shader, const dxil::Function& function, uint32_t lanes, Place place,
           Buffers& buffers)
      : shader_(shader),
        module_(shader.module),
        function_(function),
        lanes_(lanes),
        place_(place),
        buffers_(buffers),
        values_(function.local_types.size() * lanes, kUndefined),
        components_(function.local_types.size()),
        home_(function.local_types.size(), kNone) {
    for (const Instruction& i : function.instructions) {
      if (i.opcode != Opcode::kExtractValue) continue;
      components_[function.operands_of(i)[0] - function.first_local].push_back({i.aux, i.result});
    }
    for (BlockId block = 0; block < function.blocks.size(); ++block) {
      for (const Instruction& i : function.instructions_of(block)) {
        if (i.result != kNone && i.opcode != Opcode::kPhi) home_[i.result - function.first_local] = block;
      }
    }
  }

  const std::string& error() const { return error_; }

  bool run_block(const WaveMachine& machine, BlockId block, LaneMask active) override {
    machine_ = &machine;
    block_ = block;
    active_ = active;
    for (const Instruction& i : function_.instructions_of(block)) {
      if (!run(i)) return false;
    }
    if (observer_ != nullptr) {
      observer_->after_block(block, active, wave_, [&](ValueId value, uint32_t lane) {
        const bool is_here = home_[value - function_.first_local] == block;
        return is_here ? this->value(value, lane) : machine.use(block, value, lane);
      });
    }
    return true;
  }

  void watch(BlockObserver* observer, LaneMask wave) {
    observer_ = observer;
    wave_ = wave;
  }

  uint32_t slot(const WaveMachine& machine, BlockId block, uint32_t lane) override {
    machine_ = &machine;
    block_ = block;
    const Instruction& last = function_.instructions_of(block).back();
    const uint64_t tested = operand(last, 0, lane);
    if (last.opcode == Opcode::kCondBranch) return (tested & 1) != 0 ? 0 : 1;
    const size_t cases = function_.graph.successors(block).size() - 1;
    for (uint32_t i = 0; i < cases; ++i) {
      if (function_.case_values[last.aux + i] == tested) return i + 1;
    }
    return 0;
  }

  uint64_t value(ValueId value, uint32_t lane) const override {
    if (value < function_.first_local) return module_.scalar_bits(value).value_or(kUndefined);
    return values_[(value - function_.first_local) * lanes_ + lane];
  }

 private:
  struct Component {
    uint32_t field = 0;
    ValueId value = kNone;
  };

  bool refuse(const Instruction& i, const std::string& why = "unknown to this interpreter") {
    error_ = why + ": " + dxil::to_text(module_, function_, i);
    if (i.opcode == Opcode::kDxOp) error_ += " " + dxil::describe_op(i.op());
    return false;
  }

  uint32_t width(ValueId value) const { return module_.types[module_.type_of(function_, value)].bits; }

  uint64_t operand(const Instruction& i, uint32_t index, uint32_t lane) const {
    const ValueId value = function_.operands_of(i)[index];
    if (value < function_.first_local) return this->value(value, lane);
    if (home_[value - function_.first_local] == block_) return this->value(value, lane);
    return machine_->use(block_, value, lane);
  }

  uint32_t word(const Instruction& i, uint32_t index, uint32_t lane) const {
    return static_cast<uint32_t>(operand(i, index, lane));
  }

  void set(ValueId value, uint32_t lane, uint64_t bits) {
    values_[(value - function_.first_local) * lanes_ + lane] = bits;
  }

  /// Assigns an aggregate's field to the values that are extracted from it.
  void set_field(const Instruction& i, uint32_t field, uint32_t lane, uint64_t bits) {
    for (const Component& c : components_[i.result - function_.first_local]) {
      if (c.field == field) set(c.value, lane, bits);
    }
  }

  template <typename Compute>
  bool each_lane(const Instruction& i, Compute compute) {
    for (LaneMask rest = active_; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<uint32_t>(std::countr_zero(rest));
      set(i.result, lane, compute(lane));
    }
    return true;
  }

  bool run(const Instruction& i);
  uint64_t arithmetic(const Instruction& i, uint32_t lane) const;
  uint64_t compare(const Instruction& i, uint32_t lane) const;
  bool run_operation(const Instruction& i);
  bool run_vote(const Instruction& i);
  bool access_buffer(const Instruction& i, bool is_store, uint32_t first_data, uint32_t mask_index);
  uint32_t thread(uint32_t lane, uint32_t axis) const;

  const dxil::Shader& shader_;
  const dxil::Module& module_;
  const dxil::Function& function_;
  uint32_t lanes_;
  Place place_;
  Buffers& buffers_;
  std::vector<uint64_t> values_;                    ///< Indexed by local value and lane.
  std::vector<std::vector<Component>> components_;  ///< The components extracted from each local value.
  std::vector<BlockId> home_;                       ///< The defining block of each local value except phis.
  const WaveMachine* machine_ = nullptr;
  BlockId block_ = kNone;
  LaneMask active_ = 0, wave_ = 0;
  BlockObserver* observer_ = nullptr;
  std::string error_;
};

bool DxilWave::run(const Instruction& i) {
  switch (i.opcode) {
    case Opcode::kReturn:
    case Opcode::kBranch:
    case Opcode::kCondBranch:
    case Opcode::kSwitch:
    case Opcode::kPhi:
    case Opcode::kExtractValue:
      return true;
    case Opcode::kAdd:
    case Opcode::kSub:
    case Opcode::kMul:
    case Opcode::kUDiv:
    case Opcode::kSDiv:
    case Opcode::kURem:
    case Opcode::kSRem:
    case Opcode::kShl:
    case Opcode::kLShr:
    case Opcode::kAShr:
    case Opcode::kAnd:
    case Opcode::kOr:
    case Opcode::kXor:
      return each_lane(i, [&](uint32_t lane) { return arithmetic(i, lane); });
    case Opcode::kICmp:
      return each_lane(i, [&](uint32_t lane) { return compare(i, lane); });
    case Opcode::kLoad:
      // dxc -Od inserts loads of this constant zero between statements.
      if (dxil::to_text(module_, function_, function_.operands_of(i)[0]) != "@dx.nothing.a") return refuse(i);
      return each_lane(i, [](uint32_t) { return uint64_t{0}; });
    case Opcode::kSelect:
      return each_lane(
          i, [&](uint32_t lane) { return operand(i, (operand(i, 0, lane) & 1) != 0 ? 1 : 2, lane); });
    case Opcode::kTrunc:
    case Opcode::kZExt:
    case Opcode::kFreeze:
      return each_lane(i, [&](uint32_t lane) { return cut(operand(i, 0, lane), width(i.result)); });
    case Opcode::kSExt:
      return each_lane(i, [&](uint32_t lane) {
        const int64_t extended = sign_extended(operand(i, 0, lane), width(function_.operands_of(i)[0]));
        return cut(static_cast<uint64_t>(extended), width(i.result));
      });
    case Opcode::kDxOp:
      return run_operation(i);
    default:
      return refuse(i);
  }
}

uint64_t DxilWave::arithmetic(const Instruction& i, uint32_t lane) const {
  const uint32_t bits = width(i.result);
  const uint64_t a = operand(i, 0, lane), b = operand(i, 1, lane);
  const int64_t signed_a = sign_extended(a, bits), signed_b = sign_extended(b, bits);
  // The most negative number divided by -1 overflows.
  const bool overflows = signed_b == -1 || signed_b == 0;
  uint64_t result = 0;
  switch (i.opcode) {
    case Opcode::kAdd:
      result = a + b;
      break;
    case Opcode::kSub:
      result = a - b;
      break;
    case Opcode::kMul:
      result = a * b;
      break;
    case Opcode::kUDiv:
      result = b == 0 ? ~uint64_t{0} : a / b;
      break;
    case Opcode::kURem:
      result = b == 0 ? ~uint64_t{0} : a % b;
      break;
    case Opcode::kSDiv:
      result = overflows ? 0 - a : static_cast<uint64_t>(signed_a / signed_b);
      break;
    case Opcode::kSRem:
      result = overflows ? 0 : static_cast<uint64_t>(signed_a % signed_b);
      break;
    case Opcode::kShl:
      result = a << (b & (bits - 1));
      break;
    case Opcode::kLShr:
      result = a >> (b & (bits - 1));
      break;
    case Opcode::kAShr:
      result = static_cast<uint64_t>(signed_a >> (b & (bits - 1)));
      break;
    case Opcode::kAnd:
      result = a & b;
      break;
    case Opcode::kOr:
      result = a | b;
      break;
    default:
      result = a ^ b;
      break;
  }
  return cut(result, bits);
}

uint64_t DxilWave::compare(const Instruction& i, uint32_t lane) const {
  const uint32_t bits = width(function_.operands_of(i)[0]);
  const uint64_t a = operand(i, 0, lane), b = operand(i, 1, lane);
  const int64_t signed_a = sign_extended(a, bits), signed_b = sign_extended(b, bits);
  switch (static_cast<Predicate>(i.aux)) {
    case Predicate::kEq:
      return a == b;
    case Predicate::kNe:
      return a != b;
    case Predicate::kUgt:
      return a > b;
    case Predicate::kUge:
      return a >= b;
    case Predicate::kUlt:
      return a < b;
    case Predicate::kUle:
      return a <= b;
    case Predicate::kSgt:
      return signed_a > signed_b;
    case Predicate::kSge:
      return signed_a >= signed_b;
    case Predicate::kSlt:
      return signed_a < signed_b;
    default:
      return signed_a <= signed_b;
  }
}

/// Returns the thread's number in its group along an axis; flattened for axis 3.
uint32_t DxilWave::thread(uint32_t lane, uint32_t axis) const {
  const uint32_t flat = place_.first_thread + lane;
  const std::array<uint32_t, 4> numbers = {flat % place_.size[0], flat / place_.size[0] % place_.size[1],
                                           flat / place_.size[0] / place_.size[1], flat};
  return numbers[axis & 3];
}

bool DxilWave::run_operation(const Instruction& i) {
  switch (i.op()) {
    case Op::kCreateHandle: {
      // A handle combines its class and register in one number.
      const auto range = module_.scalar_bits(function_.operands_of(i)[1]);
      const auto kind = module_.scalar_bits(function_.operands_of(i)[0]);
      if (!range || !kind) return refuse(i);
      return each_lane(i, [&](uint32_t lane) { return *kind << 32 | word(i, 2, lane); });
    }
    case Op::kBufferLoad:
      return access_buffer(i, false, 0, kNone);
    case Op::kRawBufferLoad:
      return access_buffer(i, false, 0, 3);
    case Op::kBufferStore:
    case Op::kRawBufferStore:
      return access_buffer(i, true, 3, 7);
    case Op::kThreadId:
      return each_lane(i, [&](uint32_t lane) {
        const uint32_t axis = word(i, 0, lane) % 3;
        return uint64_t{place_.group[axis] * place_.size[axis] + thread(lane, axis)};
      });
    case Op::kGroupId:
      return each_lane(i, [&](uint32_t lane) { return uint64_t{place_.group[word(i, 0, lane) % 3]}; });
    case Op::kThreadIdInGroup:
      return each_lane(i, [&](uint32_t lane) { return uint64_t{thread(lane, word(i, 0, lane) % 3)}; });
    case Op::kFlattenedThreadIdInGroup:
      return each_lane(i, [&](uint32_t lane) { return uint64_t{thread(lane, 3)}; });
    case Op::kWaveGetLaneIndex:
      return each_lane(i, [&](uint32_t lane) { return uint64_t{lane}; });
    case Op::kWaveGetLaneCount:
      return each_lane(i, [&](uint32_t) { return uint64_t{lanes_}; });
    default:
      return run_vote(i);
  }
}

/// Operations over the active lanes: votes, ballots and the like.
bool DxilWave::run_vote(const Instruction& i) {
  const auto first = static_cast<uint32_t>(std::countr_zero(active_));
  LaneMask votes = 0;
  const bool has_condition = i.op() != Op::kWaveIsFirstLane && i.op() != Op::kWaveReadLaneFirst;
  for (LaneMask rest = active_; rest != 0 && has_condition; rest &= rest - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(rest));
    if ((operand(i, 0, lane) & 1) != 0) votes |= LaneMask{1} << lane;
  }
  switch (i.op()) {
    case Op::kWaveActiveBallot:
      for (LaneMask rest = active_; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<uint32_t>(std::countr_zero(rest));
        set_field(i, 0, lane, cut(votes, 32));
        set_field(i, 1, lane, votes >> 32);
        set_field(i, 2, lane, 0);
        set_field(i, 3, lane, 0);
      }
      return true;
    case Op::kWaveIsFirstLane:
      return each_lane(i, [&](uint32_t lane) { return uint64_t{lane == first}; });
    case Op::kWaveAnyTrue:
      return each_lane(i, [&](uint32_t) { return uint64_t{votes != 0}; });
    case Op::kWaveAllTrue:
      return each_lane(i, [&](uint32_t) { return uint64_t{votes == active_}; });
    case Op::kWaveReadLaneFirst: {
      const uint64_t bits = operand(i, 0, first);
      return each_lane(i, [&](uint32_t) { return bits; });
    }
    case Op::kWaveAllBitCount:
      return each_lane(i, [&](uint32_t) { return static_cast<uint64_t>(std::popcount(votes)); });
    case Op::kWavePrefixBitCount:
      return each_lane(i, [&](uint32_t lane) {
        return static_cast<uint64_t>(std::popcount(votes & ((LaneMask{1} << lane) - 1)));
      });
    default:
      return refuse(i);
  }
}

/// Raw and structured buffers of 32-bit words. Out-of-bounds reads yield zero, and such writes are dropped.
bool DxilWave::access_buffer(const Instruction& i, bool is_store, uint32_t first_data, uint32_t mask_index) {
  const auto mask = mask_index == kNone ? 15 : module_.scalar_bits(function_.operands_of(i)[mask_index]);
  if (!mask) return refuse(i);
  if (is_store && width(function_.operands_of(i)[first_data]) != 32)
    return refuse(i, "elements not of 32 bits");
  for (LaneMask rest = active_; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(rest));
    const uint64_t handle = operand(i, 0, lane);
    const auto kind = static_cast<dxil::ResourceClass>(handle >> 32);
    const auto index = static_cast<uint32_t>(handle);
    const auto found = buffers_.find({kind, index});
    const auto resource =
        std::find_if(shader_.resources.begin(), shader_.resources.end(), [&](const auto& r) {
          return r.resource_class == kind && r.space == 0 && r.lower_bound <= index &&
                 index - r.lower_bound < r.count;
        });
    if (found == buffers_.end() || resource == shader_.resources.end()) return refuse(i, "no such buffer");
    uint64_t offset = word(i, 1, lane);
    if (resource->kind == dxil::ResourceKind::kStructuredBuffer) {
      offset = offset * resource->stride + word(i, 2, lane);
    } else if (resource->kind != dxil::ResourceKind::kRawBuffer) {
      return refuse(i, "neither raw nor structured buffer");
    }
    for (uint32_t component = 0; component < 4; ++component) {
      if ((*mask >> component & 1) == 0) continue;
      const uint64_t at = offset + 4 * component;
      const bool is_inside = at + 4 <= found->second.size();
      uint32_t data = 0;
      if (is_store) {
        data = word(i, first_data + component, lane);
        if (is_inside) std::memcpy(found->second.data() + at, &data, 4);
      } else {
        if (is_inside) std::memcpy(&data, found->second.data() + at, 4);
        set_field(i, component, lane, data);
      }
    }
  }
  return true;
}

}  // namespace

std::string run_dispatch(const DxilDispatch& dispatch, const Flow& flow, const Structured& structured,
                         Buffers& buffers) {
  const dxil::EntryPoint& entry = dispatch.shader->entry_points.front();
  const dxil::Function& function = dispatch.shader->module.functions[entry.function];
  DxilWave::Place place;
  place.size = entry.thread_group_size.value_or(place.size);
  const uint32_t threads = place.size[0] * place.size[1] * place.size[2];
  const uint32_t groups = dispatch.groups[0] * dispatch.groups[1] * dispatch.groups[2];
  for (uint32_t group = 0; group < groups; ++group) {
    place.group = {group % dispatch.groups[0], group / dispatch.groups[0] % dispatch.groups[1],
                   group / dispatch.groups[0] / dispatch.groups[1]};
    for (place.first_thread = 0; place.first_thread < threads; place.first_thread += dispatch.wave_size) {
      DxilWave wave(*dispatch.shader, function, dispatch.wave_size, place, buffers);
      WaveMachine machine(flow, structured, wave, dispatch.wave_size);
      const uint32_t lanes = std::min(dispatch.wave_size, threads - place.first_thread);
      wave.watch(dispatch.observer, all_lanes(lanes));
      const std::string error = machine.run(all_lanes(lanes), uint64_t{1} << 24);
      if (!wave.error().empty()) return wave.error();
      if (!error.empty()) return error;
    }
  }
  return {};
}

}  // namespace trellis::differential
