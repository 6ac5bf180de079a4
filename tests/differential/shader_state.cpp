#include "tests/differential/shader_state.hpp"

#include "tests/differential/paths/path_graph.hpp"
#include "tests/differential/steering.hpp"

namespace trellis::differential {

using spv::Op;

ShaderState::ShaderState(SpirvModule& module)
    : hash(module.private_variable()),
      length(module.private_variable()),
      trail(module.private_variable()),
      decisions(module.private_variable()),
      module_(module),
      row_(module.private_variable()) {
  write_note();
  write_choose();
}

void ShaderState::write_note() {
  note_ = module_.begin_function(false, 1);
  const Id number = note_ + 1;
  module_.label(module_.fresh());
  const Id crossed = module_.word(Op::OpBitwiseXor, {module_.load(hash), number});
  const Id product = module_.word(Op::OpIMul, {crossed, module_.constant(kHashFactor)});
  const Id shifted = module_.word(Op::OpShiftRightLogical, {product, module_.constant(15)});
  module_.store(hash, module_.word(Op::OpBitwiseXor, {product, shifted}));
  module_.emit(Op::OpReturn, {});
  module_.end_function();
}

void ShaderState::write_choose() {
  choose_ = module_.begin_function(true, 2);
  const Id choices = choose_ + 1, last_choice = choose_ + 2;
  module_.label(module_.fresh());
  const Id decision = module_.load(decisions);
  module_.store(decisions, module_.word(Op::OpIAdd, {decision, module_.constant(1)}));
  const Id count = module_.constant(Steering::kDecisions);
  const Id is_left = module_.result(Op::OpULessThan, module_.bool_type, {decision, count});
  const Id index = module_.word(Op::OpSelect, {is_left, decision, module_.constant(0)});
  const Id first = module_.word(Op::OpIMul, {module_.load(row_), count});
  const Id element = module_.element(0, module_.word(Op::OpIAdd, {first, index}));
  const Id choice = module_.word(Op::OpUMod, {module_.load(element), choices});
  module_.emit(Op::OpReturnValue, {module_.word(Op::OpSelect, {is_left, choice, last_choice})});
  module_.end_function();
}

void ShaderState::note(Id word) { module_.call(note_, {word}, false); }

void ShaderState::count(uint32_t number) {
  const Id shifted = module_.word(Op::OpShiftLeftLogical, {module_.load(trail), module_.constant(8)});
  module_.store(trail, module_.word(Op::OpBitwiseOr, {shifted, module_.constant(number & 255)}));
  module_.store(length, module_.word(Op::OpIAdd, {module_.load(length), module_.constant(1)}));
}

Id ShaderState::choose(uint32_t choices, uint32_t last_choice) {
  const Id a = module_.constant(choices), b = module_.constant(last_choice);
  return module_.call(choose_, {a, b}, true);
}

Id ShaderState::opaque_zero() {
  // The buffer has a zero after the rows.
  const Id index = module_.constant(kRows * Steering::kDecisions);
  return module_.load(module_.element(0, index));
}

Id ShaderState::write_main(const std::vector<Id>& functions) {
  const Id main = module_.begin_function(false, 0);
  module_.label(module_.fresh());
  const Id zero = module_.constant(0);
  for (const Id variable : {hash, length, trail, decisions}) module_.store(variable, zero);
  const Id thread = module_.load(module_.thread_index);
  module_.store(row_, thread);
  const Id groups = module_.result(Op::OpLoad, module_.uvec3_type, {module_.group_id});
  const Id group = module_.word(Op::OpCompositeExtract, {groups, 0});

  const Id merge = module_.fresh();
  std::vector<Id> cases = {group, merge};
  for (uint32_t i = 0; i < functions.size(); ++i) {
    cases.push_back(i);
    cases.push_back(module_.fresh());
  }
  module_.emit(Op::OpSelectionMerge, {merge, 0});
  module_.emit(Op::OpSwitch, cases);
  for (uint32_t i = 0; i < functions.size(); ++i) {
    module_.label(cases[2 * i + 3]);
    module_.call(functions[i], {}, false);
    module_.emit(Op::OpBranch, {merge});
  }
  module_.label(merge);
  const Id invocation =
      module_.word(Op::OpIAdd, {module_.word(Op::OpIMul, {group, module_.constant(kRows)}), thread});
  Id at = module_.word(Op::OpIMul, {invocation, module_.constant(kResultWords)});
  for (const Id variable : {hash, length, trail, decisions}) {
    module_.store(module_.element(1, at), module_.load(variable));
    at = module_.word(Op::OpIAdd, {at, module_.constant(1)});
  }
  module_.emit(Op::OpReturn, {});
  module_.end_function();
  return main;
}

}  // namespace trellis::differential
