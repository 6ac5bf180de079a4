// The tables that precede all values: types and attributes.
#include <algorithm>
#include <limits>

#include "dxil_frontend/bitcode/state.hpp"
#include "support/containers.hpp"

namespace trellis::dxil::bitcode {

namespace {

constexpr uint64_t kMaxIntegerWidth = 64;
constexpr uint64_t kMaxAddressSpace = 0xffff;
// Shader model 6.9 allows 1,024. LLVM allocates an array for a shuffle's mask.
constexpr uint64_t kMaxVectorElements = 65536;
constexpr uint32_t kMaxParameters = 4096;

/// The TYPE_BLOCK: one record for each type, in the order of their ids.
class TypeBlockCheck {
 public:
  explicit TypeBlockCheck(ModuleState& state) : state_(state), types_(state.types) {}

  bool run() {
    state_.reader.skip_arrays_of(uint64_t{1} << kTypeStructName);
    if (!for_each_record(state_.reader, "unexpected block inside the type table",
                         [this] { return check_record(); })) {
      return false;
    }
    state_.reader.skip_arrays_of(0);
    return finish();
  }

 private:
  bool check_record() {
    ops_ = state_.reader.operands();
    const uint32_t code = state_.reader.code();
    if (code == kTypeNumEntry) return start_table();
    if (code == kTypeStructName) {
      struct_named_ = true;
      if (state_.code != nullptr) record_name();
      return true;
    }
    if (next_ >= types_.table_size()) {
      return state_.fail("more types than the " + decimal(types_.table_size()) + " of NUMENTRY");
    }
    Type type;
    members_.clear();
    if (!read_type(code, type)) return false;
    if (is_forward(next_) && !type.named) {
      return state_.fail("type " + decimal(next_) +
                         " was pointed to before its definition, but is not a named struct");
    }
    if (is_atomic_type(type)) {
      const auto place = [this](uint64_t operand) { return state_.reader.place_of(operand); };
      state_.atomic_types.push_back({next_, place(1), place(ops_.size() - 2), place(ops_.size() - 1)});
    }
    types_.define(next_++, type, members_);
    return true;
  }

  /// LLVM concatenates names until a struct takes them.
  void record_name() {
    const std::optional<RecordedText> place = state_.reader.place_of_text();
    if (place) {
      name_ += state_.reader.read(*place);
    } else {
      state_.code->frame.give_up();
    }
  }

  /// Whether it is i32 (i32 operation, handle, five more i32), the shape of AtomicBinOp and
  /// AtomicCompareExchange.
  bool is_atomic_type(const Type& type) const {
    constexpr std::size_t kParameters = 7;
    if (type.kind != TypeKind::kFunction || members_.size() != kParameters) return false;
    const auto is_i32 = [this](uint32_t id) {
      return types_[id].kind == TypeKind::kInt && types_[id].number == 32;
    };
    return is_i32(type.element) && types_[members_[1]].kind == TypeKind::kStruct &&
           std::all_of(members_.begin() + 2, members_.end(), is_i32);
  }

  bool start_table() {
    if (started_) return state_.fail("second NUMENTRY");
    started_ = true;
    // Each type needs a record, and each record more than two bits.
    if (ops_.size() != 1 || ops_[0] > state_.reader.bits_left() / 2) {
      return state_.fail("number of types does not fit the type table");
    }
    types_.reset(static_cast<uint32_t>(ops_[0]));
    forward_.assign(ops_[0], false);
    return true;
  }

  bool finish() {
    if (next_ == types_.table_size() && !struct_named_) return true;
    return state_.fail("type table ends after " + decimal(next_) + " of " + decimal(types_.table_size()) +
                       " types");
  }

  bool is_forward(uint32_t id) const { return id < forward_.size() && forward_[id]; }

  bool want(std::size_t count) {
    if (ops_.size() == count) return true;
    return state_.fail("type has " + decimal(ops_.size()) + " operands, expected " + decimal(count));
  }

  /// A type that is part of another must be defined before it, so no struct contains itself.
  bool part(uint64_t id, uint32_t& canonical) {
    if (id >= next_) {
      return state_.fail("type " + decimal(next_) + " contains type " + decimal(id) +
                         ", which is not defined before it");
    }
    canonical = types_.canonical(static_cast<uint32_t>(id));
    return true;
  }

  bool element(uint64_t id, uint32_t& canonical) {
    if (!part(id, canonical)) return false;
    if (!types_.is_value(canonical) || !types_[canonical].sized) {
      return state_.fail("type id " + decimal(id) + " cannot be an element or member");
    }
    if (types_[canonical].depth >= TypeTable::kMaxDepth)
      return state_.fail_unsupported("types nest too deeply");
    return true;
  }

