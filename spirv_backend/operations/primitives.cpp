// Vertices and primitives that geometry and mesh shaders output, and the ids that these stages can read.
#include "spirv_backend/emitter/interface/view_outputs.hpp"
#include "spirv_backend/emitter/module_context.hpp"
#include "spirv_backend/operations/lowerings.hpp"
#include "spirv_backend/operations/stage_common.hpp"
#include "spirv_backend/plan/stage/capture_plan.hpp"
#include "spirv_backend/plan/stage/stage_rules.hpp"
#include "spirv_backend/stage/stream_output.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

using dxil::Instruction;
using dxil::ShaderKind;

// --- Geometry shaders.

Result<void> finish_vertex(FunctionEmitter& e, const Instruction& i, bool emits, bool cuts) {
  const auto stream = e.constant_operand(i, 0);
  const uint32_t mask = e.entry_point().geometry ? e.entry_point().geometry->stream_mask : 0;
  if (!stream || *stream > 3 || (mask >> *stream & 1) == 0) {
    return e.bad_input(i, "the geometry shader does not declare this stream");
  }
  if (emits && copies_captures(e.context().plan, static_cast<uint32_t>(*stream))) {
    const Id copy = capture_function(e.context(), static_cast<uint32_t>(*stream));
    e.op(Op::OpFunctionCall, e.module().type_void(), copy);
  }
  if (emits && *stream == e.context().plan.options.stage.stream_output.rasterized_stream)
    store_view_outputs(e, e.code());
  if (mask == 1) {
    if (emits) e.op_void(Op::OpEmitVertex);
    if (cuts) e.op_void(Op::OpEndPrimitive);
    return {};
  }
  e.module().capability(spv::Capability::GeometryStreams);
  const Id number = e.u32(static_cast<uint32_t>(*stream));
  if (emits) e.op_void(Op::OpEmitStreamVertex, number);
  if (cuts) e.op_void(Op::OpEndStreamPrimitive, number);
  return {};
}

Result<void> lower_emit_stream(FunctionEmitter& e, const Instruction& i) {
  return finish_vertex(e, i, true, false);
}
Result<void> lower_cut_stream(FunctionEmitter& e, const Instruction& i) {
  return finish_vertex(e, i, false, true);
}
Result<void> lower_emit_then_cut_stream(FunctionEmitter& e, const Instruction& i) {
  return finish_vertex(e, i, true, true);
}

/// Returns the instance of a geometry shader, or the control point of a hull shader.
template <ShaderKind kStage>
Result<void> lower_invocation_id(FunctionEmitter& e, const Instruction& i) {
  if (e.entry_point().kind != kStage)
    return e.bad_input(i, "the operation is not allowed in this shader stage");
  e.set_result(i, load_builtin(e, spv::BuiltIn::InvocationId, kU32));
  return {};
}

// Pixel shaders read it from their signature, mesh shaders write it.
Result<void> lower_primitive_id(FunctionEmitter& e, const Instruction& i) {
  const ShaderKind stage = e.entry_point().kind;
  if (stage != ShaderKind::kGeometry && stage != ShaderKind::kHull && stage != ShaderKind::kDomain) {
    return e.bad_input(i, "the operation is not allowed in this shader stage");
  }
  e.set_result(i, load_builtin(e, spv::BuiltIn::PrimitiveId, kU32));
  return {};
}

// --- Mesh shaders.

/// Returns a vertex or primitive count. D3D drops everything past the declared maximum; Vulkan forbids a
/// larger count.
Id mesh_count(FunctionEmitter& e, const Instruction& i, uint32_t operand, uint32_t most) {
  const std::optional<uint64_t> constant = e.constant_operand(i, operand);
  if (constant) return e.u32(static_cast<uint32_t>(std::min<uint64_t>(*constant, most)));
  const Id count = e.operand(i, operand);
  if (integer_bounds(e, e.operand_value(i, operand)).most <= most) return count;
  return e.ext(GLSLstd450UMin, kU32, count, e.u32(most));
}

Result<void> lower_set_mesh_output_counts(FunctionEmitter& e, const Instruction& i) {
  const dxil::MeshState& mesh = *e.entry_point().mesh;
  const Id vertices = mesh_count(e, i, 0, mesh.max_vertices);
  const Id primitives = mesh_count(e, i, 1, mesh.max_primitives);
  e.op_void(Op::OpSetMeshOutputsEXT, vertices, primitives);
  return {};
}

constexpr uint32_t kLines = 1;

uint32_t corners(const dxil::MeshState& mesh) { return mesh.topology == kLines ? 2 : 3; }

/// The built-in array of primitive indices; 0 until first use.
struct PrimitiveIndices {
  Id variable = 0;
};

/// Returns the array of primitive indices; declares it on first use.
Id index_variable(FunctionEmitter& e, const dxil::MeshState& mesh) {
  Id& variable = e.context().caches.get<PrimitiveIndices>().variable;
  if (variable == 0) {
    ModuleBuilder& module = e.module();
    const Id element = module.type(kU32.with_count(static_cast<uint8_t>(corners(mesh))));
    const uint32_t count = declared_primitives(mesh, e.context().plan.options.device);
    const Id array = module.type_array(element, count);
    variable = module.variable(spv::StorageClass::Output, array);
    module.decorate(variable, spv::Decoration::BuiltIn,
                    mesh.topology == kLines ? spv::BuiltIn::PrimitiveLineIndicesEXT
                                            : spv::BuiltIn::PrimitiveTriangleIndicesEXT);
  }
  return variable;
}

