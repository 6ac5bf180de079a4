// CONSTANTS_BLOCK: the constants of the module or of a function.
#include <algorithm>
#include <optional>

#include "dxil_frontend/bitcode/state.hpp"
#include "support/containers.hpp"

namespace trellis::dxil::bitcode {

namespace {

/// Whether this cast is still a constant expression in LLVM 19; the others are only instructions.
bool is_constant_cast(uint64_t opcode) {
  return opcode == kTrunc || (opcode >= kPtrToInt && opcode <= kAddrSpaceCast);
}

/// An opcode that no cast has: LLVM reads a constant cast with it as undef.
constexpr uint64_t kNoCast = 15;

int64_t decode_sign_rotated(uint64_t value) {
  if ((value & 1) == 0) return static_cast<int64_t>(value >> 1);
  return value == 1 ? INT64_MIN : -static_cast<int64_t>(value >> 1);
}

uint64_t width_mask(uint32_t width) { return width >= 64 ? ~uint64_t{0} : (uint64_t{1} << width) - 1; }

class ConstantsCheck {
 public:
  explicit ConstantsCheck(ModuleState& state) : state_(state), types_(state.types) {}

  bool run() {
    return for_each_record(state_.reader, "unexpected block inside constants",
                           [this] { return check_record(); }) &&
           check_compounds();
  }

 private:
  /// A constant made of others, which may come after it. It is checked after the whole block.
  struct Compound {
    uint32_t value;
    uint32_t code;
    uint32_t first, count;  ///< Range in operands_; the elements are value ids.
    uint32_t extra;         ///< CE_GEP: source element type, canonical. CE_CAST: opcode.
    /// For a CE_CAST that may be an address space cast: the location of its opcode.
    std::optional<OperandPlace> opcode_place = {};
    /// For an operation on undefined values: its index among the recorded constants.
    uint32_t record = 0;
  };

  /// A constant operation that is only an instruction in LLVM 19. The compiler folds such operations, except
  /// on undefined values; their results are undefined, too.
  struct Operation {
    uint32_t compound = 0;              ///< Index into compounds_.
    std::optional<OperandPlace> place;  ///< The operand to overwrite so that LLVM reads undef.
    uint64_t value = 0;
    bool is_undef = false;
  };

  bool check_record() {
    ops_ = state_.reader.operands();
    const uint32_t code = state_.reader.code();
    if (code == kConstSetType) return set_type();
    if (type_ == kNoType) return state_.fail("constant before any SETTYPE");
    Value value;
    value.type = type_;
    switch (code) {
      case kConstInteger:
        if (types_[type_].kind != TypeKind::kInt) return state_.fail("integer constant of another type");
        if (!want(1)) return false;
        value.kind = ValueKind::kInteger;
        value.bits = static_cast<uint64_t>(decode_sign_rotated(ops_[0])) & width_mask(types_[type_].number);
        break;
      case kConstNull:
        if (types_.is(type_, TypeKind::kOpaqueStruct)) return state_.fail("null of an opaque type");
        if (types_[type_].kind == TypeKind::kInt) {
          value.kind = ValueKind::kInteger;
          value.bits = 0;
        }
        break;
      case kConstUndef:
      case kConstPoison:
        value.kind = ValueKind::kUndef;
        break;
      case kConstFloat:
        if (types_[type_].kind != TypeKind::kFloat) return state_.fail("float constant of another type");
        if (!want(1)) return false;
        break;
      default:
        if (!check_compound_record(code)) return false;
        break;
    }
    if (state_.code != nullptr) record(code, value);
    if (types_[type_].kind == TypeKind::kPointer) value.bits = pointee_;
    state_.values.push_back(value);
    return true;
  }

  void record(uint32_t code, const Value& value) {
    BitstreamReader& reader = state_.reader;
    RecordedCode& recorded = *state_.code;
    if (value.is_integer()) {
      code = kConstInteger;
      reader.drop_operands();
      reader.add_operand(value.bits);
    } else if (!recorded.has_room_for(ops_.size(), reader.kept_operands())) {
      code = RecordedCode::kLeftOut;
      reader.drop_operands();
    }
    if (state_.recorded_function == nullptr) {
      recorded.values.push_back({RecordedValue::kConstant, static_cast<uint32_t>(recorded.constants.size())});
    }
    recorded.constants.push_back(state_.keep_record(code, type_));
  }

