#include "dxil_frontend/bitcode/bitcode_check.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "dxil_frontend/bitcode/state.hpp"
#include "support/containers.hpp"

namespace trellis::dxil {

namespace bitcode {

String text_of(std::span<const uint64_t> characters) {
  String text(characters.size(), '\0');
  std::transform(characters.begin(), characters.end(), text.begin(),
                 [](uint64_t character) { return static_cast<char>(character); });
  return text;
}

bool spells_prefix(std::span<const uint64_t> characters, std::string_view prefix) {
  return characters.size() >= prefix.size() &&
         std::equal(prefix.begin(), prefix.end(), characters.begin(), [](char a, uint64_t b) {
           return a == static_cast<char>(b);
         });  // LLVM truncates it in the same way.
}

namespace {

constexpr uint64_t kMaxLinkage = 19;
constexpr uint64_t kMaxCallingConvention = 1023;
constexpr uint64_t kMaxAlignmentExponent = 33;
constexpr uint32_t kEpoch = 2;       // A record of the identification block.
constexpr uint32_t kStrtabBlob = 1;  // The record of the string table.
constexpr char kUnexpectedBlock[] = "unexpected block";
/// Checks the top level of the stream and the MODULE_BLOCK.
class ModuleCheck {
 public:
  /// `code`: receives the records; may be null, as may `watch`.
  ModuleCheck(std::span<const uint8_t> bitcode, uint64_t file_offset, RecordedCode* code, bool names,
              WorkWatch* watch)
      : state_(bitcode, file_offset) {
    state_.watch = watch;
    state_.code = code;
    if (code != nullptr) state_.reader.read_into(code->operands);
    state_.records_names = names;
  }

  Result<void> run() {
    if (!check_stream()) return state_.reader.error();
    if (state_.code != nullptr) {
      state_.reader.release_buffer();
      state_.code->types = std::move(state_.types);
      record_metadata();
    }
    return {};
  }

  /// Moves the metadata to the tables: first the module's, then that of functions.
  void record_metadata() {
    MetadataTables& tables = state_.code->metadata;
    tables.records = std::move(state_.metadata);
    tables.operands = std::move(state_.metadata_operands);
    tables.module_count = static_cast<uint32_t>(tables.records.size());
    const auto first_operand = static_cast<uint32_t>(tables.operands.size());
    for (MetadataRecord& record : state_.function_metadata) {
      if (record.operand_count != 0) record.first_operand += first_operand;
      tables.records.push_back(record);
    }
    tables.operands.insert(tables.operands.end(), state_.function_metadata_operands.begin(),
                           state_.function_metadata_operands.end());
  }

  /// Returns the repairs to make: after a successful run, those for LLVM; after a failed one, those that may
  /// let the next run succeed.
  Vector<Repair> repairs(bool succeeded) const {
    if (succeeded) return state_.repairs;
    return state_.widen.is_wanted ? widening() : Vector<Repair>();
  }

 private:
  /// Gives the function of an atomic operation the type that its calls assume.
  Vector<Repair> widening() const {
    const Function& function = state_.functions[state_.widen.function];
    const bool has_two = function.atomic == AtomicOperation::kCompareExchange;
    for (const AtomicType& type : state_.atomic_types) {
      if (type.type != function.own_type) continue;
      if (!type.result || !type.last || (has_two && !type.before_last)) return {};
      Vector<Repair> repairs = {{*type.result, state_.widen.type}, {*type.last, state_.widen.type}};
      if (has_two) repairs.push_back({*type.before_last, state_.widen.type});
      return repairs;
    }
    return {};
  }

  bool check_stream() {
    while (!state_.reader.at_end()) {
      switch (state_.reader.next()) {
        case Entry::kBlock:
          if (!check_top_block()) return false;
          break;
        case Entry::kRecord:
          return state_.fail("record outside any block");
        case Entry::kEnd:
          break;
        case Entry::kError:
          return false;
      }
    }
    if (!seen_module_) return state_.fail("no module");
    return check_table_names() && check_metadata_calls();
  }

