// Products of matrices in groupshared memory by SPV_KHR_cooperative_matrix (VendorMatrixProduct).
#include <array>

#include "lower/vendor/vendor_intrinsics.hpp"
#include "spirv_backend/emitter/interface/builtins.hpp"
#include "spirv_backend/emitter/memory/memory_access.hpp"
#include "spirv_backend/emitter/module_context.hpp"
#include "spirv_backend/module/spirv_enumerants.hpp"
#include "spirv_backend/operations/helper_lanes.hpp"
#include "spirv_backend/operations/lowerings.hpp"

namespace trellis::spirv {
namespace {

using dxil::Instruction;

// The side in elements; where the matrices are, in words.
constexpr uint32_t kSide = 16, kSecondMatrix = 128, kProduct = 256;

/// What is multiplied. The product has 32 bits.
struct Format {
  NumericType factor, product;
  uint32_t signs;  ///< The operand of OpCooperativeMatrixMulAddKHR.
};

Format format_of(uint64_t number) {
  constexpr uint32_t kAllSigned = 15;
  constexpr NumericType kBytes{BaseType::kInt, 8, 1};
  if (number == lower::kHalves) return {{BaseType::kFloat, 16, 1}, kF32, 0};
  return {kBytes, kU32, number == lower::kSignedBytes ? kAllSigned : 0};
}

/// Writes the product of two matrices of 16 by 16 elements, in tiles of the shape that the device has. The
/// first matrix is stored row by row, the others column by column.
class ProductWriter {
 public:
  ProductWriter(FunctionEmitter& e, const UnitIndex& first, const Format& format)
      : e_(e), first_(first), format_(format), shape_(e.context().plan.options.device.matrices) {
    ModuleBuilder& builder = e.module();
    const Id factor = builder.type(format.factor), product = builder.type(format.product);
    types_ = {builder.type_cooperative_matrix(factor, shape_.rows, shape_.inner, 0),
              builder.type_cooperative_matrix(factor, shape_.inner, shape_.columns, 1),
              builder.type_cooperative_matrix(product, shape_.rows, shape_.columns, 2)};
  }

  void write() {
    for (uint32_t row = 0; row < kSide; row += shape_.rows) {
      for (uint32_t column = 0; column < kSide; column += shape_.columns) {
        const Id product = tile(row, column), layout = e_.u32(kColumnMajor), stride = e_.u32(kSide);
        const Id pointer = unit_pointer(e_, first_, kProduct + column * kSide + row);
        e_.op_void(kOpCooperativeMatrixStoreKHR, pointer, product, layout, stride);
      }
    }
  }

 private:
  static constexpr uint32_t kRowMajor = 0, kColumnMajor = 1;

  /// Returns the part of the product from that row and column on.
  Id tile(uint32_t row, uint32_t column) {
    Id sum = e_.op(Op::OpCompositeConstruct, types_[2], e_.constant(format_.product, 0));
    for (uint32_t n = 0; n < kSide; n += shape_.inner) {
      const Id a = load(0, 0, row, n, kRowMajor), b = load(1, kSecondMatrix, column, n, kColumnMajor);
      sum = format_.signs == 0 ? e_.op(kOpCooperativeMatrixMulAddKHR, types_[2], a, b, sum)
                               : e_.op(kOpCooperativeMatrixMulAddKHR, types_[2], a, b, sum, format_.signs);
    }
    return sum;
  }

  /// Loads the part of a factor that begins with element `at` of a line.
  Id load(uint32_t use, uint32_t matrix, uint32_t line, uint32_t at, uint32_t layout) {
    const uint32_t each = 32 / format_.factor.bits, line_words = kSide / each;
    const Id pointer = unit_pointer(e_, first_, matrix + line * line_words + at / each);
    const Id order = e_.u32(layout), stride = e_.u32(line_words);
    return e_.op(kOpCooperativeMatrixLoadKHR, types_[use], pointer, order, stride);
  }

  FunctionEmitter& e_;
  const UnitIndex& first_;
  const Format& format_;
  const CooperativeMatrices& shape_;
  std::array<Id, 3> types_ = {};
};

// Operands: groupshared words, the first word, format, whether the whole group has one matrix.
Result<void> write_product(FunctionEmitter& e, const Instruction& i) {
  UnitIndex first;
  if (!unit_index(e, e.operand_value(i, 0), first) || e.context().plan.objects[first.object].unit != kU32) {
    return e.unsupported(i, "matrices are not in words of groupshared memory");
  }
  if (const auto known = e.constant_operand(i, 1)) {
    first.constant = static_cast<uint32_t>(*known);
  } else {
    first.is_constant = false;
    first.value = e.operand(i, 1);
  }
  const Format format = format_of(e.constant_operand(i, 2).value_or(lower::kHalves));
  if (e.constant_operand(i, 3) == uint64_t{0}) {
    ProductWriter(e, first, format).write();
    return {};
  }
  // The first subgroup computes the product.
  e.module().capability(spv::Capability::GroupNonUniform);
  const Id inside = e.module().new_id(), merge = e.module().new_id();
  const Id is_first = e.op(Op::OpIEqual, kBool, load_builtin(e, spv::BuiltIn::SubgroupId, kU32), e.u32(0));
  e.code().selection(is_first, inside, merge, merge);
  e.code().label(inside);
  ProductWriter(e, first, format).write();
  e.op_void(Op::OpBranch, merge);
  e.code().label(merge);
  return {};
}

// In a function of its own, because it writes blocks.
Result<void> lower_matrix_product(FunctionEmitter& e, const Instruction& i) {
  return lower_in_function(e, i, write_product);
}

constexpr LoweringEntry kMatrixLowerings[] = {{dxil::Op::kVendorMatrixProduct, lower_matrix_product}};

}  // namespace

std::span<const LoweringEntry> matrix_lowerings() { return kMatrixLowerings; }

}  // namespace trellis::spirv
