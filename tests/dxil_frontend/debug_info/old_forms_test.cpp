// Debug information in the forms of old bitcode, which LLVM upgrades while reading. The records must be read
// with the same meaning.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "dxil_frontend/bitcode/codes.hpp"
#include "dxil_frontend/read_shader.hpp"
#include "tests/dxil_frontend/container/byte_builder.hpp"
#include "tests/dxil_frontend/readers/both_ways.hpp"

namespace trellis::dxil::test {
namespace {

using namespace bitcode;
using Numbers = std::vector<uint64_t>;

enum TypeNumber : uint64_t { kVoid, kMain, kI32, kMetadata, kI64, kDebugCall, kPointer };
enum ValueNumber : uint64_t { kMainFunction, kDebugFunction, kZero, kOffset, kFirstInteger };

constexpr uint64_t kTagStructure = 0x13, kTagMember = 0x0d, kTagBase = 0x24, kTagVariable = 0x100,
                   kSigned = 5;
constexpr uint64_t kDeref = 0x06, kPlus = 0x22, kBitPiece = 0x9d;

/// A compute shader with one addition and one debug statement about its result.
class OldModule {
 public:
  OldModule() {
    const uint64_t one = integer(1), six = integer(6);
    list("dx.version", {node({one, integer(0)})});
    list("dx.shaderModel", {node({text("cs"), six, integer(0)})});
    const uint64_t threads = node({integer(8), one, one});
    main_ = add(kMdValue, {kPointer, kMainFunction});
    list("dx.entryPoints", {node({main_, text("main"), 0, 0, node({integer(4), threads})})});
    file_ = add(kMdFile, {0, text("a.hlsl"), text("/b")});
    int_ = add(kMdBasicType, {0, kTagBase, text("int"), 32, 32, kSigned});
    const uint64_t member =
        add(kMdDerivedType, {0, kTagMember, text("x"), file_, 2, 0, int_, 32, 32, 32, 0, 0});
    identifier_ = text("its identifier");
    add(kMdCompositeType,
        {0, kTagStructure, text("S"), file_, 1, 0, 0, 64, 32, 0, 0, node({member}), 0, 0, 0, identifier_});
    const uint64_t type = add(kMdSubroutineType, {0, 0, node({0, identifier_, int_})});
    function_ = add(kMdSubprogram,
                    {1, file_, text("main"), 0, file_, 3, type, 0, 1, 4, 0, 0, 0, 0, 0, main_, 0, 0, 0});
    const uint64_t seven = integer(7);
    const uint64_t global =
        add(kMdGlobalVar, {0, 0, text("seven"), text("?seven"), file_, 5, int_, 1, 1, seven, 0});
    unit_ = add(kMdCompileUnit, {1, 4, file_, text("some compiler"), 0, 0, 0, 0, 1, 0, 0, node({function_}),
                                 node({global}), 0});
    list("llvm.dbg.cu", {unit_});
  }

  /// Binds the variable, of the struct type, to the result according to the expression. `offset`: into the
  /// value.
  void say(const Numbers& expression, uint64_t offset = kZero) {
    Numbers fields = {0};
    fields.insert(fields.end(), expression.begin(), expression.end());
    expression_ = add(kMdExpression, fields);
    variable_ = add_variable();
    offset_ = offset;
  }

  /// Repeats the statement with another node for an equal variable.
  void repeat_with_equal_variable() { other_variable_ = add_variable(); }

