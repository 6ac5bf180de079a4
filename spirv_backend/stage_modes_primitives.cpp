// Execution modes of the stages that make or divide primitives, and what they cannot be in Vulkan.

#include "spirv_backend/stage_modes.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

using dxil::EntryPoint;
using dxil::ShaderKind;
using spv::Capability;
using spv::ExecutionMode;

// DXIL's numbers of primitives, domains and partitionings.
enum InputPrimitive : uint32_t {
  kPoint = 1,
  kLine = 2,
  kTriangle = 3,
  kLineAdjacency = 6,
  kTriangleAdjacency = 7
};
enum OutputTopology : uint32_t { kPointList = 1, kLineStrip = 3, kTriangleStrip = 5 };
enum Domain : uint32_t { kIsoline = 1, kTri = 2, kQuad = 3 };
enum Partitioning : uint32_t { kInteger = 1, kPow2 = 2, kFractionalOdd = 3, kFractionalEven = 4 };
enum TessellatorOutput : uint32_t { kPoints = 1, kLines = 2, kClockwise = 3, kCounterClockwise = 4 };
enum MeshTopology : uint32_t { kMeshLines = 1, kMeshTriangles = 2 };

constexpr ExecutionMode kNoMode = ExecutionMode::Max;

ExecutionMode input_mode(uint32_t primitive) {
  switch (primitive) {
    case kPoint:
      return ExecutionMode::InputPoints;
    case kLine:
      return ExecutionMode::InputLines;
    case kTriangle:
      return ExecutionMode::Triangles;
    case kLineAdjacency:
      return ExecutionMode::InputLinesAdjacency;
    case kTriangleAdjacency:
      return ExecutionMode::InputTrianglesAdjacency;
    default:
      return kNoMode;
  }
}

ExecutionMode output_mode(uint32_t topology) {
  switch (topology) {
    case kPointList:
      return ExecutionMode::OutputPoints;
    case kLineStrip:
      return ExecutionMode::OutputLineStrip;
    case kTriangleStrip:
      return ExecutionMode::OutputTriangleStrip;
    default:
      return kNoMode;
  }
}

ExecutionMode domain_mode(uint32_t domain) {
  switch (domain) {
    case kIsoline:
      return ExecutionMode::Isolines;
    case kTri:
      return ExecutionMode::Triangles;
    case kQuad:
      return ExecutionMode::Quads;
    default:
      return kNoMode;
  }
}

// Powers of two are up to the shader: D3D's tessellator takes such factors as integers.
ExecutionMode spacing_mode(uint32_t partitioning) {
  switch (partitioning) {
    case kInteger:
    case kPow2:
      return ExecutionMode::SpacingEqual;
    case kFractionalOdd:
      return ExecutionMode::SpacingFractionalOdd;
    case kFractionalEven:
      return ExecutionMode::SpacingFractionalEven;
    default:
      return kNoMode;
  }
}

void declare_geometry(ModuleBuilder& builder, const dxil::GeometryState& state) {
  builder.capability(Capability::Geometry);
  builder.execution_mode(input_mode(state.input_primitive));
  builder.execution_mode(ExecutionMode::Invocations, state.instance_count);
  builder.execution_mode(output_mode(state.output_topology));
  builder.execution_mode(ExecutionMode::OutputVertices, state.max_vertices);
}

// Of a pipeline's two modules this one carries everything; the domain shader knows and repeats the domain.
void declare_hull(ModuleBuilder& builder, const dxil::HullState& state) {
  builder.capability(Capability::Tessellation);
  builder.execution_mode(ExecutionMode::OutputVertices, state.output_control_points);
  builder.execution_mode(domain_mode(state.domain));
  builder.execution_mode(spacing_mode(state.partitioning));
  if (state.output_primitive == kPoints) builder.execution_mode(ExecutionMode::PointMode);
  if (state.output_primitive == kClockwise) builder.execution_mode(ExecutionMode::VertexOrderCw);
  if (state.output_primitive == kCounterClockwise) builder.execution_mode(ExecutionMode::VertexOrderCcw);
}

void declare_domain(ModuleBuilder& builder, const dxil::DomainState& state) {
  builder.capability(Capability::Tessellation);
  builder.execution_mode(domain_mode(state.domain));
}

