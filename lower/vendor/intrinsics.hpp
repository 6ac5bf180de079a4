// Uses of intrinsics that were found in a function, and the tables of what there is.
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

/// Writes what step `step` of an intrinsic becomes.
using WriteStep = Result<void> (*)(VendorWriter& writer, Intrinsic& intrinsic, uint32_t step);

/// What an intrinsic is.
struct IntrinsicRow {
  uint32_t number = 0;
  const char* name = nullptr;
  WriteStep write = nullptr;  ///< Null: it is not supported.
  /// AGS: phases. NVAPI: how often the counter is incremented for results.
  uint8_t steps = 1;
  bool is_loaded = false;  ///< NVAPI: results are loaded from the packet, not counted.
  bool names_uav = false;  ///< It works on a UAV that a store before it names.
  bool makes_hit = false;  ///< NVAPI: the first result is a hit object.
  bool takes_hit = false;  ///< NVAPI: the first operand is one.
  dxil::Op carried_by = dxil::Op::kExperimentalNop;  ///< NVAPI: the operation that brings more operands.
};

/// One use.
struct Intrinsic {
  static constexpr uint32_t kPacketWords = 37;

  const IntrinsicRow* row = nullptr;
  uint32_t immediate = 0;                            ///< AGS.
  Vector<uint32_t> steps;                            ///< The instructions that give results, or only act.
  std::array<dxil::ValueId, kPacketWords> operands;  ///< AGS: two a phase; NVAPI: by word. kNone: not given.
  bool operands_by_step = false;                     ///< AGS: a step needs those up to its own only.
  dxil::ValueId target = dxil::kNone;                ///< Handle of the UAV that is worked on.
  dxil::ResourceKind target_kind = dxil::ResourceKind::kInvalid;
  uint32_t carrier = dxil::kNone;      ///< The instruction that brings more operands.
  std::array<dxil::ValueId, 16> made;  ///< For the writer: new values, by step or as it likes.

  Intrinsic() {
    operands.fill(dxil::kNone);
    made.fill(dxil::kNone);
  }
};

/// How an instruction is rewritten.
struct Fate {
  enum Kind : uint8_t {
    kStays,
    kGoes,
    kZero,     ///< Goes, and its result is zero.
    kStep,     ///< Step `step` of an intrinsic.
    kCarrier,  ///< The operation that brings an intrinsic's other operands: the last step.
    kLoads,    ///< Loads results of an intrinsic from word `step` on.
  } kind = kStays;
  uint32_t intrinsic = 0, step = 0;
};

/// All that was found in a function.
struct FoundIntrinsics {
  Vector<Fate> fates;  ///< By instruction.
  Vector<Intrinsic> intrinsics;
  Vector<uint8_t> holds_hit;     ///< By local: a hit object's number, or a variable of one.
  Vector<uint32_t> wide_texels;  ///< Resources whose texels become 64-bit integers.
  bool any = false;
  Vector<String>* zero_warnings = nullptr;  ///< Null: what cannot be written is an error.
};

/// What the finders of both interfaces look at.
struct FinderInput {
  const dxil::Shader& shader;
  const dxil::Function& function;
  const Vector<Vector<uint32_t>>& runs;
  const LocalValues& locals;
  const dxil::ResourceFinder& handles;
  const dxil::Resource* buffer;  ///< The interface's own.
  FoundIntrinsics& found;

  bool is_own(dxil::ValueId handle) const { return handles.find(handle).resource == buffer; }
  /// The handle of an operation that does something with a resource; kNone for all else.
  dxil::ValueId handle_of(const dxil::Instruction& i) const;
  std::optional<uint64_t> constant(dxil::ValueId value) const {
    return shader.module.scalar_bits(locals.resolve(value));
  }
  const dxil::Instruction& instruction(uint32_t n) const { return function.instructions[n]; }
  /// The error; or, where zero is to be given, a warning.
  Result<void> refuse(uint32_t instruction, String message) const;
  /// Notes the UAV that the intrinsic works on. False: it cannot be one.
  bool set_target(Intrinsic& intrinsic, dxil::ValueId handle, bool is_64bit) const;
};

Result<void> find_ags(const FinderInput& input);
Result<void> find_nvapi(const FinderInput& input);

std::span<const IntrinsicRow> ags_rows();
std::span<const IntrinsicRow> nvapi_rows();
/// Null: there is none of that number.
const IntrinsicRow* find_row(std::span<const IntrinsicRow> rows, uint32_t number);

}  // namespace trellis::lower
