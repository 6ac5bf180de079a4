// The types of a reflection module, read by LLVM or by the bitcode check.
#pragma once

#include <cstdint>
#include <string_view>

#include "dxil_frontend/metadata/metadata_source.hpp"

namespace trellis::dxil {

/// A type, as a number that only its source can interpret; 0 for none. Equal types are equal items.
using TypeItem = uintptr_t;

struct TypeShape {
  enum Kind : uint8_t { kOther, kVector, kArray, kStruct };
  Kind kind = kOther;
  uint64_t count = 0;    ///< Number of elements or members.
  TypeItem element = 0;  ///< Element type of vectors and arrays.
};

/// The arguments must be items of this source, and not 0.
class ReflectionTypes {
 public:
  virtual ~ReflectionTypes() = default;

  /// Returns the type of a value in the module's metadata; for a global, the type of its contents. For an
  /// undefined pointer, returns the pointee type if the module still contains it: dxc writes such pointers in
  /// place of resources.
  virtual TypeItem type_of(MetadataItem value) const = 0;
  virtual TypeShape shape(TypeItem type) const = 0;
  /// `index` must be below the struct's count.
  virtual TypeItem member(TypeItem structure, uint32_t index) const = 0;
  /// Returns the name of a struct; empty if it has none.
  virtual std::string_view name(TypeItem structure) const = 0;
  /// Returns the struct with that name, which must not be empty; 0 if there is none.
  virtual TypeItem struct_named(std::string_view name) const = 0;
};

}  // namespace trellis::dxil
