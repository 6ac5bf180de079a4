// For spv::HasResultAndType().
#define SPV_ENABLE_UTILITY_CODE

#include "tests/differential/spirv_machine/spirv_code.hpp"

#include <algorithm>

namespace trellis::differential {

namespace {

using Kind = SpirvType::Kind;
using spv::Op;

constexpr uint32_t kHeaderWords = 5;

class SpirvReader {
 public:
  explicit SpirvReader(std::span<const uint32_t> words) { code_.words.assign(words.begin(), words.end()); }

  Result<SpirvCode> run() {
    if (code_.words.size() < kHeaderWords || code_.words[3] > code_.words.size() * 4)
      return refuse("no module");
    code_.type_of.assign(code_.words[3], 0);
    for (size_t at = kHeaderWords; at < code_.words.size();) {
      const uint32_t count = code_.words[at] >> 16;
      if (count == 0 || at + count > code_.words.size()) return refuse("an instruction that does not end");
      const auto op = static_cast<Op>(code_.words[at] & 0xFFFF);
      const Words operands = Words(code_.words).subspan(at + 1, count - 1);
      if (!read(op, operands, static_cast<uint32_t>(at))) return refuse(why_);
      at += count;
    }
    if (code_.entry == 0) return refuse("no compute shader");
    for (SpirvNode& node : code_.nodes) link(node);
    return std::move(code_);
  }

 private:
  static Diagnostic refuse(const std::string& why) {
    return unsupported(String(("cannot be run: " + why).c_str()));
  }

  bool stop(const std::string& why) {
    why_ = why;
    return false;
  }

  bool read(Op op, Words w, uint32_t at) {
    bool has_result = false, has_type = false;
    spv::HasResultAndType(op, &has_result, &has_type);
    SpirvInstruction i{.op = op, .operands = w, .line = at};
    if (w.size() < size_t{has_result} + size_t{has_type}) return stop("a short instruction");
    if (has_type) i.type = w[0];
    if (has_result) i.result = w[has_type ? 1 : 0];
    if (i.result >= code_.type_of.size()) return stop("an id out of bounds");
    if (has_result && has_type) code_.type_of[i.result] = i.type;
    i.operands = w.subspan(size_t{has_result} + size_t{has_type});
    return in_function_ && op != Op::OpFunctionEnd ? read_code(i) : read_global(i);
  }

  bool read_global(const SpirvInstruction& i) {
    const Words w = i.operands;
    switch (i.op) {
      case Op::OpExtInstImport:
        if (w.size() > 1 && w[0] == 0x4C534C47) code_.extended_set = i.result;  // "GLSL" as a word.
        return true;
      case Op::OpEntryPoint:
        if (w[0] == static_cast<uint32_t>(spv::ExecutionModel::GLCompute)) code_.entry = w[1];
        return true;
      case Op::OpExecutionMode:
        if (w[1] == static_cast<uint32_t>(spv::ExecutionMode::LocalSize))
          code_.group_size = {w[2], w[3], w[4]};
        return true;
      case Op::OpDecorate:
        code_.decorations[{w[0], static_cast<spv::Decoration>(w[1])}] = w.size() > 2 ? w[2] : 0;
        return true;
      case Op::OpMemberDecorate:
        if (w[2] == static_cast<uint32_t>(spv::Decoration::Offset)) offsets_[{w[0], w[1]}] = w[3];
        return true;
      case Op::OpFunction:
        in_function_ = true;
        function_ = i.result;
        code_.functions[function_].entry = cfg::kNone;
        return true;
      case Op::OpFunctionEnd:
        in_function_ = false;
        return true;
      case Op::OpVariable:
        return read_variable(i);
      default:
        return read_type(i) && read_constant(i);
    }
  }

  bool read_variable(const SpirvInstruction& i) {
    code_.variables[i.result] = {.type = code_.type(i.type).element,
                                 .storage = static_cast<spv::StorageClass>(i.operands[0]),
                                 .initializer = i.operands.size() > 1 ? i.operands[1] : 0};
    return true;
  }

