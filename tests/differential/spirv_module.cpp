#include "tests/differential/spirv_module.hpp"

namespace trellis::differential {

using spv::Op;

namespace {

constexpr uint32_t kVersion = 0x00010300;
constexpr Id kMainName = 0x6E69616D;              // The string "main".
constexpr uint32_t kMaximallyReconverges = 6023;  // MaximallyReconvergesKHR; older headers lack it.

/// Returns the words of a literal string.
std::vector<uint32_t> literal(std::string_view text) {
  std::vector<uint32_t> words(text.size() / 4 + 1, 0);
  for (size_t n = 0; n < text.size(); ++n)
    words[n / 4] |= uint32_t{static_cast<uint8_t>(text[n])} << n % 4 * 8;
  return words;
}

}  // namespace

SpirvModule::SpirvModule(uint32_t group_size) : group_size_(group_size) {
  need(spv::CapabilityShader);
  declare_types();
  declare_interface();
}

void SpirvModule::append(Words& section, Op op, std::span<const Id> operands) {
  section.push_back(static_cast<uint32_t>(operands.size() + 1) << spv::WordCountShift |
                    static_cast<uint32_t>(op));
  section.insert(section.end(), operands.begin(), operands.end());
}

void SpirvModule::need(spv::Capability capability) {
  append(capabilities_, Op::OpCapability, {static_cast<uint32_t>(capability)});
}

void SpirvModule::declare_types() {
  void_type = fresh();
  bool_type = fresh();
  uint_type = fresh();
  uvec3_type = fresh();
  uvec4_type = fresh();
  undef_word = fresh();
  undef_bool = fresh();
  true_id = fresh();
  false_id = fresh();
  append(globals_, Op::OpTypeVoid, {void_type});
  append(globals_, Op::OpTypeBool, {bool_type});
  append(globals_, Op::OpTypeInt, {uint_type, 32, 0});
  append(globals_, Op::OpTypeVector, {uvec3_type, uint_type, 3});
  append(globals_, Op::OpTypeVector, {uvec4_type, uint_type, 4});
  append(globals_, Op::OpUndef, {uint_type, undef_word});
  append(globals_, Op::OpUndef, {bool_type, undef_bool});
  append(globals_, Op::OpConstantTrue, {bool_type, true_id});
  append(globals_, Op::OpConstantFalse, {bool_type, false_id});
}

void SpirvModule::declare_interface() {
  const auto storage = [](spv::StorageClass s) { return static_cast<uint32_t>(s); };
  const auto pointer = [&](spv::StorageClass s, Id type) {
    const Id made = fresh();
    append(globals_, Op::OpTypePointer, {made, storage(s), type});
    return made;
  };
  const auto variable = [&](spv::StorageClass s, Id type) {
    const Id made = fresh();
    append(globals_, Op::OpVariable, {type, made, storage(s)});
    return made;
  };
  const auto decorate = [&](Id id, spv::Decoration decoration, uint32_t operand) {
    append(decorations_, Op::OpDecorate, {id, static_cast<uint32_t>(decoration), operand});
  };
  private_pointer_ = pointer(spv::StorageClassPrivate, uint_type);
  element_pointer_ = pointer(spv::StorageClassStorageBuffer, uint_type);

  group_id = variable(spv::StorageClassInput, pointer(spv::StorageClassInput, uvec3_type));
  thread_index = variable(spv::StorageClassInput, pointer(spv::StorageClassInput, uint_type));
  decorate(group_id, spv::DecorationBuiltIn, spv::BuiltInWorkgroupId);
  decorate(thread_index, spv::DecorationBuiltIn, spv::BuiltInLocalInvocationIndex);
  interface_ = {group_id, thread_index};

  const Id words = fresh(), block = fresh();
  append(globals_, Op::OpTypeRuntimeArray, {words, uint_type});
  append(globals_, Op::OpTypeStruct, {block, words});
  decorate(words, spv::DecorationArrayStride, 4);
  append(decorations_, Op::OpDecorate, {block, spv::DecorationBlock});
  append(decorations_, Op::OpMemberDecorate, {block, 0, spv::DecorationOffset, 0});
  const Id block_pointer = pointer(spv::StorageClassStorageBuffer, block);
  for (uint32_t binding = 0; binding < 2; ++binding) {
    buffers_[binding] = variable(spv::StorageClassStorageBuffer, block_pointer);
    decorate(buffers_[binding], spv::DecorationDescriptorSet, 0);
    decorate(buffers_[binding], spv::DecorationBinding, binding);
  }
}

Id SpirvModule::constant(uint32_t number) {
  Id& id = constants_[number];
  if (id != 0) return id;
  id = fresh();
  append(globals_, Op::OpConstant, {uint_type, id, number});
  return id;
}

Id SpirvModule::private_variable() {
  const Id made = fresh();
  append(globals_, Op::OpVariable, {private_pointer_, made, spv::StorageClassPrivate});
  return made;
}

Id SpirvModule::begin_function(bool returns_word, uint32_t parameters) {
  const Id returned = returns_word ? uint_type : void_type;
  Id& type = function_types_[parameters * 2 + (returns_word ? 1 : 0)];
  if (type == 0) {
    type = fresh();
    std::vector<Id> operands = {type, returned};
    operands.resize(2 + parameters, uint_type);
    append(globals_, Op::OpTypeFunction, operands);
  }
  const Id function = fresh();
  emit(Op::OpFunction, {returned, function, 0, type});
  for (uint32_t i = 0; i < parameters; ++i) emit(Op::OpFunctionParameter, {uint_type, fresh()});
  return function;
}

Id SpirvModule::result(Op op, Id type, std::initializer_list<Id> operands) {
  const Id made = fresh();
  std::vector<Id> all = {type, made};
  all.insert(all.end(), operands.begin(), operands.end());
  append(functions_, op, all);
  return made;
}

Id SpirvModule::call(Id function, std::initializer_list<Id> arguments, bool returns_word) {
  const Id made = fresh();
  std::vector<Id> all = {returns_word ? uint_type : void_type, made, function};
  all.insert(all.end(), arguments.begin(), arguments.end());
  append(functions_, Op::OpFunctionCall, all);
  return made;
}

Id SpirvModule::element(uint32_t binding, Id index) {
  return result(Op::OpAccessChain, element_pointer_, {buffers_[binding], constant(0), index});
}

std::vector<uint32_t> SpirvModule::finish(Id main_function) {
  std::vector<uint32_t> words = {spv::MagicNumber, kVersion, 0, bound_, 0};
  words.insert(words.end(), capabilities_.begin(), capabilities_.end());
  if (reconverges_maximally_) append(words, Op::OpExtension, literal("SPV_KHR_maximal_reconvergence"));
  append(words, Op::OpMemoryModel, {spv::AddressingModelLogical, spv::MemoryModelGLSL450});
  std::vector<Id> entry = {spv::ExecutionModelGLCompute, main_function, kMainName, 0};
  entry.insert(entry.end(), interface_.begin(), interface_.end());
  append(words, Op::OpEntryPoint, entry);
  append(words, Op::OpExecutionMode, {main_function, spv::ExecutionModeLocalSize, group_size_, 1, 1});
  if (reconverges_maximally_) append(words, Op::OpExecutionMode, {main_function, kMaximallyReconverges});
  words.insert(words.end(), decorations_.begin(), decorations_.end());
  words.insert(words.end(), globals_.begin(), globals_.end());
  words.insert(words.end(), functions_.begin(), functions_.end());
  return words;
}

}  // namespace trellis::differential