  bool check_top_block() {
    const uint32_t block = state_.reader.block();
    const uint64_t start = state_.reader.entry_start();
    if (!state_.reader.enter()) return false;
    switch (block) {
      case kIdentificationBlock:
        if (seen_module_) return state_.fail("identification after the module");
        stream_start_ = start;
        return check_identification();
      case kModuleBlock:
        if (seen_module_) return state_.fail("second module");
        seen_module_ = true;
        if (stream_start_ == 0) stream_start_ = start;
        return check_module();
      case kStrtabBlock:
        return check_string_table();
      case kSymtabBlock:
        return skip_records();
      default:
        return state_.fail_unsupported("unknown block at the top of the stream");
    }
  }

  /// Reads records whose contents do not matter here. The reader checks their shape.
  bool skip_records() {
    return for_each_record(state_.reader, kUnexpectedBlock, [] { return true; });
  }

  /// Reads a list of names, which do not matter here: records of one kind, and only one list that has any.
  bool check_names(bool& has_names) {
    constexpr uint32_t kName = 1;
    if (has_names) return state_.fail("second block of its kind");
    return for_each_record(state_.reader, kUnexpectedBlock, [this, &has_names] {
      has_names = true;
      return state_.reader.code() == kName || state_.fail("record is not a name");
    });
  }

  bool check_identification() {
    return for_each_record(state_.reader, kUnexpectedBlock, [this] {
      if (state_.reader.code() != kEpoch) return true;
      const std::span<const uint64_t> operands = state_.reader.operands();
      if (operands.size() == 1 && operands[0] == 0) return true;
      return state_.fail_unsupported("bitcode of an unknown epoch");
    });
  }

  bool check_string_table() {
    return for_each_record(state_.reader, kUnexpectedBlock, [this] {
      if (state_.reader.code() == kStrtabBlob) strings_ = state_.reader.blob();
      return true;
    });
  }

  bool check_module() {
    return for_each_entry(
               state_.reader, [this] { return check_module_record(); },
               [this] { return check_module_block(); }) &&
           finish_module();
  }

  bool check_module_block() {
    const uint32_t block = state_.reader.block();
    const uint64_t start = state_.reader.entry_start();
    if (!state_.reader.enter()) return false;
    if (state_.version == 0) return state_.fail("block before the module's version");
    // LLVM regards the globals as complete at the first body: nothing after it may change them.
    const bool late = block == kFunctionBlock || block == kValueSymtabBlock ||
                      block == kMetadataAttachmentBlock || block == kSyncScopeNamesBlock ||
                      block == kOperandBundleTagsBlock;
    if (seen_body_ && !late) return state_.fail("block after the first function body");
    switch (block) {
      case kParamAttrBlock:
        return check_attribute_block(state_);
      case kParamAttrGroupBlock:
        return check_attribute_group_block(state_);
      case kTypeBlock:
        return check_type_block(state_);
      case kConstantsBlock:
        return check_constants_block(state_);
      case kMetadataBlock:
        return state_.has_types ? check_metadata_block(state_, false)
                                : state_.fail("metadata before the types");
      case kMetadataKindBlock:
        return check_metadata_kind_block(state_);
      case kValueSymtabBlock:
        return check_symtab(start);
      case kFunctionBlock:
        return check_body(start);
      case kUseListBlock:
        return check_use_list_block(state_, 0);
      case kOperandBundleTagsBlock:
        return check_names(has_bundle_tags_);
      case kSyncScopeNamesBlock:
        if (!check_names(has_scope_names_)) return false;
        return has_scope_names_ || state_.fail("names of synchronization scopes without a name");
      default:
        return state_.fail_unsupported("block does not occur in DXIL");
    }
  }

  bool check_body(uint64_t start) {
    if (!seen_body_) {
      seen_body_ = true;
      if (!check_initializers()) return false;
    }
    if (state_.next_body == state_.bodies.size())
      return state_.fail("more function bodies than functions that have one");
    const uint32_t function = state_.bodies[state_.next_body++];
    state_.functions[function].body_start = start;
    return check_function_block(state_, function);
  }

