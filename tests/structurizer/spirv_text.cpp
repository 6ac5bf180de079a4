#include "tests/structurizer/spirv_text.hpp"

#include <spirv-tools/libspirv.h>

#include <algorithm>
#include <string_view>
#include <vector>

namespace trellis::structurizer::testing {

namespace {

class TextWriter {
 public:
  TextWriter(const Flow& flow, const Structured& function) : flow_(flow), function_(function) {
    uses_.resize(flow.graph.block_count());
    definitions_.resize(flow.graph.block_count());
    is_phi_.assign(flow.value_count, false);
    is_outside_.assign(flow.value_count, true);
    named_.assign(flow.value_count, kNone);
    for (const Phi& phi : flow.phis.entries) is_phi_[phi.result] = true;
    for (const Phi& phi : flow.phis.entries) is_outside_[phi.result] = false;
    for (const auto& [value, block] : flow.uses) uses_[block].push_back(value);
    for (const auto& [value, block] : flow.definitions) {
      is_outside_[value] = false;
      if (!is_phi_[value]) definitions_[block].push_back(value);
    }
    for (uint32_t i = 0; i < function.phis.size(); ++i) {
      if (function.phis[i].result != kNone) named_[function.phis[i].result] = i;
    }
  }

  std::string run() {
    for (const BlockId block : function_.order) write_block(block);
    return head() + body_ + "OpFunctionEnd\n";
  }

 private:
  static std::string id(std::string_view prefix, uint64_t number) {
    std::string text(prefix);
    return text += std::to_string(number);
  }
  void line(std::string_view a, std::string_view b = {}, std::string_view c = {}, std::string_view d = {}) {
    body_.append(a).append(b).append(c).append(d).append("\n");
  }

  std::string constant(uint32_t number) {
    constants_.push_back(number);
    return id("%c", number);
  }

  std::string operand(const Operand& o, bool is_bool) {
    switch (o.kind) {
      case Operand::Kind::kUndef:
        return is_bool ? "%undef_bool" : "%undef";
      case Operand::Kind::kConstant:
        if (is_bool) return o.index != 0 ? "%true" : "%false";
        return constant(o.index);
      case Operand::Kind::kPhi:
        return id("%p", o.index);
      case Operand::Kind::kChoice:
        return id("%choice", o.index);
      case Operand::Kind::kValue:
        break;
    }
    if (is_outside_[o.index]) return constant(1000 + o.index);
    if (!is_phi_[o.index]) return id("%v", o.index);
    return named_[o.index] == kNone ? id("%missing", o.index) : id("%p", named_[o.index]);
  }

  std::string use(BlockId payload, ValueId value) {
    for (const Replacement& r : function_.replacements) {
      if (r.payload == payload && r.value == value) return operand(r.operand, false);
    }
    for (const Structured::Alias& alias : function_.aliases) {
      if (alias.value == value) return operand(alias.operand, false);
    }
    return operand(Operand::value(value), false);
  }

  std::string head() {
    std::string text =
        "OpCapability Shader\nOpMemoryModel Logical GLSL450\nOpEntryPoint GLCompute %main \"main\" %input\n"
        "OpExecutionMode %main LocalSize 1 1 1\n%void = OpTypeVoid\n%bool = OpTypeBool\n%uint = OpTypeInt 32 "
        "0\n"
        "%function = OpTypeFunction %void\n%pointer = OpTypePointer Private %uint\n"
        "%input = OpVariable %pointer Private\n%true = OpConstantTrue %bool\n%false = OpConstantFalse %bool\n"
        "%undef = OpUndef %uint\n%undef_bool = OpUndef %bool\n";
    std::sort(constants_.begin(), constants_.end());
    constants_.erase(std::unique(constants_.begin(), constants_.end()), constants_.end());
    for (const uint32_t c : constants_) {
      text.append(id("%c", c)).append(" = OpConstant %uint ").append(std::to_string(c)).append("\n");
    }
    return text + "%main = OpFunction %void None %function\n";
  }

  void write_block(BlockId block) {
    const Block& b = function_.blocks[block];
    line(id("%b", block), " = OpLabel");
    for (uint32_t phi = b.first_phi; phi < b.first_phi + b.phi_count; ++phi) write_phi(phi);
    if (b.role == Role::kPayload) {
      for (const ValueId value : definitions_[b.payload]) line(id("%v", value), " = OpLoad %uint %input");
      for (const Phi& phi : flow_.phis_of(b.payload)) line("OpStore %input ", use(b.payload, phi.result));
      for (const ValueId value : uses_[b.payload]) line("OpStore %input ", use(b.payload, value));
      write_choices(block);
    }
    write_exit(block);
  }

  void write_choices(BlockId block) {
    for (uint32_t i = 0; i < function_.choices.size(); ++i) {
      const Choice& choice = function_.choices[i];
      if (choice.block != block) continue;
      const Operand first = Operand::constant(choice.first), second = Operand::constant(choice.second);
      line(id("%s", block), id("_", i), " = OpLoad %uint %input");
      line(id("%t", block), id("_", i), " = OpIEqual %bool ",
           id("%s", block) + id("_", i) + " " + constant(0));
      line(id("%choice", i), choice.is_bool ? " = OpSelect %bool " : " = OpSelect %uint ",
           id("%t", block) + id("_", i),
           " " + operand(first, choice.is_bool) + " " + operand(second, choice.is_bool));
    }
  }

