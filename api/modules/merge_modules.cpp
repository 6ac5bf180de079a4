#include "api/modules/merge_modules.hpp"

#include <algorithm>
#include <array>
#include <spirv/unified1/spirv.hpp11>
#include <tuple>
#include <utility>
#include <vector>

#include "spirv_backend/check/find_ids.hpp"
#include "spirv_backend/module/words.hpp"
#include "support/containers.hpp"
#include "support/hash_index.hpp"
#include "support/uninitialized_allocator.hpp"

namespace trellis {
namespace {

using spirv::Words;

constexpr size_t kHeaderWords = 5, kBoundWord = 3;

/// The sections of a module, in the order that SPIR-V requires ("Logical Layout of a Module").
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

Section section_of(spv::Op opcode) {
  switch (opcode) {
    case spv::Op::OpCapability:
      return Section::kCapabilities;
    case spv::Op::OpExtension:
      return Section::kExtensions;
    case spv::Op::OpExtInstImport:
      return Section::kImports;
    case spv::Op::OpMemoryModel:
      return Section::kMemoryModel;
    case spv::Op::OpEntryPoint:
      return Section::kEntryPoints;
    case spv::Op::OpExecutionMode:
    case spv::Op::OpExecutionModeId:
      return Section::kModes;
    case spv::Op::OpString:
    case spv::Op::OpSource:
    case spv::Op::OpSourceContinued:
    case spv::Op::OpSourceExtension:
      return Section::kSources;
    case spv::Op::OpName:
    case spv::Op::OpMemberName:
    case spv::Op::OpModuleProcessed:
      return Section::kNames;
    case spv::Op::OpDecorate:
    case spv::Op::OpMemberDecorate:
    case spv::Op::OpDecorateId:
    case spv::Op::OpDecorateString:
    case spv::Op::OpMemberDecorateString:
      return Section::kAnnotations;
    default:
      return Section::kGlobals;  // This applies until the first function.
  }
}

/// Numbered lists of words without duplicates.
class WordLists {
 public:
  /// Returns the number of the list, and whether it was added because there was no equal one.
  std::pair<uint32_t, bool> add(std::span<const uint32_t> words) {
    uint64_t hash = words.size();
    for (const uint32_t word : words) hash = (hash ^ word) * 0x100000001B3u;
    const auto next = static_cast<uint32_t>(lists_.size());
    const uint32_t number = index_.find_or_add(hash_of(hash), next, [&](uint32_t other) {
      const auto& [begin, size] = lists_[other];
      return size == words.size() && std::equal(words.begin(), words.end(), all_.begin() + begin);
    });
    if (number != next) return {number, false};
    lists_.emplace_back(static_cast<uint32_t>(all_.size()), static_cast<uint32_t>(words.size()));
    all_.append(words);
    return {number, true};
  }

 private:
  Words all_;
  Vector<std::pair<uint32_t, uint32_t>> lists_;  ///< The start and size of each list.
  HashIndex index_;
};

struct ModuleInstruction {
  spv::Op opcode = spv::Op::OpNop;
  Section section = Section::kGlobals;
  std::span<uint32_t> words;
  uint32_t first_id = 0, id_count = 0;  ///< A range of Module::id_words.
  uint16_t result_word = 0;             ///< Index of the word with the result id; 0 if there is no result.
};

/// A parsed module. Instructions refer to its words, and the words that hold ids are listed.
struct Module {
  Words words;
  Vector<ModuleInstruction> instructions;
  size_t first_in_functions = 0;  ///< Index of the first instruction of functions, which end a module.
  std::vector<uint16_t, UninitializedAllocator<uint16_t>> id_words;

