// METADATA_BLOCK, METADATA_KIND: strings, values, nodes, names, debug information, and kinds of attachments.
#include <algorithm>
#include <string_view>
#include <utility>

#include "dxil_frontend/bitcode/state.hpp"
#include "support/containers.hpp"

namespace trellis::dxil::bitcode {

namespace {

constexpr uint32_t kMaxKinds = 4096;
// LLVM resolves, upgrades and strips metadata recursively, so its depth must be bounded.
constexpr uint64_t kMaxMetadataPath = 16384;
constexpr uint16_t kMaxMetadataDepth = 1024;

constexpr std::string_view kUnrollDisableText = "llvm.loop.unroll.disable";
constexpr std::string_view kUnrollTexts[] = {"llvm.loop.unroll.full", "llvm.loop.unroll.count",
                                             "llvm.loop.unroll.enable"};

/// The operands of a debug information record, one letter for each. `.` is a number, L a local scope, S a
/// local scope whose id is stored without adding one. The others may be null: s is a string, m anything, f a
/// file, t a tuple, l a location, g a global variable, x an expression, p a tuple of subprograms. The first
/// operand of every record (distinct, version) has no letter.
struct DebugRecord {
  uint32_t code;
  const char* operands;  ///< Those of the longest form.
  uint32_t shortest;     ///< Number of operands of the shortest form, including the first.
};

constexpr DebugRecord kDebugRecords[] = {
    {kMdLocation, "..Sl.", 5},
    {kMdEnumerator, ".s", 3},
    {kMdBasicType, ".s....", 6},
    {kMdFile, "ss.ss", 3},
    {kMdDerivedType, ".sf.mm....m.m.", 12},
    {kMdCompositeType, ".sf.mm....t.mtsmmmmmm", 16},
    {kMdSubroutineType, ".t.", 3},
    {kMdCompileUnit, ".fs.s.s.ttptt.t....ss", 14},
    {kMdLexicalBlock, "Lf..", 5},
    {kMdLexicalBlockFile, "Lf.", 4},
    {kMdTemplateType, "sm.", 3},
    {kMdGlobalVarExpr, "gx", 3},
    {kMdImportedEntity, ".mm.sft", 6},
};

const DebugRecord* find_debug_record(uint32_t code) {
  const auto* found = std::find_if(std::begin(kDebugRecords), std::end(kDebugRecords),
                                   [code](const DebugRecord& record) { return record.code == code; });
  return found == std::end(kDebugRecords) ? nullptr : found;
}

bool is_local_scope(uint8_t code) {
  return code == kMdSubprogram || code == kMdLexicalBlock || code == kMdLexicalBlockFile;
}

/// Layout: [kind id, name]
bool check_kind_record(ModuleState& state, std::span<const uint64_t> operands) {
  if (operands.size() < 2) return state.fail("metadata kind without a name");
  if (operands[0] >= kMaxKinds)
    return state.fail("metadata kind " + decimal(operands[0]) + " is out of range");
  if (operands[0] >= state.attachment_kinds.size()) {
    state.attachment_kinds.resize(operands[0] + 1, AttachmentKind::kUndefined);
  }
  AttachmentKind& kind = state.attachment_kinds[operands[0]];
  if (kind != AttachmentKind::kUndefined) {
    return state.fail("metadata kind " + decimal(operands[0]) + " is defined twice");
  }
  const std::span<const uint64_t> text = operands.subspan(1);
  const auto is = [text](std::string_view name) {
    return text.size() == name.size() && spells_prefix(text, name);
  };
  kind = is("dbg")                    ? AttachmentKind::kDebugLocation
         : is("tbaa")                 ? AttachmentKind::kTbaa
         : is("llvm.loop")            ? AttachmentKind::kLoop
         : is("dx.precise")           ? AttachmentKind::kPrecise
         : is("dx.nonuniform")        ? AttachmentKind::kNonUniform
         : is("dx.controlflow.hints") ? AttachmentKind::kControlFlow
                                      : AttachmentKind::kUnread;
  return true;
}

class MetadataCheck {
 public:
  MetadataCheck(ModuleState& state, bool in_function) : state_(state), in_function_(in_function) {}