  bool set_type() {
    if (!want(1) || !state_.check_type(ops_[0])) return false;
    const uint32_t id = static_cast<uint32_t>(ops_[0]);
    type_ = types_.canonical(id);
    pointee_ = state_.pointee(id);
    // dxc names opaque types of templates in metadata by undefined values of these types.
    if (types_.is(type_, TypeKind::kOpaqueStruct)) return true;
    if (!types_.is_value(type_) || !types_[type_].sized) {
      return state_.fail("type id " + decimal(id) + " cannot be a constant's");
    }
    return true;
  }

  bool want(std::size_t count) {
    if (ops_.size() == count) return true;
    return state_.fail("constant has " + decimal(ops_.size()) + " operands, expected " + decimal(count));
  }

  bool check_compound_record(uint32_t code) {
    switch (code) {
      case kConstAggregate:
        return check_aggregate();
      case kConstString:
      case kConstCString:
        return check_string(code);
      case kConstData:
        return check_data();
      case kConstCast:
        return check_cast_record();
      case kConstBinary:
        return want(ops_.size() == 4 ? 4 : 3) && check_operation(ops_.subspan(1, 2));
      case kConstSelect:
      case kConstShuffle:
        return want(3) && check_operation(ops_);
      case kConstCompare:
        return want(4) && check_operation(ops_.subspan(1, 2));
      case kConstExtractElement:
        return want(ops_.size() == 3 ? 3 : 4) && check_operation(ops_.subspan(1, 1));
      case kConstInsertElement:
        return want(ops_.size() == 3 ? 3 : 4) && check_operation(ops_.first(2));
      case kConstGepOld:
      case kConstInboundsGep:
      case kConstGep:
        return check_gep_record(code);
      default:
        return state_.fail_unsupported("constant does not occur in DXIL");
    }
  }

  bool add_operand(uint64_t id) {
    if (id >= state_.size) return state_.fail("value id " + decimal(id) + " is out of range");
    forward_ |= id >= state_.values.size();
    operands_.push_back(static_cast<uint32_t>(id));
    return true;
  }

  void add_compound(uint32_t code, uint32_t first, uint32_t extra) {
    compounds_.push_back({static_cast<uint32_t>(state_.values.size()), code, first,
                          static_cast<uint32_t>(operands_.size()) - first, extra});
  }

  bool check_aggregate() {
    const Type& type = types_[type_];
    uint64_t expected = type.count;
    if (type.kind == TypeKind::kStruct) {
      expected = type.member_count;
    } else if (type.kind != TypeKind::kArray && type.kind != TypeKind::kVector) {
      return state_.fail("aggregate constant of a scalar type");
    }
    if (ops_.empty() || ops_.size() != expected) {
      return state_.fail("aggregate constant has " + decimal(ops_.size()) + " elements, its type " +
                         decimal(expected));
    }
    const uint32_t first = static_cast<uint32_t>(operands_.size());
    for (const uint64_t id : ops_) {
      if (!add_operand(id)) return false;
    }
    add_compound(kConstAggregate, first, 0);
    return true;
  }

  bool check_string(uint32_t code) {
    const Type& type = types_[type_];
    const uint64_t length = ops_.size() + (code == kConstCString ? 1 : 0);
    if (type.kind != TypeKind::kArray || types_[type.element].kind != TypeKind::kInt ||
        types_[type.element].number != 8 || type.count != length || ops_.empty()) {
      return state_.fail("text of " + decimal(length) + " bytes is not of its array type");
    }
    return true;
  }

  bool check_data() {
    const Type& type = types_[type_];
    if (type.kind != TypeKind::kArray && type.kind != TypeKind::kVector) {
      return state_.fail("data constant of a type that is neither an array nor a vector");
    }
    const Type& element = types_[type.element];
    const bool plain =
        element.kind == TypeKind::kFloat || (element.kind == TypeKind::kInt && element.number >= 8 &&
                                             (element.number & (element.number - 1)) == 0);
    if (!plain) return state_.fail("data constant of elements that are not plain integers or floats");
    if (ops_.empty() || ops_.size() != type.count) {
      return state_.fail("data constant has " + decimal(ops_.size()) + " elements, its type " +
                         decimal(type.count));
    }
    return true;
  }

