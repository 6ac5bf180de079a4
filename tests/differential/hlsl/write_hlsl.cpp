// Writes a program as HLSL.
#include <bit>
#include <cstdio>
#include <set>
#include <span>

#include "tests/differential/hlsl/program.hpp"

namespace trellis::differential::hlsl {

namespace {

const char* scalar_name(Scalar s) {
  static constexpr const char* kNames[] = {"bool",    "int16_t",  "uint16_t",  "int",  "uint",
                                           "int64_t", "uint64_t", "float16_t", "float"};
  return kNames[static_cast<size_t>(s)];
}

struct OpText {
  Op op;
  const char* text;
};

/// Binary operators.
constexpr OpText kOperators[] = {
    {Op::kAdd, "+"},         {Op::kSub, "-"},           {Op::kMul, "*"},    {Op::kDiv, "/"},
    {Op::kRem, "%"},         {Op::kAnd, "&"},           {Op::kOr, "|"},     {Op::kXor, "^"},
    {Op::kShl, "<<"},        {Op::kShr, ">>"},          {Op::kLess, "<"},   {Op::kLessEqual, "<="},
    {Op::kGreater, ">"},     {Op::kGreaterEqual, ">="}, {Op::kEqual, "=="}, {Op::kNotEqual, "!="},
    {Op::kLogicalAnd, "&&"}, {Op::kLogicalOr, "||"},
};

constexpr OpText kFunctions[] = {
    {Op::kMin, "min"},
    {Op::kMax, "max"},
    {Op::kClamp, "clamp"},
    {Op::kAbs, "abs"},
    {Op::kSign, "sign"},
    {Op::kCountBits, "countbits"},
    {Op::kReverseBits, "reversebits"},
    {Op::kFirstBitLow, "firstbitlow"},
    {Op::kFirstBitHigh, "firstbithigh"},
    {Op::kMad, "mad"},
    {Op::kSelect, "select"},
    {Op::kFloor, "floor"},
    {Op::kCeil, "ceil"},
    {Op::kTrunc, "trunc"},
    {Op::kRound, "round"},
    {Op::kFrac, "frac"},
    {Op::kSaturate, "saturate"},
    {Op::kDot, "dot"},
    {Op::kAny, "any"},
    {Op::kAll, "all"},
    {Op::kMatMul, "mul"},
    {Op::kTranspose, "transpose"},
    {Op::kHalfBits, "f32tof16"},
    {Op::kFromHalfBits, "f16tof32"},
    {Op::kLaneIndex, "WaveGetLaneIndex"},
    {Op::kLaneCount, "WaveGetLaneCount"},
    {Op::kIsFirstLane, "WaveIsFirstLane"},
    {Op::kActiveSum, "WaveActiveSum"},
    {Op::kActiveProduct, "WaveActiveProduct"},
    {Op::kActiveMin, "WaveActiveMin"},
    {Op::kActiveMax, "WaveActiveMax"},
    {Op::kActiveAnd, "WaveActiveBitAnd"},
    {Op::kActiveOr, "WaveActiveBitOr"},
    {Op::kActiveXor, "WaveActiveBitXor"},
    {Op::kActiveCountBits, "WaveActiveCountBits"},
    {Op::kActiveAllTrue, "WaveActiveAllTrue"},
    {Op::kActiveAnyTrue, "WaveActiveAnyTrue"},
    {Op::kActiveAllEqual, "WaveActiveAllEqual"},
    {Op::kBallot, "WaveActiveBallot"},
    {Op::kPrefixSum, "WavePrefixSum"},
    {Op::kPrefixProduct, "WavePrefixProduct"},
    {Op::kPrefixCountBits, "WavePrefixCountBits"},
    {Op::kReadFirst, "WaveReadLaneFirst"},
    {Op::kReadLane, "WaveReadLaneAt"},
    {Op::kMatch, "WaveMatch"},
    {Op::kQuadX, "QuadReadAcrossX"},
    {Op::kQuadY, "QuadReadAcrossY"},
    {Op::kQuadDiagonal, "QuadReadAcrossDiagonal"},
    {Op::kQuadLane, "QuadReadLaneAt"},
};

/// Returns null if the operation is not in the table.
const char* text_in(std::span<const OpText> table, Op op) {
  for (const OpText& row : table) {
    if (row.op == op) return row.text;
  }
  return nullptr;
}

const char* atomic_name(AtomicOp op) {
  static constexpr const char* kNames[] = {"InterlockedAdd",     "InterlockedMin", "InterlockedMax",
                                           "InterlockedAnd",     "InterlockedOr",  "InterlockedXor",
                                           "InterlockedExchange"};
  return kNames[static_cast<size_t>(op)];
}

std::string number_text(double value) {
  char text[64];
  std::snprintf(text, sizeof text, "%.6f", value);
  return text;
}

class HlslWriter {
 public:
  explicit HlslWriter(const Program& program) : program_(program) {}

