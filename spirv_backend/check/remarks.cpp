// Names, decorations and execution modes: checks that their targets exist and are of a suitable kind.
#include <spirv/unified1/spirv.hpp11>

#include "spirv_backend/check/module_state.hpp"

namespace trellis::module_check {
namespace {

using spv::Decoration;
using spv::ExecutionMode;
using spv::Op;

// SPV_KHR_untyped_pointers and SPV_EXT_descriptor_heap.
constexpr auto kUntypedVariable = static_cast<Op>(4418), kBufferPointer = static_cast<Op>(5119);
constexpr uint32_t kSamplerHeap = 5122, kResourceHeap = 5123, kArrayStrideId = 5124;

// The kinds of targets of decorations.
constexpr uint8_t kStruct = 1, kMember = 2, kArray = 4, kVariable = 8, kResult = 16, kSpecialized = 32,
                  kPointer = 64, kParameter = 128;
constexpr uint8_t kOnInterface = kVariable | kMember;
constexpr uint8_t kOnMemory = kVariable | kMember | kParameter;

struct DecorationRow {
  uint16_t number;
  uint8_t literals;
  uint8_t targets;
};
constexpr DecorationRow row(Decoration decoration, uint8_t literals, uint8_t targets) {
  return {static_cast<uint16_t>(decoration), literals, targets};
}
constexpr DecorationRow kDecorations[] = {
    row(Decoration::RelaxedPrecision, 0, kVariable | kMember | kResult | kParameter | kSpecialized),
    row(Decoration::SpecId, 1, kSpecialized),
    row(Decoration::Block, 0, kStruct),
    row(Decoration::RowMajor, 0, kMember),
    row(Decoration::ColMajor, 0, kMember),
    row(Decoration::ArrayStride, 1, kArray | kPointer),
    row(Decoration::MatrixStride, 1, kMember),
    row(Decoration::BuiltIn, 1, kOnInterface),
    row(Decoration::NoPerspective, 0, kOnInterface),
    row(Decoration::Flat, 0, kOnInterface),
    row(Decoration::Patch, 0, kOnInterface),
    row(Decoration::Centroid, 0, kOnInterface),
    row(Decoration::Sample, 0, kOnInterface),
    row(Decoration::Invariant, 0, kOnInterface),
    row(Decoration::Restrict, 0, kOnMemory),
    row(Decoration::Aliased, 0, kOnMemory),
    row(Decoration::Volatile, 0, kOnMemory),
    row(Decoration::Coherent, 0, kOnMemory),
    row(Decoration::NonWritable, 0, kOnMemory),
    row(Decoration::NonReadable, 0, kOnMemory),
    row(Decoration::Stream, 1, kOnInterface),
    row(Decoration::Location, 1, kOnInterface),
    row(Decoration::Component, 1, kOnInterface),
    row(Decoration::Index, 1, kVariable),
    row(Decoration::Binding, 1, kVariable),
    row(Decoration::DescriptorSet, 1, kVariable),
    row(Decoration::Offset, 1, kOnInterface),
    row(Decoration::XfbBuffer, 1, kOnInterface),
    row(Decoration::XfbStride, 1, kOnInterface),
    row(Decoration::FPFastMathMode, 1, kResult),
    row(Decoration::NoContraction, 0, kResult),
    row(Decoration::PerPrimitiveEXT, 0, kOnInterface),
    row(Decoration::PerVertexKHR, 0, kOnInterface),
    row(Decoration::NonUniform, 0, kVariable | kResult | kParameter),
    row(Decoration::RestrictPointer, 0, kVariable | kParameter),
    row(Decoration::AliasedPointer, 0, kVariable | kParameter),
};

struct ModeRow {
  uint16_t number;
  uint8_t operands;
};
constexpr ModeRow row(ExecutionMode mode, uint8_t operands = 0) {
  return {static_cast<uint16_t>(mode), operands};
}
constexpr ModeRow kModes[] = {
    row(ExecutionMode::Invocations, 1),
    row(ExecutionMode::SpacingEqual),
    row(ExecutionMode::SpacingFractionalEven),
    row(ExecutionMode::SpacingFractionalOdd),
    row(ExecutionMode::VertexOrderCw),
    row(ExecutionMode::VertexOrderCcw),
    row(ExecutionMode::OriginUpperLeft),
    row(ExecutionMode::EarlyFragmentTests),
    row(ExecutionMode::PointMode),
    row(ExecutionMode::Xfb),
    row(ExecutionMode::DepthReplacing),
    row(ExecutionMode::DepthGreater),
    row(ExecutionMode::DepthLess),
    row(ExecutionMode::LocalSize, 3),
    row(ExecutionMode::InputPoints),
    row(ExecutionMode::InputLines),
    row(ExecutionMode::InputLinesAdjacency),
    row(ExecutionMode::Triangles),
    row(ExecutionMode::InputTrianglesAdjacency),
    row(ExecutionMode::Quads),
    row(ExecutionMode::Isolines),
    row(ExecutionMode::OutputVertices, 1),
    row(ExecutionMode::OutputPoints),
    row(ExecutionMode::OutputLineStrip),
    row(ExecutionMode::OutputTriangleStrip),
    row(ExecutionMode::DenormPreserve, 1),
    row(ExecutionMode::DenormFlushToZero, 1),
    row(ExecutionMode::SignedZeroInfNanPreserve, 1),
    row(ExecutionMode::RoundingModeRTE, 1),
    row(ExecutionMode::RoundingModeRTZ, 1),
    row(ExecutionMode::StencilRefReplacingEXT),
    row(ExecutionMode::OutputLinesEXT),
    row(ExecutionMode::OutputPrimitivesEXT, 1),
    row(ExecutionMode::OutputTrianglesEXT),
    row(ExecutionMode::PixelInterlockOrderedEXT),
    row(ExecutionMode::SampleInterlockOrderedEXT),
    {4421, 0},  // SubgroupUniformControlFlowKHR.
    {5088, 0},  // QuadDerivativesKHR.
    {5089, 0},  // RequireFullQuadsKHR.
    {5289, 0},  // DerivativeGroupQuadsKHR.
    {5290, 0},  // DerivativeGroupLinearKHR.
    {6023, 0},  // MaximallyReconvergesKHR.
    {6028, 2},  // FPFastMathDefault.
    {6031, 1},  // OpacityMicromapIdKHR.
};

Op opcode_at(const ModuleState& m, Id id) { return static_cast<Op>(m.words[m.ids[id].at] & 0xFFFF); }

/// Returns the kind of target that an ID is; 0: Trellis does not decorate it.
uint8_t target_of(const ModuleState& m, Id id) {
  switch (m.ids[id].kind) {
    case Kind::kVariable:
      return kVariable;
    case Kind::kValue:
      if (opcode_at(m, id) == kBufferPointer) return kResult | kParameter;  // Decorated like a variable.
      return opcode_at(m, id) == Op::OpFunctionParameter ? kParameter : kResult;
    case Kind::kConstant: {
      const Op opcode = opcode_at(m, id);
      const bool is_special = opcode == Op::OpSpecConstant || opcode == Op::OpSpecConstantTrue ||
                              opcode == Op::OpSpecConstantFalse;
      return is_special ? kSpecialized : 0;
    }
    case Kind::kType:
      break;
    default:
      return 0;
  }
  switch (m.type(id).base) {
    case Base::kStruct:
      return kStruct;
    case Base::kArray:
    case Base::kRuntimeArray:
      return kArray;
    case Base::kPointer:
      return kPointer;
    default:
      return 0;
  }
}

bool check_decoration(ModuleState& m, const Instruction& i, uint32_t at, uint8_t target) {
  if (at >= i.size()) return m.fail(i, "has no decoration");
  for (const DecorationRow& row : kDecorations) {
    if (row.number != i[at]) continue;
    if ((row.targets & target) == 0)
      return m.fail(i, "decoration " + decimal(i[at]) + " is not for " + name(i[1]));
    const bool fits = i.size() - at - 1 == row.literals;
    return fits || m.fail(i, "decoration " + decimal(i[at]) + " has the wrong number of literals");
  }
  return m.fail(i, "decoration " + decimal(i[at]) + " is not one that Trellis emits");
}

/// A decoration or name of a member: checks that the struct and the member exist.
bool check_member(ModuleState& m, const Instruction& i) {
  const Type& type = m.type(i[1]);
  if (type.base != Base::kStruct) return m.fail(i, name(i[1]) + " is not a struct");
  return i[2] < type.count || m.fail(i, name(i[1]) + " has no member " + decimal(i[2]));
}

/// A decoration whose operands are constants: strides of arrays of descriptors.
bool check_id_decoration(ModuleState& m, const Instruction& i) {
  if (i.size() < 3 || i[2] != kArrayStrideId) return true;
  if (target_of(m, i[1]) != kArray) return m.fail(i, "decoration 5124 is not for " + name(i[1]));
  const bool is_constant = i.size() == 4 && i[3] < m.ids.size() && m.ids[i[3]].kind == Kind::kConstant &&
                           is_integer_scalar(m.shape(i[3]));
  return is_constant || m.fail(i, "the stride is not one constant integer");
}

bool check_mode(ModuleState& m, const Instruction& i) {
  if (i.size() < 3) return m.fail(i, "has no mode");
  bool is_entry = false;
  for (const Place& place : m.entry_points) is_entry |= m.words[place.at + 2] == i[1];
  if (!is_entry) return m.fail(i, name(i[1]) + " is not an entry point");
  const bool has_ids = static_cast<Op>(i.row->opcode) == Op::OpExecutionModeId;
  for (const ModeRow& row : kModes) {
    if (row.number != i[2]) continue;
    if (i.size() - 3 != row.operands)
      return m.fail(i, "mode " + decimal(i[2]) + " has the wrong number of operands");
    for (uint32_t n = 3; has_ids && n < i.size(); ++n) {
      const bool is_known =
          i[n] < m.ids.size() && (m.ids[i[n]].kind == Kind::kType || m.ids[i[n]].kind == Kind::kConstant);
      if (!is_known) return m.fail(i, "operand " + name(i[n]) + " is neither a type nor a constant");
    }
    return true;
  }
  return m.fail(i, "mode " + decimal(i[2]) + " is not one that Trellis emits");
}

bool check_remark(ModuleState& m, const Instruction& i) {
  if (m.ids[i[1]].at == 0) return m.fail(i, name(i[1]) + " is not defined");
  switch (static_cast<Op>(i.row->opcode)) {
    case Op::OpName:
      return true;
    case Op::OpMemberName:
    case Op::OpMemberDecorateString:
      return check_member(m, i);
    case Op::OpMemberDecorate:
      return check_member(m, i) && check_decoration(m, i, 3, kMember);
    case Op::OpDecorate:
      return check_decoration(m, i, 2, target_of(m, i[1]));
    case Op::OpDecorateId:
      return check_id_decoration(m, i);
    case Op::OpExecutionMode:
    case Op::OpExecutionModeId:
      return check_mode(m, i);
    default:  // Decorations with strings and IDs: names of semantics.
      return true;
  }
}

/// Checks that resources have a descriptor set and a binding, and that variables without a type are heaps.
bool check_places(ModuleState& m) {
  constexpr uint8_t kHasSet = 1, kHasBinding = 2, kIsHeap = 4;
  Vector<uint8_t> places(m.ids.size(), 0);
  for (const Place& place : m.remarks) {
    const Instruction i = instruction_at(m, place.at, place.number);
    if (static_cast<Op>(i.row->opcode) != Op::OpDecorate) continue;
    if (static_cast<Decoration>(i[2]) == Decoration::DescriptorSet) places[i[1]] |= kHasSet;
    if (static_cast<Decoration>(i[2]) == Decoration::Binding) places[i[1]] |= kHasBinding;
    const bool is_heap = static_cast<Decoration>(i[2]) == Decoration::BuiltIn && i.size() > 3 &&
                         (i[3] == kSamplerHeap || i[3] == kResourceHeap);
    if (is_heap) places[i[1]] |= kIsHeap;
  }
  for (const Place& place : m.globals) {
    const Instruction i = instruction_at(m, place.at, place.number);
    const auto storage = static_cast<spv::StorageClass>(i[3]);
    if (static_cast<Op>(i.row->opcode) == kUntypedVariable) {
      const bool is_right = places[i[2]] == kIsHeap && storage == spv::StorageClass::UniformConstant;
      if (!is_right) return m.fail(i, "is not a heap of descriptors");
      continue;
    }
    const bool is_resource = storage == spv::StorageClass::UniformConstant ||
                             storage == spv::StorageClass::Uniform ||
                             storage == spv::StorageClass::StorageBuffer;
    if (is_resource && places[i[2]] != (kHasSet | kHasBinding))
      return m.fail(i, "has no descriptor set or no binding");
  }
  return true;
}

}  // namespace

bool check_remarks(ModuleState& m) {
  for (const Place& place : m.remarks) {
    if (!check_remark(m, instruction_at(m, place.at, place.number))) return false;
  }
  return check_places(m);
}

}  // namespace trellis::module_check