  bool check_cast_record() {
    if (!want(3) || !state_.check_type(ops_[1])) return false;
    if (!is_constant_cast(ops_[0])) return check_operation(ops_.subspan(2));
    const uint32_t first = static_cast<uint32_t>(operands_.size());
    if (!add_operand(ops_[2])) return false;
    add_compound(kConstCast, first, static_cast<uint32_t>(ops_[0]));
    if (ops_[0] == kBitcast) compounds_.back().opcode_place = state_.reader.place_of(0);
    return true;
  }

  /// `values`: the operands that may make the result undefined.
  bool check_operation(std::span<const uint64_t> values) {
    if (types_[type_].kind == TypeKind::kPointer) {
      return state_.fail_unsupported("an address made by a constant operation");
    }
    const auto first = static_cast<uint32_t>(operands_.size());
    for (const uint64_t id : values) {
      if (!add_operand(id)) return false;
    }
    Operation operation;
    operation.compound = static_cast<uint32_t>(compounds_.size());
    operation.place = state_.reader.place_of_code();
    operation.value = kConstUndef;
    const uint32_t code = state_.reader.code();
    if (!operation.place && code == kConstCast && ops_[0] != kNoCast) {
      operation.place = state_.reader.place_of(0);
      operation.value = kNoCast;
    }
    add_compound(code, first, 0);
    if (state_.code != nullptr) {
      compounds_.back().record = static_cast<uint32_t>(state_.code->constants.size());
    }
    const bool is_seen_so = code == kConstCast && ops_[0] == kNoCast;
    if (is_seen_so) operation.place.reset();
    if (!operation.place && !is_seen_so) return state_.fail_unsupported("constant does not occur in DXIL");
    operations_.push_back(operation);
    return true;
  }

  /// Turns operations on undefined values, and on the results of such operations, into undefined values.
  bool resolve_operations() {
    constexpr uint32_t kMostRounds = 64;  // The maximum nesting of constants.
    bool changed = !operations_.empty();
    for (uint32_t round = 0; changed && round < kMostRounds; ++round) {
      changed = false;
      for (Operation& operation : operations_) {
        const Compound& compound = compounds_[operation.compound];
        const std::span<const uint32_t> operands(operands_.data() + compound.first, compound.count);
        const bool is_undef = std::ranges::any_of(operands, [this](uint32_t id) {
          return id < state_.values.size() && state_.values[id].kind == ValueKind::kUndef;
        });
        if (operation.is_undef || !is_undef) continue;
        operation.is_undef = changed = true;
        make_undef(operation, compound);
      }
    }
    for (const Operation& operation : operations_) {
      if (!operation.is_undef) return state_.fail_unsupported("constant does not occur in DXIL");
    }
    return true;
  }

  void make_undef(const Operation& operation, const Compound& compound) {
    state_.values[compound.value].kind = ValueKind::kUndef;
    if (state_.code != nullptr) state_.code->constants[compound.record].code = kConstUndef;
    if (operation.place) state_.repairs.push_back({*operation.place, operation.value});
  }

  /// Layout: [source element type (odd count), flags (CE_GEP), (type, value) pairs]
  bool check_gep_record(uint32_t code) {
    const std::size_t head = code == kConstGep ? 2 : 1;
    if (ops_.size() < head + 4 || (ops_.size() - head) % 2 != 0) {
      return state_.fail_unsupported("constant GEP without its source element type");
    }
    if (!state_.check_type(ops_[0])) return false;
    const uint32_t first = static_cast<uint32_t>(operands_.size());
    for (std::size_t i = head; i < ops_.size(); i += 2) {
      if (!state_.check_type(ops_[i]) || !add_operand(ops_[i + 1])) return false;
    }
    // LLVM uses this type, not that of the value.
    if (!types_.is_pointer_or_vector(types_.canonical(static_cast<uint32_t>(ops_[head])))) {
      return state_.fail("constant GEP whose base is not a pointer");
    }
    add_compound(kConstGep, first, types_.canonical(static_cast<uint32_t>(ops_[0])));
    return true;
  }

