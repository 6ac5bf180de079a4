#include "tests/structurizer/interpreter.hpp"

#include <algorithm>
#include <vector>

namespace trellis::structurizer::testing {

namespace {

using Number = uint64_t;
constexpr Number kPoison = 0xDEADDEADDEADDEADu;  // The value of an undefined operand.

Number mix(Number a, Number b) {
  Number z = a * 0x9E3779B97F4A7C15u + b + 0x7F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  return z ^ (z >> 29);
}

/// What both runs have in common: definitions, uses, and the outcomes of branches.
struct Program {
  Program(const Flow& f, uint64_t s) : flow(f), seed(s) {
    uses.resize(f.graph.block_count());
    definitions.resize(f.graph.block_count());
    is_phi.assign(f.value_count, false);
    is_outside.assign(f.value_count, true);
    for (const Phi& phi : f.phis.entries) is_phi[phi.result] = true;
    for (const Phi& phi : f.phis.entries) is_outside[phi.result] = false;
    for (const auto& [value, block] : f.uses) uses[block].push_back(value);
    for (const auto& [value, block] : f.definitions) {
      is_outside[value] = false;
      if (!is_phi[value]) definitions[block].push_back(value);
    }
  }
  uint32_t outcome(uint32_t step, size_t ways) const { return static_cast<uint32_t>(mix(seed, step) % ways); }
  Number fresh(ValueId value, uint32_t step) const { return mix(value, step + 1); }
  Number outside(ValueId value) const { return mix(value, ~Number{0}); }

  const Flow& flow;
  uint64_t seed;
  std::vector<std::vector<ValueId>> uses, definitions;
  std::vector<bool> is_phi, is_outside;
};

/// A program block that ran, and everything that it read.
struct Step {
  BlockId block = kNone;
  std::vector<Number> read;
  friend bool operator==(const Step&, const Step&) = default;
};

class FlowRun {
 public:
  explicit FlowRun(const Program& program) : program_(program), now_(program.flow.value_count, kPoison) {
    for (ValueId value = 0; value < now_.size(); ++value) {
      if (program.is_outside[value]) now_[value] = program.outside(value);
    }
    at_ = program.flow.graph.entry();
  }

  bool is_over() const { return at_ == kNone; }

  Step step(uint32_t number) {
    const Flow& flow = program_.flow;
    Step step{at_, {}};
    const auto edges = flow.graph.in_edges(at_);
    if (edge_ != kNone) {
      const auto index = std::lower_bound(edges.begin(), edges.end(), edge_) - edges.begin();
      std::vector<Number> values;
      for (const Phi& phi : flow.phis_of(at_))
        values.push_back(now_[flow.incoming[phi.first_incoming + index]]);
      for (size_t i = 0; i < values.size(); ++i) now_[flow.phis_of(at_)[i].result] = values[i];
    }
    for (const Phi& phi : flow.phis_of(at_)) step.read.push_back(now_[phi.result]);
    for (const ValueId value : program_.uses[at_]) step.read.push_back(now_[value]);
    for (const ValueId value : program_.definitions[at_]) now_[value] = program_.fresh(value, number);
    const auto targets = flow.graph.successors(at_);
    edge_ = kNone;
    if (!targets.empty()) edge_ = flow.graph.first_edge(at_) + program_.outcome(number, targets.size());
    at_ = targets.empty() ? BlockId{kNone} : flow.graph.target(edge_);
    return step;
  }

 private:
  const Program& program_;
  std::vector<Number> now_;
  BlockId at_ = kNone;
  cfg::EdgeId edge_ = kNone;
};

class StructuredRun {
 public:
  StructuredRun(const Program& program, const Structured& function)
      : program_(program),
        function_(function),
        now_(program.flow.value_count, kPoison),
        phis_(function.phis.size(), kPoison),
        named_(program.flow.value_count, kNone),
        aliases_(program.flow.value_count, kNone),
        last_slot_(program.flow.graph.block_count(), kNone) {
    for (uint32_t i = 0; i < function.phis.size(); ++i) {
      if (function.phis[i].result != kNone) named_[function.phis[i].result] = i;
    }
    for (uint32_t i = 0; i < function.aliases.size(); ++i) aliases_[function.aliases[i].value] = i;
    at_ = function.order.front();
    advance();
  }

  /// Why the run failed; empty if it did not.
  const std::string& error() const { return error_; }
  bool is_over() const { return at_ == kNone; }

