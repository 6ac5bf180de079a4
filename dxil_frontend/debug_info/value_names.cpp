#include "dxil_frontend/debug_info/value_names.hpp"

#include "dxil_frontend/debug_info/expressions.hpp"
#include "dxil_frontend/module_builder/module_builder.hpp"

namespace trellis::dxil {

namespace {

/// Returns the name of a variable's type; if it has none, that of the type that a typedef stands for.
String type_name(const DebugSource& source, MetadataItem variable) {
  constexpr int kMaxSteps = 8;
  MetadataItem type = source.link(variable, DebugLink::kType);
  String name;
  for (int step = 0; type != 0 && step < kMaxSteps; ++step) {
    String own = source.text(type, DebugLink::kName);
    if (!own.empty()) name = std::move(own);
    if (!source.is(type, DebugNode::kDerivedType)) break;
    type = source.link(type, DebugLink::kType);
  }
  return name;
}

class NameCollector {
 public:
  NameCollector(const DebugSource& source, Function& function) : source_(source), function_(function) {
    is_named_.assign(function.local_types.size(), false);
  }

  void add_variable(const DebugStatement& statement) {
    if (!source_.is(statement.variable, DebugNode::kVariable)) return;
    const DebugValue value = source_.value(statement.value);
    if (value.kind != DebugValue::Kind::kLocal || is_known(value.local)) return;
    const String name = source_.text(statement.variable, DebugLink::kName);
    if (!name.empty()) add(value.local, name + part_name(statement));
  }

  /// Adds a name; a value keeps its first name.
  void add(ValueId id, String name) {
    if (is_known(id)) return;
    is_named_[id & ~kLocalTag] = true;
    function_.names.push_back({id, std::move(name)});
  }

 private:
  bool is_known(ValueId id) const {
    const uint32_t local = id & ~kLocalTag;
    return local >= is_named_.size() || is_named_[local];
  }

  /// Returns the part of the variable that the statement describes: ".y", "[7]"; empty for the whole
  /// variable.
  String part_name(const DebugStatement& statement) const {
    const auto part = part_of(source_.expression(statement.expression));
    if (!part || part->bits == 0) return {};
    const uint64_t index = part->offset / part->bits;
    if (index < 4 && type_name(source_, statement.variable).starts_with("vector<")) {
      return String(".") + "xyzw"[index];
    }
    return "[" + decimal(index) + "]";
  }

  const DebugSource& source_;
  Function& function_;
  Vector<bool> is_named_;
};

}  // namespace

void collect_names(const DebugSource& source, const FunctionDebug& said, Function& function) {
  NameCollector names(source, function);
  for (const DebugStatement& statement : said.statements) names.add_variable(statement);
  // Skips names that the compiler made up, such as ".i0".
  for (const ValueName& own : said.names) {
    if (!own.name.empty() && !own.name.starts_with('.')) names.add(own.value, own.name);
  }
}

}  // namespace trellis::dxil