  bool run() {
    first_ = static_cast<uint32_t>(state_.metadata.size());
    state_.reader.skip_arrays_of(uint64_t{1} << kMdStringOld);
    if (!for_each_record(state_.reader, "unexpected block inside metadata", [this] {
          if (named_ && !is_named_node()) return fail_name();
          return check_record();
        })) {
      return false;
    }
    if (named_) return fail_name();
    state_.reader.skip_arrays_of(0);
    return check_references();
  }

 private:
  uint32_t next_id() const { return static_cast<uint32_t>(state_.metadata.size()); }

  /// Whether the record is the NAMED_NODE that must follow a NAME. LLVM reads it without expecting
  /// abbreviation definitions.
  bool is_named_node() const {
    return state_.reader.code() == kMdNamedNode &&
           state_.reader.abbreviation_count() == abbreviations_at_name_;
  }
  bool fail_name() { return state_.fail("NAME without its NAMED_NODE"); }

  bool check_record() {
    ops_ = state_.reader.operands();
    const uint32_t code = state_.reader.code();
    switch (code) {
      case kMdStringOld:
        add(code).value = loop_hint_of_text();
        record_text(state_.reader.place_of_text());
        return true;
      case kMdStrings:
        return check_strings();
      case kMdValue:
        return check_value();
      case kMdNode:
      case kMdDistinctNode:
        return check_node();
      case kMdKind:
        return check_kind_record(state_, ops_);
      case kMdName:
        named_ = true;
        abbreviations_at_name_ = state_.reader.abbreviation_count();
        return check_name();
      case kMdNamedNode:
        return check_named_node();
      case kMdGlobalDeclAttachment:
        if (ops_.size() % 2 != 1) return state_.fail("attachment without a node");
        if (ops_[0] >= state_.values.size())
          return state_.fail("value id " + decimal(ops_[0]) + " is out of range");
        return check_attachments(state_, ops_.subspan(1), false);
      case kMdIndexOffset:
      case kMdIndex:
        return true;  // An index, which LLVM's reader does not use here.
      default:
        return check_debug_record(code);
    }
  }

  /// Returns the LoopHint of the string whose record has been read. Its length excludes most other strings,
  /// whose text is then not read.
  uint32_t loop_hint_of_text() const {
    const uint64_t length = ops_.size() + state_.reader.skipped_elements();
    return may_be_loop_hint(length) ? loop_hint_of(text_of(ops_) + state_.reader.skipped_text())
                                    : kNoLoopHint;
  }

  static bool may_be_loop_hint(uint64_t length) {
    return length >= kUnrollTexts[0].size() && length <= kUnrollDisableText.size();
  }
  static uint32_t loop_hint_of(std::string_view text) {
    if (text == kUnrollDisableText) return kUnrollDisable;
    return std::find(std::begin(kUnrollTexts), std::end(kUnrollTexts), text) != std::end(kUnrollTexts)
               ? kUnroll
               : kNoLoopHint;
  }

  MetadataRecord& add(uint32_t code) {
    MetadataRecord& node = state_.metadata.emplace_back();
    node.code = static_cast<uint8_t>(code);
    node.first_operand = static_cast<uint32_t>(state_.metadata_operands.size());
    return node;
  }

  /// Records the text of the string that was added last.
  void record_text(std::optional<RecordedText> text) {
    MetadataTables* tables = recorded();
    if (tables == nullptr) return;
    if (!text) return give_up();
    state_.metadata.back().first_operand = static_cast<uint32_t>(tables->texts.size());
    tables->texts.push_back(*text);
  }

  /// Returns null if this metadata is not recorded.
  MetadataTables* recorded() const {
    const bool is_recorded = state_.code != nullptr && state_.code->metadata.is_complete;
    return is_recorded ? &state_.code->metadata : nullptr;
  }
  void give_up() {
    if (state_.code != nullptr) state_.code->metadata.is_complete = false;
  }