  bool read_type(uint32_t code, Type& type) {
    switch (code) {
      case kTypeVoid:
        type.kind = TypeKind::kVoid;
        return true;
      case kTypeHalf:
      case kTypeFloat:
      case kTypeDouble:
        type.kind = TypeKind::kFloat;
        type.number = code == kTypeHalf ? 16 : code == kTypeFloat ? 32 : 64;
        return true;
      case kTypeLabel:
        type.kind = TypeKind::kLabel;
        return true;
      case kTypeMetadata:
        type.kind = TypeKind::kMetadata;
        return true;
      case kTypeInteger:
        if (!want(1)) return false;
        if (ops_[0] < 1 || ops_[0] > kMaxIntegerWidth) {
          return state_.fail_unsupported("integer of " + decimal(ops_[0]) + " bits");
        }
        type.kind = TypeKind::kInt;
        type.number = static_cast<uint32_t>(ops_[0]);
        return true;
      case kTypePointer:
      case kTypeOpaquePointer:
        return read_pointer(code, type);
      case kTypeArray:
      case kTypeVector:
        return read_sequence(code, type);
      case kTypeStructAnon:
      case kTypeStructNamed:
      case kTypeOpaque:
        return read_struct(code, type);
      case kTypeFunction:
        return read_function(type);
      default:
        return state_.fail_unsupported("type does not occur in DXIL");
    }
  }

  bool read_pointer(uint32_t code, Type& type) {
    type.kind = TypeKind::kPointer;
    if (code == kTypeOpaquePointer) {
      if (!want(1)) return false;
    } else {
      if (ops_.size() != 1 && !want(2)) return false;
      if (ops_[0] >= types_.table_size()) return state_.check_type(ops_[0]);
      const uint32_t pointee = static_cast<uint32_t>(ops_[0]);
      if (pointee >= next_) {
        forward_[pointee] = true;
      } else if (const TypeKind kind = types_[pointee].kind;
                 kind == TypeKind::kVoid || kind == TypeKind::kLabel || kind == TypeKind::kMetadata) {
        return state_.fail("type id " + decimal(pointee) + " cannot be pointed to");
      }
      type.element = pointee;
    }
    const uint64_t space = ops_.size() == 2 || code == kTypeOpaquePointer ? ops_.back() : 0;
    if (space > kMaxAddressSpace) return state_.fail("address space " + decimal(space));
    type.number = static_cast<uint32_t>(space);
    return true;
  }

  bool read_sequence(uint32_t code, Type& type) {
    if (!want(2) || !element(ops_[1], type.element)) return false;
    type.kind = code == kTypeArray ? TypeKind::kArray : TypeKind::kVector;
    type.count = ops_[0];
    if (type.kind == TypeKind::kVector) {
      const TypeKind kind = types_[type.element].kind;
      if (kind != TypeKind::kInt && kind != TypeKind::kFloat && kind != TypeKind::kPointer) {
        return state_.fail("vector of something that is neither integer, float nor pointer");
      }
      if (type.count == 0) return state_.fail("vector without elements");
      if (type.count > kMaxVectorElements) {
        return state_.fail_unsupported("vector of " + decimal(type.count) + " elements");
      }
    }
    return check_scalars(type.count, types_[type.element].scalars);
  }

  bool check_scalars(uint64_t count, uint64_t scalars) {
    if (scalars == 0 || count <= TypeTable::kMaxScalars / scalars) return true;
    return state_.fail_unsupported("type with too many scalars");
  }

  bool read_struct(uint32_t code, Type& type) {
    type.named = code != kTypeStructAnon;
    if (type.named && !struct_named_) return state_.fail("struct without STRUCT_NAME before it");
    if (type.named) {
      struct_named_ = false;
      if (state_.code != nullptr)
        state_.code->frame.struct_names.push_back(state_.code->frame.add_name(next_, name_));
      name_.clear();
    }
    if (code == kTypeOpaque) {
      type.kind = TypeKind::kOpaqueStruct;
      return want(1);
    }
    type.kind = TypeKind::kStruct;
    if (ops_.empty()) return state_.fail("struct without operands");
    type.number = ops_[0] != 0 ? 1 : 0;  // 1 if the struct is packed.
    uint64_t scalars = 0;
    for (const uint64_t id : ops_.subspan(1)) {
      uint32_t member = kNoType;
      if (!element(id, member)) return false;
      members_.push_back(member);
      scalars += types_[member].scalars;
      if (!check_scalars(1, scalars) || scalars > TypeTable::kMaxScalars) {
        return state_.fail_unsupported("type with too many scalars");
      }
    }
    return true;
  }