  bool finish_module() {
    if (!seen_body_ && !check_initializers()) return false;
    if (state_.next_body != state_.bodies.size()) {
      return state_.fail(decimal(state_.bodies.size()) + " functions have bodies, but only " +
                         decimal(state_.next_body) + " bodies came");
    }
    if (symtab_offset_ != 0 && symtab_offset_ != symtab_start_) {
      return state_.fail("VSTOFFSET does not lead to the symbol table");
    }
    return check_body_offsets();
  }

  bool check_initializers() {
    for (const auto& [global, value] : state_.initializers) {
      if (value >= state_.values.size() || !state_.values[value].is_constant() ||
          state_.values[value].type != state_.values[global].bits) {
        return state_.fail("initialiser of global " + decimal(global) + " is not a constant of its type");
      }
    }
    return true;
  }

  bool check_module_record() {
    ops_ = state_.reader.operands();
    const uint32_t code = state_.reader.code();
    switch (code) {
      case kModuleVersion:
        if (state_.version != 0) return state_.fail("second version");
        if (ops_.size() != 1 || ops_[0] < 1 || ops_[0] > 2)
          return state_.fail_unsupported("unknown module version");
        state_.version = static_cast<uint32_t>(ops_[0]);
        return true;
      case kModuleTriple:
      case kModuleDataLayout:
        if (state_.code != nullptr) record_target(code);
        [[fallthrough]];
      case kModuleSourceFilename:
      case kModuleHash:
        return !seen_body_ || state_.fail("record after the first function body");
      case kModuleSectionName:
        ++state_.section_count;
        return true;
      case kModuleGlobalVar:
      case kModuleFunction:
        if (seen_body_ || state_.version == 0 || !state_.has_types) {
          return state_.fail("global value outside its place, between the types and the first body");
        }
        return code == kModuleFunction ? check_function() : check_global_variable();
      case kModuleVstOffset:
        if (ops_.size() != 1 || ops_[0] == 0) return state_.fail("VSTOFFSET needs an offset");
        symtab_offset_ = stream_start_ + (ops_[0] - 1) * 32;
        return true;
      default:
        return state_.fail_unsupported("record does not occur in DXIL");
    }
  }

  /// LLVM modifies the data layouts of other targets, and rejects a target after the first value.
  void record_target(uint32_t code) {
    RecordedFrame& frame = state_.code->frame;
    if (!state_.values.empty()) frame.give_up();
    if (code == kModuleDataLayout) {
      frame.data_layout += text_of(ops_);
    } else if (!spells_prefix(ops_, "dxil-")) {
      frame.give_up();
    }
  }

  void record_variable(uint32_t type, uint64_t address_space) {
    // External, imported, exported, external: for LLVM, these are the same linkage.
    constexpr uint64_t kExternalLinkages = 1 << 0 | 1 << 5 | 1 << 6 | 1 << 15;
    RecordedVariable variable;
    variable.type = type;
    variable.address_space = static_cast<uint32_t>(address_space);
    variable.initializer = static_cast<uint32_t>(ops_[2]);
    variable.is_constant = (ops_[1] & 1) != 0;
    variable.is_external = (kExternalLinkages >> ops_[3] & 1) != 0;
    state_.code->values.push_back(
        {RecordedValue::kGlobal, static_cast<uint32_t>(state_.code->frame.variables.size())});
    state_.code->frame.variables.push_back(variable);
  }

  void record_function(uint32_t index, uint64_t address_space) {
    state_.code->values.push_back({RecordedValue::kFunction, index});
    RecordedFunction& recorded = state_.code->functions.emplace_back();
    recorded.type = state_.functions[index].type;
    recorded.address_space = static_cast<uint32_t>(address_space);
    for (const ModuleState::NumberedAttributes& list : state_.text_lists) {
      if (list.number != ops_[4]) continue;
      state_.code->function_attributes.push_back(list.texts);
      recorded.attributes = static_cast<uint32_t>(state_.code->function_attributes.size());
    }
  }