  /// Layout: [count, offset of the characters] and a blob: lengths as VBR6, then characters.
  bool check_strings() {
    const std::span<const uint8_t> blob = state_.reader.blob();
    if (ops_.size() != 2 || ops_[0] == 0) return state_.fail("strings need a count and an offset");
    if (ops_[1] > blob.size() || ops_[0] > ops_[1] * 8 / 6)
      return state_.fail("strings do not fit their blob");
    BitCursor lengths(blob.first(ops_[1]));
    uint64_t left = blob.size() - ops_[1];
    for (uint64_t i = 0; i < ops_[0]; ++i) {
      const uint64_t length = lengths.vbr6();
      if (length > left || lengths.overlong() || lengths.position() > ops_[1] * 8) {
        return state_.fail("string " + decimal(i) + " goes past the end of the blob");
      }
      const uint64_t at = blob.size() - left;
      const std::span<const uint8_t> text = blob.subspan(at, length);
      add(kMdStringOld).value = loop_hint_of({reinterpret_cast<const char*>(text.data()), text.size()});
      const uint64_t start = state_.reader.blob_start() + at * 8;
      record_text(RecordedText{start, static_cast<uint32_t>(length)});
      left -= length;
    }
    return true;
  }

  bool check_value() {
    if (ops_.size() != 2) return state_.fail("metadata value needs a type and a value");
    if (!state_.check_type(ops_[0])) return false;
    const uint32_t type = state_.types.canonical(static_cast<uint32_t>(ops_[0]));
    if (ops_[1] >= state_.values.size()) {
      // A function's metadata may refer to later instructions, which must then have that type.
      if (!in_function_ || !state_.types.is_value(type) || ops_[1] >= state_.size) {
        return state_.fail("value id " + decimal(ops_[1]) + " is out of range");
      }
      state_.local_forward.push_back({static_cast<uint32_t>(ops_[1]), type});
      add(kMdLocalValue).value = static_cast<uint32_t>(ops_[1]);
      return true;
    }
    const uint32_t id = static_cast<uint32_t>(ops_[1]);
    if (state_.values[id].type != type) {
      return state_.fail("value " + decimal(id) + " does not have the type that the metadata gives it");
    }
    MetadataRecord& value =
        add(state_.values[id].is_constant() ? uint32_t{kMdValue} : uint32_t{kMdLocalValue});
    value.value = id;
    if (!in_function_ && recorded() != nullptr) record_value(value);
    value.first_operand = static_cast<uint32_t>(ops_[0]);
    return true;
  }

  void record_value(MetadataRecord& value) {
    value.value = without_casts(value.value);
    if (is_left_out(value.value)) {
      recorded()->has_constants = false;
    } else if (!is_plain(value.value)) {
      give_up();
    }
  }

  /// Returns the value without address casts. LLVM 19's pointers have no pointee, so LLVM drops casts that
  /// only change it.
  uint32_t without_casts(uint32_t id) const {
    for (;;) {
      const RecordedValue& value = state_.code->values[id];
      if (value.kind != RecordedValue::kConstant) return id;
      const CodeRecord& constant = state_.code->constants[value.index];
      if (constant.code != kConstCast || !state_.types.is(constant.type, TypeKind::kPointer)) return id;
      const std::span<const uint64_t> operands = state_.code->operands_of(constant);
      const auto original = static_cast<uint32_t>(operands[2]);
      if (operands[0] != kBitcast || state_.values[original].type != constant.type) return id;
      id = original;
    }
  }

  bool is_left_out(uint32_t id) const {
    const RecordedValue& value = state_.code->values[id];
    return value.kind == RecordedValue::kConstant &&
           state_.code->constants[value.index].code == RecordedCode::kLeftOut;
  }

  /// Whether the record of a module value describes it completely, so that LLVM does not fold it.
  bool is_plain(uint32_t id) const {
    const RecordedValue& value = state_.code->values[id];
    if (value.kind != RecordedValue::kConstant) return true;
    switch (state_.code->constants[value.index].code) {
      case kConstInteger:
      case kConstFloat:
      case kConstUndef:
      case kConstPoison:
      case kConstData:
      case kConstNull:
        return true;
      case kConstAggregate:
        return holds_numbers(state_.code->constants[value.index]);
      default:
        return false;
    }
  }

