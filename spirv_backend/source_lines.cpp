// For spv::HasResultAndType.
#define SPV_ENABLE_UTILITY_CODE

#include "spirv_backend/source_lines.hpp"

#include "support/containers.hpp"

namespace trellis::spirv {

using dxil::SourcePosition;
using spv::Op;

void SourceLines::mark(const dxil::Instruction& i) {
  SourcePosition wanted = function_.position_of(i);
  if (wanted.file == dxil::kNone) wanted = {};  // OpLine has to name a file.
  if (wanted == current_) return;
  previous_ = current_;
  begin_ = code_.words().size();
  if (wanted.line == 0) {
    code_.op_void(Op::OpNoLine);
  } else {
    code_.op_void(Op::OpLine, context_.source_file_id(wanted.file), wanted.line, wanted.column);
  }
  marked_at_ = code_.words().size();
  current_ = wanted;
}

namespace {

bool has_result(Op opcode) {
  bool result = false, type = false;
  spv::HasResultAndType(opcode, &result, &type);
  return result && type;
}

}  // namespace

void name_values(ModuleContext& context, const dxil::Function& function, const Words& body,
                 std::span<const Id> value_ids) {
  // A value may have become a constant or a built-in's value, which others share.
  Vector<bool> is_free(context.builder.bound(), false);
  for (size_t at = 0; at < body.size(); at += body[at] >> 16) {
    if (has_result(static_cast<Op>(body[at] & 0xFFFF))) is_free[body[at + 2]] = true;
  }
  for (const dxil::ValueName& name : function.names) {
    const Id id = value_ids[name.value - function.first_local];
    if (id == 0 || !is_free[id]) continue;
    is_free[id] = false;
    context.builder.name(id, name.name);
  }
}

}  // namespace trellis::spirv
