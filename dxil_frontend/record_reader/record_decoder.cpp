#include "dxil_frontend/record_reader/record_decoder.hpp"

#include <utility>

#include "dxil_frontend/bitcode/codes.hpp"
#include "dxil_frontend/program/text/ir_text.hpp"

namespace trellis::dxil {

namespace {

bool is_terminator(uint32_t code) {
  return code == bitcode::kInstRet || code == bitcode::kInstBr || code == bitcode::kInstSwitch ||
         code == bitcode::kInstUnreachable;
}

}  // namespace

Result<bool> RecordDecoder::run(const RecordedFunction& recorded, std::string_view name) {
  said_.clear();
  begin(recorded, name);
  if (tables_.failed()) return located_error();
  if (recorded.record_count != 0 && !recorded.is_complete) return false;
  const bool is_decoded = recorded.record_count == 0 || decode_body(recorded);
  if (tables_.failed()) return located_error();
  return is_decoded;
}

void RecordDecoder::begin(const RecordedFunction& recorded, std::string_view name) {
  const bitcode::Type& type = code_.types[recorded.type];
  FunctionHead head;
  head.name = name;
  head.void_type = tables_.void_type();
  head.return_type = tables_.type(type.element);
  Vector<TypeId> arguments;
  for (const uint32_t argument : code_.types.members(type)) arguments.push_back(tables_.type(argument));
  head.argument_types = arguments;
  if (recorded.attributes != 0) {
    const FunctionAttributes& attributes = code_.function_attributes[recorded.attributes - 1];
    head.denorm_mode = attributes.denorm_mode;
    head.waves_include_helper_lanes = attributes.waves_include_helper_lanes;
  }
  FunctionBuilder::begin(head);
}

Diagnostic RecordDecoder::located_error() {
  Diagnostic error = std::move(tables_.error());
  error.where.part = "bitcode";
  error.where.function = printable(function_.name);
  if (current_block_ != kNone) error.where.block = decimal(current_block_);
  if (current_ != nullptr) {
    const auto number = static_cast<size_t>(current_ - records_of(current_block_).data()) - debug_calls_;
    error.where.instruction = "instruction " + decimal(number);
    error.where.operation = instruction_name(*current_);
  }
  return error;
}

bool RecordDecoder::decode_body(const RecordedFunction& recorded) {
  records_ = {code_.records.data() + recorded.first_record, recorded.record_count};
  tables_.enter(recorded, next_local_);
  locations_ = std::span(code_.locations).subspan(recorded.first_location, recorded.location_count);
  if (statements_ != nullptr) statements_->enter(recorded);
  if (!find_blocks(recorded)) return false;
  number_results();
  function_.instructions.reserve(function_.local_types.size() + blocks_.size() * 2);
  function_.operands.reserve(function_.local_types.size() * 3);
  for (BlockId block = 0; block < recorded.block_count; ++block) {
    if (is_over_by_now(tables_.watch) || !decode_block(block)) return false;
  }
  return true;
}

std::span<const CodeRecord> RecordDecoder::records_of(BlockId block) const {
  const uint32_t first = blocks_[block].first_record;
  return records_.subspan(first, blocks_[block + 1].first_record - first);
}

bool RecordDecoder::find_blocks(const RecordedFunction& recorded) {
  CompressedRows<BlockId> successors;
  successors.first.reserve(recorded.block_count + 1);
  successors.entries.reserve(recorded.block_count * size_t{2});
  blocks_.reserve(recorded.block_count + size_t{1});
  next_value_ = tables_.first_result();
  blocks_.push_back({0, next_value_});
  for (uint32_t i = 0; i < records_.size(); ++i) {
    const CodeRecord& record = records_[i];
    if (record.type != bitcode::kNoType) ++next_value_;
    if (!is_terminator(record.code)) continue;
    add_successors(record, successors);
    successors.end_row();
    blocks_.push_back({i + 1, next_value_});
  }
  tables_.expect_results(next_value_ - tables_.first_result());
  return blocks_.size() == recorded.block_count + size_t{1} && make_graph(successors);
}

// Appends the successors in the order of the graph's slots: for a branch, the true target comes first; for a
// switch, the default.
void RecordDecoder::add_successors(const CodeRecord& terminator, CompressedRows<BlockId>& successors) const {
  const std::span<const uint64_t> operands = code_.operands_of(terminator);
  if (terminator.code == bitcode::kInstBr) {
    successors.entries.push_back(static_cast<BlockId>(operands[0]));
    if (operands.size() > 1) successors.entries.push_back(static_cast<BlockId>(operands[1]));
  } else if (terminator.code == bitcode::kInstSwitch) {
    // Layout: [type, condition, default, (value, block) ...]
    for (size_t i = 2; i < operands.size(); i += 2) {
      successors.entries.push_back(static_cast<BlockId>(operands[i]));
    }
  }
}

// Numbers every result before any operand is looked up: phis refer forwards, and blocks may be in any order.
void RecordDecoder::number_results() {
  for (BlockId block = 0; block + 1 < blocks_.size(); ++block) {
    if (reached_[block] == 0) continue;
    next_value_ = blocks_[block].first_value;
    for (const CodeRecord& record : records_of(block)) {
      if (record.type == bitcode::kNoType) continue;
      number_result(record);
      ++next_value_;
    }
  }
  function_.local_types.resize(next_local_, kNone);
  next_local_ = static_cast<uint32_t>(function_.argument_types.size());
}

void RecordDecoder::number_result(const CodeRecord& record) {
  Operands operands = operands_of(record);
  switch (record.code) {
    case bitcode::kInstCast: {
      if (code_.types[record.type].kind != bitcode::TypeKind::kPointer) break;
      const uint32_t original = operands.value();
      operands.type();
      if (operands.number() != bitcode::kBitcast) break;
      tables_.define_alias(next_value_, original);
      return;
    }
    case bitcode::kInstExtractValue:
      operands.value();
      next_local_ += static_cast<uint32_t>(operands.count()) - 1;
      break;
    case bitcode::kInstInsertValue:
      operands.value();
      operands.value();
      next_local_ += 2 * (static_cast<uint32_t>(operands.count()) - 1);
      break;
    case bitcode::kInstCmpxchgOld:
      if (code_.types[record.type].kind != bitcode::TypeKind::kStruct)
        ++next_local_;  // The pair of the old value and the success flag.
      break;
    default:
      break;
  }
  tables_.define(next_value_, next_local_++);
}

bool RecordDecoder::decode_block(BlockId block) {
  current_block_ = block;
  BasicBlock& out = function_.blocks.emplace_back();
  out.first_instruction = static_cast<uint32_t>(function_.instructions.size());
  if (reached_[block] == 0) {
    fill_unreached();
  } else {
    next_value_ = blocks_[block].first_value;
    last_incoming_.clear();
    debug_calls_ = 0;
    const std::span<const CodeRecord> records = records_of(block);
    for (const CodeRecord& record : records) {
      current_ = &record;
      find_location(record);
      const auto first = static_cast<uint32_t>(function_.instructions.size());
      if (!(record.code == bitcode::kInstPhi ? decode_phi(block, record) : decode(record))) return false;
      if (tables_.failed()) return false;
      note_location(first);
      debug_calls_ += is_debug_call_ ? 1 : 0;
      if (record.type != bitcode::kNoType) ++next_value_;
    }
    if (records.back().notes != 0) note_hints(records.back().notes, out.hints);
    current_ = nullptr;
  }
  out.instruction_count = static_cast<uint32_t>(function_.instructions.size()) - out.first_instruction;
  return true;
}

/// Layout: [type, (value, block) ..., flags if the number of operands is even]
bool RecordDecoder::decode_phi(BlockId block, const CodeRecord& record) {
  Instruction& out = emit_of(Opcode::kPhi, record);
  const std::span<const uint64_t> operands = code_.operands_of(record);
  const size_t count = (operands.size() - 1) / 2;
  if (count == 0) return refuse(ErrorCode::kBadInput, "the phi has no values");
  Vector<BlockId>& incoming = scratch_.incoming;
  incoming.clear();
  for (size_t i = 0; i < count; ++i) incoming.push_back(static_cast<BlockId>(operands[2 + 2 * i]));
  // The phis of a block usually list its predecessors in the same order.
  if (incoming != last_incoming_) {
    match_incoming(block, incoming);
    last_incoming_ = incoming;
    if (tables_.failed()) return false;
  }
  out.operand_count = static_cast<uint32_t>(scratch_.edge_values.size());
  has_pointer_phis_ |= is_pointer(out.type);
  for (const uint32_t index : scratch_.edge_values) {
    if (!operand(Operands(operands.subspan(1 + 2 * size_t{index}), next_value_).signed_value())) return false;
  }
  return true;
}

void RecordDecoder::find_location(const CodeRecord& record) {
  location_ = {};
  is_debug_call_ = false;
  if (locations_.empty()) return;
  const auto number = static_cast<uint32_t>(&record - code_.records.data());
  while (!locations_.empty() && locations_.front().record <= number) {
    const RecordedLocation& found = locations_.front();
    if (found.record == number) location_ = {found.line, found.column, found.scope, found.inlined_at};
    locations_ = locations_.subspan(1);
  }
}

/// Records the location of the instructions from `first` on. Calls of llvm.dbg functions are not code.
void RecordDecoder::note_location(uint32_t first) {
  if (location_.scope == 0 || is_debug_call_) return;
  said_.code.push_back({first, static_cast<uint32_t>(function_.instructions.size()),
                        static_cast<uint32_t>(said_.statements.size()), location_});
}

void RecordDecoder::note_statement(uint32_t callee, std::span<const uint64_t> arguments) {
  is_debug_call_ = tables_.name_of(callee).starts_with("llvm.dbg.");
  if (statements_ == nullptr || !is_debug_call_) return;
  std::optional<DebugStatement> statement = statements_->read(callee, arguments, next_value_);
  if (!statement) return;
  statement->before = static_cast<uint32_t>(function_.instructions.size());
  statement->location = location_;
  said_.statements.push_back(*statement);
}

void RecordDecoder::note_hints(uint8_t notes, BlockHints& hints) const {
  hints.branch = (notes & kNoteBranch) != 0;
  hints.flatten = (notes & kNoteFlatten) != 0;
  hints.unroll = (notes & kNoteUnroll) != 0;
  hints.dont_unroll = (notes & kNoteDontUnroll) != 0;
}

}  // namespace trellis::dxil
