#include "dxil_frontend/program/shader.hpp"

#include <iterator>

namespace trellis::dxil {

namespace {

template <size_t N>
const char* name_at(const char* const (&names)[N], size_t index) {
  return index < N ? names[index] : "invalid";
}

}  // namespace

const char* short_name(ShaderKind kind) {
  static constexpr const char* kNames[] = {
      "ps",           "vs",     "gs",         "hs",   "ds",       "cs", "lib", "raygeneration",
      "intersection", "anyhit", "closesthit", "miss", "callable", "ms", "as",  "node"};
  return name_at(kNames, static_cast<size_t>(kind));
}

const char* name_of(ShaderKind kind) {
  static constexpr const char* kNames[] = {
      "pixel",        "vertex", "geometry",   "hull", "domain",   "compute", "library",       "raygeneration",
      "intersection", "anyhit", "closesthit", "miss", "callable", "mesh",    "amplification", "node"};
  return name_at(kNames, static_cast<size_t>(kind));
}

const char* name_of(ResourceClass resource_class) {
  static constexpr const char* kNames[] = {"SRV", "UAV", "CBV", "sampler"};
  return name_at(kNames, static_cast<size_t>(resource_class));
}

const char* name_of(ResourceKind kind) {
  static constexpr const char* kNames[] = {"invalid",
                                           "Texture1D",
                                           "Texture2D",
                                           "Texture2DMS",
                                           "Texture3D",
                                           "TextureCube",
                                           "Texture1DArray",
                                           "Texture2DArray",
                                           "Texture2DMSArray",
                                           "TextureCubeArray",
                                           "TypedBuffer",
                                           "RawBuffer",
                                           "StructuredBuffer",
                                           "CBuffer",
                                           "Sampler",
                                           "TBuffer",
                                           "RaytracingAccelerationStructure",
                                           "FeedbackTexture2D",
                                           "FeedbackTexture2DArray"};
  return name_at(kNames, static_cast<size_t>(kind));
}

const char* name_of(ComponentType type) {
  static constexpr const char* kNames[] = {
      "invalid",  "i1",           "i16",          "u16",      "i32",      "u32",       "i64",      "u64",
      "f16",      "f32",          "f64",          "snormf16", "unormf16", "snormf32",  "unormf32", "snormf64",
      "unormf64", "packed_s8x32", "packed_u8x32", "i8",       "u8",       "f8_e4m3fn", "f8_e5m2",  "bf16"};
  return name_at(kNames, static_cast<size_t>(type));
}

const char* system_value_name(uint8_t semantic_kind) {
  static constexpr const char* kNames[] = {"",
                                           "SV_VertexID",
                                           "SV_InstanceID",
                                           "SV_Position",
                                           "SV_RenderTargetArrayIndex",
                                           "SV_ViewportArrayIndex",
                                           "SV_ClipDistance",
                                           "SV_CullDistance",
                                           "SV_OutputControlPointID",
                                           "SV_DomainLocation",
                                           "SV_PrimitiveID",
                                           "SV_GSInstanceID",
                                           "SV_SampleIndex",
                                           "SV_IsFrontFace",
                                           "SV_Coverage",
                                           "SV_InnerCoverage",
                                           "SV_Target",
                                           "SV_Depth",
                                           "SV_DepthLessEqual",
                                           "SV_DepthGreaterEqual",
                                           "SV_StencilRef",
                                           "SV_DispatchThreadID",
                                           "SV_GroupID",
                                           "SV_GroupIndex",
                                           "SV_GroupThreadID",
                                           "SV_TessFactor",
                                           "SV_InsideTessFactor",
                                           "SV_ViewID",
                                           "SV_Barycentrics",
                                           "SV_ShadingRate",
                                           "SV_CullPrimitive",
                                           "SV_StartVertexLocation",
                                           "SV_StartInstanceLocation"};
  return semantic_kind < std::size(kNames) ? kNames[semantic_kind] : "";
}

std::string_view unmangled(std::string_view name) {
  constexpr std::string_view kStart = "\x01?", kEnd = "@";
  if (!name.starts_with(kStart)) return name;
  const size_t end = name.find(kEnd);
  if (end == std::string_view::npos || end == kStart.size()) return name;
  return name.substr(kStart.size(), end - kStart.size());
}

namespace {

/// Returns a mangled name without the leading byte that tells LLVM not to mangle it further.
std::string_view without_mark(std::string_view name) { return name.substr(name.starts_with('\x01') ? 1 : 0); }

}  // namespace

const EntryPoint* Shader::find_entry_point(std::string_view wanted) const {
  for (const EntryPoint& entry_point : entry_points) {
    if (entry_point.name == wanted || without_mark(entry_point.name) == wanted) return &entry_point;
  }
  const EntryPoint* found = nullptr;
  for (const EntryPoint& entry_point : entry_points) {
    if (entry_point.source_name != wanted) continue;
    if (found != nullptr) return nullptr;
    found = &entry_point;
  }
  return found;
}

std::string_view Shader::shortest_name(const EntryPoint& entry_point) const {
  const bool is_clear = find_entry_point(entry_point.source_name) == &entry_point;
  return is_clear ? std::string_view(entry_point.source_name) : without_mark(entry_point.name);
}

}  // namespace trellis::dxil