/// Returns the index of one of `count` vertices or primitives of a mesh.
Id mesh_index(FunctionEmitter& e, const Instruction& i, uint32_t operand, uint32_t count) {
  const Id index = e.operand(i, operand);
  if (!e.context().plan.options.device.works_around(kBoundedMeshes)) return index;
  if (integer_bounds(e, e.operand_value(i, operand)).most < count) return index;
  return e.ext(GLSLstd450UMin, kU32, index, e.u32(count - 1));
}

// emitIndices(primitive, vertex, vertex, vertex); lines leave the last one undefined.
Result<void> lower_emit_indices(FunctionEmitter& e, const Instruction& i) {
  const dxil::MeshState& mesh = *e.entry_point().mesh;
  const DeviceOptions& device = e.context().plan.options.device;
  if (const auto primitive = e.constant_operand(i, 0);
      primitive && *primitive >= declared_primitives(mesh, device)) {
    return e.bad_input(i, "the primitive's index is out of range");
  }
  const NumericType type = kU32.with_count(static_cast<uint8_t>(corners(mesh)));
  const Id variable = index_variable(e, mesh),
           primitive = mesh_index(e, i, 0, declared_primitives(mesh, device));
  Id vertices[3] = {};
  for (uint32_t n = 0; n < corners(mesh); ++n) {
    vertices[n] = mesh_index(e, i, 1 + n, std::max(mesh.max_vertices, 1u));
  }
  const Id all = e.op_list(Op::OpCompositeConstruct, e.type(type), std::span(vertices).first(corners(mesh)));
  const Id pointer_type = e.module().type_pointer(spv::StorageClass::Output, e.type(type));
  const Id pointer = e.op(Op::OpAccessChain, pointer_type, variable, primitive);
  e.op_void(Op::OpStore, pointer, all);
  store_view_of_primitive(e, e.code(), primitive);
  return {};
}

constexpr uint32_t kMeshValue = 3, kMeshVertex = 4;

/// Returns true if the store of a column is one of `count` consecutive stores to the columns 0, 1, ... of one
/// row of one vertex.
bool stores_row(FunctionEmitter& e, const Instruction& store, uint32_t column, uint32_t count) {
  const Vector<Instruction>& all = e.function().instructions;
  const auto index = static_cast<size_t>(&store - all.data());
  if (index < column || index - column + count > all.size()) return false;
  const Instruction* first = &store - column;
  for (uint32_t n = 0; n < count; ++n) {
    const Instruction& i = first[n];
    if (!i.is(first->op()) || i.operand_count <= kMeshVertex) return false;
    if (e.constant_operand(i, 2) != n || e.operand_is_undef(i, kMeshValue)) return false;
    if (e.operand_type(i, kMeshValue) != e.operand_type(*first, kMeshValue)) return false;
    for (const uint32_t operand : {0u, 1u, kMeshVertex}) {
      if (e.operand_value(i, operand) != e.operand_value(*first, operand)) return false;
    }
  }
  return true;
}

// Operands: element, row, column, value, vertex or primitive. Components that are stored consecutively are
// stored as one vector: this is less code, and some drivers lose single components of mesh outputs.
template <SignatureSide kSide>
Result<void> lower_store_mesh_output(FunctionEmitter& e, const Instruction& i) {
  Result<ElementPlace> place = element_place(e, i, kSide);
  if (!place) return place.error();
  TRELLIS_RETURN_IF_ERROR(set_vertex(e, i, kMeshVertex, *place));
  const bool is_bounded = e.context().plan.options.device.works_around(kBoundedMeshes);
  if (is_bounded && !e.operand_is_undef(i, kMeshVertex)) {
    place->vertex = mesh_index(e, i, kMeshVertex, place->element->vertices);
  }
  // Every drawn vertex has a position, so the thread that writes it also writes the view.
  const bool is_position = kind_of(*place->element->element) == SemanticKind::kPosition;
  if (is_position && place->column == 0) store_view_of_vertex(e, e.code(), place->vertex);
  const uint32_t width = row_width(*place->element);
  const NumericType given = e.operand_type(i, kMeshValue);
  if (width < 2 || !converts(*place->element, given) || !stores_row(e, i, place->column, width)) {
    return store_element(e, i, *place, kMeshValue);
  }
  if (place->column != 0) return {};  // Stored together with column 0.
  Id values[4] = {};
  for (uint32_t n = 0; n < width; ++n) values[n] = e.operand((&i)[n], kMeshValue);
  store_row(e, *place, std::span<const Id>(values).first(width), given);
  return {};
}

constexpr LoweringEntry kPrimitivesLowerings[] = {
    {dxil::Op::kEmitStream, lower_emit_stream},
    {dxil::Op::kCutStream, lower_cut_stream},
    {dxil::Op::kEmitThenCutStream, lower_emit_then_cut_stream},
    {dxil::Op::kGSInstanceID, lower_invocation_id<ShaderKind::kGeometry>},
    {dxil::Op::kOutputControlPointID, lower_invocation_id<ShaderKind::kHull>},
    {dxil::Op::kPrimitiveID, lower_primitive_id},
    {dxil::Op::kSetMeshOutputCounts, lower_set_mesh_output_counts},
    {dxil::Op::kEmitIndices, lower_emit_indices},
    {dxil::Op::kStoreVertexOutput, lower_store_mesh_output<SignatureSide::kOutput>},
    {dxil::Op::kStorePrimitiveOutput, lower_store_mesh_output<SignatureSide::kThird>},
};

}  // namespace

std::span<const LoweringEntry> primitive_lowerings() { return kPrimitivesLowerings; }

}  // namespace trellis::spirv
