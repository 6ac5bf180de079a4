// Matrices of 16 by 16 elements that the 32 lanes of a wave hold together, in words of ordinary integers:
// eight elements per lane. So matrices pass through phis, calls and memory like any other words. As on AMD's
// GPUs of the fourth RDNA generation, lane n holds half of line n % 16: elements 0 to 7 if n < 16, otherwise
// 8 to 15. Lines are the rows of A, and the columns of B and of accumulators.
//
// Lanes exchange elements through groupshared memory. In a group of 32 threads, a lane is a thread, however
// many lanes the device's subgroups have. In larger groups, the subgroups must have 32 lanes.
#pragma once

#include <array>
#include <cstdint>

#include "lower/vendor/vendor_writer.hpp"

namespace trellis::lower {

inline constexpr uint32_t kMatrixLanes = 32, kMatrixSide = 16, kLaneElements = 8, kMatrixWords = 8;

/// The numbers are AGS'.
enum class MatrixFormat : uint8_t { kI4, kU4, kI8, kU8, kF16, kBF16, kF32, kI32, kU32, kE5M2, kE4M3 };
enum class MatrixUse : uint8_t { kA, kB, kAccumulator };

bool is_float(MatrixFormat format);
bool is_unsigned(MatrixFormat format);
uint32_t bits_of(MatrixFormat format);

struct MatrixType {
  MatrixFormat format = MatrixFormat::kF32;
  MatrixUse use = MatrixUse::kAccumulator;
  bool is_column_major = false;  ///< In memory.

  uint32_t bits() const { return bits_of(format); }
  /// Words that a lane holds. The others are zero.
  uint32_t words() const { return kLaneElements * bits() / 32; }
  bool lines_are_rows() const { return use == MatrixUse::kA; }
  /// Whether the elements of a line are neighbours in memory.
  bool is_contiguous() const { return lines_are_rows() != is_column_major; }
};

/// A lane's part of a matrix.
using MatrixWords = std::array<dxil::ValueId, kMatrixWords>;

/// What a matrix is loaded from or stored to. Addresses are in bytes.
struct MatrixMemory {
  dxil::ValueId handle = dxil::kNone;    ///< Of a raw buffer; kNone: groupshared memory.
  bool is_writable = true;               ///< Other lanes may have written the memory.
  dxil::ValueId variable = dxil::kNone;  ///< A groupshared array of words.
  dxil::TypeId array = dxil::kNone;      ///< Its type.
  dxil::ValueId offset = dxil::kNone, stride = dxil::kNone;
  bool is_aligned = false;  ///< Offset and stride are multiples of four.
};

/// Formats of a product D = A * B + C.
struct MatrixProduct {
  MatrixFormat result, a, b;
};

enum class MatrixArithmetic : uint8_t { kAdd = 1, kSubtract, kMultiply, kDivide };

/// Sets the entry point's wave size: 32 if its functions depend on it, otherwise none.
void require_matrix_lanes(const dxil::Module& module, dxil::EntryPoint& entry);

class MatrixWriter {
 public:
  using ValueId = dxil::ValueId;

  explicit MatrixWriter(VendorWriter& writer) : w_(writer) {}

  /// Why the entry point cannot use matrices; null if it can.
  static const char* unusable(const dxil::EntryPoint& entry);

  MatrixWords load(const MatrixType& type, const MatrixMemory& memory);
  void store(const MatrixType& type, const MatrixMemory& memory, const MatrixWords& words);
  MatrixWords multiply(const MatrixProduct& product, const MatrixWords& a, const MatrixWords& b,
                       const MatrixWords& c);
  /// Changes the format and the use. A number that is out of range becomes the largest one if it `saturates`.
  MatrixWords convert(const MatrixType& from, const MatrixType& to, bool saturates, const MatrixWords& words);
  /// Not for formats of eight bits.
  MatrixWords arithmetic(MatrixFormat format, MatrixArithmetic operation, const MatrixWords& a,
                         const MatrixWords& b);
  /// All elements have the value of the lowest bits of a word.
  MatrixWords fill(MatrixFormat format, ValueId value);
  /// Elements of a lane. A word holds four elements of eight bits.
  static uint32_t length(MatrixFormat format) { return bits_of(format) == 8 ? 2 : kLaneElements; }
  ValueId element(MatrixFormat format, const MatrixWords& words, ValueId index);
  MatrixWords with_element(MatrixFormat format, const MatrixWords& words, ValueId index, ValueId value);

 private:
  /// Where this lane's part is.
  struct Place {
    ValueId line, first;  ///< The line, and its first element that this lane holds: 0 or 8.
    ValueId scratch;      ///< The first word of the wave's scratch memory.
  };
  Place place();
  void barrier(bool with_buffers);
  MatrixWords zeros();
  ValueId at(ValueId variable, dxil::TypeId array, ValueId index);
  ValueId load_scratch(ValueId index);
  void put_lines(const Place& place, uint32_t first_word, uint32_t words, const MatrixWords& values);
  /// Makes columns of rows, and the reverse.
  MatrixWords flip(uint32_t bits, const MatrixWords& words);

  /// The address of element 0 of the lane's part if its elements are neighbours or not.
  ValueId address(const Place& place, const MatrixMemory& memory, uint32_t bits, bool is_contiguous);
  void load_words(const MatrixMemory& memory, ValueId address, std::span<ValueId> words);
  void store_words(const MatrixMemory& memory, ValueId address, std::span<const ValueId> words);
  void store_bytes(const MatrixMemory& memory, ValueId address, std::span<const ValueId> words);
  MatrixWords load_run(const MatrixMemory& memory, ValueId address, uint32_t words, bool is_aligned);

  /// The product by cooperative matrices of that format (kHalves, ...).
  MatrixWords multiply_by_units(uint8_t units, const MatrixProduct& product, const MatrixWords& a,
                                const MatrixWords& b, const MatrixWords& c);
  /// Converts E4M3 and E5M2 to halves, which have all of their numbers.
  MatrixWords halves_of(MatrixFormat format, const MatrixWords& words);
  /// A dot product of a row and a column in scratch memory, plus a number.
  uint32_t dot_function(const MatrixProduct& product);
  /// The bits of element `i`, without those of its neighbours or, if it is not a float, extended to 32.
  ValueId element_bits(MatrixFormat format, ValueId word, uint32_t i);
  /// Converts the bits of an element of a float format to a float, and back.
  ValueId float_of(MatrixFormat format, ValueId bits);
  ValueId bits_of_float(MatrixFormat format, ValueId number, bool saturates);
  ValueId converted(MatrixFormat from, MatrixFormat to, bool saturates, ValueId bits);
  MatrixWords packed(uint32_t bits, std::span<const ValueId> elements);

  VendorWriter& w_;
};

}  // namespace trellis::lower