  /// An aggregate with a number in it (dx.viewIdState has one) does not become undef.
  bool holds_numbers(const CodeRecord& aggregate) const {
    return std::ranges::all_of(state_.code->operands_of(aggregate), [this](uint64_t element) {
      return element < state_.values.size() && (state_.values[element].is_integer() || is_float(element));
    });
  }
  bool is_float(uint64_t id) const {
    const RecordedValue& value = state_.code->values[id];
    return value.kind == RecordedValue::kConstant && state_.code->constants[value.index].code == kConstFloat;
  }

  /// Adds an operand (id + 1, or 0) to `node`, which is being read. Inline, because most of a module's
  /// metadata are operands of nodes.
  [[gnu::always_inline]] bool add_operand(uint64_t reference, MetadataRecord& node) {
    const uint32_t id = next_id() - 1;  // The node itself has already been added.
    if (reference > state_.reader.bits_left() + id + 1) {
      return state_.fail("metadata id " + decimal(reference - 1) + " is out of range");
    }
    state_.metadata_operands.push_back(static_cast<uint32_t>(reference));
    ++node.operand_count;
    if (reference == 0) return true;
    const uint32_t target = static_cast<uint32_t>(reference - 1);
    if (target >= id) {
      last_forward_ = std::max(last_forward_, target);
      forward_ |= target > id;
      return true;
    }
    const MetadataRecord& operand = state_.metadata[target];
    if (operand.code == kMdLocalValue) return state_.fail("node refers to a function's value");
    node.depth = std::max(node.depth, static_cast<uint16_t>(operand.depth + 1));
    if (node.depth > kMaxMetadataDepth) return state_.fail_unsupported("metadata nests too deeply");
    return true;
  }

  bool finish_node(const MetadataRecord& node) {
    state_.forward_metadata += forward_ ? 1 : 0;
    state_.metadata_depth = std::max<uint32_t>(state_.metadata_depth, node.depth);
    const uint64_t path = std::min<uint64_t>(
        state_.metadata.size(), (state_.forward_metadata + 1) * (state_.metadata_depth + uint64_t{1}));
    if (path > kMaxMetadataPath) return state_.fail_unsupported("metadata nests too deeply");
    return true;
  }

  bool check_node() {
    MetadataRecord node = add(kMdNode);
    forward_ = false;
    for (const uint64_t reference : ops_) {
      if (!add_operand(reference, node)) return false;
    }
    state_.metadata.back() = node;
    return finish_node(node);
  }

  bool check_name() {
    const auto is = [this](std::string_view name) {
      return ops_.size() == name.size() && spells_prefix(ops_, name);
    };
    module_flags_ = is("llvm.module.flags");
    units_ = is("llvm.dbg.cu");
    if (spells_prefix(ops_, "clang.arc.")) return state_.fail_unsupported("named metadata of Objective-C");
    record_name();
    return true;
  }

  void record_name() {
    if (in_function_) return give_up();
    MetadataTables* tables = recorded();
    if (tables == nullptr) return;
    String name = text_of(ops_);
    // Searching the lists takes linear time; DXIL has a dozen. LLVM merges lists with the same name.
    constexpr size_t kMostLists = 64;
    if (tables->lists.size() == kMostLists || tables->find_list(name) != nullptr) return give_up();
    tables->lists.push_back({std::move(name), static_cast<uint32_t>(tables->listed.size()), 0});
  }

  void record_list() {
    MetadataTables* tables = recorded();
    if (tables == nullptr) return;
    tables->lists.back().count = static_cast<uint32_t>(ops_.size());
    for (const uint64_t id : ops_) tables->listed.push_back(static_cast<uint32_t>(id));
  }

  bool check_named_node() {
    if (!named_) return state_.fail("NAMED_NODE without its NAME");
    named_ = false;
    for (const uint64_t id : ops_) {
      if (id >= state_.metadata.size() || !is_node(state_.metadata[id])) {
        return state_.fail("metadata id " + decimal(id) + " is not a node that stands before its name");
      }
      if (units_ && state_.metadata[id].code != kMdCompileUnit) {
        return state_.fail("metadata id " + decimal(id) + " is not a compile unit");
      }
      if (module_flags_ && !is_module_flag(state_.metadata[id])) {
        return state_.fail("module flag does not have the form behaviour, name, value");
      }
    }
    record_list();
    return true;
  }