  bool read_type(const SpirvInstruction& i) {
    const Words w = i.operands;
    SpirvType type;
    switch (i.op) {
      case Op::OpTypeVoid:
        type.kind = Kind::kVoid;
        break;
      case Op::OpTypeBool:
        type = {.kind = Kind::kBool, .width = 1, .slots = 1};
        break;
      case Op::OpTypeInt:
      case Op::OpTypeFloat:
        type = {.kind = i.op == Op::OpTypeInt ? Kind::kInt : Kind::kFloat, .width = w[0], .slots = 1};
        break;
      case Op::OpTypeVector:
        type = {.kind = Kind::kVector,
                .width = code_.type(w[0]).width,
                .element = w[0],
                .count = w[1],
                .slots = w[1]};
        break;
      case Op::OpTypeArray:
      case Op::OpTypeRuntimeArray: {
        const bool is_sized = i.op == Op::OpTypeArray;
        type = {.kind = Kind::kArray, .element = w[0]};
        type.count = is_sized ? static_cast<uint32_t>(code_.constants.at(w[1])[0]) : 0;
        type.stride = code_.decoration(i.result, spv::Decoration::ArrayStride, 0);
        type.slots = code_.type(w[0]).slots * type.count;
        break;
      }
      case Op::OpTypeStruct:
        type.kind = Kind::kStruct;
        for (uint32_t m = 0; m < w.size(); ++m) {
          type.members.push_back(w[m]);
          const auto offset = offsets_.find({i.result, m});
          type.offsets.push_back(offset == offsets_.end() ? 0 : offset->second);
          type.slots += code_.type(w[m]).slots;
        }
        break;
      case Op::OpTypePointer:
        type = {.kind = Kind::kPointer,
                .element = w[1],
                .slots = 2,
                .storage = static_cast<spv::StorageClass>(w[0])};
        break;
      case Op::OpTypeFunction:
      case Op::OpTypeImage:
      case Op::OpTypeSampler:
      case Op::OpTypeSampledImage:
        break;
      default:
        return true;
    }
    code_.types[i.result] = type;
    return true;
  }

  bool read_constant(const SpirvInstruction& i) {
    std::vector<uint64_t> value;
    switch (i.op) {
      case Op::OpConstantTrue:
      case Op::OpSpecConstantTrue:
        value = {1};
        break;
      case Op::OpConstantFalse:
      case Op::OpSpecConstantFalse:
        value = {0};
        break;
      case Op::OpConstant:
      case Op::OpSpecConstant: {
        uint64_t bits = i.operands[0];
        if (i.operands.size() > 1) bits |= uint64_t{i.operands[1]} << 32;
        const uint32_t width = code_.type(i.type).width;
        value = {width >= 64 ? bits : bits & ((uint64_t{1} << width) - 1)};
        break;
      }
      case Op::OpConstantComposite:
        for (const uint32_t part : i.operands) {
          const auto& scalars = code_.constants.at(part);
          value.insert(value.end(), scalars.begin(), scalars.end());
        }
        break;
      case Op::OpConstantNull:
      case Op::OpUndef:
        value.assign(code_.type(i.type).slots, 0);
        break;
      default:
        return true;
    }
    code_.constants[i.result] = std::move(value);
    return true;
  }

  bool read_code(const SpirvInstruction& i) {
    switch (i.op) {
      case Op::OpFunctionParameter:
        code_.functions[function_].parameters.push_back(i.result);
        return true;
      case Op::OpLabel:
        label_ = i.result;
        block_ = static_cast<uint32_t>(code_.nodes.size());
        code_.node_of[label_] = block_;
        if (code_.functions[function_].entry == cfg::kNone) code_.functions[function_].entry = block_;
        begin_node();
        return true;
      case Op::OpSelectionMerge:
        code_.nodes.back().merge = i.operands[0];
        return true;
      case Op::OpLoopMerge:
        code_.nodes.back().merge = i.operands[0];
        code_.nodes.back().continued = i.operands[1];
        return true;
      case Op::OpLine:
      case Op::OpNoLine:
      case Op::OpNop:
        return true;
      case Op::OpVariable:
        if (!read_variable(i)) return false;
        break;
      default:
        break;
    }
    if (code_.nodes.empty()) return stop("an instruction outside of blocks");
    code_.instructions.push_back(i);
    code_.nodes.back().last = static_cast<uint32_t>(code_.instructions.size()) - 1;
    if (i.op == Op::OpFunctionCall) begin_node();
    return true;
  }

  void begin_node() {
    const auto next = static_cast<uint32_t>(code_.instructions.size());
    code_.nodes.push_back({.label = label_, .block = block_, .first = next, .last = next, .targets = {}});
  }

  void link(SpirvNode& node) {
    const SpirvInstruction& end = code_.instructions[node.last];
    const auto add = [&](uint32_t label) { node.targets.push_back(code_.node_of.at(label)); };
    if (end.op == Op::OpBranch) add(end.operands[0]);
    if (end.op == Op::OpBranchConditional) {
      add(end.operands[1]);
      add(end.operands[2]);
    }
    if (end.op == Op::OpSwitch) {
      const uint32_t literal = code_.type_of_value(end.operands[0]).width > 32 ? 2 : 1;
      add(end.operands[1]);
      for (size_t w = 2 + literal; w < end.operands.size(); w += literal + 1) add(end.operands[w]);
    }
  }

  SpirvCode code_;
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> offsets_;
  bool in_function_ = false;
  uint32_t function_ = 0, label_ = 0, block_ = 0;
  std::string why_;
};

}  // namespace

uint32_t SpirvCode::decoration(uint32_t id, spv::Decoration decoration, uint32_t otherwise) const {
  const auto found = decorations.find({id, decoration});
  return found == decorations.end() ? otherwise : found->second;
}

Result<SpirvCode> read_spirv(std::span<const uint32_t> words) { return SpirvReader(words).run(); }

}  // namespace trellis::differential
