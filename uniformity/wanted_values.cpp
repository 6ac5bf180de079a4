// The part of GraphBuilder that adds only what a few values depend on: most of a program does not affect the
// index that a caller asks about.
#include "uniformity/function_graph_builder.hpp"

namespace trellis::uniformity {

using dxil::Instruction;

void GraphBuilder::add_wanted() {
  wanted_values_.seen.assign(function_.local_types.size(), 0);
  wanted_cycles_.seen.assign(control_.cycle_count(), 0);
  for (uint32_t local = 0; local < context_.wanted.size(); ++local) {
    if (context_.wanted[local] == 0 || definition_block_[local] == kNone) continue;
    want_value(local);
    // Where the value is read after a loop, it differs if threads leave the loop at different times.
    for (CycleId c = control_.cycle_around(definition_block_[local]); c != kNone;
         c = control_.cycle(c).parent) {
      cycle(c);
    }
  }
  bool has_flow = false;
  while (add_next() || (wants_flow_ && !has_flow)) {
    if (!wants_flow_ || has_flow) continue;
    has_flow = true;
    add_flow();
  }
}

/// Adds the next wanted item. Returns false if there is none.
bool GraphBuilder::add_next() {
  const auto take = [](WorkList& list) {
    const uint32_t id = list.work.back();
    list.work.pop_back();
    return id;
  };
  if (!wanted_values_.work.empty()) {
    const uint32_t local = take(wanted_values_);
    const Instruction* i = result_.resources->definition(function_.first_local + local);
    if (i == nullptr || definition_block_[local] == kNone) return true;
    add_instruction(*i, static_cast<uint32_t>(i - function_.instructions.data()), definition_block_[local]);
  } else if (!wanted_cycles_.work.empty()) {
    add_cycle(take(wanted_cycles_));
  } else if (!wanted_versions_.work.empty()) {
    add_version(take(wanted_versions_));
  } else {
    return false;
  }
  return true;
}

}  // namespace trellis::uniformity
