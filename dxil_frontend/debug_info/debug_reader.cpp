#include "dxil_frontend/debug_info/debug_reader.hpp"

#include <algorithm>

#include "dxil_frontend/debug_info/dwarf.hpp"
#include "dxil_frontend/debug_info/join_bindings.hpp"

namespace trellis::dxil {
namespace {

constexpr uint32_t kMostGlobals = 65536;

MetadataItem first_of(const MetadataSource& source, std::string_view list) {
  return source.list_size(list) == 0 ? 0 : source.list_node(list, 0);
}

}  // namespace

uint32_t DebugReader::variable(MetadataItem node) {
  if (!source_.is(node, DebugNode::kVariable)) {
    left_out_.add("a value does not belong to a variable");
    return kNone;
  }
  constexpr uint32_t kUnknown = 0, kFirst = 1;
  const uint32_t known = variables_.find(node);
  if (known != kNone) return known == kUnknown ? kNone : known - kFirst;
  DebugVariable variable;
  variable.name = source_.text(node, DebugLink::kName);
  variable.scope = scopes_.scope(source_.link(node, DebugLink::kScope));
  variable.type = types_.find_object(source_.link(node, DebugLink::kType));
  variable.file = files_.find(source_.link(node, DebugLink::kFile));
  variable.line = static_cast<uint32_t>(source_.number(node, DebugNumber::kLine));
  variable.argument = static_cast<uint32_t>(source_.number(node, DebugNumber::kArgument));
  uint32_t number = kNone;
  if (variable.type == kNone) left_out_.add("a variable has an unreadable type");
  if (variable.scope != kNone && variable.type != kNone && !variable.name.empty()) {
    number = static_cast<uint32_t>(module_.debug.variables.size());
    module_.debug.variables.push_back(std::move(variable));
  }
  variables_.insert(node, number == kNone ? kUnknown : number + kFirst);
  return number;
}

void DebugReader::add_global(MetadataItem node) {
  if (!source_.is(node, DebugNode::kGlobal)) {
    return left_out_.add("a global variable's record is not one of a global variable");
  }
  // A part of a constant that dxc splits: it has the type of the whole, but no value. The whole constant is
  // listed, too.
  const MetadataItem type = source_.link(node, DebugLink::kType);
  const bool is_derived = source_.is(type, DebugNode::kDerivedType);
  if (is_derived && source_.number(type, DebugNumber::kTag) == dwarf::kMember) return;
  DebugGlobal global;
  global.name = source_.text(node, DebugLink::kName);
  global.linkage_name = source_.text(node, DebugLink::kLinkageName);
  global.type = types_.find_object(type);
  global.file = files_.find(source_.link(node, DebugLink::kFile));
  global.line = static_cast<uint32_t>(source_.number(node, DebugNumber::kLine));
  global.constant = source_.constant(node);
  if (global.type == kNone) return left_out_.add("a variable has an unreadable type");
  if (!global.name.empty()) module_.debug.globals.push_back(std::move(global));
}

void DebugReader::read_module() {
  if (!reads_everything()) return;
  DebugInfo& info = module_.debug;
  const MetadataItem arguments = first_of(source_.plain(), "dx.source.args");
  for (uint32_t n = 0; n < source_.count(arguments); ++n) {
    info.arguments.push_back(source_.text(source_.element(arguments, n)));
  }
  const MetadataItem unit = first_of(source_.plain(), "llvm.dbg.cu");
  if (!source_.is(unit, DebugNode::kUnit)) return;
  info.producer = source_.text(unit, DebugLink::kProducer);
  info.main_file = files_.find(source_.link(unit, DebugLink::kFile));
  const MetadataItem globals = source_.link(unit, DebugLink::kElements);
  const uint32_t count = source_.count(globals);
  if (count > kMostGlobals) return left_out_.add("there are too many global variables");
  for (uint32_t n = 0; n < count; ++n) add_global(source_.element(globals, n));
}

void DebugReader::finish() {
  if (!reads_everything()) return;
  attach_source_texts(source_, module_);
  join_bindings(module_);
}

std::optional<Diagnostic> DebugReader::complaint() const {
  if (left_out_.count() == 0) return std::nullopt;
  Location where;
  where.part = "bitcode";
  const String times =
      left_out_.count() == 1 ? String() : " (and " + decimal(left_out_.count() - 1) + " more)";
  return bad_input(String("some of the debug information is ignored: ") + left_out_.first() + times, where);
}

}  // namespace trellis::dxil
