#include "spirv_backend/debug_info/debug_set.hpp"

#include <algorithm>

namespace trellis::spirv {
namespace {

constexpr uint32_t kSetVersion = 100, kDwarfVersion = 4;
// An OpString can have 65,535 words; its text ends in a zero byte.
constexpr size_t kMostText = (0xFFFF - 2) * 4 - 1;

/// Removes and returns the longest prefix of the text that fits in one string and ends at the end of a line
/// or, if the line is longer, of a character.
String take_part(std::string_view& text) {
  size_t length = std::min(text.size(), kMostText);
  if (length < text.size()) {
    const size_t end = text.rfind('\n', length - 1);
    if (end != std::string_view::npos) length = end + 1;
    // Do not split CR LF: readers would count two line ends.
    while (length > 1 && text[length - 1] == '\r') --length;
  }
  while (length > 0 && length < text.size() && (static_cast<unsigned char>(text[length]) & 0xC0) == 0x80) {
    --length;
  }
  if (length == 0) length = text.size();  // No character boundary in the text: OpString truncates it.
  const String part(text.substr(0, length));
  text.remove_prefix(length);
  return part;
}

}  // namespace

DebugSet::DebugSet(ModuleContext& context)
    : context_(context),
      builder_(context.builder),
      info_(context.program.debug),
      ids_(context.caches.get<DebugIds>()) {
  if (!ids_.sources.empty()) return;
  // One extra row for kNone.
  ids_.sources.assign(context.program.source_files.size() + 1, 0);
  ids_.lines.assign(ids_.sources.size(), std::nullopt);
  ids_.types.assign(info_.types.size(), 0);
  ids_.scopes.assign(info_.scopes.size(), 0);
  ids_.inlinings.assign(info_.inlinings.size(), 0);
  ids_.variables.assign(info_.variables.size(), 0);
}

Id DebugSet::set() {
  if (ids_.set == 0) {
    builder_.extension("SPV_KHR_non_semantic_info", kSpirv16);
    ids_.set = builder_.import("NonSemantic.Shader.DebugInfo.100");
  }
  return ids_.set;
}

Id DebugSet::text(const String& text) {
  Id& id = ids_.strings[text];
  if (id == 0) id = builder_.string(text);
  return id;
}

Id DebugSet::none() {
  if (ids_.none == 0) ids_.none = add(DebugOp::kNone, {});
  return ids_.none;
}

Id DebugSet::empty_expression() {
  if (ids_.expression == 0) ids_.expression = add(DebugOp::kExpression, {});
  return ids_.expression;
}

uint32_t DebugSet::main_file() const {
  const size_t count = context_.program.source_files.size();
  if (info_.main_file < count) return info_.main_file;
  return count == 0 ? dxil::kNone : 0;
}

Id DebugSet::main_source() {
  const uint32_t file = main_file();
  if (file != dxil::kNone) return source(file);
  Id& id = ids_.sources.back();
  if (id == 0) {
    const Id name = text("");
    id = add(DebugOp::kSource, {name});
  }
  return id;
}

std::string_view DebugSet::text_of(uint32_t file) const {
  const std::string_view text = context_.program.source_files[file].text;
  return text.substr(0, text.find('\0'));
}

Id DebugSet::source(uint32_t file) {
  if (file >= context_.program.source_files.size()) return main_source();
  if (ids_.sources[file] != 0) return ids_.sources[file];
  const Id name = text(context_.program.source_files[file].name);
  std::string_view rest = text_of(file);
  Vector<Id> operands{name};
  if (!rest.empty()) operands.push_back(builder_.string(take_part(rest)));
  ids_.sources[file] = add(DebugOp::kSource, operands);
  while (!rest.empty()) {
    const Id part = builder_.string(take_part(rest));
    add(DebugOp::kSourceContinued, {part});
  }
  return ids_.sources[file];
}

const TextLines& DebugSet::lines_of(uint32_t file) {
  const size_t count = context_.program.source_files.size();
  if (file >= count) file = main_file();
  std::optional<TextLines>& lines = ids_.lines[std::min<size_t>(file, count)];
  if (!lines) lines.emplace(file < count ? text_of(file) : std::string_view());
  return *lines;
}

DebugPosition DebugSet::position(uint32_t file, uint32_t line, uint32_t column) {
  DebugPosition position;
  position.source = source(file);
  const TextLines& lines = lines_of(file);
  if (!lines.has_line(line)) return position;
  position.line = line;
  position.column = lines.column(line, column);
  return position;
}

Id DebugSet::unit() {
  if (ids_.unit != 0) return ids_.unit;
  const Id file = main_source();
  const Id version = number(kSetVersion), dwarf = number(kDwarfVersion);
  const Id language = number(to_word(spv::SourceLanguage::HLSL));
  return ids_.unit = add(DebugOp::kCompilationUnit, {version, dwarf, file, language});
}

Id DebugSet::make_scope(uint32_t n) {
  const dxil::DebugScope& scope = info_.scopes[n];
  const Id parent = scope.parent == dxil::kNone ? unit() : ids_.scopes[scope.parent];
  const DebugPosition at = position(scope.file, scope.line, scope.column);
  const Id file = at.source, line = number(at.line), column = number(at.column);
  if (!scope.is_function) return add(DebugOp::kLexicalBlock, {file, line, column, parent});
  const Id name = text(scope.name), linkage_name = text(scope.linkage_name);
  const Id type = function_type(scope.type);
  const Id flags = number(0), body_line = number(position(scope.file, scope.body_line).line);
  return add(DebugOp::kFunction, {name, type, file, line, column, parent, linkage_name, flags, body_line});
}

// Creates parents first. There can be many, so this does not recurse.
Id DebugSet::scope(uint32_t wanted) {
  Vector<uint32_t> missing;
  for (uint32_t n = wanted; n != dxil::kNone && ids_.scopes[n] == 0; n = info_.scopes[n].parent) {
    missing.push_back(n);
  }
  for (size_t n = missing.size(); n-- > 0;) ids_.scopes[missing[n]] = make_scope(missing[n]);
  return ids_.scopes[wanted];
}

Id DebugSet::inlining(uint32_t wanted) {
  Vector<uint32_t> missing;
  for (uint32_t n = wanted; n != dxil::kNone && ids_.inlinings[n] == 0; n = info_.inlinings[n].caller) {
    missing.push_back(n);
  }
  for (size_t n = missing.size(); n-- > 0;) {
    const dxil::DebugInlining& call = info_.inlinings[missing[n]];
    const Id line = number(call.line), in = scope(call.scope);
    Vector<Id> operands{line, in};
    if (call.caller != dxil::kNone) operands.push_back(ids_.inlinings[call.caller]);
    ids_.inlinings[missing[n]] = add(DebugOp::kInlinedAt, operands);
  }
  return ids_.inlinings[wanted];
}

Id DebugSet::variable(uint32_t n) {
  if (ids_.variables[n] != 0) return ids_.variables[n];
  const dxil::DebugVariable& variable = info_.variables[n];
  const Id name = text(variable.name), its_type = type(variable.type);
  const DebugPosition at = position(variable.file, variable.line);
  const Id line = number(at.line), column = number(0), parent = scope(variable.scope);
  constexpr uint32_t kIsLocal = 4;
  const Id flags = number(kIsLocal);
  Vector<Id> operands{name, its_type, at.source, line, column, parent, flags};
  if (variable.argument != 0) operands.push_back(number(variable.argument));
  return ids_.variables[n] = add(DebugOp::kLocalVariable, operands);
}

}  // namespace trellis::spirv