  static bool is_node(const MetadataRecord& entry) {
    return entry.code != kMdStringOld && entry.code != kMdValue && entry.code != kMdLocalValue;
  }

  bool is_module_flag(const MetadataRecord& node) const {
    if (node.code != kMdNode || node.operand_count != 3) return false;
    const uint32_t* operands = state_.metadata_operands.data() + node.first_operand;
    const auto is = [this](uint32_t reference, uint8_t code) {
      return reference != 0 && reference <= state_.metadata.size() &&
             state_.metadata[reference - 1].code == code;
    };
    return is(operands[0], kMdValue) && is(operands[1], kMdStringOld) && operands[2] != 0;
  }

  bool check_debug_record(uint32_t code) {
    if (ops_.empty()) return state_.fail("debug information without operands");
    if (code == kMdExpression) {
      if (ops_[0] >> 1 > 3) return state_.fail_unsupported("expression of version " + decimal(ops_[0] >> 1));
      record_fields(add(code), {});
      return true;
    }
    if (code == kMdEnumerator && (ops_[0] & 4) != 0)
      return state_.fail_unsupported("enumerator with several words");
    if (const DebugRecord* record = find_debug_record(code))
      return check_operands(code, record->operands, record->shortest);
    switch (code) {
      case kMdSubrange:
        return check_subrange();
      case kMdSubprogram:
        return check_subprogram();
      case kMdNamespace:
        return ops_.size() == 3 ? check_operands(code, "ms", 3) : check_operands(code, "mfs.", 5);
      case kMdTemplateValue:
        return ops_.size() == 6 ? check_operands(code, ".sm.m", 6) : check_operands(code, ".smm", 5);
      case kMdGlobalVar:
        return check_global_variable();
      case kMdLocalVar:
        return check_local_variable();
      default:
        return state_.fail_unsupported("metadata record does not occur in DXIL");
    }
  }

  bool check_subrange() {
    switch (ops_[0] >> 1) {
      case 0:
        return check_operands(kMdSubrange, "..", 3);
      case 1:
        return check_operands(kMdSubrange, "m.", 3);
      case 2:
        return check_operands(kMdSubrange, "mmmm", 5);
      default:
        return state_.fail_unsupported("subrange of version " + decimal(ops_[0] >> 1));
    }
  }

  bool check_subprogram() {
    const bool packed_flags = (ops_[0] & 4) != 0;
    const bool has_unit = (ops_[0] & 2) != 0;
    if (packed_flags) {
      if (!has_unit) return state_.fail("subprogram with packed flags, but without a unit");
      return check_operands(kMdSubprogram, "mssf.m.m...mmmt.tts", 18);
    }
    if (ops_.size() == 18 && !has_unit) return check_operands(kMdSubprogram, "mssf.m...m....tmt", 18);
    return check_operands(kMdSubprogram, "mssf.m...m....mtmt.t", 19);
  }

  bool check_global_variable() {
    switch (ops_[0] >> 1) {
      case 0:
      case 1:
        return check_operands(kMdGlobalVar, "mssf.m..mm.", ops_[0] >> 1 == 0 ? 11 : 12);
      case 2:
        return check_operands(kMdGlobalVar, "mssf.m..mt.t", 12);
      default:
        return state_.fail_unsupported("global variable of version " + decimal(ops_[0] >> 1));
    }
  }

  bool check_local_variable() {
    const bool has_alignment = (ops_[0] & 2) != 0;
    if (has_alignment) return check_operands(kMdLocalVar, "Lsf.m...t", 9);
    if (ops_.size() > 8) return check_operands(kMdLocalVar, ".Lsf.m..m", 9);  // Starts with a DWARF tag.
    return check_operands(kMdLocalVar, "Lsf.m..", 8);
  }

