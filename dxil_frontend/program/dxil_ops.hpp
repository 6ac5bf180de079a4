// The table of DXIL operations: what each is called, which types and stages it is for, what it does with
// resources and signatures, and what a pass that moves or copies it has to respect. The rows themselves are
// in dxil_op_rows.hpp.
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
  kConvergent = 1,    ///< May not gain control dependence: other lanes take part.
  kCoConvergent = 2,  ///< May not lose control dependence either: sees which lanes are active.
  kNoDuplicate = 4,   ///< May not be copied.
  kNoReturn = 8,      ///< Ends the invocation.
  kReserved = 16,     ///< A number without an operation behind it.
  /// Combines lanes without the helper lanes. Reads of a lane that the program names are not meant: SPIR-V
  /// lets that lane be a helper.
  kExcludesHelpers = 32,
  kTestsSpecialFloats = 64,  ///< Tells infinities and NaNs from numbers.
  kAllocatesRayQuery = 128,  ///< The result names an inline ray query.
  kOnRayQuery = 256,         ///< The first argument does.
  kInternal = 512,           ///< Rewrites of a program make it; DXIL has no such number.
};

/// The memory attribute of the declaration. Not a licence to reorder: resource contents may change between
/// two reads.
enum class MemoryEffect : uint8_t {
  kPure,   ///< Result depends on the arguments (and fixed inputs) alone.
  kReads,  ///< Reads resources or state.
  kAny,    ///< Writes, synchronises, or takes part in something: must keep its place.
};

// GCC counts a scoped enumerator as a shadow of the constant of the same name.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
/// How uniform an operation's result is, over the invocations that run it together. "Uniform arguments" are
/// those of DxilOp::uniform_arguments.
enum class ResultUniformity : uint8_t {
  kArguments,  ///< As uniform as all the arguments together.
  kGroup,      ///< The same in the whole thread group (and so in the subgroup and the quad).
  kSubgroup,   ///< The same in a subgroup; subgroups of a group differ.
  kBroadcast,  ///< The same in a subgroup if the uniform arguments are; in the group if all arguments are.
  kQuad,       ///< The same in a quad; quads of a subgroup differ.
  kQuadBroadcast,  ///< The same in a quad if the uniform arguments are; in wider scopes if all arguments are.
  kLane,           ///< Each invocation has its own.
  kContents,       ///< What a resource holds there: as the arguments if it cannot be written, else as kLane.
  kInput,          ///< A stage's input: says the signature.
};

/// The control flow an operation may be run in.
enum class FlowNeed : uint8_t {
  kNoNeed,       ///< Any.
  kGroupSync,    ///< Uniform in the group, if its flags ask for the group to wait.
  kDerivative,   ///< Uniform in the quad: the neighbours' values are compared.
  kImplicitLod,  ///< Likewise: for the level of detail.
  kQuadWide,     ///< Likewise: reads the neighbours' values.
  kGroupWide,    ///< Uniform in the group, and so the uniform arguments: done once for all.
};

/// What an operation does with the resource behind its handle (DxilOp::first_handle()).
enum class HandleUse : uint8_t {
  kNoHandle,        ///< It has none, or one of something else: of a hit object, of a node's records.
  kMakesHandle,     ///< The result is a handle: made of a binding, or of another handle.
  kReadsConstants,  ///< From a constant buffer.
  kReadsBuffer,
  kWritesBuffer,
  kReadsTexture,  ///< Without a sampler.
  kWritesTexture,
  kSamples,
  kCompares,      ///< Samples, and compares with a reference.
  kQueriesLevel,  ///< Which level of detail would be sampled.
  kQueries,       ///< Sizes and the like: not what is in it.
  kAtomic,        ///< Reads and writes at once.
  kCounter,       ///< Counts its hidden counter.
  kTraces,        ///< Sends a ray through an acceleration structure.
  kAnything,      ///< Nothing more precise is known: counts as read and written.
};

/// What an operation does with an element of one of the stage's signatures.
enum class ElementUse : uint8_t {
  kNoElement,
  kReadsInput,
  kReadsInputAtVertex,  ///< As a vertex of the primitive has it.
  kEvaluatesInput,      ///< Interpolated at a place of the program's choice.
  kWritesOutput,
  kReadsControlPoint,  ///< Of a patch: an output of the hull shader, an input of the domain shader.
  kReadsPatchConstant,
  kWritesPatchConstant,
  kWritesPrimitive,  ///< An output that a mesh shader has for each primitive.
};
#pragma GCC diagnostic pop

