// The table of DXIL operations: the name of each, the types and stages it is for, what it does with resources
// and signatures, and what a pass that moves or copies it must respect. The rows themselves are in
// dxil_op_rows.hpp.
#pragma once

#include <bit>
#include <cstdint>
#include <span>

#include "dxil_frontend/program/dxil_op.hpp"
#include "dxil_frontend/program/ir.hpp"
#include "support/containers.hpp"

namespace trellis::dxil {

/// Bits of DxilOp::overloads and vector_overloads: the types an operation is declared for.
enum OverloadBits : uint16_t {
  kOverloadF16 = 1 << 0,
  kOverloadF32 = 1 << 1,
  kOverloadF64 = 1 << 2,
  kOverloadI1 = 1 << 3,
  kOverloadI8 = 1 << 4,
  kOverloadI16 = 1 << 5,
  kOverloadI32 = 1 << 6,
  kOverloadI64 = 1 << 7,
  kOverloadUserType = 1 << 8,  ///< A struct of the program, by pointer (payloads, records).
  kOverloadObject = 1 << 9,    ///< A resource or matrix object.
};

/// Bits of DxilOp::flags.
enum OperationFlags : uint16_t {
  kConvergent = 1,    ///< Must not gain control dependences: other lanes take part.
  kCoConvergent = 2,  ///< Must not lose control dependences either: depends on which lanes are active.
  kNoDuplicate = 4,   ///< Must not be copied.
  kNoReturn = 8,      ///< Ends the invocation.
  kReserved = 16,     ///< A reserved number, without an operation.
  /// Combines lanes, except helper lanes. Not set for reads from a lane that the program selects: SPIR-V lets
  /// that lane be a helper.
  kExcludesHelpers = 32,
  kTestsSpecialFloats = 64,  ///< Distinguishes infinities or NaNs from other numbers.
  kAllocatesRayQuery = 128,  ///< The result names an inline ray query.
  kOnRayQuery = 256,         ///< The first argument names an inline ray query.
  kInternal = 512,           ///< Created by rewrites of a program only; DXIL has no such number.
};

/// The memory attribute of the declaration. It does not permit reordering: resource contents may change
/// between two reads.
enum class MemoryEffect : uint8_t {
  kPure,   ///< The result depends only on the arguments and fixed inputs.
  kReads,  ///< Reads resources or state.
  kAny,    ///< Writes, synchronises, or communicates with other lanes: must keep its place.
};

// GCC warns that a scoped enumerator shadows the constant of the same name.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
/// How uniform an operation's result is among the invocations that execute it together. "Uniform arguments"
/// are those of DxilOp::uniform_arguments.
enum class ResultUniformity : uint8_t {
  kArguments,  ///< As uniform as all the arguments together.
  kGroup,      ///< The same in the whole thread group, and so in each subgroup and quad.
  kSubgroup,   ///< The same in a subgroup; subgroups of a group differ.
  kBroadcast,  ///< The same in a subgroup if the uniform arguments are; in the group if all arguments are.
  kQuad,       ///< The same in a quad; quads of a subgroup differ.
  kQuadBroadcast,  ///< The same in a quad if the uniform arguments are; in wider scopes if all arguments are.
  kLane,           ///< Each invocation has its own.
  kContents,       ///< Like kArguments if the resource is read-only, otherwise like kLane.
  kInput,          ///< A stage input: the signature determines it.
};

/// The control flow in which an operation may be executed.
enum class FlowNeed : uint8_t {
  kNoNeed,       ///< Any control flow.
  kGroupSync,    ///< Uniform in the group, if its flags include a sync of the thread group.
  kDerivative,   ///< Uniform in the quad: compares values of neighbouring lanes.
  kImplicitLod,  ///< Uniform in the quad: the level of detail depends on neighbouring lanes.
  kQuadWide,     ///< Uniform in the quad: reads values of neighbouring lanes.
  kGroupWide,    ///< Uniform in the group, like the uniform arguments: executed once per group.
};

/// What an operation does with the resource that its handle refers to (DxilOp::first_handle()).
enum class HandleUse : uint8_t {
  kNoHandle,        ///< None, or a handle of something else (hit object, node records).
  kMakesHandle,     ///< The result is a handle, made from a binding or from another handle.
  kReadsConstants,  ///< Reads a constant buffer.
  kReadsBuffer,
  kWritesBuffer,
  kReadsTexture,  ///< Reads without a sampler.
  kWritesTexture,
  kSamples,
  kCompares,      ///< Samples and compares with a reference value.
  kQueriesLevel,  ///< Returns the level of detail that would be sampled.
  kQueries,       ///< Returns sizes and the like, not contents.
  kAtomic,        ///< Reads and writes atomically.
  kCounter,       ///< Increments or decrements the hidden counter.
  kTraces,        ///< Traces a ray through an acceleration structure.
  kAnything,      ///< Unknown: counts as read and written.
};

/// What an operation does with an element of one of the stage's signatures.
enum class ElementUse : uint8_t {
  kNoElement,
  kReadsInput,
  kReadsInputAtVertex,  ///< The value at one vertex of the primitive.
  kEvaluatesInput,      ///< Interpolated at a position that the program chooses.
  kWritesOutput,
  kReadsControlPoint,  ///< An output of the hull shader or an input of the domain shader.
  kReadsPatchConstant,
  kWritesPatchConstant,
  kWritesPrimitive,  ///< Writes a per-primitive output of a mesh shader.
};
#pragma GCC diagnostic pop

struct DxilOp {
  Op id = {};
  const char* name = nullptr;        ///< The name: "WaveMatch".
  const char* call_class = nullptr;  ///< "waveMatch": the middle of the function's name; null if reserved.
  uint16_t overloads = 0;            ///< OverloadBits of scalar types (first dimension); 0: not overloaded.
  uint16_t vector_overloads = 0;     ///< OverloadBits of the elements of vector types (shader model 6.9).
  uint32_t stages = 0;               ///< Bit k: allowed in the stage ShaderKind k. UINT32_MAX: in all.
  uint8_t min_minor = 0;  ///< The minimum shader model is 6.min_minor. Linked libraries may use some earlier.
  /// One letter for the result, then one for each argument, without the opcode. T: the overload type; v:
  /// void; b, c, s, i, l: i1, i8, i16, i32, i64; e, f, d: half, float, double; h: a handle or other token; p:
  /// a pointer; *: anything. Results only: B, I: i1 or i32, with as many elements as T; E: the element type
  /// of T; R: ResRet of T; C: CBufRet of T; 2, 4: a struct of that many i32; U: a struct of four T; P: two
  /// floats; Q: {i32, i1}.
  const char* signature = nullptr;
  uint16_t flags = 0;  ///< OperationFlags.
  MemoryEffect memory = MemoryEffect::kPure;
  uint16_t uniform_arguments = 0;  ///< Bit i: argument i must not become less uniform than it was.
  ResultUniformity result = ResultUniformity::kArguments;
  FlowNeed need = FlowNeed::kNoNeed;
  HandleUse handle = HandleUse::kNoHandle;
  ElementUse element = ElementUse::kNoElement;
  uint32_t usage = 0;            ///< UsageBits that the operation adds to a program.
  uint8_t signature_length = 0;  ///< Number of letters of the signature.
  /// Bit i: argument i is a handle of a resource. The lowest is the one that `handle` describes; samplers and
  /// the texture paired with a feedback texture follow. 0 for handles of anything else.
  uint16_t handle_arguments = 0;