  std::vector<uint8_t> build() const {
    container_testing::BitstreamBuilder b;
    b.begin_block(kModuleBlock, 3);
    b.record(kModuleVersion, {1});
    b.record(kModuleTriple, characters("dxil-ms-dx"));
    b.begin_block(kTypeBlock);
    b.record(kTypeNumEntry, {7});
    b.record(kTypeVoid, {});
    b.record(kTypeFunction, {0, kVoid});
    b.record(kTypeInteger, {32});
    b.record(kTypeMetadata, {});
    b.record(kTypeInteger, {64});
    b.record(kTypeFunction, {0, kVoid, kMetadata, kI64, kMetadata, kMetadata});
    b.record(kTypePointer, {kMain, 0});
    b.end_block();
    b.record(kModuleFunction, {kMain, 0, 0, 0, 0, 0, 0, 0});
    b.record(kModuleFunction, {kDebugCall, 0, 1, 0, 0, 0, 0, 0});
    b.begin_block(kConstantsBlock);
    b.record(kConstSetType, {kI64});
    b.record(kConstNull, {});
    b.record(kConstInteger, {8});
    b.record(kConstSetType, {kI32});
    for (const uint64_t number : integers_) b.record(kConstInteger, {number * 2});
    b.end_block();
    b.begin_block(kMetadataBlock);
    for (const auto& [code, fields] : metadata_) b.record(code, fields);
    b.end_block();
    b.begin_block(kValueSymtabBlock);
    b.record(kVstEntry, characters("main", {kMainFunction}));
    b.record(kVstEntry, characters("llvm.dbg.value", {kDebugFunction}));
    b.end_block();
    write_body(b);
    b.end_block();
    return b.finish();
  }

 private:
  static Numbers characters(const std::string& text, Numbers before = {}) {
    for (const char c : text) before.push_back(static_cast<uint8_t>(c));
    return before;
  }

  void write_body(container_testing::BitstreamBuilder& b) const {
    const uint64_t result = kFirstInteger + integers_.size(), next = result + 1, own = next_;
    constexpr uint64_t kExplicitType = 1 << 15;
    b.begin_block(kFunctionBlock);
    b.record(kDeclareBlocks, {1});
    b.begin_block(kMetadataBlock);
    b.record(kMdValue, {kI32, result});
    b.end_block();
    b.record(kInstBinop, {1, 2, 0});
    b.record(kDebugLoc, {10, 3, function_, 0});
    const auto state = [&](uint64_t variable) {
      b.record(kInstCall, {0, kExplicitType, kDebugCall, next - kDebugFunction, (next - own) & UINT32_MAX,
                           next - offset_, (next - (variable - 1)) & UINT32_MAX,
                           (next - (expression_ - 1)) & UINT32_MAX});
    };
    state(variable_);
    if (other_variable_ != 0) state(other_variable_);
    b.record(kDebugLoc, {9, 1, function_, 0});
    b.record(kInstRet, {});
    b.record(kDebugLoc, {11, 70000, function_, 0});
    b.begin_block(kValueSymtabBlock);
    b.record(kVstEntry, characters("sum", {result}));
    b.end_block();
    b.end_block();
  }

  /// Each of these returns the reference to the new item: its id + 1.
  uint64_t add(uint32_t code, const Numbers& fields) {
    metadata_.emplace_back(code, fields);
    return ++next_;
  }
  uint64_t add_variable() {
    return add(kMdLocalVar, {0, kTagVariable, function_, text("s"), file_, 9, identifier_, 1, 0});
  }
  uint64_t text(const std::string& text) { return add(kMdStringOld, characters(text)); }
  uint64_t node(const Numbers& operands) { return add(kMdNode, operands); }
  uint64_t integer(uint64_t number) {
    integers_.push_back(number);
    return add(kMdValue, {kI32, kFirstInteger + integers_.size() - 1});
  }
  void list(const std::string& name, Numbers references) {
    for (uint64_t& reference : references) --reference;
    metadata_.emplace_back(kMdName, characters(name));
    metadata_.emplace_back(kMdNamedNode, references);
  }

