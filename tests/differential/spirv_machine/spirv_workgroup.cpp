#include "tests/differential/spirv_machine/spirv_workgroup.hpp"

#include <algorithm>

#include "tests/differential/spirv_machine/spirv_dispatch.hpp"

namespace trellis::differential {

using spv::Op;

namespace {

uint32_t lanes_of(const SpirvCode& code) {
  return code.group_size[0] * code.group_size[1] * code.group_size[2];
}

std::vector<Invocations> subgroups_of(uint32_t lanes, uint32_t size) {
  std::vector<Invocations> subgroups((lanes + size - 1) / size);
  for (uint32_t lane = 0; lane < lanes; ++lane) subgroups[lane / size].set(lane);
  return subgroups;
}

}  // namespace

SpirvWorkgroup::SpirvWorkgroup(const SpirvCode& code, SpirvBuffers& buffers, uint32_t subgroup_size,
                               Promise promise)
    : code_(code),
      buffers_(buffers),
      subgroup_size_(subgroup_size),
      lanes_(lanes_of(code)),
      memory_(code, buffers, lanes_),
      first_slot_(code.type_of.size(), 0),
      groups_(promise, subgroups_of(lanes_, subgroup_size)) {
  size_t slots = 0;
  for (size_t id = 0; id < code.type_of.size(); ++id) {
    const auto type = code.types.find(code.type_of[id]);
    if (type == code.types.end()) continue;
    first_slot_[id] = slots;
    slots += type->second.slots;
  }
  values_.assign(slots * lanes_, 0);
  for (uint32_t lane = 0; lane < lanes_; ++lane) {
    for (const auto& [id, scalars] : code.constants) {
      for (uint32_t c = 0; c < scalars.size(); ++c) value(id, c, lane) = scalars[c];
    }
    for (const auto& [id, variable] : code.variables) value(id, 0, lane) = id;
  }
}

std::vector<uint64_t> SpirvWorkgroup::builtin(spv::BuiltIn builtin, uint32_t lane,
                                              std::array<uint32_t, 3> group,
                                              std::array<uint32_t, 3> groups) const {
  const auto& size = code_.group_size;
  const std::array<uint32_t, 3> thread = {lane % size[0], lane / size[0] % size[1], lane / size[0] / size[1]};
  const uint32_t in_subgroup = lane % subgroup_size_;
  switch (builtin) {
    case spv::BuiltIn::NumWorkgroups:
      return {groups[0], groups[1], groups[2]};
    case spv::BuiltIn::WorkgroupId:
      return {group[0], group[1], group[2]};
    case spv::BuiltIn::LocalInvocationId:
      return {thread[0], thread[1], thread[2]};
    case spv::BuiltIn::GlobalInvocationId:
      return {group[0] * size[0] + thread[0], group[1] * size[1] + thread[1], group[2] * size[2] + thread[2]};
    case spv::BuiltIn::LocalInvocationIndex:
      return {lane};
    case spv::BuiltIn::SubgroupSize:
      return {subgroup_size_};
    case spv::BuiltIn::SubgroupLocalInvocationId:
      return {in_subgroup};
    case spv::BuiltIn::SubgroupId:
      return {subgroup_of(lane)};
    case spv::BuiltIn::NumSubgroups:
      return {(lanes_ + subgroup_size_ - 1) / subgroup_size_};
    case spv::BuiltIn::SubgroupLtMask: {
      const uint64_t mask = (uint64_t{1} << in_subgroup) - 1;
      return {mask & 0xFFFFFFFF, mask >> 32, 0, 0};
    }
    default:
      return {};
  }
}

void SpirvWorkgroup::set_inputs(std::array<uint32_t, 3> group, std::array<uint32_t, 3> groups) {
  for (const auto& [id, variable] : code_.variables) {
    if (variable.storage != spv::StorageClass::Input) continue;
    const uint32_t number = code_.decoration(id, spv::Decoration::BuiltIn, kNone);
    for (uint32_t lane = 0; lane < lanes_; ++lane) {
      const auto words = builtin(static_cast<spv::BuiltIn>(number), lane, group, groups);
      if (words.empty()) error_ = "a built-in that the machine does not know: " + std::to_string(number);
      memory_.set_input(id, lane, words);
    }
  }
}

std::string SpirvWorkgroup::run(std::array<uint32_t, 3> group, std::array<uint32_t, 3> groups,
                                uint64_t most_steps) {
  set_inputs(group, groups);
  Invocations all;
  for (uint32_t lane = 0; lane < lanes_; ++lane) all.set(lane);
  groups_.start(code_.functions.at(code_.entry).entry, all);
  for (uint64_t count = 0; error_.empty() && groups_.next(); ++count) {
    if (count == most_steps) return "no end";
    if (!run_node()) break;
    groups_.finish();
  }
  return error_;
}

bool SpirvWorkgroup::refuse(const SpirvInstruction& i, const std::string& why) {
  error_ =
      why + ": opcode " + std::to_string(static_cast<uint32_t>(i.op)) + " at word " + std::to_string(i.line);
  return false;
}

bool SpirvWorkgroup::run_node() {
  const auto group = groups_.current();
  const SpirvNode& node = code_.nodes[group.block];
  active_.clear();
  for (uint32_t lane = 0; lane < lanes_; ++lane) {
    if (group.lanes[lane]) active_.push_back(lane);
  }
  for (uint32_t i = node.first; i < node.last; ++i) {
    if (!run_instruction(code_.instructions[i])) return false;
  }
  return end_node(node);
}

bool SpirvWorkgroup::end_node(const SpirvNode& node) {
  const SpirvInstruction& end = code_.instructions[node.last];
  switch (end.op) {
    case Op::OpFunctionCall:
      enter_call(node);
      return true;
    case Op::OpReturn:
    case Op::OpReturnValue:
      leave_function(end);
      return true;
    case Op::OpBranch:
    case Op::OpBranchConditional:
    case Op::OpSwitch:
      branch(node);
      return true;
    case Op::OpKill:
    case Op::OpTerminateInvocation:
      return true;
    case Op::OpUnreachable:
      return refuse(end, "the end of an unreachable block was reached");
    default:
      return refuse(end);
  }
}

uint32_t SpirvWorkgroup::target_of(const SpirvNode& node, uint32_t lane) const {
  const SpirvInstruction& end = code_.instructions[node.last];
  if (end.op == Op::OpBranch) return node.targets[0];
  const uint64_t tested = value(end.operands[0], 0, lane);
  if (end.op == Op::OpBranchConditional) return node.targets[tested != 0 ? 0 : 1];
  const uint32_t literal = code_.type_of_value(end.operands[0]).width > 32 ? 2 : 1;
  for (size_t w = 2, target = 1; w < end.operands.size(); w += literal + 1, ++target) {
    uint64_t number = end.operands[w];
    if (literal == 2) number |= uint64_t{end.operands[w + 1]} << 32;
    if (number == tested) return node.targets[target];
  }
  return node.targets[0];
}

void SpirvWorkgroup::branch(const SpirvNode& node) {
  if (node.merge != 0) {
    groups_.open({.header = node.block,
                  .merge_block = code_.node_of.at(node.merge),
                  .continue_target = node.continued == 0 ? kNone : code_.node_of.at(node.continued),
                  .targets = node.targets});
  }
  std::vector<uint32_t> left = active_;
  while (!left.empty()) {
    const uint32_t to = target_of(node, left.front());
    std::vector<uint32_t> going, others;
    for (const uint32_t lane : left) (target_of(node, lane) == to ? going : others).push_back(lane);
    run_phis(node, to, going);
    Invocations lanes;
    for (const uint32_t lane : going) lanes.set(lane);
    groups_.go(node.block, to, lanes);
    left = others;
  }
}

void SpirvWorkgroup::run_phis(const SpirvNode& from, uint32_t to, std::span<const uint32_t> lanes) {
  const SpirvNode& node = code_.nodes[to];
  const auto is_phi = [&](uint32_t i) { return i <= node.last && code_.instructions[i].op == Op::OpPhi; };
  scratch_.clear();
  for (uint32_t i = node.first; is_phi(i); ++i) {
    const SpirvInstruction& phi = code_.instructions[i];
    for (size_t w = 0; w + 1 < phi.operands.size(); w += 2) {
      if (phi.operands[w + 1] != from.label) continue;
      for (const uint32_t lane : lanes) {
        for (uint32_t c = 0; c < slots_of(phi.result); ++c)
          scratch_.push_back(value(phi.operands[w], c, lane));
      }
    }
  }
  size_t at = 0;
  for (uint32_t i = node.first; is_phi(i); ++i) {
    const uint32_t result = code_.instructions[i].result;
    for (const uint32_t lane : lanes) {
      for (uint32_t c = 0; c < slots_of(result); ++c) value(result, c, lane) = scratch_.at(at++);
    }
  }
}

void SpirvWorkgroup::enter_call(const SpirvNode& node) {
  const SpirvInstruction& call = code_.instructions[node.last];
  const SpirvFunction& function = code_.functions.at(call.operands[0]);
  for (size_t p = 0; p < function.parameters.size(); ++p) {
    for (const uint32_t lane : active_) {
      for (uint32_t c = 0; c < slots_of(function.parameters[p]); ++c) {
        value(function.parameters[p], c, lane) = value(call.operands[p + 1], c, lane);
      }
    }
  }
  groups_.call(groups_.current().block + 1);
  groups_.go(node.block, function.entry, groups_.current().lanes);
}

void SpirvWorkgroup::leave_function(const SpirvInstruction& i) {
  const BlockId behind = groups_.behind_call();
  if (behind != kNone && i.op == Op::OpReturnValue) {
    const SpirvInstruction& call = code_.instructions[code_.nodes[behind - 1].last];
    for (const uint32_t lane : active_) {
      for (uint32_t c = 0; c < slots_of(call.result); ++c)
        value(call.result, c, lane) = value(i.operands[0], c, lane);
    }
  }
  groups_.leave_function(groups_.current().lanes);
}

std::string run_spirv(const SpirvDispatch& dispatch, SpirvBuffers& buffers) {
  const SpirvCode& code = *dispatch.code;
  uint64_t lanes = 1;
  for (const uint32_t size : code.group_size) lanes *= std::min(size, kMostInvocations + 1);
  if (lanes == 0 || lanes > kMostInvocations)
    return "a workgroup of " + std::to_string(lanes) + " invocations";
  for (uint32_t z = 0; z < dispatch.groups[2]; ++z) {
    for (uint32_t y = 0; y < dispatch.groups[1]; ++y) {
      for (uint32_t x = 0; x < dispatch.groups[0]; ++x) {
        SpirvWorkgroup workgroup(code, buffers, dispatch.subgroup_size, dispatch.promise);
        std::string error = workgroup.run({x, y, z}, dispatch.groups, dispatch.most_steps);
        if (!error.empty()) return error;
      }
    }
  }
  return {};
}

}  // namespace trellis::differential