struct DxilOp {
  Op id = {};
  const char* name = nullptr;        ///< "WaveMatch".
  const char* call_class = nullptr;  ///< "waveMatch", the middle of the function's name; null if reserved.
  uint16_t overloads = 0;            ///< OverloadBits of scalar types (first dimension); 0: not overloaded.
  uint16_t vector_overloads = 0;     ///< OverloadBits of the elements of vector types (shader model 6.9).
  uint32_t stages = 0;               ///< Bit ShaderKind k: allowed there. UINT32_MAX: everywhere.
  uint8_t min_minor = 0;  ///< Least shader model is 6.min_minor. Linked libraries may use some earlier.
  /// A letter for the result, then one an argument (the opcode left out). T: the overload type; v: void; b,
  /// c, s, i, l: i1, i8, i16, i32, i64; e, f, d: half, float, double; h: a handle or other token; p: a
  /// pointer; *: anything. Results only: B, I: i1 or i32, as many as T has elements; E: the element of T; R:
  /// ResRet of T; C: CBufRet of T; 2, 4: a struct of that many i32; U: a struct of four T; P: two floats; Q:
  /// {i32, i1}.
  const char* signature = nullptr;
  uint16_t flags = 0;  ///< OperationFlags.
  MemoryEffect memory = MemoryEffect::kPure;
  uint16_t uniform_arguments = 0;  ///< Bit i: argument i must not become less uniform than it was.
  ResultUniformity result = ResultUniformity::kArguments;
  FlowNeed need = FlowNeed::kNoNeed;
  HandleUse handle = HandleUse::kNoHandle;
  ElementUse element = ElementUse::kNoElement;
  uint32_t usage = 0;            ///< UsageBits of a program that contains it.
  uint8_t signature_length = 0;  ///< Letters of the signature.
  /// Bit i: argument i is a handle of a resource. The lowest is the one that `handle` is about; samplers and
  /// the texture that feedback is paired with follow. 0 for handles of anything else.
  uint16_t handle_arguments = 0;

  uint32_t argument_count() const { return signature_length - 1u; }
  bool is_handle(uint32_t argument) const { return argument < 16 && (handle_arguments >> argument & 1) != 0; }
  /// The argument that `handle` is about. Not for operations without handles.
  uint32_t first_handle() const { return static_cast<uint32_t>(std::countr_zero(handle_arguments)); }
  bool is_convergent() const { return (flags & kConvergent) != 0; }
  bool is_co_convergent() const { return (flags & kCoConvergent) != 0; }
  /// Whether other lanes take part.
  bool involves_lanes() const { return (flags & (kConvergent | kCoConvergent)) != 0; }
  bool is_reserved() const { return (flags & kReserved) != 0; }
  bool is_internal() const { return (flags & kInternal) != 0; }
  bool is_barrier() const { return need == FlowNeed::kGroupSync; }
  /// Takes derivatives of a value, samples at a level that follows from them, or reads across the quad.
  bool needs_quads() const {
    return need == FlowNeed::kDerivative || need == FlowNeed::kQuadWide ||
           (need == FlowNeed::kImplicitLod &&
            (handle == HandleUse::kSamples || handle == HandleUse::kCompares));
  }
  /// Writes to a resource: invocations that discarded must not do it.
  bool writes_resource() const {
    return handle == HandleUse::kWritesBuffer || handle == HandleUse::kWritesTexture ||
           handle == HandleUse::kAtomic || handle == HandleUse::kCounter;
  }
  bool allocates_ray_query() const { return (flags & kAllocatesRayQuery) != 0; }
};

/// The row of an operation, or null if there is none of its number. Constant time.
const DxilOp* find_op(Op op);

/// DXIL's rows, parallel to kAllOps.
std::span<const DxilOp> all_ops();

/// Whether an operation of a function (Opcode::kDxOp) exists and its arguments and result are of the types
/// the table says: null if so, otherwise what is wrong, without a final stop.
const char* check_operation(const Module& module, const Function& function, const Instruction& instruction);

/// For messages: "dx.op.waveMatch (WaveMatch, 165)"; an unknown number gives "unknown DXIL operation 4711".
String describe_op(Op op);

/// "165", "0x80000001".
String number_text(Op op);

}  // namespace trellis::dxil
