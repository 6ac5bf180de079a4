#include "dxil_frontend/program/text/ir_text.hpp"

#include <bit>
#include <cmath>
#include <cstdio>
#include <iterator>

#include "support/containers.hpp"

namespace trellis::dxil {

namespace {

constexpr uint32_t kMaxTypeText = 200;   // In characters; longer texts end in "...".
constexpr uint32_t kMaxElementText = 8;  // Elements shown of an aggregate constant.

// Appends in place: GCC 12 wrongly warns of overlapping copies in chains of +.
template <typename... Parts>
String join(const Parts&... parts) {
  String out;
  (out.append(parts), ...);
  return out;
}

template <size_t N>
const char* name_in(const char* const (&names)[N], size_t index) {
  return index < N ? names[index] : "?";
}

void append_type(const Module& module, TypeId id, String& out) {
  // Types nest at most 64 deep (checked when they are read).
  if (out.size() > kMaxTypeText) return;
  if (id >= module.types.size()) {
    out += '?';
    return;
  }
  const Type& type = module.types[id];
  switch (type.kind) {
    case TypeKind::kVoid:
      out += "void";
      break;
    case TypeKind::kInt:
      out += join("i", decimal(type.bits));
      break;
    case TypeKind::kFloat:
      out += type.bits == 16 ? "half" : type.bits == 32 ? "float" : "double";
      break;
    case TypeKind::kPointer:
      out += type.address_space == 0 ? String("ptr") : join("ptr(", decimal(type.address_space), ")");
      break;
    case TypeKind::kVector:
    case TypeKind::kArray: {
      const bool vector = type.kind == TypeKind::kVector;
      out += join(vector ? "<" : "[", decimal(type.count), " x ");
      append_type(module, type.element, out);
      out += vector ? ">" : "]";
      break;
    }
    case TypeKind::kStruct:
      if (!type.name.empty()) {
        out += join("%", printable(type.name));
        break;
      }
      out += type.is_packed ? "<{" : "{";
      for (size_t i = 0; i < type.members.size() && out.size() <= kMaxTypeText; ++i) {
        if (i != 0) out += ", ";
        append_type(module, type.members[i], out);
      }
      out += type.is_packed ? "}>" : "}";
      break;
    case TypeKind::kFunction:
      out += "function";
      break;
    case TypeKind::kOther:
      out += "other";
      break;
  }
}

float half_to_float(uint16_t half) {
  const int exponent = half >> 10 & 31;
  const int mantissa = half & 1023;
  const float sign = (half & 0x8000) != 0 ? -1.0f : 1.0f;
  if (exponent == 31) return mantissa != 0 ? NAN : sign * INFINITY;
  if (exponent == 0) return sign * std::ldexp(static_cast<float>(mantissa), -24);
  return sign * std::ldexp(static_cast<float>(mantissa + 1024), exponent - 25);
}

String scalar_text(const Type& type, uint64_t bits) {
  char text[64];
  if (type.kind == TypeKind::kFloat) {
    const double value = type.bits == 16   ? half_to_float(static_cast<uint16_t>(bits))
                         : type.bits == 32 ? std::bit_cast<float>(static_cast<uint32_t>(bits))
                                           : std::bit_cast<double>(bits);
    if (!std::isfinite(value)) {
      std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(bits));
    } else {
      std::snprintf(text, sizeof text, type.bits == 64 ? "%.17g" : "%.9g", value);
    }
    return text;
  }
  if (type.bits == 1) return bits != 0 ? "true" : "false";
  const unsigned unused = 64u - type.bits;
  const auto value = static_cast<int64_t>(bits << (unused & 63)) >> (unused & 63);
  return decimal(value);
}

String constant_text(const Module& module, const Function& function, const Value& value) {
  const Constant& constant = module.constants[value.index];
  const Type& type = module.types[value.type];
  switch (constant.kind) {
    case ConstantKind::kScalar:
      return scalar_text(type, constant.bits);
    case ConstantKind::kNull:
      return "zero";
    case ConstantKind::kUndef:
      return "undef";
    default:
      break;
  }
  const bool is_address = constant.kind == ConstantKind::kAddress;
  String out = is_address ? "address(" : "{";
  for (uint32_t i = 0; i < constant.element_count; ++i) {
    if (i != 0) out += ", ";
    if (i == kMaxElementText || out.size() > kMaxTypeText) {
      out += "...";
      break;
    }
    const uint32_t index = constant.first_element + i;
    if (constant.kind == ConstantKind::kData) {
      out += scalar_text(module.types[type.element], module.constant_data[index]);
      continue;
    }
    const ValueId element = module.constant_elements[index];
    // Prints one level of aggregates only: the input determines how deeply constants nest.
    const Constant* inner = module.constant(element);
    const bool flat = inner == nullptr || inner->kind == ConstantKind::kScalar ||
                      inner->kind == ConstantKind::kNull || inner->kind == ConstantKind::kUndef;
    out += flat ? to_text(module, function, element) : "{...}";
  }
  return join(out, is_address ? ")" : "}");
}

String targets_text(const Function& function, const Instruction& instruction) {
  const auto index = static_cast<uint32_t>(&instruction - function.instructions.data());
  for (BlockId block = 0; block < function.blocks.size(); ++block) {
    const BasicBlock& b = function.blocks[block];
    if (index < b.first_instruction || index >= b.first_instruction + b.instruction_count) continue;
    String out;
    const std::span<const BlockId> targets = function.graph.successors(block);
    for (size_t slot = 0; slot < targets.size(); ++slot) {
      out += slot == 0 ? " " : ", ";
      if (instruction.opcode == Opcode::kSwitch) {
        out += slot == 0 ? "default" : decimal(function.case_values[instruction.aux + slot - 1]);
        out += ": ";
      }
      out += join("block", decimal(targets[slot]));
    }
    return out;
  }
  return {};
}

String mnemonic(const Module& module, const Instruction& i) {
  if (i.opcode != Opcode::kDxOp) return name_of(i.opcode);
  const String name = i.callee != 0 ? printable(module.dx_op_callees[i.callee - 1].name) : "dx.op";
  return join(name, "(", decimal(i.aux), ")");
}

// Returns the text between the mnemonic and the operands.
String detail_text(const Module& module, const Instruction& i) {
  switch (i.opcode) {
    case Opcode::kICmp:
    case Opcode::kFCmp:
      return String(" ") + name_of(static_cast<Predicate>(i.aux));
    case Opcode::kAtomicRmw:
      return String(" ") + name_of(static_cast<AtomicOp>(i.aux));
    case Opcode::kAlloca:
    case Opcode::kGep:
      return join(" ", to_text(module, i.aux), i.operand_count != 0 ? "," : "");
    case Opcode::kCall:
      return join(" @", printable(module.functions[i.aux].name));
    case Opcode::kIntrinsic:
      return join(" @", printable(module.strings[i.aux]));
    default:
      break;
  }
  return {};
}

}  // namespace