  Step step(uint32_t number) {
    const BlockId payload = function_.blocks[at_].payload;
    Step step{payload, {}};
    for (const Phi& phi : program_.flow.phis_of(payload)) step.read.push_back(use(payload, phi.result));
    for (const ValueId value : program_.uses[payload]) step.read.push_back(use(payload, value));
    for (const ValueId value : program_.definitions[payload]) now_[value] = program_.fresh(value, number);
    const auto targets = function_.successors_of(at_);
    if (targets.empty()) {
      at_ = kNone;
    } else {
      const uint32_t slot = program_.outcome(number, targets.size());
      last_slot_[payload] = slot;
      go_to(targets[slot]);
      advance();
    }
    return step;
  }

 private:
  Number read(const Operand& operand) const {
    switch (operand.kind) {
      case Operand::Kind::kUndef:
        return kPoison;
      case Operand::Kind::kConstant:
        return operand.index;
      case Operand::Kind::kPhi:
        return phis_[operand.index];
      case Operand::Kind::kChoice: {
        const Choice& choice = function_.choices[operand.index];
        const auto& taken = last_slot_[function_.blocks[choice.block].payload];
        return taken == kNone ? kPoison : Number{taken == 0 ? choice.first : choice.second};
      }
      case Operand::Kind::kValue:
        break;
    }
    if (program_.is_outside[operand.index]) return program_.outside(operand.index);
    if (!program_.is_phi[operand.index]) return now_[operand.index];
    return named_[operand.index] == kNone ? kPoison : phis_[named_[operand.index]];
  }

  Number use(BlockId payload, ValueId value) const {
    for (const Replacement& r : function_.replacements) {
      if (r.payload == payload && r.value == value) return read(r.operand);
    }
    if (aliases_[value] != kNone) return read(function_.aliases[aliases_[value]].operand);
    return read(Operand::value(value));
  }

  void go_to(BlockId block) {
    const auto before = function_.predecessors_of(block);
    const auto index = std::lower_bound(before.begin(), before.end(), at_) - before.begin();
    std::vector<Number> values;
    for (const NewPhi& phi : function_.phis_of(block))
      values.push_back(read(function_.incoming_of(phi)[index]));
    for (size_t i = 0; i < values.size(); ++i) phis_[function_.blocks[block].first_phi + i] = values[i];
    at_ = block;
  }

  /// Runs inserted blocks up to the next program block.
  void advance() {
    for (size_t count = 0; function_.blocks[at_].role != Role::kPayload; ++count) {
      const Block& block = function_.blocks[at_];
      const auto targets = function_.successors_of(at_);
      if (targets.empty() || count > 4 * function_.blocks.size()) {
        error_ = "stuck in block " + std::to_string(at_);
        at_ = kNone;
        return;
      }
      uint32_t taken = 0;
      if (block.exit == Exit::kIf || block.exit == Exit::kSwitch) taken = test(block);
      go_to(targets[taken]);
    }
  }

  uint32_t test(const Block& block) const {
    const Number value = read(block.selector);
    const bool is_bool = function_.is_bool(block.selector);
    if (block.exit == Exit::kIf) {
      return (is_bool ? value == 1 : value == function_.cases[block.first_case]) ? 0 : 1;
    }
    for (uint32_t i = 0; i + 1 < block.successor_count; ++i) {
      if (function_.cases[block.first_case + i] == value) return i + 1;
    }
    return 0;
  }

  const Program& program_;
  const Structured& function_;
  std::vector<Number> now_, phis_;
  std::vector<uint32_t> named_, aliases_;
  std::vector<uint32_t> last_slot_;  ///< Indexed by program block: the slot of its last branch.
  BlockId at_ = kNone;
  std::string error_;
};

}  // namespace

std::string compare_runs(const Flow& flow, const Structured& function, uint64_t seed, uint32_t max_blocks) {
  const Program program(flow, seed);
  FlowRun wanted(program);
  StructuredRun got(program, function);
  for (uint32_t number = 0; number < max_blocks; ++number) {
    const std::string when = " at step " + std::to_string(number);
    if (!got.error().empty()) return got.error() + when;
    if (wanted.is_over() != got.is_over()) return "one run returns and the other goes on" + when;
    if (wanted.is_over()) return {};
    const Step a = wanted.step(number), b = got.step(number);
    if (a.block != b.block) {
      return "program block " + std::to_string(a.block) + " should run, but " + std::to_string(b.block) +
             " does" + when;
    }
    if (a.read != b.read) {
      const auto at = std::mismatch(a.read.begin(), a.read.end(), b.read.begin()).first - a.read.begin();
      return "program block " + std::to_string(a.block) + " reads another value (its phis and uses, number " +
             std::to_string(at) + ")" + when;
    }
  }
  return {};
}

}  // namespace trellis::structurizer::testing
