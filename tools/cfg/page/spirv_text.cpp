#include "tools/cfg/page/spirv_text.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <spirv/unified1/spirv.hpp11>
#include <string_view>
#include <utility>

#include "spirv_backend/check/grammar.hpp"

namespace trellis::tools {
namespace {

using WordSpan = std::span<const uint32_t>;

constexpr size_t kWordsBeforeCode = 5;
constexpr size_t kResultColumn = 12;

struct BitName {
  uint32_t bit;
  const char* name;
  uint32_t operands;  ///< That follow the mask.
};
constexpr uint32_t kAligned = 2;
constexpr BitName kMemoryAccess[] = {{1, "Volatile", 0},
                                     {kAligned, "Aligned", 1},
                                     {4, "Nontemporal", 0},
                                     {8, "MakePointerAvailable", 1},
                                     {16, "MakePointerVisible", 1},
                                     {32, "NonPrivatePointer", 0}};
constexpr BitName kImageOperands[] = {{1, "Bias", 1},
                                      {2, "Lod", 1},
                                      {4, "Grad", 2},
                                      {8, "ConstOffset", 1},
                                      {16, "Offset", 1},
                                      {32, "ConstOffsets", 1},
                                      {64, "Sample", 1},
                                      {128, "MinLod", 1},
                                      {256, "MakeTexelAvailable", 1},
                                      {512, "MakeTexelVisible", 1},
                                      {1024, "NonPrivateTexel", 0},
                                      {2048, "VolatileTexel", 0},
                                      {4096, "SignExtend", 0},
                                      {8192, "ZeroExtend", 0},
                                      {16384, "Nontemporal", 0},
                                      {65536, "Offsets", 1}};
constexpr BitName kLoopControl[] = {{1, "Unroll", 0}, {2, "DontUnroll", 0}};
constexpr BitName kSelectionControl[] = {{1, "Flatten", 0}, {2, "DontFlatten", 0}};

constexpr std::array<const char*, 13> kStorageClasses = {
    "UniformConstant", "Input",   "Uniform",      "Output",        "Workgroup", "CrossWorkgroup", "Private",
    "Function",        "Generic", "PushConstant", "AtomicCounter", "Image",     "StorageBuffer"};
constexpr std::array<const char*, 4> kGroupOperations = {"Reduce", "InclusiveScan", "ExclusiveScan",
                                                         "ClusteredReduce"};

/// GLSL's, by number.
constexpr std::array<const char*, 44> kBuiltIns = {"Position",
                                                   "PointSize",
                                                   "",
                                                   "ClipDistance",
                                                   "CullDistance",
                                                   "VertexID",
                                                   "InstanceID",
                                                   "PrimitiveID",
                                                   "InvocationID",
                                                   "Layer",
                                                   "ViewportIndex",
                                                   "TessLevelOuter",
                                                   "TessLevelInner",
                                                   "TessCoord",
                                                   "PatchVertices",
                                                   "FragCoord",
                                                   "PointCoord",
                                                   "FrontFacing",
                                                   "SampleID",
                                                   "SamplePosition",
                                                   "SampleMask",
                                                   "",
                                                   "FragDepth",
                                                   "HelperInvocation",
                                                   "NumWorkGroups",
                                                   "WorkGroupSize",
                                                   "WorkGroupID",
                                                   "LocalInvocationID",
                                                   "GlobalInvocationID",
                                                   "LocalInvocationIndex",
                                                   "",
                                                   "",
                                                   "",
                                                   "",
                                                   "",
                                                   "",
                                                   "SubgroupSize",
                                                   "",
                                                   "",
                                                   "",
                                                   "",
                                                   "SubgroupLocalInvocationId",
                                                   "VertexIndex",
                                                   "InstanceIndex"};

/// GLSL.std.450's, by number.
constexpr std::array<const char*, 82> kExtended = {"",
                                                   "Round",
                                                   "RoundEven",
                                                   "Trunc",
                                                   "FAbs",
                                                   "SAbs",
                                                   "FSign",
                                                   "SSign",
                                                   "Floor",
                                                   "Ceil",
                                                   "Fract",
                                                   "Radians",
                                                   "Degrees",
                                                   "Sin",
                                                   "Cos",
                                                   "Tan",
                                                   "Asin",
                                                   "Acos",
                                                   "Atan",
                                                   "Sinh",
                                                   "Cosh",
                                                   "Tanh",
                                                   "Asinh",
                                                   "Acosh",
                                                   "Atanh",
                                                   "Atan2",
                                                   "Pow",
                                                   "Exp",
                                                   "Log",
                                                   "Exp2",
                                                   "Log2",
                                                   "Sqrt",
                                                   "InverseSqrt",
                                                   "Determinant",
                                                   "MatrixInverse",
                                                   "Modf",
                                                   "ModfStruct",
                                                   "FMin",
                                                   "UMin",
                                                   "SMin",
                                                   "FMax",
                                                   "UMax",
                                                   "SMax",
                                                   "FClamp",
                                                   "UClamp",
                                                   "SClamp",
                                                   "FMix",
                                                   "IMix",
                                                   "Step",
                                                   "SmoothStep",
                                                   "Fma",
                                                   "Frexp",
                                                   "FrexpStruct",
                                                   "Ldexp",
                                                   "PackSnorm4x8",
                                                   "PackUnorm4x8",
                                                   "PackSnorm2x16",
                                                   "PackUnorm2x16",
                                                   "PackHalf2x16",
                                                   "PackDouble2x32",
                                                   "UnpackSnorm2x16",
                                                   "UnpackUnorm2x16",
                                                   "UnpackHalf2x16",
                                                   "UnpackSnorm4x8",
                                                   "UnpackUnorm4x8",
                                                   "UnpackDouble2x32",
                                                   "Length",
                                                   "Distance",
                                                   "Cross",
                                                   "Normalize",
                                                   "FaceForward",
                                                   "Reflect",
                                                   "Refract",
                                                   "FindILsb",
                                                   "FindSMsb",
                                                   "FindUMsb",
                                                   "InterpolateAtCentroid",
                                                   "InterpolateAtSample",
                                                   "InterpolateAtOffset",
                                                   "NMin",
                                                   "NMax",
                                                   "NClamp"};

std::string storage_class(uint32_t number) {
  if (number < kStorageClasses.size()) return kStorageClasses[number];
  return number == static_cast<uint32_t>(spv::StorageClass::PhysicalStorageBuffer) ? "PhysicalStorageBuffer"
                                                                                   : std::to_string(number);
}

std::string string_of_words(WordSpan words) {
  std::string text;
  for (const uint32_t word : words) {
    for (uint32_t shift = 0; shift < 32; shift += 8) {
      const char c = static_cast<char>(word >> shift);
      if (c == '\0') return text;
      text += c;
    }
  }
  return text;
}

/// WordSpan that a string takes, its end included.
size_t string_words(WordSpan words) { return std::min(words.size(), string_of_words(words).size() / 4 + 1); }

/// The shortest that reads back as the same number, as a part of a name: 0_5, n2.
std::string number_name(float value) {
  char digits[32];
  for (int precision = 1; precision <= 9; ++precision) {
    std::snprintf(digits, sizeof digits, "%.*g", precision, static_cast<double>(value));
    if (std::strtof(digits, nullptr) == value) break;
  }
  std::string name = digits;
  for (char& c : name) {
    if (c == '.' || c == '+') c = '_';
    if (c == '-') c = 'n';
  }
  return name;
}

class NamedModule {
 public:
  explicit NamedModule(WordSpan spirv)
      : names_(spirv.size() > kWordsBeforeCode ? std::min<size_t>(spirv[3], spirv.size()) : 0) {
    for (size_t at = kWordsBeforeCode; at < spirv.size();) {
      const size_t count = spirv[at] >> 16;
      if (count == 0 || count > spirv.size() - at) {
        instructions_.clear();
        return;
      }
      instructions_.push_back(spirv.subspan(at, count));
      at += count;
    }
    name_all();
  }

