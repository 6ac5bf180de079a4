// The types of a reflection module, wherever they were read: by LLVM, or by the bitcode check.
#pragma once

#include <cstdint>
#include <string_view>

#include "dxil_frontend/metadata/metadata_source.hpp"

namespace trellis::dxil {

/// A type, as a number that only its source can interpret; 0: none. Equal types are equal items.
using TypeItem = uintptr_t;

struct TypeShape {
  enum Kind : uint8_t { kOther, kVector, kArray, kStruct };
  Kind kind = kOther;
  uint64_t count = 0;    ///< Of elements, or of members.
  TypeItem element = 0;  ///< Of vectors and arrays.
};

/// Items given to it must be its own, and not 0.
class ReflectionTypes {
 public:
  virtual ~ReflectionTypes() = default;

  /// Of a value among the module's metadata. Of a global, the type of what it holds; of an undefined pointer,
  /// that of what it points at, as far as the module still says so: dxc has such pointers in place of
  /// resources.
  virtual TypeItem type_of(MetadataItem value) const = 0;
  virtual TypeShape shape(TypeItem type) const = 0;
  /// `index` is below the struct's count.
  virtual TypeItem member(TypeItem structure, uint32_t index) const = 0;
  /// Of a struct; empty if it has none.
  virtual std::string_view name(TypeItem structure) const = 0;
  /// The struct of that name, which is not empty; 0 if there is none.
  virtual TypeItem struct_named(std::string_view name) const = 0;
};

}  // namespace trellis::dxil