  /// LLVM rewrites its own variables while it reads them, except the lists of symbols for linkers and of
  /// constructors, as far as they matter here. Names that contain a zero are left to LLVM. LLVM's own
  /// functions do not matter: those that the check accepts have no effect.
  template <class Characters>
  void record_name(uint32_t value, const Characters& name, bool is_of_llvm) {
    if (state_.code == nullptr) return;
    RecordedFrame& frame = state_.code->frame;
    const bool is_variable = state_.values[value].kind == ValueKind::kGlobal;
    const auto is = [&name](std::string_view text) {
      return std::equal(name.begin(), name.end(), text.begin(), text.end());
    };
    const bool is_list = is("llvm.used") || is("llvm.compiler.used") || is("llvm.global_ctors");
    if (is_of_llvm && is_variable && !is_list) frame.is_complete = false;
    if (std::find(name.begin(), name.end(), 0) != name.end()) frame.give_up();
    frame.value_names.push_back(frame.add_name(value, name));
  }

  /// In version 2, the record begins with the name: an offset and a length in the string table.
  bool take_table_name() {
    if (state_.version < 2) return true;
    if (ops_.size() < 2) return state_.fail("global value without a name");
    state_.table_names.push_back({static_cast<uint32_t>(state_.values.size()), ops_[0], ops_[1]});
    ops_ = ops_.subspan(2);
    return true;
  }

  uint64_t operand(std::size_t index) const { return index < ops_.size() ? ops_[index] : 0; }

  bool check_common(bool is_declaration, uint64_t linkage, uint64_t alignment, uint64_t section) {
    // External, imported, exported, external weak, external: every other linkage needs a definition.
    constexpr uint64_t kDeclarationLinkages = 1 << 0 | 1 << 5 | 1 << 6 | 1 << 7 | 1 << 15;
    if (linkage > kMaxLinkage || (is_declaration && (kDeclarationLinkages >> linkage & 1) == 0)) {
      return state_.fail("linkage " + decimal(linkage));
    }
    if (alignment > kMaxAlignmentExponent) return state_.fail("alignment exponent " + decimal(alignment));
    if (section > state_.section_count) return state_.fail("section " + decimal(section) + " is not defined");
    return true;
  }

  /// Layout: [type, constant + explicit type * 2 + address space * 4, initialiser + 1, linkage, alignment,
  /// section, visibility, thread local, unnamed_addr, externally initialised, dll storage, comdat, ...]
  bool check_global_variable() {
    if (!take_table_name()) return false;
    if (ops_.size() < 6) return state_.fail("global variable with " + decimal(ops_.size()) + " operands");
    if (!state_.check_type(ops_[0])) return false;
    uint32_t type = static_cast<uint32_t>(ops_[0]);
    uint64_t address_space = ops_[1] >> 2;
    if ((ops_[1] & 2) == 0) {
      const Type& pointer = state_.types[type];
      if (pointer.kind != TypeKind::kPointer || pointer.element == kNoType) {
        return state_.fail("global variable's type is not a pointer");
      }
      address_space = pointer.number;
      type = pointer.element;
    }
    if (address_space > 0xffff) return state_.fail("address space " + decimal(address_space));
    if (!state_.check_type(type)) return false;
    const uint32_t canonical = state_.types.canonical(type);
    if (!state_.types.is_value(canonical) || !state_.types[canonical].sized) {
      return state_.fail("global variable of a type without a size");
    }
    if (!check_common(ops_[2] == 0, ops_[3], ops_[4], ops_[5])) return false;
    if (operand(7) > 4) return state_.fail("thread-local model " + decimal(operand(7)));
    if (operand(11) != 0) return state_.fail_unsupported("global variable in a comdat");
    for (std::size_t i = 12; i < ops_.size() && i < 15; ++i) {
      // Attributes, DSO-local, partition (an offset and a length in the string table).
      if (i == 12 && ops_[i] > state_.attribute_list_count)
        return state_.fail("attribute list is not defined");
    }
    if (ops_[2] != 0) {
      if (ops_[2] > state_.size) return state_.fail("initialiser's value id is out of range");
      state_.initializers.push_back(
          {static_cast<uint32_t>(state_.values.size()), static_cast<uint32_t>(ops_[2] - 1)});
    }
    state_.values.push_back(
        {canonical, state_.types.pointer(static_cast<uint32_t>(address_space)), ValueKind::kGlobal});
    if (state_.code != nullptr) record_variable(canonical, address_space);
    return true;
  }

