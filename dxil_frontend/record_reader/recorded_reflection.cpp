#include "dxil_frontend/record_reader/recorded_reflection.hpp"

#include <algorithm>
#include <compare>
#include <string_view>

#include "dxil_frontend/bitcode/codes.hpp"
#include "dxil_frontend/metadata/reflection_types.hpp"
#include "dxil_frontend/module_builder/data_layout.hpp"
#include "dxil_frontend/record_reader/recorded_nodes.hpp"
#include "support/containers.hpp"

namespace trellis::dxil {

namespace {

/// Items are canonical type numbers + 1.
class RecordedReflectionTypes final : public ReflectionTypes {
 public:
  explicit RecordedReflectionTypes(const RecordedNodes& metadata)
      : metadata_(metadata), types_(metadata.code().types), frame_(metadata.code().frame) {
    for (const RecordedName& name : frame_.struct_names) {
      if (name.length != 0) by_name_.push_back({frame_.text(name), name.number});
    }
    std::sort(by_name_.begin(), by_name_.end());
  }

  /// Whether struct names are unique: LLVM renames the second struct of a name.
  bool has_clear_names() const {
    const auto same = [](const Named& a, const Named& b) { return a.name == b.name; };
    return std::adjacent_find(by_name_.begin(), by_name_.end(), same) == by_name_.end();
  }

  TypeItem type_of(MetadataItem value) const override {
    const MetadataRecord& record = metadata_.record(value);
    if (const CodeRecord* constant = metadata_.constant(value)) {
      const bool is_undefined =
          constant->code == bitcode::kConstUndef || constant->code == bitcode::kConstPoison;
      if (is_undefined && types_.is(constant->type, bitcode::TypeKind::kPointer)) {
        const uint32_t pointee = types_[record.first_operand].element;
        if (pointee != bitcode::kNoType && types_[pointee].sized) return item(types_.canonical(pointee));
      }
      return item(constant->type);
    }
    const RecordedValue& global = metadata_.code().values[record.value];
    // The reflection data does not describe function types.
    return global.kind == RecordedValue::kGlobal ? item(frame_.variables[global.index].type) : 0;
  }

  TypeShape shape(TypeItem type) const override {
    const bitcode::Type& known = type_at(type);
    switch (known.kind) {
      case bitcode::TypeKind::kVector:
        return {TypeShape::kVector, known.count, item(known.element)};
      case bitcode::TypeKind::kArray:
        return {TypeShape::kArray, known.count, item(known.element)};
      case bitcode::TypeKind::kStruct:
      case bitcode::TypeKind::kOpaqueStruct:
        return {TypeShape::kStruct, known.member_count, 0};
      default:
        return {};
    }
  }

  TypeItem member(TypeItem structure, uint32_t index) const override {
    return item(types_.members(type_at(structure))[index]);
  }

  std::string_view name(TypeItem structure) const override {
    if (!type_at(structure).named) return {};
    const auto number = static_cast<uint32_t>(structure - 1);
    const auto found =
        std::lower_bound(frame_.struct_names.begin(), frame_.struct_names.end(), number,
                         [](const RecordedName& name, uint32_t wanted) { return name.number < wanted; });
    return frame_.text(*found);
  }

  TypeItem struct_named(std::string_view name) const override {
    const auto found = std::lower_bound(by_name_.begin(), by_name_.end(), Named{name, 0});
    return found != by_name_.end() && found->name == name ? item(found->number) : 0;
  }

 private:
  struct Named {
    std::string_view name;
    uint32_t number;
    auto operator<=>(const Named&) const = default;
  };

  static TypeItem item(uint32_t number) { return TypeItem{number} + 1; }
  const bitcode::Type& type_at(TypeItem type) const { return types_[static_cast<uint32_t>(type - 1)]; }

  const RecordedNodes& metadata_;
  const bitcode::TypeTable& types_;
  const RecordedFrame& frame_;
  Vector<Named> by_name_;  ///< Sorted by name.
};

/// Whether LLVM would accept the module, and read the same from it as the records contain.
bool are_sufficient(const RecordedCode& code) {
  return code.metadata.is_complete && code.frame.is_readable && DataLayout::is_usual(code.frame.data_layout);
}

}  // namespace

std::optional<Result<ReflectionModule>> read_recorded_reflection(const RecordedCode& code,
                                                                 std::span<const uint8_t> bitcode) {
  if (!are_sufficient(code)) return std::nullopt;
  const RecordedNodes metadata(code, bitcode);
  const RecordedReflectionTypes types(metadata);
  if (!types.has_clear_names()) return std::nullopt;
  return read_reflection_module(metadata, types);
}

}  // namespace trellis::dxil
