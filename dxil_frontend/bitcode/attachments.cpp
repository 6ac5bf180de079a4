// METADATA_ATTACHMENT: metadata attached to the instructions of a function.
#include "dxil_frontend/bitcode/state.hpp"

namespace trellis::dxil::bitcode {

static uint8_t control_flow_notes(const ModuleState& state, const MetadataRecord& node) {
  uint8_t notes = 0;
  if (node.code != kMdNode) return notes;
  for (uint32_t i = 0; i < node.operand_count; ++i) {
    const uint32_t reference = state.metadata_operands[node.first_operand + i];
    if (reference == 0 || state.metadata[reference - 1].code != kMdValue) continue;
    const Value& value = state.values[state.metadata[reference - 1].value];
    if (!value.is_integer()) continue;
    if (value.bits == 1) notes |= kNoteBranch;
    if (value.bits == 2) notes |= kNoteFlatten;
  }
  return notes;
}

static uint8_t loop_notes(const ModuleState& state, const MetadataRecord& node) {
  uint8_t notes = 0;
  for (uint32_t i = 0; i < node.operand_count; ++i) {
    const uint32_t reference = state.metadata_operands[node.first_operand + i];
    if (reference == 0) continue;
    const MetadataRecord& hint = state.metadata[reference - 1];
    if (hint.code != kMdNode || hint.operand_count == 0) continue;
    const uint32_t text = state.metadata_operands[hint.first_operand];
    if (text == 0 || state.metadata[text - 1].code != kMdStringOld) continue;
    switch (state.metadata[text - 1].value) {
      case kUnrollDisable:
        notes |= kNoteDontUnroll;
        break;
      case kUnroll:
        notes |= kNoteUnroll;
        break;
      default:
        break;
    }
  }
  return notes;
}

/// Records the notes of an instruction. `attached`: pairs of kind and node. The current function's records
/// are the last ones.
static void record_notes(ModuleState& state, uint64_t instruction, std::span<const uint64_t> attached) {
  const RecordedFunction& function = *state.recorded_function;
  uint8_t notes = 0;
  for (size_t i = 0; i + 1 < attached.size(); i += 2) {
    const MetadataRecord& node = state.metadata[attached[i + 1]];
    switch (state.attachment_kinds[attached[i]]) {
      case AttachmentKind::kPrecise:
        notes |= kNotePrecise;
        break;
      case AttachmentKind::kNonUniform:
        notes |= kNoteNonUniform;
        break;
      case AttachmentKind::kControlFlow:
        notes |= control_flow_notes(state, node);
        break;
      case AttachmentKind::kLoop:
        notes |= loop_notes(state, node);
        break;
      default:
        break;
    }
  }
  state.code->records[function.first_record + instruction].notes |= notes;
}

/// Records the debug scope of a function; the first attachment counts.
static void record_scope(ModuleState& state, std::span<const uint64_t> attached) {
  for (size_t i = 0; i + 1 < attached.size(); i += 2) {
    if (state.attachment_kinds[attached[i]] != AttachmentKind::kDebugLocation) continue;
    uint32_t& scope = state.recorded_function->debug_scope;
    if (scope == 0) scope = state.recorded_place(attached[i + 1] + 1);
  }
}

bool check_metadata_attachment_block(ModuleState& state, uint64_t instruction_count) {
  return for_each_record(state.reader, "unexpected block inside attachments", [&] {
    const std::span<const uint64_t> operands = state.reader.operands();
    if (state.reader.code() != kMdAttachment) return state.fail("unknown record");
    if (operands.empty()) return state.fail("attachment without operands");
    const bool on_instruction = operands.size() % 2 == 1;
    if (on_instruction && operands[0] >= instruction_count) {
      return state.fail("instruction " + decimal(operands[0]) + " is out of range, the function has " +
                        decimal(instruction_count));
    }
    const std::span<const uint64_t> attached = operands.subspan(on_instruction ? 1 : 0);
    if (!check_attachments(state, attached, on_instruction)) return false;
    if (on_instruction && state.code != nullptr) record_notes(state, operands[0], attached);
    if (!on_instruction && state.code != nullptr) record_scope(state, attached);
    return true;
  });
}

}  // namespace trellis::dxil::bitcode
