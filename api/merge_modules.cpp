#include "api/merge_modules.hpp"

#include <algorithm>
#include <array>
#include <new>
#include <spirv-tools/libspirv.hpp>
#include <spirv/unified1/spirv.hpp11>

#include "support/containers.hpp"

namespace trellis {
namespace {

using spv::Op;
using Words = Vector<uint32_t>;

constexpr size_t kHeaderWords = 5, kBoundWord = 3;

/// The parts of a module, in the order SPIR-V wants them ("Logical Layout of a Module").
enum class Section : uint8_t {
  kCapabilities,
  kExtensions,
  kImports,
  kMemoryModel,
  kEntryPoints,
  kModes,
  kSources,
  kNames,
  kAnnotations,
  kGlobals,
  kFunctions,
};
constexpr size_t kSectionCount = 11;

Section section_of(Op opcode) {
  switch (opcode) {
    case Op::OpCapability:
      return Section::kCapabilities;
    case Op::OpExtension:
      return Section::kExtensions;
    case Op::OpExtInstImport:
      return Section::kImports;
    case Op::OpMemoryModel:
      return Section::kMemoryModel;
    case Op::OpEntryPoint:
      return Section::kEntryPoints;
    case Op::OpExecutionMode:
    case Op::OpExecutionModeId:
      return Section::kModes;
    case Op::OpString:
    case Op::OpSource:
    case Op::OpSourceContinued:
    case Op::OpSourceExtension:
      return Section::kSources;
    case Op::OpName:
    case Op::OpMemberName:
    case Op::OpModuleProcessed:
      return Section::kNames;
    case Op::OpDecorate:
    case Op::OpMemberDecorate:
    case Op::OpDecorateId:
    case Op::OpDecorateString:
    case Op::OpMemberDecorateString:
      return Section::kAnnotations;
    default:
      return Section::kGlobals;  // Until the first function.
  }
}

bool is_id(spv_operand_type_t type) {
  return type == SPV_OPERAND_TYPE_ID || type == SPV_OPERAND_TYPE_TYPE_ID ||
         type == SPV_OPERAND_TYPE_RESULT_ID || type == SPV_OPERAND_TYPE_SCOPE_ID ||
         type == SPV_OPERAND_TYPE_MEMORY_SEMANTICS_ID;
}

struct Instruction {
  Op opcode = Op::OpNop;
  Section section = Section::kGlobals;
  Words words;
  Vector<uint16_t> id_words;  ///< Which of them are ids.
  uint16_t result_word = 0;   ///< 0: no result.
};

/// A module taken apart, with its ids told from its numbers.
class ModuleReader {
 public:
  static Result<Vector<Instruction>> read(const Words& words) {
    ModuleReader reader;
    spvtools::Context context(SPV_ENV_UNIVERSAL_1_6);
    std::string complaint;
    context.SetMessageConsumer(
        [&](spv_message_level_t, const char*, const spv_position_t&, const char* text) { complaint = text; });
    const spv_result_t parsed = spvBinaryParse(context.CContext(), &reader, words.data(), words.size(),
                                               nullptr, &ModuleReader::take_safely, nullptr);
    if (reader.is_out_of_memory_) throw std::bad_alloc();
    if (parsed != SPV_SUCCESS) {
      return unsupported("entry points cannot be put into one module: SPIRV-Tools does not know all of it: " +
                         complaint);
    }
    return std::move(reader.instructions_);
  }

 private:
  /// Called by SPIRV-Tools' parser, through whose code nothing may be thrown.
  static spv_result_t take_safely(void* user, const spv_parsed_instruction_t* parsed) {
    auto& self = *static_cast<ModuleReader*>(user);
    try {
      self.take(*parsed);
      return SPV_SUCCESS;
    } catch (const std::bad_alloc&) {
      self.is_out_of_memory_ = true;
      return SPV_ERROR_OUT_OF_MEMORY;
    }
  }

  void take(const spv_parsed_instruction_t& parsed) {
    Instruction i;
    i.opcode = static_cast<Op>(parsed.opcode);
    if (i.opcode == Op::OpFunction) in_functions_ = true;
    i.section = in_functions_ ? Section::kFunctions : section_of(i.opcode);
    i.words.assign(parsed.words, parsed.words + parsed.num_words);
    for (uint16_t n = 0; n < parsed.num_operands; ++n) {
      const spv_parsed_operand_t& operand = parsed.operands[n];
      if (!is_id(operand.type)) continue;
      i.id_words.push_back(operand.offset);
      if (operand.type == SPV_OPERAND_TYPE_RESULT_ID) i.result_word = operand.offset;
    }
    instructions_.push_back(std::move(i));
  }

  Vector<Instruction> instructions_;
  bool in_functions_ = false;
  bool is_out_of_memory_ = false;
};

bool is_annotation_of_members(Op opcode) {
  return opcode == Op::OpMemberDecorate || opcode == Op::OpMemberDecorateString;
}

class Merger {
 public:
  Result<void> add(const Words& words) {
    auto instructions = ModuleReader::read(words);
    if (!instructions) return instructions.error();
    if (header_.empty()) header_.assign(words.begin(), words.begin() + kHeaderWords);
    if (words[1] != header_[1]) return internal_check("modules of two SPIR-V versions cannot become one");
    begin_module(words[kBoundWord], *instructions);
    // Annotations and names come later: they follow what they are about.
    for (Instruction& i : *instructions) {
      if (i.section == Section::kImports || i.section == Section::kGlobals || is_string(i)) add_shared(i);
    }
    for (Instruction& i : *instructions) {
      if (i.section == Section::kImports || i.section == Section::kGlobals || is_string(i)) continue;
      if (auto added = add_other(i); !added) return added;
    }
    return {};
  }