// clang-format off
const char* name_of(Opcode opcode) {
  static constexpr const char* kNames[] = {  // In the order of Opcode.
      "ret", "br", "br", "switch", "unreachable",
      "add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "shl", "lshr", "ashr", "and", "or", "xor",
      "fadd", "fsub", "fmul", "fdiv", "frem", "fneg",
      "icmp", "fcmp", "select",
      "trunc", "zext", "sext", "fptrunc", "fpext", "fptoui", "fptosi", "uitofp", "sitofp", "bitcast", "addrspacecast",
      "freeze",
      "alloca", "load", "store", "getelementptr", "atomicrmw", "cmpxchg", "fence",
      "extractvalue", "insertvalue", "extractelement", "insertelement", "shufflevector",
      "phi", "call", "dx.op", "intrinsic"};
  static_assert(std::size(kNames) == static_cast<size_t>(Opcode::kIntrinsic) + 1);
  return name_in(kNames, static_cast<size_t>(opcode));
}
// clang-format on

const char* name_of(Predicate predicate) {
  static constexpr const char* kNames[] = {"eq",  "ne",    "ugt", "uge", "ult", "ule", "sgt", "sge", "slt",
                                           "sle", "false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord",
                                           "uno", "ueq",   "ugt", "uge", "ult", "ule", "une", "true"};
  return name_in(kNames, static_cast<size_t>(predicate));
}

const char* name_of(AtomicOp operation) {
  static constexpr const char* kNames[] = {"add", "sub", "and",  "or",   "xor",
                                           "min", "max", "umin", "umax", "exchange"};
  return name_in(kNames, static_cast<size_t>(operation));
}

String printable(std::string_view name) {
  if (!name.empty() && name.front() == 1) name.remove_prefix(1);
  String out(name);
  for (char& c : out) {
    if (static_cast<unsigned char>(c) < 32 || c == 127) c = '?';
  }
  return out;
}

String to_text(const Module& module, TypeId type) {
  String out;
  append_type(module, type, out);
  if (out.size() > kMaxTypeText) out = join(out.substr(0, kMaxTypeText), "...");
  return out;
}

String to_text(const Module& module, const Function& function, ValueId value) {
  if (value == kNone) return "none";
  if (value >= module.values.size()) return join("%", decimal(value - function.first_local));
  const Value& known = module.values[value];
  switch (known.kind) {
    case ValueKind::kGlobal:
      return join("@", printable(module.globals[known.index].name));
    case ValueKind::kFunction:
      return join("@", printable(module.functions[known.index].name));
    default:
      return constant_text(module, function, known);
  }
}

String to_text(const Module& module, const Function& function, const Instruction& instruction) {
  String out;
  if (instruction.result != kNone) {
    out = join(to_text(module, function, instruction.result), ":", to_text(module, instruction.type), " = ");
  }
  out += mnemonic(module, instruction);
  if ((instruction.flags & kVolatile) != 0) out += " volatile";
  if ((instruction.flags & kFast) != 0) out += " fast";
  if ((instruction.flags & kPrecise) != 0) out += " precise";
  if ((instruction.flags & kNonUniform) != 0) out += " nonuniform";
  out += detail_text(module, instruction);
  const std::span<const ValueId> operands = function.operands_of(instruction);
  for (size_t i = 0; i < operands.size(); ++i) {
    out += join(i == 0 ? " " : ", ", to_text(module, function, operands[i]));
  }
  switch (instruction.opcode) {
    case Opcode::kExtractValue:
    case Opcode::kInsertValue:
      out += join(", ", decimal(instruction.aux));
      break;
    case Opcode::kLoad:
    case Opcode::kStore:
      out += join(", align ", decimal(instruction.aux));
      break;
    case Opcode::kShuffleVector: {
      const uint64_t count = module.types[instruction.type].count;
      out += ", mask";
      for (uint64_t i = 0; i < count; ++i)
        out += join(" ", decimal(function.shuffle_masks[instruction.aux + i]));
      break;
    }
    case Opcode::kBranch:
      out += targets_text(function, instruction);
      break;
    case Opcode::kCondBranch:
    case Opcode::kSwitch:
      out += join(",", targets_text(function, instruction));
      break;
    default:
      break;
  }
  return out;
}

String block_to_text(const Module& module, const Function& function, BlockId block) {
  String out;
  for (const Instruction& instruction : function.instructions_of(block)) {
    out += join(to_text(module, function, instruction), "\n");
  }
  return out;
}

}  // namespace trellis::dxil