  const std::vector<WordSpan>& instructions() const { return instructions_; }

  std::string name(uint32_t id) const {
    return "%" + (id < names_.size() && !names_[id].empty() ? names_[id] : std::to_string(id));
  }

  /// True if the ID is the import of GLSL.std.450.
  bool is_glsl(uint32_t id) const { return glsl_ != 0 && id == glsl_; }

 private:
  void name_all() {
    for (const WordSpan i : instructions_) {
      if (i.size() > 2 && opcode(i) == spv::Op::OpName) give(i[1], string_of_words(i.subspan(2)));
    }
    for (const WordSpan i : instructions_) name_one(i);
  }

  void name_one(WordSpan i) {
    if (i.size() < 2) return;
    switch (opcode(i)) {
      case spv::Op::OpExtInstImport:
        if (string_of_words(i.subspan(2)) == "GLSL.std.450") glsl_ = i[1];
        return;
      case spv::Op::OpDecorate:
        return i.size() < 4 || i[2] != static_cast<uint32_t>(spv::Decoration::BuiltIn)
                   ? void()
                   : name_built_in(i[1], i[3]);
      case spv::Op::OpTypeVoid:
        return give(i[1], "void");
      case spv::Op::OpTypeBool:
        return give(i[1], "bool");
      case spv::Op::OpTypeInt:
        return i.size() < 4 ? void() : give(i[1], int_name(i[2], i[3] != 0));
      case spv::Op::OpTypeFloat:
        return i.size() != 3 ? void() : give(i[1], i[2] == 32 ? "float" : i[2] == 64 ? "double" : "half");
      case spv::Op::OpTypeVector:
        return i.size() < 4 ? void() : give(i[1], "v" + std::to_string(i[3]) + bare(i[2]));
      case spv::Op::OpTypePointer:
        return i.size() < 4 ? void() : give(i[1], "_ptr_" + storage_class(i[2]) + "_" + bare(i[3]));
      case spv::Op::OpTypeStruct:
        return give(i[1], "_struct_" + std::to_string(i[1]));
      case spv::Op::OpTypeArray:
        return i.size() < 4 ? void() : give(i[1], "_arr_" + bare(i[2]) + "_" + bare(i[3]));
      case spv::Op::OpTypeRuntimeArray:
        return i.size() < 3 ? void() : give(i[1], "_runtimearr_" + bare(i[2]));
      case spv::Op::OpConstantTrue:
        return i.size() < 3 ? void() : give(i[2], "true");
      case spv::Op::OpConstantFalse:
        return i.size() < 3 ? void() : give(i[2], "false");
      case spv::Op::OpConstant:
        return i.size() < 4 ? void() : name_constant(i);
      default:
        return;
    }
  }