  bool read_function(Type& type) {
    type.kind = TypeKind::kFunction;
    if (ops_.size() < 2) return state_.fail("function type without result");
    if (ops_[0] != 0) return state_.fail_unsupported("function with a variable number of arguments");
    if (ops_.size() - 2 > kMaxParameters)
      return state_.fail_unsupported("function of more than 4096 parameters");
    if (!part(ops_[1], type.element)) return false;
    if (!types_.is(type.element, TypeKind::kVoid) && !types_.is_value(type.element)) {
      return state_.fail("type id " + decimal(ops_[1]) + " cannot be returned");
    }
    for (const uint64_t id : ops_.subspan(2)) {
      uint32_t parameter = kNoType;
      if (!part(id, parameter)) return false;
      if (!types_.is_value(parameter) && !types_.is(parameter, TypeKind::kMetadata)) {
        return state_.fail("type id " + decimal(id) + " cannot be a parameter");
      }
      members_.push_back(parameter);
    }
    return true;
  }

  ModuleState& state_;
  TypeTable& types_;
  std::span<const uint64_t> ops_;
  Vector<uint32_t> members_;
  Vector<bool> forward_;  ///< Types that were pointed to before their definition.
  uint32_t next_ = 0;
  bool started_ = false;
  String name_;                ///< Name of the next named struct, if names are recorded.
  bool struct_named_ = false;  ///< The last record was a STRUCT_NAME, and its struct must follow.
};

enum AttributeForm : uint64_t {
  kEnumAttribute = 0,
  kIntegerAttribute = 1,
  kKeyAttribute = 3,
  kKeyValueAttribute = 4,
  kTypeAttribute = 5,
  kTypedAttribute = 6
};

enum AttributeKind : uint64_t {
  kAlignmentAttribute = 1,
  kStackAlignmentAttribute = 25,
  kUnwindTableAttribute = 33,
  kDereferenceableAttribute = 41,
  kDereferenceableOrNullAttribute = 42,
  kMemoryAttribute = 86,
  kLastAttributeKind = 95,
};

constexpr uint64_t kFunctionAttributes = 0xffffffff;

bool is_integer_attribute(uint64_t kind) {
  switch (kind) {
    case kAlignmentAttribute:
    case kStackAlignmentAttribute:
    case kUnwindTableAttribute:
    case kDereferenceableAttribute:
    case kDereferenceableOrNullAttribute:
    case kMemoryAttribute:
      return true;
    default:
      return false;
  }
}

/// Whether LLVM 19 expects a number, a type or a range for this kind. DXIL uses none of these kinds.
bool is_valued_attribute(uint64_t kind) {
  switch (kind) {
    case 51:  // allocsize
    case 65:  // preallocated
    case 69:  // byref
    case 74:  // vscale_range
    case 77:  // elementtype
    case 82:  // allockind
    case 87:  // nofpclass
    case 92:  // range
    case 94:  // initializes
      return true;
    default:
      return is_integer_attribute(kind) && kind != kUnwindTableAttribute;
  }
}

/// Whether the kind (byval, sret, inalloca) has gained a type since LLVM 3.7. LLVM derives it from the
/// parameter, which is a pointer.
bool is_pointee_attribute(uint64_t kind) { return kind == 3 || kind == 29 || kind == 38; }

bool is_power_of_two(uint64_t value) { return value != 0 && (value & (value - 1)) == 0; }

bool check_integer_attribute(ModuleState& state, uint64_t kind, uint64_t value) {
  if (!is_integer_attribute(kind)) {
    return state.fail_unsupported("attribute kind " + decimal(kind) + " with a number");
  }
  if (kind == kAlignmentAttribute && (!is_power_of_two(value) || value > uint64_t{1} << 32)) {
    return state.fail("alignment of " + decimal(value));
  }
  if (kind == kStackAlignmentAttribute && (!is_power_of_two(value) || value > 256)) {
    return state.fail("stack alignment of " + decimal(value));
  }
  if (kind == kUnwindTableAttribute && value > 2) return state.fail("unwind table of kind " + decimal(value));
  return true;
}

/// Takes a text of a string attribute, and the zero that must end it; advances `at` past both.
bool take_text(ModuleState& state, std::span<const uint64_t> operands, std::size_t& at, String& text) {
  const std::size_t start = at;
  while (at < operands.size() && operands[at] != 0) ++at;
  if (at == operands.size()) return state.fail("a string of an attribute is not terminated");
  text = text_of(operands.subspan(start, at - start));
  ++at;
  return true;
}

/// Takes an attribute that is a text, or a pair of texts.
bool take_text_attribute(ModuleState& state, std::span<const uint64_t> operands, std::size_t& at,
                         bool has_value) {
  String key, value;
  if (!take_text(state, operands, at, key) || (has_value && !take_text(state, operands, at, value)))
    return false;
  if (operands[1] != kFunctionAttributes) return true;
  FunctionAttributes& texts = state.text_groups.back().texts;
  if (key == "fp32-denorm-mode") texts.denorm_mode = std::move(value);
  if (key == "waveops-include-helper-lanes") texts.waves_include_helper_lanes = true;
  return true;
}

bool check_attribute_group(ModuleState& state, std::span<const uint64_t> operands) {
  if (operands.size() < 3) return state.fail("attribute group without attributes");
  if (operands[0] > std::numeric_limits<uint32_t>::max())
    return state.fail("attribute group id is out of range");
  // LLVM allocates an array as long as the highest parameter that has attributes.
  if (operands[1] != kFunctionAttributes) {
    if (operands[1] > kMaxParameters) return state.fail("attributes of parameter " + decimal(operands[1]));
    state.last_attribute_parameter =
        std::max(state.last_attribute_parameter, static_cast<uint32_t>(operands[1]));
  }
  state.attribute_groups.push_back(static_cast<uint32_t>(operands[0]));
  state.text_groups.push_back({state.attribute_groups.back(), {}});
  for (std::size_t at = 2; at < operands.size();) {
    const uint64_t form = operands[at++];
    if (form == kKeyAttribute || form == kKeyValueAttribute) {
      if (!take_text_attribute(state, operands, at, form == kKeyValueAttribute)) return false;
      continue;
    }
    if (form > kTypedAttribute || form == 2)
      return state.fail_unsupported("attribute of form " + decimal(form));
    if (at == operands.size()) return state.fail("attribute without a kind");
    const uint64_t kind = operands[at++];
    if (kind < 1 || kind > kLastAttributeKind) return state.fail("attribute kind " + decimal(kind));
    if (form == kEnumAttribute && is_valued_attribute(kind)) {
      return state.fail("attribute kind " + decimal(kind) + " without its value");
    }
    if (is_pointee_attribute(kind) && (operands[1] == 0 || operands[1] == kFunctionAttributes)) {
      return state.fail("attribute kind " + decimal(kind) + " on something that is not a parameter");
    }
    if (form == kIntegerAttribute || form == kTypedAttribute) {
      if (at == operands.size()) return state.fail("attribute without its value");
      const uint64_t value = operands[at++];
      if (form == kTypedAttribute) return state.fail_unsupported("attribute with a type");
      if (!check_integer_attribute(state, kind, value)) return false;
    }
    if (form == kTypeAttribute) return state.fail_unsupported("attribute with a type");
  }
  return true;
}

}  // namespace

bool ModuleState::fail_type(uint64_t id) {
  return fail("type id " + decimal(id) + " is not one of the " + decimal(types.table_size()) + " types");
}

bool check_type_block(ModuleState& state) {
  if (state.has_types) return state.fail("second type table");
  state.has_types = true;
  return TypeBlockCheck(state).run();
}

bool check_attribute_group_block(ModuleState& state) {
  const auto check_record = [&state] {
    if (state.reader.code() != kParamAttrGroupEntry) return state.fail("unknown record");
    return check_attribute_group(state, state.reader.operands());
  };
  if (!for_each_record(state.reader, "unexpected block inside the attribute groups", check_record)) {
    return false;
  }
  std::sort(state.attribute_groups.begin(), state.attribute_groups.end());
  return true;
}

/// If several groups have the same number, LLVM uses the last one.
static void add_texts(const ModuleState& state, uint64_t group, FunctionAttributes& texts) {
  for (size_t n = state.text_groups.size(); n-- > 0;) {
    const ModuleState::NumberedAttributes& known = state.text_groups[n];
    if (known.number != group) continue;
    if (!known.texts.denorm_mode.empty()) texts.denorm_mode = known.texts.denorm_mode;
    texts.waves_include_helper_lanes |= known.texts.waves_include_helper_lanes;
    return;
  }
}

bool check_attribute_block(ModuleState& state) {
  if (state.attribute_list_count != 0) return state.fail("second attribute block");
  return for_each_record(state.reader, "unexpected block inside the attributes", [&state] {
    if (state.reader.code() != kParamAttrEntry)
      return state.fail_unsupported("attributes in LLVM 3.2's form");
    FunctionAttributes texts;
    for (const uint64_t group : state.reader.operands()) {
      if (!std::binary_search(state.attribute_groups.begin(), state.attribute_groups.end(), group)) {
        return state.fail("attribute group " + decimal(group) + " is not defined");
      }
    }
    ++state.attribute_list_count;
    for (const uint64_t group : state.reader.operands()) add_texts(state, group, texts);
    if (!texts.empty()) state.text_lists.push_back({state.attribute_list_count, std::move(texts)});
    return true;
  });
}

}  // namespace trellis::dxil::bitcode