  std::span<const uint16_t> ids_of(const ModuleInstruction& i) const {
    return std::span(id_words).subspan(i.first_id, i.id_count);
  }
  std::span<const ModuleInstruction> before_functions() const {
    return std::span(instructions).first(first_in_functions);
  }
  std::span<const ModuleInstruction> in_functions() const {
    return std::span(instructions).subspan(first_in_functions);
  }
};

Result<void> take_apart(Module& module) {
  const uint32_t bound = module.words[kBoundWord];
  Vector<uint8_t> is_wide(bound, 0);  // By id: 1 for a type of 64-bit integers, or a value of one.
  module.instructions.reserve(module.words.size() / 4);
  module.id_words.resize(module.words.size());  // Each word may be an ID.
  uint16_t* const first_id = module.id_words.data();
  uint16_t* next_id = first_id;
  bool in_functions = false;
  for (size_t at = kHeaderWords; at < module.words.size();) {
    const uint32_t head = module.words[at], size = head >> 16;
    const module_check::Row* row = module_check::find_row(head & 0xFFFF);
    if (row == nullptr || size == 0 || size > module.words.size() - at) {
      return internal_check("a module to be merged has an instruction " + decimal(head & 0xFFFF) + " of " +
                            decimal(size) + " words");
    }
    ModuleInstruction i;
    i.opcode = static_cast<spv::Op>(head & 0xFFFF);
    in_functions |= i.opcode == spv::Op::OpFunction;
    i.section = in_functions ? Section::kFunctions : section_of(i.opcode);
    i.words = {module.words.data() + at, size};
    i.first_id = static_cast<uint32_t>(next_id - first_id);
    i.result_word = module_check::result_word(*row);
    const bool is_wide_switch =
        i.opcode == spv::Op::OpSwitch && size > 1 && i.words[1] < bound && is_wide[i.words[1]] != 0;
    uint16_t* const end = module_check::find_ids(*row, i.words, is_wide_switch ? 2 : 1, next_id);
    bool fits = end != nullptr;
    for (const uint16_t* id = next_id; fits && id != end; ++id) fits = i.words[*id] - 1 < bound - 1;
    if (!fits) {
      return internal_check(String("a module to be merged has ") + row->name + " with invalid operands");
    }
    if (i.opcode == spv::Op::OpTypeInt) is_wide[i.words[1]] = i.words[2] == 64 ? 1 : 0;
    if (i.result_word == 2) is_wide[i.words[2]] = is_wide[i.words[1]];
    i.id_count = static_cast<uint32_t>(end - next_id);
    next_id = end;
    module.instructions.push_back(i);
    if (!in_functions) module.first_in_functions = module.instructions.size();
    at += size;
  }
  return {};
}

class Merger {
 public:
  Result<void> add(std::span<const uint32_t> words) {
    Module module;
    module.words.append(words);
    if (words.size() < kHeaderWords || words[kBoundWord] == 0)
      return internal_check("a module has no header");
    TRELLIS_RETURN_IF_ERROR(take_apart(module));
    if (header_.empty()) header_.append(words.first(kHeaderWords));
    if (words[1] != header_[1])
      return internal_check("modules of different SPIR-V versions cannot be merged");
    begin_module(module);
    // Annotations and names are added later, after the instructions that they refer to.
    const std::span<const ModuleInstruction> before_functions = module.before_functions();
    for (const ModuleInstruction& i : before_functions) {
      if (is_shared_section(i)) add_shared(i);
    }
    for (const ModuleInstruction& i : before_functions) {
      if (is_shared_section(i)) continue;
      TRELLIS_RETURN_IF_ERROR(add_other(i));
    }
    add_functions(module);
    return {};
  }

  Vector<uint32_t> finish() {
    header_[kBoundWord] = next_id_;
    Vector<uint32_t> module(header_.begin(), header_.end());
    for (const Words& section : sections_) module.insert(module.end(), section.begin(), section.end());
    return module;
  }

 private:
  static bool is_shared_section(const ModuleInstruction& i) {
    return i.section == Section::kGlobals || i.section == Section::kImports || i.opcode == spv::Op::OpString;
  }

  void begin_module(const Module& module) {
    module_ = &module;
    ++module_number_;
    const uint32_t bound = module.words[kBoundWord];
    new_ids_.assign(bound, 0);
    is_known_.assign(bound, false);
    has_own_ids_.assign(bound, false);
    decorations_.clear();
    for (const ModuleInstruction& i : module.before_functions()) {
      if (i.section != Section::kAnnotations) continue;
      if (i.opcode == spv::Op::OpDecorateId) has_own_ids_[i.words[1]] = true;
      decorations_.push_back({i.words[1], i.words});
    }
    // The decorations of one target become contiguous, in an order that does not depend on the module.
    std::sort(decorations_.begin(), decorations_.end(), [](const Decoration& a, const Decoration& b) {
      if (a.target != b.target) return a.target < b.target;
      if (a.words[0] != b.words[0]) return a.words[0] < b.words[0];
      return std::lexicographical_compare(a.words.begin() + 2, a.words.end(), b.words.begin() + 2,
                                          b.words.end());
    });
    decorated_.assign(bound, {0, 0});
    for (uint32_t n = 0; n < decorations_.size(); ++n) {
      auto& [first, count] = decorated_[decorations_[n].target];
      if (count++ == 0) first = n;
    }
  }

  uint32_t new_id(uint32_t id) {
    if (new_ids_[id] == 0) new_ids_[id] = next_id_++;
    return new_ids_[id];
  }

  void append(Section section, std::span<const uint32_t> words) {
    sections_[static_cast<size_t>(section)].append(words);
  }

  void renumber(const ModuleInstruction& i) {
    for (const uint16_t at : module_->ids_of(i)) {
      if (at != i.result_word) i.words[at] = new_id(i.words[at]);
    }
  }

  /// Returns true if an equal instruction of another module can be used instead. A variable without
  /// decorations, which nothing binds, belongs to its module only.
  bool may_be_shared(const ModuleInstruction& i, uint32_t id) const {
    if (has_own_ids_[id]) return false;
    return i.opcode != spv::Op::OpVariable || decorated_[id].second != 0;
  }