  std::string bare(uint32_t id) const { return name(id).substr(1); }

  static std::string int_name(uint32_t bits, bool is_signed) {
    switch (bits) {
      case 8:
        return is_signed ? "char" : "uchar";
      case 16:
        return is_signed ? "short" : "ushort";
      case 32:
        return is_signed ? "int" : "uint";
      default:
        return is_signed ? "long" : "ulong";
    }
  }

  void name_built_in(uint32_t id, uint32_t number) {
    const std::string_view built_in = number < kBuiltIns.size() ? kBuiltIns[number] : "";
    if (!built_in.empty()) give(id, std::string(built_in.starts_with("Subgroup") ? "" : "gl_") += built_in);
  }

  void name_constant(WordSpan i) {
    const std::string type = bare(i[1]);
    if (type == "uint") give(i[2], "uint_" + std::to_string(i[3]));
    if (type == "ulong" && i.size() > 4) give(i[2], "ulong_" + std::to_string(uint64_t{i[4]} << 32 | i[3]));
    if (type == "int") {
      const auto value = static_cast<int32_t>(i[3]);
      give(i[2], "int_" + (value < 0 ? "n" + std::to_string(-int64_t{value}) : std::to_string(value)));
    }
    if (type == "float") give(i[2], "float_" + number_name(std::bit_cast<float>(i[3])));
  }

  /// As far as nothing else has that name.
  void give(uint32_t id, std::string wanted) {
    for (char& c : wanted) {
      const bool is_fit =
          (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
      if (!is_fit) c = '_';
    }
    const bool looks_like_number = wanted.empty() || (wanted[0] >= '0' && wanted[0] <= '9');
    if (id >= names_.size() || !names_[id].empty() || looks_like_number) return;
    while (!taken_.insert(wanted).second) wanted += "_0";
    names_[id] = std::move(wanted);
  }

  static spv::Op opcode(WordSpan i) { return static_cast<spv::Op>(i[0] & 0xFFFF); }

  std::vector<WordSpan> instructions_;
  std::vector<std::string> names_;
  std::set<std::string> taken_;
  uint32_t glsl_ = 0;
};

/// One instruction.
class InstructionLine {
 public:
  InstructionLine(const NamedModule& module, WordSpan words)
      : module_(module), words_(words), left_(words.subspan(1)) {}