  bool check_operands(uint32_t code, std::string_view letters, uint32_t shortest) {
    if (ops_.size() < shortest || ops_.size() > letters.size() + 1) {
      return state_.fail("debug information with " + decimal(ops_.size()) + " operands");
    }
    MetadataRecord node = add(code);
    forward_ = false;
    for (std::size_t i = 1; i < ops_.size(); ++i) {
      if (!check_operand(ops_[i], letters[i - 1], node)) return false;
    }
    record_fields(node, letters);
    state_.metadata.back() = node;
    return finish_node(node);
  }

  /// `letters`: those of the operands after the first; all others are numbers.
  void record_fields(MetadataRecord& node, std::string_view letters) {
    MetadataTables* tables = recorded();
    if (tables == nullptr) return;
    // Operands may take no bits at all in the bitcode. Those that dxc writes take at least six.
    constexpr size_t kMostFieldsPerByte = 2, kFewFields = 4096;
    if (tables->fields.size() + ops_.size() > state_.size * kMostFieldsPerByte + kFewFields) return give_up();
    node.value = static_cast<uint32_t>(tables->fields.size());
    tables->fields.push_back(ops_.size());
    for (std::size_t i = 0; i < ops_.size(); ++i) {
      const char letter = i == 0 || i > letters.size() ? '.' : letters[i - 1];
      const uint64_t reference = letter == 'S' ? ops_[i] + 1 : ops_[i];
      tables->fields.push_back(letter == '.' ? ops_[i] : state_.recorded_place(reference));
    }
  }

  bool check_operand(uint64_t operand, char letter, MetadataRecord& node) {
    const uint32_t id = next_id() - 1;
    switch (letter) {
      case '.':
        return true;
      case 's':
        if (operand == 0) return true;
        if (operand > id || state_.metadata[operand - 1].code != kMdStringOld) {
          return state_.fail("metadata id " + decimal(operand - 1) + " is not a string");
        }
        return add_operand(operand, node);
      case 'm':
        return add_operand(operand, node);
      case 'S':
        if (++operand == 0) return state_.fail("scope is missing");
        break;
      case 'L':
        if (operand == 0) return state_.fail("scope is missing");
        break;
      default:
        if (operand == 0) return true;
        break;
    }
    if (!add_operand(operand, node)) return false;
    state_.pending_roles.push_back({id, static_cast<uint32_t>(operand - 1), role_of(letter)});
    return true;
  }

  static MetadataRole role_of(char letter) {
    switch (letter) {
      case 'f':
        return MetadataRole::kFile;
      case 't':
        return MetadataRole::kTuple;
      case 'l':
        return MetadataRole::kLocation;
      case 'g':
        return MetadataRole::kGlobalVariable;
      case 'x':
        return MetadataRole::kExpression;
      case 'p':
        return MetadataRole::kSubprograms;
      default:
        return MetadataRole::kLocalScope;
    }
  }

  /// At the end of the block: checks that everything referred to exists and has the required form.
  bool check_references() {
    if (last_forward_ != 0 && last_forward_ >= state_.metadata.size()) {
      return state_.fail("metadata id " + decimal(last_forward_) + " is referred to, but only " +
                         decimal(state_.metadata.size()) + " exist");
    }
    if (forward_locals()) return state_.fail("node refers to a function's value");
    for (const PendingRole& pending : state_.pending_roles) {
      if (!has_role(pending)) {
        return state_.fail("metadata id " + decimal(pending.operand) + " is not what node " +
                           decimal(pending.node) + " uses it as");
      }
    }
    if (!state_.pending_roles.empty() && !check_chains()) return false;
    state_.pending_roles.clear();
    return true;
  }

  /// Whether a node refers to a function-local value that comes after it.
  bool forward_locals() const {
    if (!in_function_ || last_forward_ == 0) return false;
    for (uint32_t id = first_; id < state_.metadata.size(); ++id) {
      const MetadataRecord& node = state_.metadata[id];
      for (uint32_t i = 0; i < node.operand_count; ++i) {
        const uint32_t reference = state_.metadata_operands[node.first_operand + i];
        if (reference != 0 && state_.metadata[reference - 1].code == kMdLocalValue) return true;
      }
    }
    return false;
  }