  /// Called after the whole block: operands must be constants.
  bool check_compounds() {
    if (!resolve_operations()) return false;
    for (const Compound& compound : compounds_) {
      for (uint32_t i = 0; i < compound.count; ++i) {
        const uint32_t id = operands_[compound.first + i];
        if (id >= state_.values.size() || !state_.values[id].is_constant()) {
          return state_.fail("constant " + decimal(compound.value) + " is made of value " + decimal(id) +
                             ", which is not a constant");
        }
      }
      if (!check_compound(compound)) return false;
    }
    return !forward_ || check_acyclic();
  }

  bool check_compound(const Compound& compound) {
    Value& value = state_.values[compound.value];
    const std::span<const uint32_t> operands(operands_.data() + compound.first, compound.count);
    if (value.kind == ValueKind::kUndef) return true;
    switch (compound.code) {
      case kConstAggregate: {
        const Type& type = types_[value.type];
        const std::span<const uint32_t> members = types_.members(type);
        for (uint32_t i = 0; i < compound.count; ++i) {
          const uint32_t expected = type.kind == TypeKind::kStruct ? members[i] : type.element;
          if (state_.values[operands[i]].type != expected) {
            return state_.fail("element " + decimal(i) + " of constant " + decimal(compound.value) +
                               " has another type than its place");
          }
        }
        return true;
      }
      case kConstCast: {
        uint64_t opcode = compound.extra;
        const uint32_t from = state_.values[operands[0]].type;
        if (compound.opcode_place) repair_cast(state_, opcode, from, value.type, *compound.opcode_place);
        return check_cast(state_, opcode, from, value.type);
      }
      default: {
        const Type& base = types_[state_.values[operands[0]].type];
        if (base.kind != TypeKind::kPointer || state_.values[operands[0]].type != value.type) {
          return state_.fail("constant GEP is not of its base's pointer type");
        }
        indices_.clear();
        for (const uint32_t id : operands.subspan(1)) {
          const Value& index = state_.values[id];
          indices_.push_back({index.type, index.is_integer(), index.bits});
        }
        // Like LLVM, takes the type that SETTYPE's pointer leads to for the pointee: it need not be the
        // target.
        return gep_target(state_, compound.extra, indices_) != kNoType;
      }
    }
  }

  /// LLVM follows operands until it has all of them. A cycle would make it loop forever.
  bool check_acyclic() {
    enum Color : uint8_t { kNew, kOpen, kDone };
    Vector<uint8_t> colors(compounds_.size(), kNew);
    Vector<std::pair<uint32_t, uint32_t>> path;  // A compound and its next operand to visit.
    for (uint32_t root = 0; root < compounds_.size(); ++root) {
      if (colors[root] != kNew) continue;
      colors[root] = kOpen;
      path.emplace_back(root, 0);
      while (!path.empty()) {
        auto& [current, next] = path.back();
        if (next == compounds_[current].count) {
          colors[current] = kDone;
          path.pop_back();
          continue;
        }
        const uint32_t operand = find_compound(operands_[compounds_[current].first + next++]);
        if (operand == kNoType || colors[operand] == kDone) continue;
        if (colors[operand] == kOpen) {
          return state_.fail("constant " + decimal(compounds_[operand].value) + " contains itself");
        }
        colors[operand] = kOpen;
        path.emplace_back(operand, 0);
      }
    }
    return true;
  }

  /// Returns the index of the compound with that value id, or kNoType.
  uint32_t find_compound(uint32_t value) const {
    const auto found =
        std::lower_bound(compounds_.begin(), compounds_.end(), value,
                         [](const Compound& compound, uint32_t id) { return compound.value < id; });
    if (found == compounds_.end() || found->value != value) return kNoType;
    return static_cast<uint32_t>(found - compounds_.begin());
  }