  std::string run() {
    for (size_t i = 0; i < program_.structs.size(); ++i) write_struct(i);
    called_.assign(program_.functions.size(), false);
    named_globals_.assign(program_.globals.size(), false);
    named_globals_[kInput] = named_globals_[kOutput] = true;
    for (const uint32_t entry : program_.entries) called_[entry] = true;
    for (size_t i = program_.functions.size(); i > 0; --i) {
      if (called_[i - 1]) note(program_.functions[i - 1].body);
    }
    for (size_t i = 0; i < program_.globals.size(); ++i) {
      if (named_globals_[i]) write_global(program_.globals[i]);
    }
    for (size_t i = 0; i < program_.functions.size(); ++i) {
      if (called_[i]) write_function(program_.functions[i]);
    }
    write_main();
    return std::move(text_);
  }

 private:
  static std::string declared(const Type& type, const std::string& name) {
    const std::string text = type_name(type) + " " + name;
    return type.length == 0 ? text : text + "[" + std::to_string(type.length) + "]";
  }

  // Find what is used: reduced programs have much that is not, which is left out.
  void note(const Expr& e) {
    if (e.op == Op::kCall) called_[e.value] = true;
    if (e.op == Op::kVariable && (e.value & kGlobal) != 0)
      named_globals_[e.value & ~uint64_t{kGlobal}] = true;
    if (e.op == Op::kVariable && (e.value & kGlobal) == 0) named_locals_.insert(e.value);
    for (const Expr& operand : e.operands) note(operand);
  }
  void note(const Statements& list) {
    for (const Statement& s : list) {
      if (s.kind == StatementKind::kCall) called_[s.number] = true;
      if (s.kind == StatementKind::kRawStore) named_globals_[s.number] = true;
      if (s.kind == StatementKind::kFor) named_locals_.insert(s.number);
      for (const Expr& e : s.exprs) note(e);
      for (const Statements& inner : s.lists) note(inner);
    }
  }

  void write_struct(size_t i) {
    text_ += "struct S" + std::to_string(i) + " {";
    const Struct& made = program_.structs[i];
    for (size_t m = 0; m < made.members.size(); ++m) {
      text_ += " " + declared(made.members[m], "m" + std::to_string(m)) + ";";
    }
    text_ += " };\n";
  }

  void write_global(const Global& global) {
    const std::string type = type_name(global.type);
    const auto line = [&](const std::string& what, char letter) {
      text_ += what + " " + global.name + " : register(" + letter + std::to_string(global.index) + ");\n";
    };
    switch (global.memory) {
      case Memory::kShared:
        text_ += "groupshared " + declared(global.type, global.name) + ";\n";
        break;
      case Memory::kConstants:
        text_ += "cbuffer C" + std::to_string(global.index) + " : register(b" + std::to_string(global.index) +
                 ") { " + declared(global.type, global.name) + "; };\n";
        break;
      case Memory::kStructured:
        line("StructuredBuffer<" + type + ">", 't');
        break;
      case Memory::kRwStructured:
        line("RWStructuredBuffer<" + type + ">", 'u');
        break;
      case Memory::kTyped:
        line("Buffer<" + type + ">", 't');
        break;
      case Memory::kRwTyped:
        line("RWBuffer<" + type + ">", 'u');
        break;
      case Memory::kRaw:
        line("ByteAddressBuffer", 't');
        break;
      case Memory::kRwRaw:
        line("RWByteAddressBuffer", 'u');
        break;
      case Memory::kTexture:
        line("Texture2D<" + type + ">", 't');
        break;
      case Memory::kRwTexture:
        line("RWTexture2D<" + type + ">", 'u');
        break;
    }
  }