  std::string text() {
    const module_check::Row* row = module_check::find_row(opcode());
    if (row == nullptr) return unknown();
    // The result stands in front.
    std::string_view kinds = row->operands;
    std::string type, result;
    if (kinds.starts_with("T")) type = " " + take_id(), kinds.remove_prefix(1);
    if (kinds.starts_with("R")) result = take_id(), kinds.remove_prefix(1);
    const size_t column = result.size() < kResultColumn ? kResultColumn - result.size() : 0;
    text_ = result.empty() ? std::string(kResultColumn + 3, ' ') : std::string(column, ' ') + result + " = ";
    text_ += row->name + type;
    for (size_t n = 0; n < kinds.size() && !left_.empty(); ++n) {
      const bool repeats = n + 1 < kinds.size() && kinds[n + 1] == '*';
      do {
        operand(kinds[n]);
      } while (repeats && !left_.empty());
      if (n + 1 < kinds.size() && (kinds[n + 1] == '*' || kinds[n + 1] == '?')) ++n;
    }
    while (!left_.empty()) text_ += " " + take_number();
    return std::move(text_);
  }

 private:
  uint32_t opcode() const { return words_[0] & 0xFFFF; }
  bool is(spv::Op op) const { return opcode() == static_cast<uint32_t>(op); }

  std::string unknown() {
    text_ = std::string(kResultColumn + 3, ' ') + "Op" + std::to_string(opcode());
    while (!left_.empty()) text_ += " " + take_number();
    return std::move(text_);
  }

  uint32_t take() {
    const uint32_t word = left_.empty() ? 0 : left_.front();
    if (!left_.empty()) left_ = left_.subspan(1);
    return word;
  }
  std::string take_id() { return module_.name(take()); }
  std::string take_number() { return std::to_string(take()); }

  void operand(char kind) {
    switch (kind) {
      case 's': {
        const size_t count = string_words(left_);
        text_ += " \"" + string_of_words(left_) + "\"";
        left_ = left_.subspan(count);
        return;
      }
      case 'm':
        return mask(kMemoryAccess, false);
      case 'g':
        return mask(kImageOperands, true);
      case 'o':
        return mask(kLoopControl, false);
      case 'C':
        text_ += " " + take_number();
        text_ += " " + take_id();
        return;
      case 'P':
        text_ += " " + take_id();
        text_ += " " + take_id();
        return;
      case 'x':
        return extended();
      case 'l':
        return literal();
      case 'n':
      case 'd':
        text_ += " " + take_number();
        return;
      default:
        text_ += " " + take_id();
        return;
    }
  }

  /// A set and the instruction in it.
  void extended() {
    const uint32_t set = take();
    text_ += " " + module_.name(set);
    if (left_.empty() || !module_.is_glsl(set) || left_.front() == 0 || left_.front() >= kExtended.size())
      return;
    text_ += std::string(" ") + kExtended[take()];
    while (!left_.empty()) text_ += " " + take_id();
  }

  void literal() {
    if (is(spv::Op::OpSelectionMerge)) return mask(kSelectionControl, false);
    const module_check::Row* row = module_check::find_row(opcode());
    const bool is_group =
        row->rule == module_check::Rule::kGroupReduce || is(spv::Op::OpGroupNonUniformBallotBitCount);
    if (is(spv::Op::OpVariable) || is(spv::Op::OpTypePointer)) {
      text_ += " " + storage_class(take());
    } else if (is_group && left_.front() < kGroupOperations.size()) {
      text_ += std::string(" ") + kGroupOperations[take()];
    } else if (is(spv::Op::OpFunction) && left_.front() == 0) {
      take();
      text_ += " None";
    } else {
      text_ += " " + take_number();
    }
  }

  /// A mask of known bits by their names, and their operands; another one as a number.
  void mask(std::span<const BitName> bits, bool has_ids) {
    const uint32_t word = take();
    uint32_t rest = word, operands = 0;
    std::string names;
    for (const BitName& bit : bits) {
      if ((word & bit.bit) == 0) continue;
      rest &= ~bit.bit;
      operands += bit.operands;
      names += (names.empty() ? "" : "|") + std::string(bit.name);
    }
    text_ += " " + (rest != 0 ? std::to_string(word) : names.empty() ? "None" : names);
    // An alignment is a number, and the first.
    bool is_number = !has_ids && (word & kAligned) != 0;
    for (; operands > 0 && !left_.empty(); --operands) {
      text_ += " " + (is_number ? take_number() : take_id());
      is_number = false;
    }
  }

  const NamedModule& module_;
  WordSpan words_, left_;
  std::string text_;
};

}  // namespace

std::vector<std::string> spirv_lines(std::span<const uint32_t> spirv) {
  const NamedModule module(spirv);
  std::vector<std::string> lines;
  for (const WordSpan words : module.instructions()) lines.push_back(InstructionLine(module, words).text());
  return lines;
}

}  // namespace trellis::tools
