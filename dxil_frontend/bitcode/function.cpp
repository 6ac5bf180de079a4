// FUNCTION_BLOCK: everything around the instructions, their operands, and the graph of blocks.
#include "dxil_frontend/bitcode/function.hpp"

#include <algorithm>
#include <limits>

#include "support/compressed_rows.hpp"
#include "support/containers.hpp"

namespace trellis::dxil::bitcode {

const char* FlowCheck::check(uint32_t block_count, uint32_t& where) {
  for (const auto& [from, to] : edges_) {
    where = to;
    if (to == 0) return "entry block has a predecessor";
  }
  if (phis_.empty()) return nullptr;
  const auto sources = collect_rows<uint32_t>(block_count, [&](const auto& add) {
    for (const auto& [from, to] : edges_) add(to, from);
  });
  // For each block: how often it is a predecessor of the phi's block, minus how often the phi names it.
  Vector<uint32_t> balance(block_count, 0);
  for (const Phi& phi : phis_) {
    where = phi.block;
    const std::span<const uint32_t> predecessors = sources.of(phi.block);
    if (predecessors.size() != phi.count) return "phi does not have one value for each predecessor";
    for (const uint32_t block : predecessors) ++balance[block];
    bool equal = true;
    for (uint32_t i = 0; i < phi.count; ++i) equal &= balance[incoming_[phi.first + i]]-- != 0;
    for (const uint32_t block : predecessors) balance[block] = 0;
    if (!equal) return "phi has a value for a block that is not a predecessor";
  }
  return nullptr;
}

FunctionCheck::FunctionCheck(ModuleState& state, const Function& function)
    : state_(state),
      function_(function),
      types_(state.types),
      first_value_(static_cast<uint32_t>(state.values.size())),
      first_metadata_(state.metadata.size()),
      first_metadata_operand_(state.metadata_operands.size()) {}

void FunctionCheck::begin_recording() {
  const auto index = static_cast<uint32_t>(state_.values[function_.value].bits);
  state_.recorded_function = &state_.code->functions[index];
  state_.recorded_function->first_constant = static_cast<uint32_t>(state_.code->constants.size());
  state_.recorded_function->first_record = static_cast<uint32_t>(state_.code->records.size());
  state_.recorded_function->first_location = static_cast<uint32_t>(state_.code->locations.size());
  state_.recorded_function->first_name = static_cast<uint32_t>(state_.code->local_names.size());
  state_.module_metadata = static_cast<uint32_t>(first_metadata_);
  state_.recorded_function->first_metadata = state_.recorded_place(first_metadata_ + 1) - 1;
}

bool FunctionCheck::run() {
  if (state_.code != nullptr) begin_recording();
  for (const uint32_t parameter : types_.members(types_[function_.type])) {
    if (!types_.is_value(parameter))
      return state_.fail_unsupported("function with a metadata parameter has a body");
    state_.values.push_back({kNoType, parameter, ValueKind::kArgument});
  }
  return for_each_entry(
             state_.reader, [this] { return check_record(); }, [this] { return check_block(); }) &&
         finish();
}

bool FunctionCheck::check_block() {
  const uint32_t block = state_.reader.block();
  const bool before = block == kConstantsBlock || block == kMetadataBlock;
  const bool after =
      block == kValueSymtabBlock || block == kMetadataAttachmentBlock || block == kUseListBlock;
  if (!before && !after) return state_.fail_unsupported("block " + decimal(block) + " inside a function");
  if (block_count_ == 0) return state_.fail("block before DECLAREBLOCKS");
  // The ids of instructions follow those of the constants.
  if (before && instruction_count_ != 0)
    return state_.fail("constants or metadata after the first instruction");
  if (after && block_ != block_count_) return state_.fail("names or attachments before the last instruction");
  if (!state_.reader.enter()) return false;
  switch (block) {
    case kConstantsBlock:
      return check_constants_block(state_);
    case kMetadataBlock:
      return check_metadata_block(state_, true) && take_local_forward();
    case kValueSymtabBlock:
      return check_symtab();
    case kUseListBlock:
      return check_use_list_block(state_, block_count_);
    default:
      return check_metadata_attachment_block(state_, instruction_count_);
  }
}

/// Notes the types of values that the function's metadata has used before their definition.
bool FunctionCheck::take_local_forward() {
  for (const auto& [value, type] : state_.local_forward) {
    if (!note_forward(value, type)) return false;
  }
  state_.local_forward.clear();
  return true;
}

bool FunctionCheck::check_symtab() {
  state_.reader.skip_arrays_of(uint64_t{1} << kVstEntry | uint64_t{1} << kVstBlockEntry);
  if (!for_each_record(state_.reader, "unexpected block inside names",
                       [this] { return check_symbol(state_.reader.code(), state_.reader.operands()); })) {
    return false;
  }
  state_.reader.skip_arrays_of(0);
  return true;
}

bool FunctionCheck::check_symbol(uint32_t code, std::span<const uint64_t> operands) {
  if (operands.empty()) return state_.fail("symbol table entry without a value id");
  if (code != kVstEntry && code != kVstBlockEntry) return state_.fail("unknown record");
  const uint64_t limit = code == kVstEntry ? state_.values.size() : block_count_;
  if (operands[0] >= limit) {
    return state_.fail("name of value or block " + decimal(operands[0]) + ", but there are " +
                       decimal(limit));
  }
  // A function must not rename a global value of the module.
  if (code == kVstEntry && operands[0] < first_value_) return state_.fail("function names a global value");
  if (code == kVstEntry && state_.records_names) record_name(static_cast<uint32_t>(operands[0]));
  return true;
}

void FunctionCheck::record_name(uint32_t value) {
  const std::optional<RecordedText> text = state_.reader.place_of_text(1);
  if (text) {
    state_.code->local_names.push_back({value, *text});
  } else {
    state_.recorded_function->is_complete = false;
  }
}

/// Appends the function's own metadata to the tables. References in it become table indices.
void FunctionCheck::record_metadata() {
  const size_t first = state_.function_metadata.size();
  Vector<uint32_t>& operands = state_.function_metadata_operands;
  for (size_t id = first_metadata_; id < state_.metadata.size(); ++id) {
    MetadataRecord record = state_.metadata[id];
    if (record.operand_count != 0) {
      const auto own =
          std::span(state_.metadata_operands).subspan(record.first_operand, record.operand_count);
      record.first_operand = static_cast<uint32_t>(operands.size());
      for (const uint32_t reference : own) {
        operands.push_back(reference > first_metadata_ ? reference + static_cast<uint32_t>(first)
                                                       : reference);
      }
    }
    state_.function_metadata.push_back(record);
  }
}

void FunctionCheck::finish_recording() {
  RecordedCode& code = *state_.code;
  RecordedFunction& recorded = *state_.recorded_function;
  recorded.constant_count = static_cast<uint32_t>(code.constants.size()) - recorded.first_constant;
  recorded.record_count = static_cast<uint32_t>(code.records.size()) - recorded.first_record;
  recorded.location_count = static_cast<uint32_t>(code.locations.size()) - recorded.first_location;
  recorded.name_count = static_cast<uint32_t>(code.local_names.size()) - recorded.first_name;
  recorded.block_count = block_count_;
  record_metadata();
  state_.recorded_function = nullptr;
}

bool FunctionCheck::declare_blocks() {
  if (block_count_ != 0) return state_.fail("second DECLAREBLOCKS");
  // Every block has at least the record of its terminator.
  if (ops_.size() != 1 || ops_[0] == 0 || ops_[0] > state_.reader.bits_left() / 2) {
    return state_.fail("number of blocks does not fit the function");
  }
  block_count_ = static_cast<uint32_t>(ops_[0]);
  return true;
}

bool FunctionCheck::finish() {
  if (block_ != block_count_ || block_count_ == 0) {
    return state_.fail("function has " + decimal(block_) + " terminators, but " + decimal(block_count_) +
                       " blocks");
  }
  if (forward_end_ > next_id()) {
    return state_.fail("value " + decimal(forward_end_ - 1) + " is used, but never defined");
  }
  uint32_t where = 0;
  if (const char* wrong = flow_.check(block_count_, where)) {
    return state_.fail(String(wrong) + " (block " + decimal(where) + ")");
  }
  if (state_.code != nullptr) finish_recording();
  state_.values.resize(first_value_);
  state_.metadata.resize(first_metadata_);
  state_.metadata_operands.resize(first_metadata_operand_);
  return true;
}

/// Notes an operand that is defined later, or by the instruction itself.
bool FunctionCheck::note_operand(uint32_t id, uint32_t type) {
  uses_next_ |= id == next_id();
  return note_forward(id, type);
}

bool FunctionCheck::note_forward(uint32_t id, uint32_t type) {
  if (!types_.is_value(type)) return state_.fail("operand of a type that no value has");
  // LLVM limits forward references to the same number.
  if (id >= state_.size) return state_.fail("value id " + decimal(id) + " is out of range");
  const uint64_t index = id - first_value_;
  if (index >= forward_.size()) forward_.resize(index + 1, kNoType);
  if (forward_[index] == kNoType) forward_[index] = type;
  forward_end_ = std::max(forward_end_, id + 1);
  if (forward_[index] == type) return true;
  return state_.fail("value " + decimal(id) + " is used with two types before it is defined");
}

bool FunctionCheck::take_value_type(uint32_t& id) {
  if (!take_type(id)) return false;
  const uint32_t type = types_.canonical(id);
  if (types_.is_value(type) && types_[type].sized) return true;
  return state_.fail("type id " + decimal(id) + " has no size");
}

/// Takes log2(alignment) + 1; 0 if there is no alignment.
bool FunctionCheck::take_alignment() {
  constexpr uint64_t kMaxExponent = 33;
  uint64_t exponent = 0;
  if (!take(exponent)) return false;
  return exponent <= kMaxExponent || state_.fail("alignment exponent " + decimal(exponent));
}

bool FunctionCheck::take_flag() {
  uint64_t flag = 0;
  if (!take(flag)) return false;
  return flag <= 1 || state_.fail("flag is " + decimal(flag));
}

/// Takes a memory ordering (0 none, 1 unordered, 2 monotonic .. 6 sequentially consistent) and a
/// synchronisation scope.
bool FunctionCheck::take_ordering(bool must_be_atomic, uint64_t& ordering) {
  uint64_t scope = 0;
  if (!take(ordering)) return false;
  if (ordering > 6 || (must_be_atomic && ordering < 2)) {
    return state_.fail("memory ordering " + decimal(ordering));
  }
  if (!take(scope)) return false;
  return scope <= 255 || state_.fail("synchronisation scope " + decimal(scope));
}

bool FunctionCheck::take_failure_ordering() {
  constexpr uint64_t kMonotonic = 2, kRelease = 4, kAcquireRelease = 5, kLast = 6;
  uint64_t ordering = 0;
  if (!take(ordering)) return false;
  const bool valid =
      ordering >= kMonotonic && ordering <= kLast && ordering != kRelease && ordering != kAcquireRelease;
  return valid || state_.fail("memory ordering " + decimal(ordering) + " on failure");
}

bool FunctionCheck::fail_types() { return state_.fail("operands are of types that do not fit"); }

bool FunctionCheck::fail_missing() { return state_.fail("operand is missing"); }

bool FunctionCheck::fail_extra() { return state_.fail(decimal(ops_.size()) + " operands left over"); }

bool FunctionCheck::fail_range(uint64_t number) {
  return state_.fail("value id " + decimal(number) + " is out of range");
}

bool FunctionCheck::fail_use(uint32_t id) {
  return state_.fail("value " + decimal(id) + " has another type than its use");
}

bool FunctionCheck::fail_own_use(uint32_t id) {
  return state_.fail("value " + decimal(id) + " is an operand of the instruction that defines it");
}

bool FunctionCheck::fail_block(uint64_t block) {
  return state_.fail("block " + decimal(block) + " is out of range, the function has " +
                     decimal(block_count_));
}

bool check_use_list_block(ModuleState& state, uint32_t block_count) {
  constexpr uint32_t kOfValue = 1, kOfBlock = 2;
  return for_each_record(state.reader, "unexpected block inside use lists", [&] {
    const std::span<const uint64_t> operands = state.reader.operands();
    const uint32_t code = state.reader.code();
    if (code != kOfValue && code != kOfBlock) return state.fail("unknown record");
    if (operands.size() < 3) return state.fail("order of fewer than two uses");
    const uint64_t limit = code == kOfValue ? state.values.size() : block_count;
    if (operands.back() < limit) return true;
    return state.fail("uses of value or block " + decimal(operands.back()) + ", but there are " +
                      decimal(limit));
  });
}

bool check_function_block(ModuleState& state, uint32_t function) {
  // A copy: state.functions does not grow while a body is read, but nothing here should depend on that.
  const Function copy = state.functions[function];
  return FunctionCheck(state, copy).run();
}

}  // namespace trellis::dxil::bitcode