  uint32_t argument_count() const { return signature_length - 1u; }
  bool is_handle(uint32_t argument) const { return argument < 16 && (handle_arguments >> argument & 1) != 0; }
  /// Returns the argument that `handle` describes. Only for operations with a resource handle.
  uint32_t first_handle() const { return static_cast<uint32_t>(std::countr_zero(handle_arguments)); }
  bool is_convergent() const { return (flags & kConvergent) != 0; }
  bool is_co_convergent() const { return (flags & kCoConvergent) != 0; }
  /// Whether other lanes take part in the operation.
  bool involves_lanes() const { return (flags & (kConvergent | kCoConvergent)) != 0; }
  bool is_reserved() const { return (flags & kReserved) != 0; }
  bool is_internal() const { return (flags & kInternal) != 0; }
  bool is_barrier() const { return need == FlowNeed::kGroupSync; }
  /// Whether the operation takes derivatives, samples with an implicit level of detail, or reads across the
  /// quad.
  bool needs_quads() const {
    return need == FlowNeed::kDerivative || need == FlowNeed::kQuadWide ||
           (need == FlowNeed::kImplicitLod &&
            (handle == HandleUse::kSamples || handle == HandleUse::kCompares));
  }
  /// Whether the operation writes to a resource: discarded invocations must not execute it.
  bool writes_resource() const {
    return handle == HandleUse::kWritesBuffer || handle == HandleUse::kWritesTexture ||
           handle == HandleUse::kAtomic || handle == HandleUse::kCounter;
  }
  bool allocates_ray_query() const { return (flags & kAllocatesRayQuery) != 0; }
};

/// Returns the row of an operation, or null if the number has none. Constant time.
const DxilOp* find_op(Op op);

/// Returns the rows of DXIL's operations, parallel to kAllOps.
std::span<const DxilOp> all_ops();

/// Checks that a call of an operation (Opcode::kDxOp) names an existing operation and has the argument and
/// result types of the table. Returns null if so, otherwise an error message without a final full stop.
const char* check_operation(const Module& module, const Function& function, const Instruction& instruction);

/// Returns a description for messages: "dx.op.waveMatch (WaveMatch, 165)", or "unknown DXIL operation 4711".
String describe_op(Op op);

/// Returns the number as text: "165", "0x80000001".
String number_text(Op op);

}  // namespace trellis::dxil
