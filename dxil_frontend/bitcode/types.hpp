// The type table of a module, as far as the bitcode check needs it.
#pragma once

#include <cstdint>
#include <span>

#include "support/containers.hpp"

namespace trellis::dxil::bitcode {

enum class TypeKind : uint8_t {
  kUndefined,  ///< An id of the table whose record has not been read yet.
  kVoid,
  kInt,
  kFloat,
  kPointer,
  kVector,
  kArray,
  kStruct,
  kOpaqueStruct,
  kFunction,
  kLabel,
  kMetadata,
};

inline constexpr uint32_t kNoType = UINT32_MAX;

/// One type. Ids of member types are canonical: types that LLVM 19 takes for equal have one. Its pointers
/// have no pointee, so two typed pointers of one address space are equal.
struct Type {
  TypeKind kind = TypeKind::kUndefined;
  bool sized = false;   ///< Has a size: may be loaded, allocated, be a member.
  uint8_t depth = 0;    ///< Nesting of arrays, vectors and structs.
  bool named = false;   ///< Structs: distinct from all others, whatever the members.
  uint32_t number = 0;  ///< kInt, kFloat: bits. kPointer: address space.
  uint32_t element =
      kNoType;  ///< kVector, kArray: element. kFunction: result. kPointer: pointee, not canonical.
  uint32_t first_member = 0;  ///< kStruct, kFunction: into the table's members.
  uint32_t member_count = 0;
  uint32_t canonical = kNoType;
  uint64_t count = 0;    ///< kVector, kArray: elements.
  uint64_t scalars = 1;  ///< Scalars in it, all levels; saturating.
};

/// Types 0 .. N - 1 are the module's, in the order of its records; derived ones (the i1 of a comparison)
/// follow.
class TypeTable {
 public:
  static constexpr uint8_t kMaxDepth = 64;
  static constexpr uint64_t kMaxScalars = uint64_t{1} << 48;

  /// Makes ids 0 .. count - 1, all kUndefined.
  void reset(uint32_t count);
  uint32_t table_size() const { return table_size_; }
  /// With the derived types.
  uint32_t size() const { return static_cast<uint32_t>(types_.size()); }

  const Type& operator[](uint32_t id) const { return types_[id]; }
  bool defined(uint64_t id) const { return id < table_size_ && types_[id].kind != TypeKind::kUndefined; }
  uint32_t canonical(uint32_t id) const { return types_[id].canonical; }
  std::span<const uint32_t> members(const Type& type) const {
    return {members_.data() + type.first_member, type.member_count};
  }

  /// Gives the id its type and finds the canonical id. `members` are canonical; `type.first_member` and
  /// member_count are set here.
  void define(uint32_t id, Type type, std::span<const uint32_t> members = {});

  /// The canonical ids of types that results have; made if the module has no record for them.
  uint32_t bool_type();
  uint32_t pointer(uint32_t address_space);
  uint32_t vector(uint32_t element, uint64_t count);
  uint32_t pair(uint32_t first, uint32_t second);
  /// `shape`, or a vector of `shape`'s length when `like` is one.
  uint32_t shaped_like(uint32_t like, uint32_t shape);

  // All take canonical ids.
  bool is(uint32_t id, TypeKind kind) const { return types_[id].kind == kind; }
  /// The type itself, or its element when it is a vector.
  const Type& scalar(uint32_t id) const {
    const Type& type = types_[id];
    return type.kind == TypeKind::kVector ? types_[type.element] : type;
  }
  bool is_int_or_vector(uint32_t id) const { return scalar(id).kind == TypeKind::kInt; }
  bool is_float_or_vector(uint32_t id) const { return scalar(id).kind == TypeKind::kFloat; }
  bool is_pointer_or_vector(uint32_t id) const { return scalar(id).kind == TypeKind::kPointer; }
  uint64_t lanes(uint32_t id) const { return types_[id].kind == TypeKind::kVector ? types_[id].count : 0; }
  /// Whether it can be the type of an operand, which void, function, label, metadata and opaque structs
  /// cannot.
  bool is_value(uint32_t id) const {
    const TypeKind kind = types_[id].kind;
    return kind >= TypeKind::kInt && kind <= TypeKind::kStruct;
  }

 private:
  uint32_t intern(const Type& type, std::span<const uint32_t> members);
  uint32_t add_derived(Type type, std::span<const uint32_t> members = {});
  void finish(Type& type, std::span<const uint32_t> members) const;
  void grow();

  Vector<Type> types_;
  Vector<uint32_t> members_;
  Vector<uint32_t> slots_;  ///< Open hashing of canonical ids; kNoType: free.
  uint32_t used_slots_ = 0;
  uint32_t table_size_ = 0;
  uint32_t bool_type_ = kNoType;
};

}  // namespace trellis::dxil::bitcode