  /// Builds the key that equal instructions share: the instruction without its result, `ordinal`, and its
  /// decorations without their target.
  void make_key(const ModuleInstruction& i, uint32_t id, uint32_t ordinal) {
    key_.clear();
    key_.append(i.words);
    key_[i.result_word] = 0;
    key_.push_back(ordinal);
    const auto [first, count] = decorated_[id];
    for (uint32_t n = first; n < first + count; ++n) {
      const std::span<const uint32_t> words = decorations_[n].words;
      key_.push_back(words[0]);
      key_.append(words.subspan(2));
    }
  }

  /// Adds a type, constant, variable, import or string.
  void add_shared(const ModuleInstruction& i) {
    renumber(i);
    if (i.result_word == 0) return append(i.section, i.words);  // Only OpTypeForwardPointer has no result.
    const uint32_t id = i.words[i.result_word];
    // An id that was referred to before its definition already has its new id.
    if (!may_be_shared(i, id) || new_ids_[id] != 0) {
      i.words[i.result_word] = new_id(id);
      return append(i.section, i.words);
    }
    make_key(i, id, 0);
    auto [number, is_new] = shared_.add(key_);
    // Equal variables within one module stay separate.
    const bool is_variable = i.opcode == spv::Op::OpVariable;
    for (uint32_t n = 1; is_variable && !is_new && shared_rows_[number].module == module_number_; ++n) {
      make_key(i, id, n);
      std::tie(number, is_new) = shared_.add(key_);
    }
    if (is_new) shared_rows_.push_back({next_id_++, 0});
    SharedRow& row = shared_rows_[number];
    row.module = module_number_;
    is_known_[id] = !is_new;
    new_ids_[id] = row.id;
    if (!is_new) return;
    i.words[i.result_word] = row.id;
    append(i.section, i.words);
  }

  Result<void> add_other(const ModuleInstruction& i) {
    switch (i.section) {
      case Section::kCapabilities:
      case Section::kExtensions:
        add_once(i);
        return {};
      case Section::kMemoryModel:
        return add_memory_model(i.words);
      case Section::kNames:
      case Section::kAnnotations:
        // Something that an earlier module defined already has its names and decorations.
        if (i.id_count != 0 && is_known_[i.words[1]]) return {};
        break;
      case Section::kSources:
        renumber(i);
        add_once(i);
        return {};
      default:
        break;
    }
    for (const uint16_t at : module_->ids_of(i)) i.words[at] = new_id(i.words[at]);
    append(i.section, i.words);
    return {};
  }

  /// Functions end a module and keep their order, so they are appended as a whole.
  void add_functions(const Module& module) {
    const std::span<const ModuleInstruction> instructions = module.in_functions();
    if (instructions.empty()) return;
    for (const ModuleInstruction& i : instructions) {
      for (const uint16_t at : module.ids_of(i)) i.words[at] = new_id(i.words[at]);
    }
    append(Section::kFunctions,
           {instructions.front().words.data(), module.words.data() + module.words.size()});
  }

  void add_once(const ModuleInstruction& i) {
    if (once_.add(i.words).second) append(i.section, i.words);
  }

  Result<void> add_memory_model(std::span<const uint32_t> words) {
    Words& all = sections_[static_cast<size_t>(Section::kMemoryModel)];
    constexpr size_t kAddressing = 1, kModel = 2;
    if (all.empty()) {
      all.append(words);
    } else if (all[kModel] != words[kModel]) {
      return internal_check("modules with different memory models cannot be merged");
    } else {
      // The addressing model is Logical or PhysicalStorageBuffer64. The latter has the higher number and
      // suits both.
      all[kAddressing] = std::max(all[kAddressing], words[kAddressing]);
    }
    return {};
  }

  struct Decoration {
    uint32_t target = 0;
    std::span<const uint32_t> words;
  };
  struct SharedRow {
    uint32_t id = 0;
    uint32_t module = 0;  ///< The last module that contained it.
  };

  Words header_;
  std::array<Words, kSectionCount> sections_;
  WordLists shared_, once_;
  Vector<SharedRow> shared_rows_;  ///< By number in shared_.
  uint32_t next_id_ = 1;
  uint32_t module_number_ = 0;
  Words key_;

  // State for the module that is being added.
  const Module* module_ = nullptr;
  Vector<uint32_t> new_ids_;  ///< By the module's ids; 0: not assigned yet.
  Vector<bool> is_known_;     ///< By the module's ids: an earlier module has an equal instruction.
  /// By the module's ids: has decorations that contain ids, which are only meaningful within the module.
  Vector<bool> has_own_ids_;
  Vector<Decoration> decorations_;
  /// By the module's ids: the first decoration, and their number.
  Vector<std::pair<uint32_t, uint32_t>> decorated_;
};

}  // namespace

Result<Vector<uint32_t>> merge_modules(std::span<const Vector<uint32_t>> modules) {
  Merger merger;
  for (const Vector<uint32_t>& module : modules) {
    TRELLIS_RETURN_IF_ERROR(merger.add(module));
  }
  return merger.finish();
}

}  // namespace trellis