  bool has_role(const PendingRole& pending) const {
    const MetadataRecord& operand = state_.metadata[pending.operand];
    switch (pending.role) {
      case MetadataRole::kFile:
        return operand.code == kMdFile;
      case MetadataRole::kTuple:
        return operand.code == kMdNode;
      case MetadataRole::kLocalScope:
        return is_local_scope(operand.code);
      case MetadataRole::kLocation:
        return operand.code == kMdLocation;
      case MetadataRole::kGlobalVariable:
        return operand.code == kMdGlobalVar;
      case MetadataRole::kExpression:
        return operand.code == kMdExpression;
      case MetadataRole::kSubprograms:
        return is_subprograms(operand);
    }
    return false;
  }

  /// Whether all operands are subprograms. LLVM writes the unit into every node of this tuple, at the offset
  /// of the field in a subprogram.
  bool is_subprograms(const MetadataRecord& tuple) const {
    if (tuple.code != kMdNode) return false;
    for (uint32_t i = 0; i < tuple.operand_count; ++i) {
      const uint32_t reference = state_.metadata_operands[tuple.first_operand + i];
      if (reference != 0 && state_.metadata[reference - 1].code != kMdSubprogram) return false;
    }
    return true;
  }

  /// Checks that scopes lead to a subprogram, and locations to one that is not inlined. Neither may form a
  /// cycle, in which readers of debug information would loop forever. Each node has at most one scope and one
  /// location among the pending roles.
  bool check_chains() const {
    for (const MetadataRole role : {MetadataRole::kLocalScope, MetadataRole::kLocation}) {
      Vector<std::pair<uint32_t, uint32_t>> links;
      for (const PendingRole& pending : state_.pending_roles) {
        if (pending.role == role) links.emplace_back(pending.node, pending.operand);
      }
      if (!is_acyclic(links)) return state_.fail("scopes or inlined locations go in circles");
    }
    return true;
  }

  static bool is_acyclic(Vector<std::pair<uint32_t, uint32_t>>& links) {
    std::sort(links.begin(), links.end());
    enum Color : uint8_t { kNew, kOpen, kDone };
    Vector<uint8_t> colors(links.size(), kNew);
    Vector<uint32_t> path;
    for (uint32_t start = 0; start < links.size(); ++start) {
      path.clear();
      uint32_t current = start;
      while (current < links.size() && colors[current] == kNew) {
        colors[current] = kOpen;
        path.push_back(current);
        const auto next =
            std::lower_bound(links.begin(), links.end(), std::pair{links[current].second, uint32_t{0}});
        const bool found = next != links.end() && next->first == links[current].second;
        current = found ? static_cast<uint32_t>(next - links.begin()) : static_cast<uint32_t>(links.size());
      }
      if (current < links.size() && colors[current] == kOpen) return false;
      for (const uint32_t link : path) colors[link] = kDone;
    }
    return true;
  }

  ModuleState& state_;
  bool in_function_;
  std::span<const uint64_t> ops_;
  uint32_t first_ = 0;         ///< First id of this block.
  uint32_t last_forward_ = 0;  ///< Highest id referred to before its definition.
  bool forward_ = false;       ///< The node being read refers to a later one.
  bool named_ = false;         ///< The last record was a NAME, and its NAMED_NODE must follow.
  bool module_flags_ = false;  ///< The NAME was llvm.module.flags.
  bool units_ = false;         ///< The NAME was llvm.dbg.cu.
  std::size_t abbreviations_at_name_ = 0;
};

/// Checks type-based alias information. LLVM verifies it while reading, and assumes the kinds of operands. An
/// access tag is (base type, access type, offset); a type is (name, parent, offset) or (name, (member type,
/// offset)...); a root has a name or nothing. Tags of the old form are types.
class TbaaCheck {
 public:
  explicit TbaaCheck(ModuleState& state) : state_(state) {}

  bool run(uint32_t tag) {
    if (is_checked(tag)) return true;
    const MetadataRecord& node = state_.metadata[tag];
    const bool has_path = node.operand_count > 0 && is_tuple(operand(node, 0));
    if (has_path) {
      if (node.operand_count < 3 || node.operand_count > 4 || !is_tuple(operand(node, 1))) return fail(tag);
      for (uint32_t i = 2; i < node.operand_count; ++i) {
        if (!is_integer(operand(node, i))) return fail(tag);
      }
      mark(tag);
      push(operand(node, 0));
      push(operand(node, 1));
    } else {
      push(tag + 1);
    }
    while (!pending_.empty()) {
      const uint32_t type = pending_.back();
      pending_.pop_back();
      if (!check_type_node(type)) return fail(type);
    }
    return true;
  }

