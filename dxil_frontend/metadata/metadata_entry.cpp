// A node of dx.entryPoints: function, name, signatures, and properties by tag.
#include "dxil_frontend/metadata/metadata_parts.hpp"
#include "support/containers.hpp"

namespace trellis::dxil {

namespace {

enum PropertyTag : uint32_t {
  kShaderFlags = 0,
  kGeometryState = 1,
  kDomainState = 2,
  kHullState = 3,
  kThreadGroupSize = 4,
  kPayloadSize = 6,
  kAttributeSize = 7,
  kKind = 8,
  kMeshState = 9,
  kAmplificationState = 10,
  kWaveSize = 11,
  kWaveSizeRange = 23,
  kGroupSharedLimit = 24,             // Shader model 6.10.
  kLastKnownTag = kGroupSharedLimit,  // Tags not read below are not needed.
};

constexpr uint32_t kMaxThreads = 1024;

std::array<uint32_t, 3> read_group_size(const NodeView& node) {
  std::array<uint32_t, 3> size = {1, 1, 1};
  if (!node.require_operands(3)) return size;
  uint64_t threads = 1;
  for (uint32_t i = 0; i < 3; ++i) {
    size[i] = node.u32(i, "threads", kMaxThreads);
    if (size[i] == 0) node.fail_operand(i, "threads", "is 0");
    threads *= size[i];
  }
  if (threads > kMaxThreads) {
    node.fail("a thread group has " + decimal(threads) + " threads, more than " + decimal(kMaxThreads));
  }
  return size;
}

GeometryState read_geometry(const NodeView& node) {
  GeometryState state;
  if (!node.require_operands(5)) return state;
  state.input_primitive = node.u32(0, "input primitive", 39);
  state.max_vertices = node.u32(1, "maximum vertex count", 1024);
  state.stream_mask = node.u32(2, "active streams", 15);
  state.output_topology = node.u32(3, "output topology", 5);
  state.instance_count = node.u32(4, "instance count", 32);
  return state;
}

DomainState read_domain(const NodeView& node) {
  DomainState state;
  if (!node.require_operands(2)) return state;
  state.domain = node.u32(0, "domain", 3);
  state.input_control_points = node.u32(1, "input control points", 32);
  return state;
}

bool has_body(const Module& module, uint32_t function) {
  return function != kNone && !module.functions[function].blocks.empty();
}

HullState read_hull(const NodeView& node, const Module& module) {
  HullState state;
  if (!node.require_operands(7)) return state;
  if (const MetadataValue function = node.function(0, "patch constant function"); function.is_function) {
    state.patch_constant_function_index = function.function;
    if (has_body(module, function.function)) {
      state.patch_constant_function = module.functions[function.function].name;
    } else {
      node.fail_operand(0, "patch constant function", "has no body");
    }
  }
  state.input_control_points = node.u32(1, "input control points", 32);
  state.output_control_points = node.u32(2, "output control points", 32);
  state.domain = node.u32(3, "domain", 3);
  state.partitioning = node.u32(4, "partitioning", 4);
  state.output_primitive = node.u32(5, "output primitive", 4);
  state.max_tess_factor = node.number(6, "maximum tessellation factor");
  return state;
}

void read_mesh(const NodeView& node, EntryPoint& entry) {
  if (!node.require_operands(5)) return;
  const NodeView size = node.required_node(0, "thread group size");
  entry.thread_group_size = read_group_size(size);
  MeshState& state = entry.mesh.emplace();
  state.max_vertices = node.u32(1, "maximum vertices", 256);
  state.max_primitives = node.u32(2, "maximum primitives", 256);
  state.topology = node.u32(3, "output topology", 2);
  state.payload_bytes = node.u32(4, "payload bytes", 16384);
}

void read_amplification(const NodeView& node, EntryPoint& entry) {
  if (!node.require_operands(2)) return;
  const NodeView size = node.required_node(0, "thread group size");
  entry.thread_group_size = read_group_size(size);
  entry.amplification_payload_bytes = node.u32(1, "payload bytes", 16384);
}

uint32_t wave_lanes(const NodeView& node, uint32_t operand, const char* what) {
  const uint32_t lanes = node.u32(operand, what, 128);
  if (lanes != 0 && (lanes < 4 || (lanes & (lanes - 1)) != 0)) {
    node.fail_operand(operand, what, "is not a power of two from 4 to 128");
  }
  return lanes;
}

void read_wave_size(const NodeView& node, bool is_range, EntryPoint& entry) {
  if (!node.require_operands(is_range ? 3 : 1)) return;
  WaveSize size;
  size.minimum = wave_lanes(node, 0, "minimum wave size");
  if (is_range) {
    size.maximum = wave_lanes(node, 1, "maximum wave size");
    size.preferred = wave_lanes(node, 2, "preferred wave size");
    if (size.maximum != 0 && size.maximum < size.minimum)
      node.fail("the maximum wave size is below the minimum");
  }
  if (size.minimum != 0) entry.wave_size = size;
}

void read_property(const NodeView& tags, uint32_t tag, uint32_t operand, const Module& module,
                   EntryPoint& entry) {
  const auto node = [&](const char* what) { return tags.required_node(operand, what); };
  switch (tag) {
    case kShaderFlags:
      entry.flags = tags.integer(operand, "shader flags");
      break;
    case kGeometryState:
      entry.geometry = read_geometry(node("geometry state"));
      break;
    case kDomainState:
      entry.domain = read_domain(node("domain state"));
      break;
    case kHullState:
      entry.hull = read_hull(node("hull state"), module);
      break;
    case kThreadGroupSize:
      entry.thread_group_size = read_group_size(node("thread group size"));
      break;
    case kPayloadSize:
      entry.payload_bytes = tags.u32(operand, "payload bytes");
      break;
    case kAttributeSize:
      entry.attribute_bytes = tags.u32(operand, "attribute bytes");
      break;
    case kKind:
      entry.kind = static_cast<ShaderKind>(tags.u32(operand, "shader kind", 15));
      break;
    case kMeshState:
      read_mesh(node("mesh state"), entry);
      break;
    case kAmplificationState:
      read_amplification(node("amplification state"), entry);
      break;
    case kWaveSize:
      read_wave_size(node("wave size"), false, entry);
      break;
    case kWaveSizeRange:
      read_wave_size(node("wave size range"), true, entry);
      break;
    case kGroupSharedLimit:
      entry.groupshared_limit = tags.u32(operand, "groupshared limit");
      break;
    default:
      if (tag > kLastKnownTag) entry.unknown_properties.push_back(tag);
      break;
  }
}

// Rejects an entry point that lacks properties which its stage needs for translation.
void require_properties(const NodeView& node, const EntryPoint& entry) {
  const auto need = [&](bool there, const char* what) {
    if (!there) node.fail(String("an entry point of kind '") + name_of(entry.kind) + "' has no " + what);
  };
  switch (entry.kind) {
    case ShaderKind::kCompute:
      need(entry.thread_group_size.has_value(), "thread group size");
      break;
    case ShaderKind::kGeometry:
      need(entry.geometry.has_value(), "geometry state");
      break;
    case ShaderKind::kHull:
      need(entry.hull.has_value(), "hull state");
      break;
    case ShaderKind::kDomain:
      need(entry.domain.has_value(), "domain state");
      break;
    case ShaderKind::kMesh:
      need(entry.mesh.has_value(), "mesh state");
      break;
    case ShaderKind::kAmplification:
      need(entry.amplification_payload_bytes.has_value(), "amplification state");
      break;
    case ShaderKind::kLibrary:
    case ShaderKind::kInvalid:
      node.fail("an entry point of a library has no shader kind");
      break;
    default:
      break;
  }
}

}  // namespace

void read_entry_point(const NodeView& node, ShaderKind module_kind, const Module& module, EntryPoint& entry) {
  if (!node.require_operands(5)) return;
  entry.kind = module_kind == ShaderKind::kLibrary ? ShaderKind::kInvalid : module_kind;
  entry.name = node.string(1, "name");
  entry.source_name = unmangled(entry.name);
  const MetadataValue function = node.function(0, "function");
  const NodeView signatures = node.optional_node(2, "signatures");
  read_signatures(signatures, entry);
  const NodeView tags = node.optional_node(4, "properties");
  tags.for_each_tag(
      [&](uint32_t tag, uint32_t operand) { read_property(tags, tag, operand, module, entry); });
  if (!node.ok()) return;
  require_properties(node, entry);
  if (function.is_function) {
    entry.function = function.function;
    if (!has_body(module, entry.function)) node.fail_operand(0, "function", "has no body");
  } else if (entry.kind != ShaderKind::kHull) {
    node.fail_operand(0, "function", "is missing");
  }
}

}  // namespace trellis::dxil
