#include "spirv_backend/plan/stage/stage_rules.hpp"

#include "spirv_backend/plan/stage/capture_plan.hpp"
#include "spirv_backend/plan/stage/stage_builtins.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

using dxil::EntryPoint;
using dxil::ShaderKind;
using spv::ExecutionMode;
using spv::ExecutionModel;

struct ModelRow {
  ShaderKind stage;
  ExecutionModel model;
};

constexpr ModelRow kModels[] = {
    {ShaderKind::kCompute, ExecutionModel::GLCompute},
    {ShaderKind::kVertex, ExecutionModel::Vertex},
    {ShaderKind::kPixel, ExecutionModel::Fragment},
    {ShaderKind::kGeometry, ExecutionModel::Geometry},
    {ShaderKind::kHull, ExecutionModel::TessellationControl},
    {ShaderKind::kDomain, ExecutionModel::TessellationEvaluation},
    {ShaderKind::kMesh, ExecutionModel::MeshEXT},
    {ShaderKind::kAmplification, ExecutionModel::TaskEXT},
    {ShaderKind::kRayGeneration, ExecutionModel::RayGenerationKHR},
    {ShaderKind::kIntersection, ExecutionModel::IntersectionKHR},
    {ShaderKind::kAnyHit, ExecutionModel::AnyHitKHR},
    {ShaderKind::kClosestHit, ExecutionModel::ClosestHitKHR},
    {ShaderKind::kMiss, ExecutionModel::MissKHR},
    {ShaderKind::kCallable, ExecutionModel::CallableKHR},
};

// DXIL's numbers of primitives, topologies, domains and partitionings.
enum InputPrimitive : uint32_t {
  kNoPrimitive = 0,
  kPoint = 1,
  kLine = 2,
  kTriangle = 3,
  kLineAdjacency = 6,
  kTriangleAdjacency = 7
};
enum OutputTopology : uint32_t { kPointList = 1, kLineStrip = 3, kTriangleStrip = 5 };
enum Domain : uint32_t { kIsoline = 1, kTri = 2, kQuad = 3 };
enum Partitioning : uint32_t { kInteger = 1, kPow2 = 2, kFractionalOdd = 3, kFractionalEven = 4 };

bool runs_per_sample(const ModulePlan& plan) {
  constexpr uint8_t kLinearSample = 6, kNoPerspectiveSample = 7;
  if (plan.stage.reads_sample_index || plan.options.stage.sample_rate_shading) return true;
  const Vector<dxil::SignatureElement>& inputs = plan.entry_point->inputs;
  for (size_t n = 0; n < inputs.size(); ++n) {
    const uint8_t mode = inputs[n].interpolation;
    const bool is_sample = mode == kLinearSample || mode == kNoPerspectiveSample ||
                           kind_of(inputs[n]) == SemanticKind::kSampleIndex;
    if (is_sample && plan.stage.of(SignatureSide::kInput)[n].is_used()) return true;
  }
  return false;
}

Result<void> check_geometry(const String& where, const dxil::GeometryState& state) {
  constexpr uint32_t kFirstPatch = 8;
  if (input_mode(state.input_primitive) == kNoMode) {
    if (state.input_primitive >= kFirstPatch) {
      return unsupported(where + "patches as the input of a geometry shader have no equivalent in Vulkan");
    }
    return bad_input(where + "input primitive " + decimal(state.input_primitive) + " is unknown");
  }
  if (output_mode(state.output_topology) == kNoMode) {
    return unsupported(where + "output topology " + decimal(state.output_topology) +
                       " of a geometry shader is not supported");
  }
  if (state.stream_mask == 0) return bad_input(where + "the geometry shader has no stream");
  if (state.instance_count == 0) return bad_input(where + "the geometry shader has no instance");
  if (state.stream_mask != 1 && output_mode(state.output_topology) != ExecutionMode::OutputPoints) {
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
  return {};
}

Result<void> check_mesh(const String& where, const dxil::MeshState& state) {
  if (state.topology != kMeshLines && state.topology != kMeshTriangles && state.topology != kNoTopology) {
    return bad_input(where + "the mesh shader's topology is unknown");
  }
  return {};
}

}  // namespace

std::optional<ExecutionModel> execution_model(ShaderKind stage) {
  for (const ModelRow& row : kModels) {
    if (row.stage == stage) return row.model;
  }
  return std::nullopt;
}

ExecutionMode input_mode(uint32_t primitive) {
  switch (primitive) {
    case kNoPrimitive:  // Any mode will do if there are no inputs.
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
    case kNoTopology:
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

// Rounding factors to powers of two is up to the shader: D3D's tessellator treats them like integer factors.
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

// Ordering only makes writes visible to later invocations if the memory is coherent.
void plan_interlock(ModulePlan& plan) {
  if (plan.entry_point->kind != ShaderKind::kPixel) return;
  for (size_t r = 0; r < plan.resources.size(); ++r) {
    if (!plan.resources[r].is_used || !plan.resource_info(r).rasterizer_ordered) continue;
    plan.resources[r].is_coherent = true;
    plan.stage.interlock = runs_per_sample(plan) ? Interlock::kSample : Interlock::kPixel;
  }
}

// Vulkan's barriers order only accesses to coherent memory; D3D's also order a thread group's accesses to any
// UAV. Most drivers do the same. For those that do not, all UAVs become coherent.
void plan_coherence(ModulePlan& plan) {
  if (!plan.options.device.works_around(kCoherentUavs) || !plan.entry_point->thread_group_size) return;
  for (size_t r = 0; r < plan.resources.size(); ++r) {
    if (plan.resource_info(r).resource_class == dxil::ResourceClass::kUav)
      plan.resources[r].is_coherent = true;
  }
}

Result<void> check_stage_state(const EntryPoint& entry, Target target) {
  const String where = "entry point " + entry.name + ": ";
  const bool is_mesh = entry.kind == ShaderKind::kMesh || entry.kind == ShaderKind::kAmplification;
  if (is_mesh && target == Target::kVulkan1_1) {
    return unsupported(where +
                       "mesh and amplification shaders need SPIR-V 1.4 (--target spv1.4, or Vulkan 1.2)");
  }
  if (is_mesh && !entry.thread_group_size) return bad_input(where + "the thread group size is missing");
  if (entry.kind == ShaderKind::kGeometry && entry.geometry) return check_geometry(where, *entry.geometry);
  if (entry.kind == ShaderKind::kHull && entry.hull) return check_hull(where, *entry.hull);
  if (entry.kind == ShaderKind::kDomain && entry.domain) return check_domain(where, *entry.domain);
  if (entry.kind == ShaderKind::kMesh && entry.mesh) return check_mesh(where, *entry.mesh);
  return {};
}

bool has_wrapper(const ModulePlan& plan) {
  const ShaderKind stage = plan.entry_point->kind;
  if (stage == ShaderKind::kHull) return true;
  if (stage == ShaderKind::kAmplification) return !plan.dispatch_ends_entry;
  // Geometry shaders copy captured outputs where they emit a vertex.
  return stage != ShaderKind::kGeometry && copies_captures(plan, 0);
}

}  // namespace trellis::spirv