  void write_function(const Function& function) {
    named_locals_.clear();
    note(function.body);
    if (function.stays) text_ += "[noinline] ";
    text_ += (function.returns_value ? type_name(function.result) : "void") + " " + function.name + "(";
    const uint32_t parameters = function.parameters();
    for (uint32_t i = 0; i < parameters; ++i) {
      static constexpr const char* kPassing[] = {"", "", "inout ", "out "};
      text_ += (i > 0 ? ", " : "") +
               std::string(kPassing[static_cast<size_t>(function.variables[i].passing)]) +
               declared(function.variables[i].type, local(i));
    }
    text_ += ") {\n";
    for (uint32_t i = 0; i < function.variables.size(); ++i) {
      const Variable& variable = function.variables[i];
      const std::string zeros = "(" + declared(variable.type, "") + ")0";
      if (variable.passing == Passing::kOut) text_ += "  " + local(i) + " = " + zeros + ";\n";
      if (variable.passing != Passing::kLocal || !named_locals_.contains(i)) continue;
      text_ += "  " + declared(variable.type, local(i)) + " = " +
               (variable.type.is_scalar() ? constant(variable.type, variable.initial) : zeros) + ";\n";
    }
    write(function.body, "  ");
    text_ += "}\n";
  }

  void write_main() {
    const Global& input = program_.globals[kInput];
    const Global& output = program_.globals[kOutput];
    text_ += "[numthreads(" + std::to_string(kGroupThreads) +
             ", 1, 1)] void main(uint t : SV_GroupIndex, uint3 g : SV_GroupID) {\n  uint i = g.x * " +
             std::to_string(kGroupThreads) + "u + t, x = " + input.name + "[i], h = 2166136261u;\n";
    if (program_.entries.size() == 1) {
      text_ += "  " + program_.functions[program_.entries[0]].name + "(t, x, h);\n";
    } else {
      text_ += "  switch (g.x) {\n";
      for (size_t i = 0; i < program_.entries.size(); ++i) {
        text_ += "    case " + std::to_string(i) + ": " + program_.functions[program_.entries[i]].name +
                 "(t, x, h); break;\n";
      }
      text_ += "  }\n";
    }
    text_ += "  " + output.name + "[i] = uint2(x, h);\n}\n";
  }

  static std::string local(uint64_t index) { return "v" + std::to_string(index); }

  static std::string constant(const Type& type, uint64_t value) {
    const std::string name = scalar_name(type.scalar);
    switch (type.scalar) {
      case Scalar::kBool:
        return value != 0 ? "true" : "false";
      case Scalar::kUint:
        return std::to_string(value) + "u";
      case Scalar::kInt:
        return "int(" + std::to_string(value & 0xffffffffu) + "u)";
      case Scalar::kInt16:
      case Scalar::kUint16:
        return name + "(" + std::to_string(value & 0xffffu) + "u)";
      case Scalar::kInt64:
      case Scalar::kUint64:
        return name + "(" + std::to_string(value) + "ull)";
      case Scalar::kFloat:
        return "float(" + number_text(std::bit_cast<double>(value)) + ")";
      case Scalar::kHalf:
        return "float16_t(" + number_text(std::bit_cast<double>(value)) + ")";
    }
    return {};
  }

  std::string list_of(const std::vector<Expr>& operands, size_t first = 0) const {
    std::string text;
    for (size_t i = first; i < operands.size(); ++i) text += (i > first ? ", " : "") + expr(operands[i]);
    return text;
  }

  std::string expr(const Expr& e) const {
    switch (e.op) {
      case Op::kConstant:
        return constant(e.type, e.value);
      case Op::kVariable:
        return (e.value & kGlobal) != 0 ? program_.globals[e.value & ~uint64_t{kGlobal}].name
                                        : local(e.value);
      case Op::kMember:
        return expr(e.operands[0]) + ".m" + std::to_string(e.value);
      case Op::kIndex:
        return expr(e.operands[0]) + "[" + expr(e.operands[1]) + "]";
      case Op::kSwizzle: {
        std::string text = expr(e.operands[0]) + ".";
        for (uint32_t i = 0; i < e.type.columns; ++i) text += "xyzw"[e.value >> (2 * i) & 3];
        return text;
      }
      case Op::kTexel:
        return expr(e.operands[0]) + "[uint2(" + list_of(e.operands, 1) + ")]";
      case Op::kRawLoad:
        return expr(e.operands[0]) + ".Load<" + type_name(e.type) + ">((" + expr(e.operands[1]) + ") * 4u)";
      case Op::kNegate:
        return "(-" + expr(e.operands[0]) + ")";
      case Op::kNot:
        return "(~" + expr(e.operands[0]) + ")";
      case Op::kLogicalNot:
        return "(!" + expr(e.operands[0]) + ")";
      case Op::kChoose:
        return "(" + expr(e.operands[0]) + " ? " + expr(e.operands[1]) + " : " + expr(e.operands[2]) + ")";
      case Op::kCast:
      case Op::kConstruct:
        return type_name(e.type) + "(" + list_of(e.operands) + ")";
      case Op::kCall:
        return program_.functions[e.value].name + "(" + list_of(e.operands) + ")";
      default:
        break;
    }
    if (const char* infix = text_in(kOperators, e.op)) {
      return "(" + expr(e.operands[0]) + " " + infix + " " + expr(e.operands[1]) + ")";
    }
    return std::string(text_in(kFunctions, e.op)) + "(" + list_of(e.operands) + ")";
  }

