// Uses of vendors' intrinsics in a function, and the tables of known intrinsics.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "dxil_frontend/program/dxil_op.hpp"
#include "dxil_frontend/program/resource_of_handle.hpp"
#include "dxil_frontend/program/shader.hpp"
#include "dxil_frontend/program/vendor_intrinsics.hpp"
#include "lower/vendor/local_values.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::lower {

class VendorWriter;
struct Intrinsic;

inline constexpr uint32_t kPullModel = 7;  ///< AGS: BaryCoord's immediate.

/// Writes the replacement of step `step` of an intrinsic.
using WriteStep = Result<void> (*)(VendorWriter& writer, Intrinsic& intrinsic, uint32_t step);

/// Describes an intrinsic.
struct IntrinsicRow {
  uint32_t number = 0;
  const char* name = nullptr;
  WriteStep write = nullptr;  ///< Null if it is not supported.
  /// AGS: number of steps. NVAPI: number of counter increments that return results.
  uint8_t steps = 1;
  bool is_loaded = false;  ///< NVAPI: results are loaded from the packet instead of returned by increments.
  bool names_uav = false;  ///< It works on a UAV that an earlier store names.
  bool makes_hit = false;  ///< NVAPI: the first result is a hit object.
  bool takes_hit = false;  ///< NVAPI: the first operand is a hit object.
  dxil::Op carried_by = dxil::Op::kExperimentalNop;  ///< NVAPI: the operation that carries further operands.
  bool has_attributes = false;  ///< NVAPI: a call of a shader before it brings attributes.
};

/// One use of an intrinsic.
struct Intrinsic {
  static constexpr uint32_t kPacketWords = 37, kMostSteps = 21;
  static constexpr uint8_t kWhole = UINT8_MAX;

  const IntrinsicRow* row = nullptr;
  uint32_t immediate = 0;  ///< AGS: the immediate of the instruction word; of matrices: their type.
  Vector<uint32_t> steps;  ///< Instructions that return results or have effects.
  std::array<dxil::ValueId, 2 * kMostSteps> operands;  ///< AGS: two per step; NVAPI: by word. kNone: missing.
  std::array<uint8_t, 2 * kMostSteps> elements;        ///< NVAPI: which element of a vector it is, or kWhole.
  bool operands_by_step = false;                       ///< AGS: a step uses only the operands up to its own.
  dxil::ValueId target = dxil::kNone;                  ///< Handle of the UAV that it works on.
  dxil::ResourceKind target_kind = dxil::ResourceKind::kInvalid;
  // Of matrices in memory. In groupshared memory, the target is a variable.
  dxil::TypeId target_array = dxil::kNone;  ///< The variable's type.
  bool target_is_read_only = false;
  bool target_is_aligned = false;      ///< All lines begin at whole words.
  uint32_t carrier = dxil::kNone;      ///< The instruction that carries further operands.
  uint32_t caller = dxil::kNone;       ///< The call of a shader that brings attributes.
  std::array<dxil::ValueId, 16> made;  ///< New values of the writer, usually by step.

  Intrinsic() {
    operands.fill(dxil::kNone);
    elements.fill(kWhole);
    made.fill(dxil::kNone);
  }
};

/// How an instruction is rewritten.
struct Fate {
  enum Kind : uint8_t {
    kStays,
    kGoes,
    kZero,     ///< It is removed, and its result is zero.
    kStep,     ///< It is step `step` of an intrinsic.
    kCarrier,  ///< It carries further operands of an intrinsic, and is its last step.
    kLoads,    ///< It loads results of an intrinsic, from word `step` on.
  } kind = kStays;
  uint32_t intrinsic = 0, step = 0;
};

/// The intrinsics found in a function.
struct FoundIntrinsics {
  Vector<Fate> fates;  ///< Indexed by instruction.
  Vector<Intrinsic> intrinsics;
  Vector<uint8_t> holds_hit;     ///< By local: whether it is, or points to, a hit object.
  Vector<uint32_t> wide_texels;  ///< Resources whose texels become 64-bit integers.
  bool any = false;
  Vector<String>* zero_warnings = nullptr;  ///< Null if unsupported intrinsics are errors.
};

/// Returns the value of a constant, or of its element.
std::optional<uint64_t> constant_bits(const dxil::Module& module, dxil::ValueId value, uint8_t element);

/// Input of both interfaces' finders.
struct FinderInput {
  const dxil::Shader& shader;
  const dxil::Function& function;
  const Vector<Vector<uint32_t>>& runs;
  const LocalValues& locals;
  const dxil::ResourceFinder& handles;
  const dxil::Resource* buffer;  ///< The buffer of the interface.
  FoundIntrinsics& found;

  bool is_own(dxil::ValueId handle) const { return handles.find(handle).resource == buffer; }
  /// Returns the handle of an operation that accesses a resource; kNone for other instructions.
  dxil::ValueId handle_of(const dxil::Instruction& i) const;
  std::optional<uint64_t> constant(dxil::ValueId value) const {
    return shader.module.scalar_bits(locals.resolve(value));
  }
  /// Returns the value of an operand that is constant.
  std::optional<uint64_t> constant_operand(const Intrinsic& intrinsic, uint32_t n) const;
  const dxil::Instruction& instruction(uint32_t n) const { return function.instructions[n]; }
  /// Returns the error, or adds a warning if the result becomes zero instead.
  Result<void> refuse(uint32_t instruction, String message) const;
  /// Sets the UAV that the intrinsic works on. Returns false if the intrinsic cannot work on it.
  bool set_target(Intrinsic& intrinsic, dxil::ValueId handle, bool is_64bit) const;
};

Result<void> find_ags(const FinderInput& input);
Result<void> find_nvapi(const FinderInput& input);

std::span<const IntrinsicRow> ags_rows();
std::span<const IntrinsicRow> nvapi_rows();
/// Returns null if there is no row of that number.
const IntrinsicRow* find_row(std::span<const IntrinsicRow> rows, uint32_t number);

}  // namespace trellis::lower