  /// Layout: [type, calling convention + explicit type bit, is prototype, linkage, attributes, alignment,
  /// section, visibility, gc, unnamed_addr, prologue data, dll storage, comdat, prefix data, personality,
  /// ...]
  bool check_function() {
    if (!take_table_name()) return false;
    if (ops_.size() < 8) return state_.fail("function with " + decimal(ops_.size()) + " operands");
    if (!state_.check_type(ops_[0])) return false;
    uint32_t type = static_cast<uint32_t>(ops_[0]);
    uint64_t address_space = operand(16);
    if (const Type& pointer = state_.types[type];
        pointer.kind == TypeKind::kPointer && pointer.element != kNoType) {
      address_space = pointer.number;
      type = pointer.element;
      if (!state_.check_type(type)) return false;
    }
    if (state_.types[type].kind != TypeKind::kFunction)
      return state_.fail("function's type is not one of a function");
    if (address_space > 0xffff) return state_.fail("address space " + decimal(address_space));
    if (ops_[1] > kMaxCallingConvention) return state_.fail("calling convention " + decimal(ops_[1]));
    if (ops_[2] > 1) return state_.fail("flag is " + decimal(ops_[2]));
    if (!check_common(ops_[2] == 1, ops_[3], ops_[5], ops_[6])) return false;
    if (ops_[4] > state_.attribute_list_count) {
      return state_.fail("attribute list " + decimal(ops_[4]) + " is not defined");
    }
    if (operand(8) != 0 || operand(10) != 0 || operand(12) != 0 || operand(13) != 0 || operand(14) != 0) {
      return state_.fail_unsupported("function with a collector, a comdat, prologue, prefix or personality");
    }
    const uint32_t index = static_cast<uint32_t>(state_.functions.size());
    Function& function = state_.functions.emplace_back();
    function.value = static_cast<uint32_t>(state_.values.size());
    function.type = state_.types.canonical(type);
    function.own_type = type;
    function.has_body = ops_[2] == 0;
    if (function.has_body) state_.bodies.push_back(index);
    state_.values.push_back(
        {index, state_.types.pointer(static_cast<uint32_t>(address_space)), ValueKind::kFunction});
    if (state_.code != nullptr) record_function(index, address_space);
    return true;
  }

  /// Checks the names of globals and, if LLVM 3.8 or later wrote the bitcode, the offsets of function bodies.
  bool check_symtab(uint64_t start) {
    if (symtab_start_ != 0) return state_.fail("second symbol table");
    symtab_start_ = start;
    return for_each_record(state_.reader, "unexpected block inside the symbol table",
                           [this] { return check_symbol(state_.reader.code(), state_.reader.operands()); });
  }

  bool check_symbol(uint32_t code, std::span<const uint64_t> ops) {
    if (code != kVstEntry && code != kVstFunctionEntry) return state_.fail("unknown record");
    const std::size_t head = code == kVstEntry ? 1 : 2;
    if (ops.size() < head) return state_.fail("symbol table entry without a value id");
    if (ops[0] >= state_.values.size())
      return state_.fail("value id " + decimal(ops[0]) + " is out of range");
    const uint32_t value = static_cast<uint32_t>(ops[0]);
    const ValueKind kind = state_.values[value].kind;
    if (kind != ValueKind::kGlobal && kind != ValueKind::kFunction) {
      return state_.fail("value " + decimal(value) + " has a name, but is not a global");
    }
    if (code == kVstFunctionEntry) {
      if (kind != ValueKind::kFunction) return state_.fail("value " + decimal(value) + " is not a function");
      body_offsets_.push_back({static_cast<uint32_t>(state_.values[value].bits), ops[1]});
    }
    const std::span<const uint64_t> name = ops.subspan(head);
    if (state_.version < 2) record_name(value, name, spells_prefix(name, "llvm."));
    if (kind == ValueKind::kFunction && spells_prefix(name, "dx.op.atomic"))
      note_atomic(value, text_of(name));
    if (state_.version >= 2 || !(spells_prefix(name, "llvm.") || spells_prefix(name, "clang."))) return true;
    return check_name(value, text_of(name));
  }

  void note_atomic(uint32_t value, std::string_view name) {
    AtomicOperation& atomic = state_.functions[state_.values[value].bits].atomic;
    if (name == "dx.op.atomicBinOp.i32") atomic = AtomicOperation::kBinary;
    if (name == "dx.op.atomicCompareExchange.i32") atomic = AtomicOperation::kCompareExchange;
  }

