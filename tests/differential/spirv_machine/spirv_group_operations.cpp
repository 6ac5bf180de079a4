// Group operations over the invocations of a subgroup that run together.
#include <algorithm>
#include <bit>

#include "tests/differential/spirv_machine/spirv_scalar.hpp"
#include "tests/differential/spirv_machine/spirv_workgroup.hpp"

namespace trellis::differential {

using spv::GroupOperation;
using spv::Op;

/// `lanes` are in one subgroup and ascending. Operand 0 is the scope.
bool SpirvWorkgroup::run_group_operation(const SpirvInstruction& i, std::span<const uint32_t> lanes) {
  const Words w = i.operands;
  const uint32_t base = subgroup_of(lanes[0]) * subgroup_size_;
  const auto is_running = [&](uint64_t lane) {
    return std::find(lanes.begin(), lanes.end(), lane) != lanes.end();
  };
  const auto give = [&](auto compute) {
    for (const uint32_t lane : lanes) value(i.result, 0, lane) = compute(lane);
    return true;
  };
  uint64_t ballot = 0;
  const bool is_vote = i.op == Op::OpGroupNonUniformAll || i.op == Op::OpGroupNonUniformAny ||
                       i.op == Op::OpGroupNonUniformBallot;
  for (const uint32_t lane : lanes) {
    if (is_vote && value(w[1], 0, lane) != 0) ballot |= uint64_t{1} << (lane - base);
  }
  // Gives each lane another lane's value. A lane outside of the group yields zero.
  const auto read_from = [&](auto other) {
    scratch_.clear();
    for (const uint32_t lane : lanes) {
      const uint64_t from = other(lane);
      for (uint32_t c = 0; c < slots_of(i.result); ++c) {
        scratch_.push_back(is_running(from) ? value(w[1], c, static_cast<uint32_t>(from)) : 0);
      }
    }
    size_t at = 0;
    for (const uint32_t lane : lanes) {
      for (uint32_t c = 0; c < slots_of(i.result); ++c) value(i.result, c, lane) = scratch_[at++];
    }
    return true;
  };
  switch (i.op) {
    case Op::OpGroupNonUniformElect:
      return give([&](uint32_t lane) { return uint64_t{lane == lanes[0]}; });
    case Op::OpGroupNonUniformAny:
      return give([&](uint32_t) { return uint64_t{ballot != 0}; });
    case Op::OpGroupNonUniformAll:
      return give(
          [&](uint32_t) { return uint64_t{static_cast<size_t>(std::popcount(ballot)) == lanes.size()}; });
    case Op::OpGroupNonUniformAllEqual:
      return give([&](uint32_t) {
        bool is_equal = true;
        for (const uint32_t lane : lanes) {
          for (uint32_t c = 0; c < slots_of(w[1]); ++c)
            is_equal = is_equal && value(w[1], c, lane) == value(w[1], c, lanes[0]);
        }
        return uint64_t{is_equal};
      });
    case Op::OpGroupNonUniformBallot:
      for (const uint32_t lane : lanes) {
        value(i.result, 0, lane) = ballot & 0xFFFFFFFF;
        value(i.result, 1, lane) = ballot >> 32;
        value(i.result, 2, lane) = value(i.result, 3, lane) = 0;
      }
      return true;
    case Op::OpGroupNonUniformBroadcastFirst:
      return read_from([&](uint32_t) { return uint64_t{lanes[0]}; });
    case Op::OpGroupNonUniformBroadcast:
    case Op::OpGroupNonUniformShuffle:
      return read_from([&](uint32_t lane) { return base + value(w[2], 0, lane); });
    case Op::OpGroupNonUniformShuffleXor:
      return read_from([&](uint32_t lane) { return base + ((lane - base) ^ value(w[2], 0, lane)); });
    case Op::OpGroupNonUniformQuadBroadcast:
      return read_from([&](uint32_t lane) { return (lane & ~3u) + (value(w[2], 0, lane) & 3); });
    case Op::OpGroupNonUniformQuadSwap:
      return read_from([&](uint32_t lane) { return lane ^ (value(w[2], 0, lane) + 1); });
    case Op::OpGroupNonUniformInverseBallot:
    case Op::OpGroupNonUniformBallotBitExtract:
    case Op::OpGroupNonUniformBallotBitCount:
    case Op::OpGroupNonUniformBallotFindLSB:
    case Op::OpGroupNonUniformBallotFindMSB:
      return run_ballot_bits(i, lanes);
    default:
      return run_reduction(i, lanes);
  }
}

bool SpirvWorkgroup::run_ballot_bits(const SpirvInstruction& i, std::span<const uint32_t> lanes) {
  const Words w = i.operands;
  const uint32_t base = subgroup_of(lanes[0]) * subgroup_size_;
  const bool is_count = i.op == Op::OpGroupNonUniformBallotBitCount;
  const uint32_t ballot = is_count ? w[2] : w[1];
  for (const uint32_t lane : lanes) {
    uint64_t bits = value(ballot, 0, lane) | value(ballot, 1, lane) << 32;
    bits = cut_to_width(bits, subgroup_size_);
    uint64_t& result = value(i.result, 0, lane);
    switch (i.op) {
      case Op::OpGroupNonUniformInverseBallot:
        result = bits >> (lane - base) & 1;
        break;
      case Op::OpGroupNonUniformBallotBitExtract:
        result = bits >> (value(w[2], 0, lane) & 63) & 1;
        break;
      case Op::OpGroupNonUniformBallotFindLSB:
        result = bits == 0 ? 0 : static_cast<uint64_t>(std::countr_zero(bits));
        break;
      case Op::OpGroupNonUniformBallotFindMSB:
        result = bits == 0 ? 0 : static_cast<uint64_t>(63 - std::countl_zero(bits));
        break;
      default: {
        const auto operation = static_cast<GroupOperation>(w[1]);
        if (operation == spv::GroupOperation::InclusiveScan)
          bits &= cut_to_width(~uint64_t{0}, lane - base + 1);
        if (operation == spv::GroupOperation::ExclusiveScan) bits &= cut_to_width(~uint64_t{0}, lane - base);
        result = static_cast<uint64_t>(std::popcount(bits));
      }
    }
  }
  return true;
}

/// Reductions and scans.
bool SpirvWorkgroup::run_reduction(const SpirvInstruction& i, std::span<const uint32_t> lanes) {
  const Words w = i.operands;
  const auto operation = static_cast<GroupOperation>(w[1]);
  const uint32_t width = code_.type_of_value(w[2]).width;
  if (w.size() != 3 || operation > spv::GroupOperation::ExclusiveScan) return refuse(i);
  if (!combined(i.op, 0, 0, width)) return refuse(i);
  for (uint32_t c = 0; c < slots_of(i.result); ++c) {
    uint64_t sum = 0;
    scratch_.clear();
    for (size_t l = 0; l < lanes.size(); ++l) {
      if (operation == spv::GroupOperation::ExclusiveScan && l == 0) {
        // The first lane of an exclusive scan gets the operation's identity, which is all ones, zero, one or
        // an extreme value. Find out by trying.
        for (const uint64_t neutral : {uint64_t{0}, uint64_t{1}, ~uint64_t{0}, uint64_t{1} << (width - 1),
                                       (uint64_t{1} << (width - 1)) - 1}) {
          const uint64_t n = cut_to_width(neutral, width), pattern = cut_to_width(0x5A5A5A5A5A5A5A5A, width);
          const uint64_t other = cut_to_width(~pattern, width);
          if (combined(i.op, n, pattern, width) == pattern && combined(i.op, n, other, width) == other)
            sum = n;
        }
        scratch_.push_back(sum);
      } else if (operation == spv::GroupOperation::ExclusiveScan) {
        const uint64_t before = value(w[2], c, lanes[l - 1]);
        sum = l == 1 ? before : *combined(i.op, sum, before, width);
        scratch_.push_back(sum);
      } else {
        const uint64_t own = value(w[2], c, lanes[l]);
        sum = l == 0 ? own : *combined(i.op, sum, own, width);
        scratch_.push_back(sum);
      }
    }
    const bool is_scan = operation != spv::GroupOperation::Reduce;
    for (size_t l = 0; l < lanes.size(); ++l) value(i.result, c, lanes[l]) = is_scan ? scratch_[l] : sum;
  }
  return true;
}

}  // namespace trellis::differential