  void write_block(const Statements& list, const std::string& indent) {
    text_ += "{\n";
    write(list, indent + "  ");
    text_ += indent + "}";
  }

  void write(const Statements& list, const std::string& indent) {
    for (const Statement& statement : list) {
      static constexpr const char* kHints[] = {"", "[loop] ", "[unroll] ", "[branch] "};
      text_ += indent + kHints[static_cast<size_t>(statement.hint)];
      write(statement, indent);
      text_ += "\n";
    }
  }

  void write_switch(const Statement& s, const std::string& indent) {
    text_ += "switch (" + expr(s.exprs[0]) + ") {\n";
    for (size_t i = 0; i < s.lists.size(); ++i) {
      const bool is_default = s.labels[i] == kDefault;
      text_ += indent + "  " + (is_default ? "default:" : "case " + std::to_string(s.labels[i]) + ":") + "\n";
      write(s.lists[i], indent + "    ");
    }
    text_ += indent + "}";
  }

  void write(const Statement& s, const std::string& indent) {
    switch (s.kind) {
      case StatementKind::kAssign:
        text_ += expr(s.exprs[0]) + " = " + expr(s.exprs[1]) + ";";
        break;
      case StatementKind::kIf:
        text_ += "if (" + expr(s.exprs[0]) + ") ";
        write_block(s.lists[0], indent);
        if (s.lists[1].empty()) break;
        text_ += " else ";
        write_block(s.lists[1], indent);
        break;
      case StatementKind::kFor: {
        const std::string counter = local(s.number);
        text_ += "for (" + counter + " = 0u; " + expr(s.exprs[0]) + "; ++" + counter + ") ";
        write_block(s.lists[0], indent);
        break;
      }
      case StatementKind::kWhile:
        text_ += "while (" + expr(s.exprs[0]) + ") ";
        write_block(s.lists[0], indent);
        break;
      case StatementKind::kDoWhile:
        text_ += "do ";
        write_block(s.lists[0], indent);
        text_ += " while (" + expr(s.exprs[0]) + ");";
        break;
      case StatementKind::kForever:
        text_ += "for (;;) ";
        write_block(s.lists[0], indent);
        break;
      case StatementKind::kSwitch:
        write_switch(s, indent);
        break;
      case StatementKind::kCall: {
        const Function& called = program_.functions[s.number];
        std::vector<Expr> arguments = s.exprs;
        if (called.returns_value) {
          text_ += expr(arguments.back()) + " = ";
          arguments.pop_back();
        }
        text_ += called.name + "(" + list_of(arguments) + ");";
        break;
      }
      case StatementKind::kBlock:
        write_block(s.lists[0], indent);
        break;
      case StatementKind::kBreak:
        text_ += "break;";
        break;
      case StatementKind::kContinue:
        text_ += "continue;";
        break;
      case StatementKind::kReturn:
        text_ += s.exprs.empty() ? "return;" : "return " + expr(s.exprs[0]) + ";";
        break;
      case StatementKind::kBarrier:
        text_ += "GroupMemoryBarrierWithGroupSync();";
        break;
      case StatementKind::kAtomic:
        text_ += std::string(atomic_name(static_cast<AtomicOp>(s.number))) + "(" + list_of(s.exprs) + ");";
        break;
      case StatementKind::kRawStore:
        text_ += program_.globals[s.number].name + ".Store<" + type_name(s.exprs[1].type) + ">((" +
                 expr(s.exprs[0]) + ") * 4u, " + expr(s.exprs[1]) + ");";
        break;
    }
  }

  const Program& program_;
  std::vector<bool> called_, named_globals_;
  std::set<uint64_t> named_locals_;  ///< The locals used in the current function.
  std::string text_;
};

}  // namespace

std::string type_name(const Type& type) {
  if (type.structure > 0) return "S" + std::to_string(type.structure - 1);
  std::string name = scalar_name(type.scalar);
  if (type.rows > 1) return name + std::to_string(type.rows) + "x" + std::to_string(type.columns);
  return type.columns > 1 ? name + std::to_string(type.columns) : name;
}

std::string to_hlsl(const Program& program) { return HlslWriter(program).run(); }

}  // namespace trellis::differential::hlsl