  bool check_body_offsets() {
    for (const auto& [function, offset] : body_offsets_) {
      const uint64_t start = state_.functions[function].body_start;
      if (offset == 0 || start == 0 || stream_start_ + (offset - 1) * 32 != start) {
        return state_.fail("symbol table does not lead to a function's body");
      }
    }
    return true;
  }

  /// LLVM copies each name. Names must not overlap, or a small table could fill the memory.
  bool check_table_names() {
    uint64_t left = strings_.size();
    for (const auto& [value, offset, length] : state_.table_names) {
      if (offset > strings_.size() || length > strings_.size() - offset) {
        return state_.fail("name of value " + decimal(value) + " is outside the string table");
      }
      if (length > left) return state_.fail("names overlap in the string table");
      left -= length;
      const std::span<const uint8_t> bytes = strings_.subspan(offset, length);
      constexpr std::string_view kLlvm = "llvm.";
      record_name(value, bytes,
                  std::ranges::equal(bytes.first(std::min<size_t>(length, kLlvm.size())), kLlvm));
      if (!check_name(value, String(bytes.begin(), bytes.end()))) return false;
    }
    return true;
  }

  /// LLVM recognizes its own functions and variables by name, rewrites them, and trusts their types.
  bool check_name(uint32_t value, const String& name) {
    if (name == "clang.arc.use") return state_.fail_unsupported("runtime function " + name);
    if (!name.starts_with("llvm.")) return true;
    if (state_.values[value].kind == ValueKind::kGlobal) {
      if (name == "llvm.used" || name == "llvm.compiler.used") return true;
      // LLVM upgrades the elements from two fields to three.
      if (name == "llvm.global_ctors") return check_constructors(state_.values[value].bits);
      return state_.fail_unsupported("LLVM's global variable " + name);
    }
    Function& function = state_.functions[state_.values[value].bits];
    function.intrinsic = intrinsic_of(name);
    if (function.intrinsic == Intrinsic::kNone) return state_.fail_unsupported("LLVM's function " + name);
    if (!function.has_body && has_signature(function)) return true;
    return state_.fail("LLVM's function " + name + " has another type, or a body");
  }

  /// Checks for an array of { i32, pointer } or { i32, pointer, pointer }.
  bool check_constructors(uint64_t type) {
    const TypeTable& types = state_.types;
    const Type& list = types[static_cast<uint32_t>(type)];
    if (list.kind == TypeKind::kArray && types.is(list.element, TypeKind::kStruct)) {
      const std::span<const uint32_t> members = types.members(types[list.element]);
      const auto is_pointer = [&types](uint32_t id) { return types.is(id, TypeKind::kPointer); };
      if ((members.size() == 2 || members.size() == 3) && types.is(members[0], TypeKind::kInt) &&
          types[members[0]].number == 32 && std::all_of(members.begin() + 1, members.end(), is_pointer)) {
        return true;
      }
    }
    return state_.fail("llvm.global_ctors is not a list of constructors");
  }

  static Intrinsic intrinsic_of(std::string_view name) {
    if (name == "llvm.dbg.declare") return Intrinsic::kDebugDeclare;
    if (name == "llvm.dbg.value") return Intrinsic::kDebugValue;
    for (const std::string_view lifetime : {"llvm.lifetime.start", "llvm.lifetime.end"}) {
      if (name.starts_with(lifetime) && (name.size() == lifetime.size() || name[lifetime.size()] == '.')) {
        return Intrinsic::kLifetime;
      }
    }
    return Intrinsic::kNone;
  }

  bool has_signature(const Function& function) const {
    const TypeTable& types = state_.types;
    const Type& type = types[function.type];
    if (!types.is(type.element, TypeKind::kVoid)) return false;
    String parameters;
    for (const uint32_t id : types.members(type)) {
      const Type& parameter = types[id];
      parameters += parameter.kind == TypeKind::kMetadata                        ? 'm'
                    : parameter.kind == TypeKind::kPointer                       ? 'p'
                    : parameter.kind == TypeKind::kInt && parameter.number == 64 ? 'l'
                                                                                 : '?';
    }
    switch (function.intrinsic) {
      case Intrinsic::kDebugDeclare:
        return parameters == "mmm";
      case Intrinsic::kDebugValue:
        return parameters == "mlmm" || parameters == "mmm";
      case Intrinsic::kLifetime:
        return parameters == "lp";
      default:
        return false;
    }
  }

