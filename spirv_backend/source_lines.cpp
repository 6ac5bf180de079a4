// Defines spv::HasResultAndType.
#define SPV_ENABLE_UTILITY_CODE

#include "spirv_backend/source_lines.hpp"

#include "support/containers.hpp"

namespace trellis::spirv {

using dxil::SourcePosition;
using spv::Op;

namespace {

/// The ids of OpStrings, indexed as Module::source_files; 0: not written yet.
struct SourceFileIds {
  Vector<Id> ids;
};

/// Returns the id of the file's OpString; writes it with its OpSource on first use.
Id source_file_id(ModuleContext& context, uint32_t file) {
  Vector<Id>& ids = context.caches.get<SourceFileIds>().ids;
  if (ids.empty()) ids.resize(context.program.source_files.size(), 0);
  if (ids[file] != 0) return ids[file];
  const dxil::SourceFile& source = context.program.source_files[file];
  const dxil::Shader& shader = context.shader;
  ids[file] = context.builder.string(source.name);
  context.builder.source(spv::SourceLanguage::HLSL, shader.model_major * 100 + shader.model_minor * 10,
                         ids[file], source.text);
  return ids[file];
}

bool has_result(Op opcode) {
  bool result = false, type = false;
  spv::HasResultAndType(opcode, &result, &type);
  return result && type;
}

}  // namespace

SourceLines::SourceLines(FunctionEmitter& emitter)
    : context_(emitter.context()), function_(emitter.function()), code_(emitter.code()) {
  const DebugInfoLevel wanted = context_.plan.options.debug_info;
  if (wanted == DebugInfoLevel::kNone || function_.positions.empty()) return;
  is_on_ = wanted == DebugInfoLevel::kLines;
  if (wanted == DebugInfoLevel::kFull) debug_.emplace(emitter);
}

void SourceLines::mark(const dxil::Instruction& i) {
  SourcePosition wanted = function_.position_of(i);
  if (wanted.file == dxil::kNone) wanted = {};  // OpLine requires a file.
  if (wanted == current_) return;
  previous_ = current_;
  begin_ = code_.words().size();
  if (wanted.line == 0) {
    code_.op_void(Op::OpNoLine);
  } else {
    code_.op_void(Op::OpLine, source_file_id(context_, wanted.file), wanted.line, wanted.column);
  }
  marked_at_ = code_.words().size();
  current_ = wanted;
}

void name_values(ModuleContext& context, const dxil::Function& function, const Words& body,
                 std::span<const Id> value_ids) {
  // A value may have become a constant or a built-in's value, which other values share.
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
