// Numbers of DWARF and LLVM in debug information.
#pragma once

#include <cstdint>

namespace trellis::dxil::dwarf {

enum Tag : uint64_t {
  kArrayType = 0x01,
  kClassType = 0x02,
  kEnumerationType = 0x04,
  kMember = 0x0d,
  kReferenceType = 0x10,
  kStructureType = 0x13,
  kTypedef = 0x16,
  kUnionType = 0x17,
  kInheritance = 0x1c,
  kConstType = 0x26,
  kVolatileType = 0x35,
  kRestrictType = 0x37,
  kRvalueReferenceType = 0x42,
};

enum Encoding : uint64_t {
  kBoolean = 0x02,
  kFloat = 0x04,
  kSigned = 0x05,
  kSignedChar = 0x06,
  kUnsigned = 0x07,
  kUnsignedChar = 0x08,
};

enum Operation : uint64_t {
  kDeref = 0x06,
  kConstu = 0x10,
  kConsts = 0x11,
  kMinus = 0x1c,
  kPlus = 0x22,
  kPlusUconst = 0x23,
  kBitPiece = 0x9d,
  kStackValue = 0x9f,
  kFragment = 0x1000,  ///< LLVM's own: a part of a variable, by offset and size in bits.
};

}  // namespace trellis::dxil::dwarf