  bool check_metadata_calls() {
    for (const MetadataCall& call : state_.metadata_calls) {
      const Intrinsic intrinsic = state_.functions[call.function].intrinsic;
      const bool debug = intrinsic == Intrinsic::kDebugDeclare || intrinsic == Intrinsic::kDebugValue;
      if (!debug)
        return state_.fail_unsupported(
            "call that passes metadata to a function other than llvm.dbg.value and llvm.dbg.declare");
      const bool value =
          call.operands[0] == kMdValue || call.operands[0] == kMdLocalValue || (call.empty_tuple & 1) != 0;
      if (call.count == 3 && value && call.operands[1] == kMdLocalVar && call.operands[2] == kMdExpression)
        continue;
      return state_.fail("llvm.dbg call at bit " + decimal(call.start) +
                         " does not pass a value, a variable and an expression");
    }
    return true;
  }

  struct BodyOffset {
    uint32_t function;
    uint64_t offset;
  };

  ModuleState state_;
  std::span<const uint64_t> ops_;
  std::span<const uint8_t> strings_;
  uint64_t stream_start_ = 0;  ///< Bit position of the first block; word offsets count from it.
  uint64_t symtab_offset_ = 0;
  uint64_t symtab_start_ = 0;
  Vector<BodyOffset> body_offsets_;
  bool seen_module_ = false;
  bool seen_body_ = false;
  bool has_bundle_tags_ = false, has_scope_names_ = false;
};

}  // namespace

}  // namespace bitcode

Result<CheckedBitcode> check_bitcode(std::span<const uint8_t> bitcode, uint64_t file_offset, BitcodeUse use,
                                     WorkWatch* watch) {
  constexpr uint8_t kMagic[] = {'B', 'C', 0xc0, 0xde};
  Location where;
  where.part = "bitcode";
  where.offset = file_offset;
  if (bitcode.size() < sizeof kMagic || !std::equal(std::begin(kMagic), std::end(kMagic), bitcode.begin())) {
    return bad_input("bitcode does not start with 'BC' C0 DE", where);
  }
  if (bitcode.size() % 4 != 0) {
    return bad_input("bitcode of " + decimal(bitcode.size()) + " bytes is not a whole number of words",
                     where);
  }
  // LLVM's reader stores bit positions and ids in 32 bits.
  if (bitcode.size() > uint64_t{1} << 29) return unsupported("bitcode of more than 512 MiB", where);
  CheckedBitcode result;
  // Each round but the last creates the bitcode that the next one checks. All casts are repaired in one
  // round; each function type takes one, and at most two need it.
  constexpr uint32_t kMaxRounds = 4;
  for (uint32_t round = 0;; ++round) {
    RecordedCode code;
    if (use != BitcodeUse::kAll) code.reserve(bitcode.size());
    bitcode::ModuleCheck check(result.of(bitcode), file_offset, use == BitcodeUse::kAll ? nullptr : &code,
                               use == BitcodeUse::kRecordsAndNames, watch);
    Result<void> checked = check.run();
    const Vector<bitcode::Repair> repairs = check.repairs(checked.ok());
    if (!checked && (repairs.empty() || round == kMaxRounds)) return std::move(checked.error());
    if (repairs.empty()) {
      result.code = std::move(code);
      return result;
    }
    if (round == kMaxRounds) return unsupported("bitcode that cannot be repaired", where);
    if (result.repaired.empty()) result.repaired.assign(bitcode.begin(), bitcode.end());
    for (const bitcode::Repair& repair : repairs) {
      if (write_operand(result.repaired, repair.place, repair.value)) continue;
      if (!checked) return std::move(checked.error());
      return unsupported("a bitcast between address spaces that cannot be written as one", where);
    }
  }
}

}  // namespace trellis::dxil
