#include "tests/differential/mutation.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "structurizer/check/check.hpp"
#include "tests/structurizer/interpreter.hpp"
#include "tests/structurizer/properties.hpp"
#include "tests/structurizer/spirv_text.hpp"

namespace trellis::differential {

using namespace structurizer;
using structurizer::testing::Random;

namespace {

/// Returns a random number below `count` that passes; kNone if none does.
template <typename Passes>
uint32_t pick(Random& random, size_t count, Passes passes) {
  if (count == 0) return kNone;
  const uint32_t start = random.below(static_cast<uint32_t>(count));
  for (uint32_t i = 0; i < count; ++i) {
    const auto at = static_cast<uint32_t>((start + i) % count);
    if (passes(at)) return at;
  }
  return kNone;
}

template <typename Passes>
BlockId pick_block(const Structured& f, Random& random, Passes passes) {
  const uint32_t at = pick(random, f.order.size(), [&](uint32_t i) { return passes(f.blocks[f.order[i]]); });
  return at == kNone ? BlockId{kNone} : f.order[at];
}

BlockId any_block_but(const Structured& f, Random& random, BlockId other) {
  return pick_block(f, random, [&](const Block& b) { return &b != &f.blocks[other]; });
}

BlockId& successor(Structured& f, BlockId block, uint32_t i) {
  return f.successors[f.blocks[block].first_successor + i];
}

/// Recomputes predecessors from the successors. Phis keep the operands of the remaining edges; a new edge
/// gets the operand of the block's first edge.
void relink(Structured& f) {
  const Structured before = f;
  std::vector<std::vector<BlockId>> sources(f.blocks.size());
  for (BlockId block = 0; block < f.blocks.size(); ++block) {
    for (const BlockId target : f.successors_of(block)) {
      if (sources[target].empty() || sources[target].back() != block) sources[target].push_back(block);
    }
  }
  f.predecessors = {};
  for (const auto& list : sources) f.predecessors.append_row(list);
  f.incoming.clear();
  for (NewPhi& phi : f.phis) {
    const auto old_sources = before.predecessors_of(phi.block);
    const auto old_operands = before.incoming_of(phi);
    const auto first = static_cast<uint32_t>(f.incoming.size());
    for (const BlockId source : sources[phi.block]) {
      const auto at = std::find(old_sources.begin(), old_sources.end(), source) - old_sources.begin();
      const bool is_new = static_cast<size_t>(at) == old_sources.size();
      if (is_new && old_operands.empty()) {
        f.incoming.push_back(Operand::undef());
      } else {
        f.incoming.push_back(old_operands[is_new ? 0 : static_cast<size_t>(at)]);
      }
    }
    phi.first_incoming = first;
  }
}

bool is_selector(const NewPhi& phi) { return phi.stands_for == kNone; }

/// The position in `incoming` of a phi's operand.
struct Place {
  uint32_t phi = kNone, index = 0;
};
template <typename Passes>
Place pick_incoming(const Structured& f, Random& random, bool selector, Passes passes) {
  Place place;
  place.phi = pick(random, f.phis.size(), [&](uint32_t i) {
    const auto operands = f.incoming_of(f.phis[i]);
    if (is_selector(f.phis[i]) != selector) return false;
    place.index = pick(random, operands.size(), [&](uint32_t k) { return passes(operands[k]); });
    return place.index != kNone;
  });
  return place;
}
Operand& at(Structured& f, const Place& place) {
  return f.incoming[f.phis[place.phi].first_incoming + place.index];
}

// ---- selectors and tests

bool wrong_selector_value(Structured& f, Random& random) {
  const Place place =
      pick_incoming(f, random, true, [](const Operand& o) { return o.kind == Operand::Kind::kConstant; });
  if (place.phi == kNone) return false;
  Operand& operand = at(f, place);
  if (f.phis[place.phi].is_bool) {
    operand.index ^= 1;
  } else {
    operand.index += 1 + random.below(3);
  }
  return true;
}

bool selector_without_value(Structured& f, Random& random) {
  const Place place =
      pick_incoming(f, random, true, [](const Operand& o) { return o.kind != Operand::Kind::kUndef; });
  if (place.phi == kNone) return false;
  at(f, place) = Operand::undef();
  return true;
}

bool swapped_selector_operands(Structured& f, Random& random) {
  const uint32_t phi = pick(random, f.phis.size(), [&](uint32_t i) {
    const auto operands = f.incoming_of(f.phis[i]);
    return is_selector(f.phis[i]) && operands.size() > 1 && operands[0] != operands[operands.size() - 1];
  });
  if (phi == kNone) return false;
  const auto first = f.incoming.begin() + f.phis[phi].first_incoming;
  std::swap(*first, *(first + static_cast<std::ptrdiff_t>(f.incoming_of(f.phis[phi]).size()) - 1));
  return true;
}

/// A selector repeats the opposite of a condition.
bool wrong_choice(Structured& f, Random& random) {
  const uint32_t which =
      pick(random, f.choices.size(), [&](uint32_t i) { return f.choices[i].first != f.choices[i].second; });
  if (which == kNone) return false;
  std::vector<Choice> before = f.choices;
  std::swap(f.choices[which].first, f.choices[which].second);
  std::sort(f.choices.begin(), f.choices.end());
  if (std::adjacent_find(f.choices.begin(), f.choices.end()) != f.choices.end()) {
    f.choices = std::move(before);
    return false;
  }
  return true;
}

bool test_of_other_selector(Structured& f, Random& random) {
  const auto is_test = [](const Block& b) { return b.exit == Exit::kIf || b.exit == Exit::kSwitch; };
  const BlockId block = pick_block(f, random, is_test);
  if (block == kNone) return false;
  Operand& selector = f.blocks[block].selector;
  const uint32_t other = pick(random, f.phis.size(), [&](uint32_t i) {
    return Operand::phi(i) != selector && is_selector(f.phis[i]) && f.phis[i].is_bool == f.is_bool(selector);
  });
  if (other == kNone) return false;
  selector = Operand::phi(other);
  return true;
}

bool wrong_case(Structured& f, Random& random) {
  const BlockId block = pick_block(f, random, [&](const Block& b) {
    const bool is_bool = b.exit == Exit::kIf && f.is_bool(b.selector);
    return b.exit == Exit::kSwitch || (b.exit == Exit::kIf && !is_bool);
  });
  if (block == kNone) return false;
  const Block& b = f.blocks[block];
  f.cases[b.first_case + random.below(b.successor_count - 1)] += 1 + random.below(3);
  return true;
}

bool swapped_arms(Structured& f, Random& random) {
  const BlockId block = pick_block(f, random, [&](const Block& b) {
    return b.exit == Exit::kIf && f.successors[b.first_successor] != f.successors[b.first_successor + 1];
  });
  if (block == kNone) return false;
  std::swap(successor(f, block, 0), successor(f, block, 1));
  return true;
}

bool swapped_cases(Structured& f, Random& random) {
  const BlockId block = pick_block(f, random, [&](const Block& b) {
    return b.exit == Exit::kSwitch && f.successors[b.first_successor] != f.successors[b.first_successor + 1];
  });
  if (block == kNone) return false;
  std::swap(successor(f, block, 0), successor(f, block, 1));
  return true;
}

bool swapped_slots(Structured& f, Random& random) {
  const BlockId block = pick_block(f, random, [&](const Block& b) {
    return b.exit == Exit::kPayload && b.successor_count > 1 &&
           f.successors[b.first_successor] != f.successors[b.first_successor + b.successor_count - 1];
  });
  if (block == kNone) return false;
  std::swap(successor(f, block, 0), successor(f, block, f.blocks[block].successor_count - 1));
  return true;
}

bool skipped_ladder(Structured& f, Random& random) {
  const BlockId block = pick_block(f, random, [](const Block& b) { return b.exit == Exit::kIf; });
  if (block == kNone) return false;
  Block& b = f.blocks[block];
  b.exit = Exit::kBranch;
  b.first_successor += random.below(2);
  b.successor_count = 1;
  b.merge = MergeKind::kNone;
  b.merge_block = kNone;
  b.selector = {};
  relink(f);
  return true;
}

// ---- edges

bool redirected_edge(Structured& f, Random& random) {
  const BlockId block = pick_block(f, random, [](const Block& b) { return b.successor_count > 0; });
  if (block == kNone) return false;
  BlockId& target = successor(f, block, random.below(f.blocks[block].successor_count));
  const BlockId other = any_block_but(f, random, target);
  if (other == kNone || other == f.order.front()) return false;
  target = other;
  relink(f);
  return true;
}

/// An exit of a construct skips its merge block and goes to the successor of that.
bool skipped_merge(Structured& f, Random& random) {
  const BlockId block = pick_block(f, random, [&](const Block& b) {
    if (b.exit != Exit::kBranch) return false;
    const Block& next = f.blocks[f.successors[b.first_successor]];
    return next.role == Role::kMerge && next.successor_count == 1;
  });
  if (block == kNone) return false;
  BlockId& target = successor(f, block, 0);
  target = successor(f, target, 0);
  relink(f);
  return true;
}

bool lost_edge(Structured& f, Random& random) {
  const BlockId block = pick_block(f, random, [](const Block& b) { return b.exit == Exit::kBranch; });
  if (block == kNone) return false;
  Block& b = f.blocks[block];
  b.exit = Exit::kUnreachable;
  b.successor_count = 0;
  b.merge = MergeKind::kNone;
  b.merge_block = b.continue_block = kNone;
  relink(f);
  return true;
}

// ---- values

bool wrong_phi_operand(Structured& f, Random& random) {
  const uint32_t phi = pick(random, f.phis.size(), [&](uint32_t i) {
    const auto operands = f.incoming_of(f.phis[i]);
    return !is_selector(f.phis[i]) && operands.size() > 1 && operands[0] != operands[1];
  });
  if (phi == kNone) return false;
  const uint32_t first = f.phis[phi].first_incoming, edge = random.below(2);
  f.incoming[first + edge] = f.incoming[first + 1 - edge];
  return true;
}

bool swapped_phi_operands(Structured& f, Random& random) {
  const uint32_t phi = pick(random, f.phis.size(), [&](uint32_t i) {
    const auto operands = f.incoming_of(f.phis[i]);
    return !is_selector(f.phis[i]) && operands.size() > 1 && operands[0] != operands[1];
  });
  if (phi == kNone) return false;
  std::swap(f.incoming[f.phis[phi].first_incoming], f.incoming[f.phis[phi].first_incoming + 1]);
  return true;
}

bool undefined_phi_operand(Structured& f, Random& random) {
  const Place place =
      pick_incoming(f, random, false, [](const Operand& o) { return o.kind != Operand::Kind::kUndef; });
  if (place.phi == kNone) return false;
  at(f, place) = Operand::undef();
  return true;
}

/// Removes a phi: its uses read the operand of its first edge.
bool missing_phi(Structured& f, Random& random) {
  const uint32_t gone = pick(random, f.phis.size(), [&](uint32_t i) {
    const auto operands = f.incoming_of(f.phis[i]);
    return !is_selector(f.phis[i]) && !operands.empty() && operands[0] != Operand::phi(i);
  });
  if (gone == kNone) return false;
  const NewPhi phi = f.phis[gone];
  Operand instead = f.incoming[phi.first_incoming];
  if (instead.kind == Operand::Kind::kPhi && instead.index > gone) --instead.index;
  const auto rename = [&](Operand& o) {
    if (o.kind != Operand::Kind::kPhi || o.index < gone) return;
    if (o.index == gone) {
      o = instead;
    } else {
      --o.index;
    }
  };
  for (Block& block : f.blocks) {
    rename(block.selector);
    if (block.first_phi > gone) --block.first_phi;
  }
  --f.blocks[phi.block].phi_count;
  f.phis.erase(f.phis.begin() + gone);
  for (Operand& operand : f.incoming) rename(operand);
  for (Structured::Alias& alias : f.aliases) rename(alias.operand);
  for (Replacement& replacement : f.replacements) rename(replacement.operand);
  if (phi.result != kNone) {
    const Structured::Alias alias = {phi.result, instead};
    f.aliases.insert(std::upper_bound(f.aliases.begin(), f.aliases.end(), alias,
                                      [](const auto& a, const auto& b) { return a.value < b.value; }),
                     alias);
  }
  return true;
}

/// Two phis of one block exchange names: the swap problem.
bool swapped_phi_names(Structured& f, Random& random) {
  const auto is_named = [&](uint32_t i) { return f.phis[i].result != kNone; };
  const uint32_t one = pick(random, f.phis.size(), [&](uint32_t i) {
    return is_named(i) && i + 1 < f.phis.size() && is_named(i + 1) && f.phis[i].block == f.phis[i + 1].block;
  });
  if (one == kNone) return false;
  std::swap(f.phis[one].result, f.phis[one + 1].result);
  std::swap(f.phis[one].stands_for, f.phis[one + 1].stands_for);
  return true;
}

bool missing_replacement(Structured& f, Random& random) {
  const uint32_t gone = pick(random, f.replacements.size(), [](uint32_t) { return true; });
  if (gone == kNone) return false;
  f.replacements.erase(f.replacements.begin() + gone);
  return true;
}

bool wrong_replacement(Structured& f, Random& random) {
  const uint32_t which = pick(random, f.replacements.size(), [](uint32_t) { return true; });
  if (which == kNone) return false;
  Operand& operand = f.replacements[which].operand;
  const uint32_t other = pick(random, f.phis.size(), [&](uint32_t i) {
    return !is_selector(f.phis[i]) && Operand::phi(i) != operand;
  });
  if (other == kNone) return false;
  operand = Operand::phi(other);
  return true;
}

bool wrong_alias(Structured& f, Random& random) {
  const uint32_t which = pick(random, f.aliases.size(), [](uint32_t) { return true; });
  if (which == kNone) return false;
  Operand& operand = f.aliases[which].operand;
  const uint32_t other = pick(random, f.phis.size(), [&](uint32_t i) {
    return !is_selector(f.phis[i]) && Operand::phi(i) != operand;
  });
  operand = other == kNone || random.one_in(3) ? Operand::undef() : Operand::phi(other);
  return true;
}

// ---- constructs

bool wrong_merge_block(Structured& f, Random& random) {
  const BlockId header = pick_block(f, random, [](const Block& b) { return b.merge != MergeKind::kNone; });
  if (header == kNone) return false;
  const BlockId other = any_block_but(f, random, f.blocks[header].merge_block);
  if (other == kNone) return false;
  f.blocks[header].merge_block = other;
  return true;
}

bool swapped_merge_blocks(Structured& f, Random& random) {
  const auto declares = [](const Block& b) { return b.merge != MergeKind::kNone; };
  const BlockId one = pick_block(f, random, declares);
  if (one == kNone) return false;
  const BlockId two =
      pick_block(f, random, [&](const Block& b) { return declares(b) && &b != &f.blocks[one]; });
  if (two == kNone) return false;
  std::swap(f.blocks[one].merge_block, f.blocks[two].merge_block);
  return true;
}

bool missing_merge(Structured& f, Random& random) {
  const BlockId header = pick_block(f, random, [](const Block& b) { return b.merge != MergeKind::kNone; });
  if (header == kNone) return false;
  f.blocks[header].merge = MergeKind::kNone;
  f.blocks[header].merge_block = f.blocks[header].continue_block = kNone;
  return true;
}

bool loop_as_selection(Structured& f, Random& random) {
  const BlockId header = pick_block(f, random, [](const Block& b) { return b.merge == MergeKind::kLoop; });
  if (header == kNone) return false;
  f.blocks[header].merge = MergeKind::kSelection;
  f.blocks[header].continue_block = kNone;
  return true;
}

bool wrong_continue_target(Structured& f, Random& random) {
  const BlockId header = pick_block(f, random, [](const Block& b) { return b.merge == MergeKind::kLoop; });
  if (header == kNone) return false;
  const BlockId other = any_block_but(f, random, f.blocks[header].continue_block);
  if (other == kNone) return false;
  f.blocks[header].continue_block = other;
  return true;
}

bool wrong_order(Structured& f, Random& random) {
  if (f.order.size() < 3) return false;
  const auto count = static_cast<uint32_t>(f.order.size());
  const uint32_t one = 1 + random.below(count - 1), two = 1 + random.below(count - 1);
  if (one == two) return false;
  std::swap(f.order[one], f.order[two]);
  return true;
}

constexpr Mutation kMutations[] = {
    {"wrong selector value", wrong_selector_value},
    {"selector without value", selector_without_value},
    {"swapped selector operands", swapped_selector_operands},
    {"opposite condition", wrong_choice},
    {"test of another selector", test_of_other_selector},
    {"wrong case", wrong_case},
    {"swapped arms of a ladder", swapped_arms},
    {"swapped cases of an inserted switch", swapped_cases},
    {"swapped slots of a program block", swapped_slots},
    {"ladder skipped", skipped_ladder},
    {"edge redirected", redirected_edge},
    {"merge block skipped", skipped_merge},
    {"edge lost", lost_edge},
    {"wrong phi operand", wrong_phi_operand},
    {"swapped phi operands", swapped_phi_operands},
    {"undefined phi operand", undefined_phi_operand},
    {"missing phi", missing_phi},
    {"swapped names of phis", swapped_phi_names},
    {"missing replacement", missing_replacement},
    {"wrong replacement", wrong_replacement},
    {"wrong alias", wrong_alias},
    {"wrong merge block", wrong_merge_block},
    {"swapped merge blocks", swapped_merge_blocks},
    {"missing merge", missing_merge},
    {"loop declared as selection", loop_as_selection},
    {"wrong continue target", wrong_continue_target},
    {"wrong block order", wrong_order},
};

/// Returns an empty string if runs and spirv-val find nothing wrong.
std::string judge(const Flow& flow, const Structured& function) {
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    std::string difference = structurizer::testing::compare_runs(flow, function, seed, 80);
    if (!difference.empty()) return difference;
  }
  return structurizer::testing::validate_spirv(structurizer::testing::spirv_text(flow, function));
}

}  // namespace

std::span<const Mutation> all_mutations() { return kMutations; }

void try_mutation(const Mutation& mutation, const Flow& flow, const Structured& function, Random& random,
                  MutationCount& count) {
  Structured broken = function;
  if (!mutation.apply(broken, random)) return;
  ++count.applied;
  if (!check_paths(flow, broken) || !check_structure(flow, broken)) {
    ++count.caught;
    return;
  }
  const std::string wrong = judge(flow, broken);
  if (wrong.empty()) {
    ++count.equivalent;
    return;
  }
  if (count.missed++ == 0) {
    count.example = wrong + structurizer::testing::describe(flow) + "# as structurized:\n" +
                    structurizer::testing::describe(function) + "# broken:\n" +
                    structurizer::testing::describe(broken);
  }
}

}  // namespace trellis::differential