  void write_phi(uint32_t number) {
    const NewPhi& phi = function_.phis[number];
    std::string text = id("%p", number) + " = OpPhi " + (phi.is_bool ? "%bool" : "%uint");
    const auto predecessors = function_.predecessors_of(phi.block);
    const auto operands = function_.incoming_of(phi);
    for (size_t i = 0; i < operands.size(); ++i) {
      text.append(" ").append(operand(operands[i], phi.is_bool)).append(id(" %b", predecessors[i]));
    }
    line(text);
  }

  void write_merge(const Block& b) {
    if (b.merge == MergeKind::kSelection) line("OpSelectionMerge ", id("%b", b.merge_block), " None");
    if (b.merge == MergeKind::kLoop) {
      line("OpLoopMerge ", id("%b", b.merge_block), id(" %b", b.continue_block), " None");
    }
  }

  void write_exit(BlockId block) {
    const Block& b = function_.blocks[block];
    const auto targets = function_.successors_of(block);
    if (targets.empty()) {
      write_merge(b);
      line(b.exit == Exit::kUnreachable ? "OpUnreachable" : "OpReturn");
      return;
    }
    const bool one_way =
        std::all_of(targets.begin(), targets.end(), [&](BlockId t) { return t == targets[0]; });
    const bool is_switch = b.exit == Exit::kSwitch || b.exit == Exit::kBreakable ||
                           (b.exit == Exit::kPayload && targets.size() > 1 &&
                            (targets.size() > 2 || flow_.has_flag(b.payload, kSwitch)) &&
                            !(one_way && b.merge != MergeKind::kSelection));
    if (is_switch) {
      write_switch(block);
    } else if (one_way && b.exit != Exit::kIf) {
      write_merge(b);
      line("OpBranch ", id("%b", targets[0]));
    } else {
      write_test(block);
    }
  }

  void write_switch(BlockId block) {
    const Block& b = function_.blocks[block];
    const auto targets = function_.successors_of(block);
    std::string selector = id("%s", block);
    if (b.exit == Exit::kSwitch) {
      selector = operand(b.selector, false);
    } else {
      line(selector, " = OpLoad %uint %input");
    }
    write_merge(b);
    std::string text = "OpSwitch " + selector + id(" %b", targets[0]);
    for (uint32_t i = 1; i < targets.size(); ++i) {
      const uint32_t literal = b.exit == Exit::kSwitch ? function_.cases[b.first_case + i - 1] : i;
      text.append(id(" ", literal)).append(id(" %b", targets[i]));
    }
    line(text);
  }

  void write_test(BlockId block) {
    const Block& b = function_.blocks[block];
    const auto targets = function_.successors_of(block);
    std::string condition = id("%t", block);
    const bool is_bool = b.exit == Exit::kIf && function_.is_bool(b.selector);
    if (is_bool) {
      condition = operand(b.selector, true);
    } else if (b.exit == Exit::kIf) {
      line(condition, " = OpIEqual %bool ", operand(b.selector, false),
           " " + constant(function_.cases[b.first_case]));
    } else {
      line(id("%s", block), " = OpLoad %uint %input");
      line(condition, " = OpIEqual %bool ", id("%s", block), " " + constant(0));
    }
    write_merge(b);
    line("OpBranchConditional ", condition, id(" %b", targets[0]), id(" %b", targets[1]));
  }

  const Flow& flow_;
  const Structured& function_;
  std::string body_;
  std::vector<uint32_t> constants_, named_;
  std::vector<std::vector<ValueId>> uses_, definitions_;
  std::vector<bool> is_phi_, is_outside_;
};

/// Owns the objects that SPIRV-Tools allocates.
struct Validation {
  spv_context context = spvContextCreate(SPV_ENV_VULKAN_1_3);
  spv_validator_options options = spvValidatorOptionsCreate();
  spv_binary binary = nullptr;
  spv_diagnostic diagnostic = nullptr;

  Validation() {
    spvValidatorOptionsSetUniversalLimit(options, spv_validator_limit_max_control_flow_nesting_depth,
                                         1u << 20);
  }
  Validation(const Validation&) = delete;
  Validation& operator=(const Validation&) = delete;
  ~Validation() {
    spvDiagnosticDestroy(diagnostic);
    spvBinaryDestroy(binary);
    spvValidatorOptionsDestroy(options);
    spvContextDestroy(context);
  }
  std::string message(std::string_view stage) const {
    return std::string(stage) + (diagnostic != nullptr ? diagnostic->error : "no message");
  }
};

}  // namespace

std::string spirv_text(const Flow& flow, const Structured& function) {
  return TextWriter(flow, function).run();
}

std::string validate_spirv(const std::string& text) {
  Validation v;
  if (spvTextToBinary(v.context, text.data(), text.size(), &v.binary, &v.diagnostic) != SPV_SUCCESS) {
    return v.message("assembler: ");
  }
  spv_const_binary_t binary = {v.binary->code, v.binary->wordCount};
  if (spvValidateWithOptions(v.context, v.options, &binary, &v.diagnostic) != SPV_SUCCESS) {
    return v.message("validator: ");
  }
  return {};
}

}  // namespace trellis::structurizer::testing