  std::vector<std::pair<uint32_t, Numbers>> metadata_;
  Numbers integers_;
  uint64_t next_ = 0;
  uint64_t main_ = 0, file_ = 0, int_ = 0, identifier_ = 0, function_ = 0, unit_ = 0, variable_ = 0,
           expression_ = 0;
  uint64_t offset_ = kZero;
  uint64_t other_variable_ = 0;
};

Shader read(const OldModule& module, Reader reader) {
  ReadOptions options;
  options.debug_info = true;
  options.reader = reader;
  auto shader = read_shader(module.build(), options);
  EXPECT_TRUE(shader) << shader.error().to_string();
  return shader ? std::move(*shader) : Shader();
}

void expect_same(const OldModule& module) {
  const BothWays both = decode_both_ways(module.build());
  EXPECT_EQ(both.difference, "");
  EXPECT_TRUE(both.is_recorded && both.has_debug_info);
}

TEST(OldDebugForms, AreReadWithTheirTypesScopesAndGlobals) {
  OldModule module;
  module.say({});
  expect_same(module);
  const Shader shader = read(module, Reader::kRecords);
  const DebugInfo& info = shader.module.debug;
  ASSERT_EQ(info.globals.size(), 1u);
  EXPECT_EQ(info.globals[0].name, "seven");
  EXPECT_EQ(info.globals[0].linkage_name, "?seven");
  EXPECT_EQ(info.globals[0].constant, 7u);
  ASSERT_EQ(info.variables.size(), 1u);
  EXPECT_EQ(info.variables[0].name, "s");
  EXPECT_EQ(info.variables[0].line, 9u);
  EXPECT_EQ(info.variables[0].argument, 1u);
  const DebugType& type = info.types[info.variables[0].type];
  EXPECT_EQ(type.name, "S") << "found by its identifier";
  ASSERT_EQ(type.members.size(), 1u);
  EXPECT_EQ(type.members[0].offset_bits, 32u);
  const Function& function = shader.module.functions[0];
  ASSERT_NE(function.debug_scope, kNone) << "the node of the source names the function";
  EXPECT_EQ(info.scopes[function.debug_scope].body_line, 4u);
  EXPECT_EQ(info.types[info.scopes[function.debug_scope].type].members.size(), 2u);
  ASSERT_EQ(function.positions.size(), 2u);
  EXPECT_EQ(function.positions[0].line, 10u);
  EXPECT_EQ(function.positions[1].column, 0u) << "LLVM keeps 16 bits of it";
  ASSERT_EQ(function.bindings.size(), 1u);
  ASSERT_EQ(function.names.size(), 1u);
  EXPECT_EQ(function.names[0].name, "s");
}

TEST(OldDebugForms, EqualVariablesAreOne) {
  OldModule module;
  module.say({});
  module.repeat_with_equal_variable();
  expect_same(module);
  EXPECT_EQ(read(module, Reader::kRecords).module.debug.variables.size(), 1u);
}

TEST(OldDebugForms, PiecesAreReadAsParts) {
  OldModule module;
  module.say({kBitPiece, 32, 32});
  expect_same(module);
  const Function& function = read(module, Reader::kRecords).module.functions[0];
  ASSERT_EQ(function.bindings.size(), 1u);
  EXPECT_EQ(function.bindings[0].offset_bits, 32u);
  EXPECT_EQ(function.bindings[0].bits, 32u);
  EXPECT_EQ(function.names[0].name, "s[1]");
}

TEST(OldDebugForms, OfComputedValuesAreLeftOut) {
  for (const Numbers& expression : {Numbers{kDeref}, Numbers{kPlus, 4}, Numbers{kDeref, kBitPiece, 0, 32}}) {
    OldModule module;
    module.say(expression);
    expect_same(module);
    const Shader shader = read(module, Reader::kRecords);
    EXPECT_TRUE(shader.module.functions[0].bindings.empty());
    ASSERT_EQ(shader.left_out.size(), 1u);
    EXPECT_NE(shader.left_out[0].message.find("computed by an expression"), String::npos);
  }
}

TEST(OldDebugForms, StatementsWithAnOffsetBindNothing) {
  OldModule module;
  module.say({}, kOffset);
  const BothWays both = decode_both_ways(module.build());
  EXPECT_EQ(both.difference, "");
  const Shader shader = read(module, Reader::kRecords);
  EXPECT_TRUE(shader.module.functions[0].bindings.empty());
  EXPECT_EQ(shader.module.functions[0].names[0].name, "sum");
}

}  // namespace
}  // namespace trellis::dxil::test