  ModuleState& state_;
  TypeTable& types_;
  std::span<const uint64_t> ops_;
  uint32_t type_ = kNoType;     ///< Canonical type id.
  uint64_t pointee_ = kNoType;  ///< Value::bits of pointers of the current type.
  bool forward_ = false;
  Vector<Compound> compounds_;  ///< Sorted by value id.
  Vector<uint32_t> operands_;
  Vector<Operation> operations_;
  Vector<GepIndex> indices_;  ///< Scratch.
};

}  // namespace

bool check_constants_block(ModuleState& state) {
  if (!state.has_types) return state.fail("constants before the type table");
  return ConstantsCheck(state).run();
}

void repair_cast(ModuleState& state, uint64_t& opcode, uint32_t from, uint32_t to,
                 const OperandPlace& place) {
  const Type& source = state.types[from];
  const Type& target = state.types[to];
  const bool is_between_spaces = opcode == kBitcast && source.kind == TypeKind::kPointer &&
                                 target.kind == TypeKind::kPointer && source.number != target.number;
  if (!is_between_spaces) return;
  opcode = kAddrSpaceCast;
  state.repairs.push_back({place, opcode});
}

bool check_cast(ModuleState& state, uint64_t opcode, uint32_t from, uint32_t to) {
  const TypeTable& types = state.types;
  const Type& source = types.scalar(from);
  const Type& target = types.scalar(to);
  const bool same_shape = types.lanes(from) == types.lanes(to);
  const auto from_to = [&](TypeKind a, TypeKind b) {
    return source.kind == a && target.kind == b && same_shape;
  };
  const uint64_t source_bits = std::max<uint64_t>(types.lanes(from), 1) * source.number;
  const uint64_t target_bits = std::max<uint64_t>(types.lanes(to), 1) * target.number;
  bool valid = false;
  switch (opcode) {
    case kTrunc:
      valid = from_to(TypeKind::kInt, TypeKind::kInt) && source.number > target.number;
      break;
    case kZext:
    case kSext:
      valid = from_to(TypeKind::kInt, TypeKind::kInt) && source.number < target.number;
      break;
    case kFpToUi:
    case kFpToSi:
      valid = from_to(TypeKind::kFloat, TypeKind::kInt);
      break;
    case kUiToFp:
    case kSiToFp:
      valid = from_to(TypeKind::kInt, TypeKind::kFloat);
      break;
    case kFpTrunc:
      valid = from_to(TypeKind::kFloat, TypeKind::kFloat) && source.number > target.number;
      break;
    case kFpExt:
      valid = from_to(TypeKind::kFloat, TypeKind::kFloat) && source.number < target.number;
      break;
    case kPtrToInt:
      valid = from_to(TypeKind::kPointer, TypeKind::kInt);
      break;
    case kIntToPtr:
      valid = from_to(TypeKind::kInt, TypeKind::kPointer);
      break;
    case kBitcast:
      if (source.kind == TypeKind::kPointer || target.kind == TypeKind::kPointer) {
        valid = from_to(TypeKind::kPointer, TypeKind::kPointer) && source.number == target.number;
      } else {
        const auto plain = [](TypeKind kind) { return kind == TypeKind::kInt || kind == TypeKind::kFloat; };
        valid = plain(source.kind) && plain(target.kind) && source_bits == target_bits;
      }
      break;
    case kAddrSpaceCast:
      valid = from_to(TypeKind::kPointer, TypeKind::kPointer) && source.number != target.number;
      break;
    default:
      return state.fail("unknown cast " + decimal(opcode));
  }
  return valid || state.fail("cast " + decimal(opcode) + " between types it cannot convert");
}

uint32_t gep_target(ModuleState& state, uint32_t source, std::span<const GepIndex> indices) {
  const TypeTable& types = state.types;
  const auto fail = [&state](const char* message) {
    state.fail(message);
    return kNoType;
  };
  if (!types.is_value(source) || !types[source].sized) return fail("GEP into a type without a size");
  uint32_t current = source;
  bool first = true;
  for (const GepIndex& index : indices) {
    const Type& index_type = types[index.type];
    if (index_type.kind != TypeKind::kInt) return fail("GEP index is not an integer");
    if (first) {
      first = false;
      continue;
    }
    const Type& type = types[current];
    if (type.kind == TypeKind::kStruct) {
      if (!index.is_constant || index_type.number != 32 || index.value >= type.member_count) {
        return fail("GEP index is not one of the struct's members");
      }
      current = types.members(type)[index.value];
    } else if (type.kind == TypeKind::kArray || type.kind == TypeKind::kVector) {
      current = type.element;
    } else {
      return fail("GEP has more indices than its type has levels");
    }
  }
  return current;
}

}  // namespace trellis::dxil::bitcode