void declare_mesh(ModuleBuilder& builder, const dxil::MeshState& state) {
  builder.execution_mode(ExecutionMode::OutputVertices, state.max_vertices);
  builder.execution_mode(ExecutionMode::OutputPrimitivesEXT, state.max_primitives);
  builder.execution_mode(state.topology == kMeshLines ? ExecutionMode::OutputLinesEXT
                                                      : ExecutionMode::OutputTrianglesEXT);
}

Result<void> check_geometry(const String& where, const dxil::GeometryState& state) {
  constexpr uint32_t kFirstPatch = 8;
  if (input_mode(state.input_primitive) == kNoMode) {
    if (state.input_primitive >= kFirstPatch) {
      return unsupported(where + "patches as the input of a geometry shader have no counterpart in Vulkan");
    }
    return bad_input(where + "input primitive " + decimal(state.input_primitive) + " is unknown");
  }
  if (output_mode(state.output_topology) == kNoMode) {
    return unsupported(where + "output topology " + decimal(state.output_topology) +
                       " of a geometry shader is not supported");
  }
  if (state.max_vertices == 0) return bad_input(where + "the geometry shader may emit no vertex");
  if (state.stream_mask == 0) return bad_input(where + "the geometry shader has no stream");
  if (state.instance_count == 0) return bad_input(where + "the geometry shader has no instance");
  if (state.stream_mask != 1 && state.output_topology != kPointList) {
    return bad_input(where + "a geometry shader with several streams must emit points");
  }
  return {};
}

Result<void> check_hull(const String& where, const dxil::HullState& state) {
  if (domain_mode(state.domain) == kNoMode || spacing_mode(state.partitioning) == kNoMode ||
      state.output_primitive == 0) {
    return bad_input(where + "domain, partitioning or output primitive of the hull shader is unknown");
  }
  if (state.output_control_points == 0 || state.input_control_points == 0) {
    return bad_input(where + "the hull shader has no control points");
  }
  if (state.patch_constant_function_index == dxil::kNone) {
    return bad_input(where + "the hull shader has no patch constant function");
  }
  return {};
}

Result<void> check_domain(const String& where, const dxil::DomainState& state) {
  if (domain_mode(state.domain) == kNoMode) return bad_input(where + "the domain is unknown");
  if (state.input_control_points == 0) return bad_input(where + "the domain shader has no control points");
  return {};
}

Result<void> check_mesh(const String& where, const dxil::MeshState& state) {
  if (state.topology != kMeshLines && state.topology != kMeshTriangles) {
    return bad_input(where + "the mesh shader's topology is unknown");
  }
  if (state.max_vertices == 0 || state.max_primitives == 0) {
    return unsupported(where + "a mesh shader without vertices or primitives is not supported");
  }
  return {};
}

}  // namespace

Result<void> check_stage_state(const EntryPoint& entry, Target target) {
  const String where = "entry point " + entry.name + ": ";
  const bool is_mesh = entry.kind == ShaderKind::kMesh || entry.kind == ShaderKind::kAmplification;
  if (is_mesh && target == Target::kVulkan11) {
    return unsupported(where + "mesh and amplification shaders need Vulkan 1.2 (SPIR-V 1.4)");
  }
  if (is_mesh && !entry.thread_group_size) return bad_input(where + "there is no thread group size");
  if (entry.kind == ShaderKind::kGeometry && entry.geometry) return check_geometry(where, *entry.geometry);
  if (entry.kind == ShaderKind::kHull && entry.hull) return check_hull(where, *entry.hull);
  if (entry.kind == ShaderKind::kDomain && entry.domain) return check_domain(where, *entry.domain);
  if (entry.kind == ShaderKind::kMesh && entry.mesh) return check_mesh(where, *entry.mesh);
  return {};
}

void declare_primitive_modes(ModuleContext& context) {
  const EntryPoint& entry = *context.plan.entry_point;
  ModuleBuilder& builder = context.builder;
  if (entry.kind == ShaderKind::kGeometry) declare_geometry(builder, *entry.geometry);
  if (entry.kind == ShaderKind::kHull) declare_hull(builder, *entry.hull);
  if (entry.kind == ShaderKind::kDomain) declare_domain(builder, *entry.domain);
  if (entry.kind == ShaderKind::kMesh) declare_mesh(builder, *entry.mesh);
  if (entry.kind == ShaderKind::kMesh || entry.kind == ShaderKind::kAmplification) {
    declare_feature(builder, Feature::kMesh);
  }
}

}  // namespace trellis::spirv