 private:
  bool fail(uint32_t id) { return state_.fail("metadata id " + decimal(id) + " is not a TBAA node"); }
  uint32_t operand(const MetadataRecord& node, uint32_t index) const {
    return state_.metadata_operands[node.first_operand + index];
  }
  bool is(uint32_t reference, uint8_t code) const {
    return reference != 0 && state_.metadata[reference - 1].code == code;
  }
  bool is_tuple(uint32_t reference) const { return is(reference, kMdNode); }
  bool is_integer(uint32_t reference) const {
    return is(reference, kMdValue) &&
           state_.values[state_.metadata[reference - 1].value].kind == ValueKind::kInteger;
  }
  bool is_checked(uint32_t id) const { return state_.metadata[id].checked_tbaa; }
  void mark(uint32_t id) { state_.metadata[id].checked_tbaa = true; }
  void push(uint32_t reference) {
    if (is_checked(reference - 1)) return;
    mark(reference - 1);
    pending_.push_back(reference - 1);
  }

  bool check_type_node(uint32_t id) {
    const MetadataRecord& node = state_.metadata[id];
    if (node.code != kMdNode) return false;
    if (node.operand_count == 0) return true;
    if (!is(operand(node, 0), kMdStringOld)) return false;
    if (node.operand_count != 2 && node.operand_count % 2 != 1) return false;
    for (uint32_t i = 1; i < node.operand_count; i += 2) {
      if (!is_tuple(operand(node, i))) return false;
      if (i + 1 < node.operand_count && !is_integer(operand(node, i + 1))) return false;
      push(operand(node, i));
    }
    return true;
  }

  ModuleState& state_;
  Vector<uint32_t> pending_;
};

bool check_attachment(ModuleState& state, uint64_t kind, uint64_t id, bool on_instruction) {
  if (kind >= state.attachment_kinds.size() || state.attachment_kinds[kind] == AttachmentKind::kUndefined) {
    return state.fail("metadata kind " + decimal(kind) + " is not defined");
  }
  if (id >= state.metadata.size()) return state.fail("metadata id " + decimal(id) + " is out of range");
  const MetadataRecord& node = state.metadata[id];
  if (node.code == kMdStringOld || node.code == kMdValue || node.code == kMdLocalValue) {
    return state.fail("attached metadata " + decimal(id) + " is not a node");
  }
  const uint32_t* operands = state.metadata_operands.data() + node.first_operand;
  switch (state.attachment_kinds[kind]) {
    case AttachmentKind::kDebugLocation:
      if (on_instruction || (node.code != kMdSubprogram && node.code != kMdGlobalVarExpr)) {
        return state.fail("debug information attached to something that cannot have it");
      }
      return true;
    case AttachmentKind::kTbaa:
      return TbaaCheck(state).run(static_cast<uint32_t>(id));
    case AttachmentKind::kLoop:
      if (node.code != kMdNode || node.operand_count == 0 || operands[0] != id + 1) {
        return state.fail("llvm.loop node that does not begin with itself");
      }
      return true;
    default:
      return true;
  }
}

}  // namespace

bool check_attachments(ModuleState& state, std::span<const uint64_t> operands, bool on_instruction) {
  for (std::size_t i = 0; i + 1 < operands.size(); i += 2) {
    if (!check_attachment(state, operands[i], operands[i + 1], on_instruction)) return false;
  }
  return true;
}

bool check_metadata_block(ModuleState& state, bool in_function) {
  return MetadataCheck(state, in_function).run();
}

bool check_metadata_kind_block(ModuleState& state) {
  return for_each_record(state.reader, "unexpected block inside metadata kinds", [&state] {
    if (state.reader.code() != kMdKind) return state.fail("unknown record");
    return check_kind_record(state, state.reader.operands());
  });
}

}  // namespace trellis::dxil::bitcode