  Words finish() {
    header_[kBoundWord] = next_id_;
    Words module = std::move(header_);
    for (const Words& section : sections_) module.insert(module.end(), section.begin(), section.end());
    return module;
  }

 private:
  static bool is_string(const Instruction& i) { return i.opcode == Op::OpString; }

  void begin_module(uint32_t bound, const Vector<Instruction>& instructions) {
    new_ids_.assign(bound, 0);
    is_known_.assign(bound, false);
    has_own_ids_.assign(bound, false);
    decorations_.clear();
    variables_.clear();
    for (const Instruction& i : instructions) {
      if (i.section != Section::kAnnotations || i.words.size() < 2) continue;
      Words rest(i.words);
      if (i.opcode == Op::OpDecorateId) has_own_ids_[i.words[1]] = true;
      rest[1] = is_annotation_of_members(i.opcode) ? 1 : 0;
      decorations_[i.words[1]].push_back(std::move(rest));
    }
    for (auto& [id, list] : decorations_) std::sort(list.begin(), list.end());
  }

  uint32_t new_id(uint32_t id) {
    if (new_ids_[id] == 0) new_ids_[id] = next_id_++;
    return new_ids_[id];
  }

  void append(Section section, const Words& words) {
    Words& all = sections_[static_cast<size_t>(section)];
    all.insert(all.end(), words.begin(), words.end());
  }

  void renumber(Instruction& i) {
    for (const uint16_t at : i.id_words) {
      if (at != i.result_word) i.words[at] = new_id(i.words[at]);
    }
  }

  /// Whether an equal one of another module can stand in. Memory without decorations that bind it is each
  /// module's own.
  bool may_be_shared(const Instruction& i, uint32_t id) const {
    if (has_own_ids_[id]) return false;
    return i.opcode != Op::OpVariable || decorations_.contains(id);
  }

  /// A type, constant, variable, import or string.
  void add_shared(Instruction& i) {
    renumber(i);
    if (i.result_word == 0) return append(i.section, i.words);  // OpTypeForwardPointer.
    const uint32_t id = i.words[i.result_word];
    // One that was referred to before its definition has its number already.
    if (!may_be_shared(i, id) || new_ids_[id] != 0) {
      i.words[i.result_word] = new_id(id);
      return append(i.section, i.words);
    }
    i.words[i.result_word] = 0;
    Key key{i.words, {}};
    if (const auto found = decorations_.find(id); found != decorations_.end()) key.second = found->second;
    // Variables that are alike within one module stay apart.
    if (i.opcode == Op::OpVariable) key.first.push_back(variables_[key]++);
    const auto [at, is_new] = shared_.try_emplace(std::move(key), next_id_);
    is_known_[id] = !is_new;
    new_ids_[id] = at->second;
    if (!is_new) return;
    i.words[i.result_word] = next_id_++;
    append(i.section, i.words);
  }

  Result<void> add_other(Instruction& i) {
    switch (i.section) {
      case Section::kCapabilities:
      case Section::kExtensions:
        add_once(i);
        return {};
      case Section::kMemoryModel:
        return add_memory_model(i.words);
      case Section::kNames:
      case Section::kAnnotations:
        // What an earlier module has brings its names and decorations.
        if (i.words.size() > 1 && !i.id_words.empty() && is_known_[i.words[1]]) return {};
        break;
      case Section::kSources:
        renumber(i);
        add_once(i);
        return {};
      default:
        break;
    }
    for (const uint16_t at : i.id_words) i.words[at] = new_id(i.words[at]);
    append(i.section, i.words);
    return {};
  }

  void add_once(const Instruction& i) {
    if (once_.try_emplace(i.words, true).second) append(i.section, i.words);
  }

  Result<void> add_memory_model(const Words& words) {
    Words& all = sections_[static_cast<size_t>(Section::kMemoryModel)];
    constexpr size_t kAddressing = 1, kModel = 2;
    if (all.empty()) {
      all = words;
    } else if (all[kModel] != words[kModel]) {
      return internal_check("modules of two memory models cannot become one");
    } else {
      // Logical, or with physical storage buffers. The latter has the higher number, and serves both.
      all[kAddressing] = std::max(all[kAddressing], words[kAddressing]);
    }
    return {};
  }

  /// Words of an instruction without its result, and its sorted decorations without their target.
  using Key = std::pair<Words, Vector<Words>>;

  Words header_;
  std::array<Words, kSectionCount> sections_;
  Map<Key, uint32_t> shared_;
  Map<Words, bool> once_;
  uint32_t next_id_ = 1;

  // About the module that is being added:
  Vector<uint32_t> new_ids_;  ///< By its ids; 0: none yet.
  Vector<bool> is_known_;     ///< By its ids: an earlier module has an equal one.
  Vector<bool> has_own_ids_;  ///< By its ids: decorated by ids, which mean something in it alone.
  Map<uint32_t, Vector<Words>> decorations_;
  Map<Key, uint32_t> variables_;  ///< How many equal ones there were so far.
};

}  // namespace

Result<Vector<uint32_t>> merge_modules(std::span<const Vector<uint32_t>> modules) {
  Merger merger;
  for (const Words& module : modules) {
    if (auto added = merger.add(module); !added) return added.error();
  }
  return merger.finish();
}

}  // namespace trellis
