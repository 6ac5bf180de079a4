#include "spirv_backend/emitter/interface/stage_interface.hpp"

#include <algorithm>

#include "spirv_backend/plan/stage/stage_rules.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

using dxil::ComponentType;
using dxil::ShaderKind;
using dxil::SignatureElement;
using spv::Decoration;
using spv::StorageClass;

enum Interpolation : uint8_t {
  kUndefined,
  kConstant,
  kLinear,
  kLinearCentroid,
  kNoPerspective,
  kNoPerspectiveCentroid,
  kLinearSample,
  kNoPerspectiveSample,
};

uint32_t vertices_of_primitive(uint32_t input_primitive) {
  constexpr uint32_t kFirstPatch = 8, kLastPatch = 39;
  switch (input_primitive) {
    case 1:
      return 1;
    case 2:
      return 2;
    case 3:
      return 3;
    case 6:
      return 4;
    case 7:
      return 6;
    default:
      break;
  }
  if (input_primitive >= kFirstPatch && input_primitive <= kLastPatch)
    return input_primitive - kFirstPatch + 1;
  return 1;
}

bool is_signed_type(ComponentType type) {
  return type == ComponentType::kI16 || type == ComponentType::kI32 || type == ComponentType::kI8;
}

}  // namespace

Diagnostic StageInterface::fail(ErrorCode code, const SignatureElement& element, String message) const {
  return element_error(*plan_.entry_point, code, element, std::move(message));
}

uint32_t StageInterface::vertices_of(SignatureSide side) const {
  const dxil::EntryPoint& entry = *plan_.entry_point;
  switch (entry.kind) {
    case ShaderKind::kGeometry:
      return side == SignatureSide::kInput && entry.geometry
                 ? vertices_of_primitive(entry.geometry->input_primitive)
                 : 0;
    case ShaderKind::kHull:
      if (!entry.hull || side == SignatureSide::kThird) return 0;
      return side == SignatureSide::kInput ? entry.hull->input_control_points
                                           : entry.hull->output_control_points;
    case ShaderKind::kDomain:
      return side == SignatureSide::kInput && entry.domain ? control_points_of(*entry.domain) : 0;
    case ShaderKind::kMesh:
      if (!entry.mesh || side == SignatureSide::kInput) return 0;
      return side == SignatureSide::kOutput ? declared_vertices(*entry.mesh, plan_.options.device)
                                            : declared_primitives(*entry.mesh, plan_.options.device);
    default:
      return 0;
  }
}

void StageInterface::choose_format(InterfaceElement& e) const {
  if (e.rule != nullptr) {
    e.scalar = e.rule->type.scalar();
    return;
  }
  choose_plain_format(e);
}

void StageInterface::choose_plain_format(InterfaceElement& e) const {
  const bool narrow = plan_.options.stage.storage_16bit_io && plan_.entry_point->native_16bit();
  const uint8_t small = narrow ? 16 : 32;
  e.is_signed = is_signed_type(e.element->component_type);
  switch (e.element->component_type) {
    case ComponentType::kF16:
    case ComponentType::kSNormF16:
    case ComponentType::kUNormF16:
      e.scalar = {BaseType::kFloat, small, 1};
      return;
    case ComponentType::kF32:
    case ComponentType::kSNormF32:
    case ComponentType::kUNormF32:
      e.scalar = kF32;
      return;
    case ComponentType::kI16:
    case ComponentType::kU16:
      e.scalar = {BaseType::kInt, small, 1};
      return;
    case ComponentType::kI1:
    case ComponentType::kI32:
    case ComponentType::kU32:
      e.scalar = kU32;
      return;
    default:
      e.scalar = {BaseType::kInt, 0, 1};
      return;
  }
}

void StageInterface::fill(SignatureSide side) {
  const Vector<SignatureElement>& signature = signature_of(*plan_.entry_point, side);
  Vector<InterfaceElement>& elements = elements_[static_cast<size_t>(side)];
  const uint32_t vertices = vertices_of(side);
  elements.resize(signature.size());
  for (size_t n = 0; n < signature.size(); ++n) {
    InterfaceElement& e = elements[n];
    e.element = &signature[n];
    e.rule = rule_of(plan_, side, signature[n]);
    e.vertices = vertices;
    e.is_output = is_output(plan_.entry_point->kind, side);
    if (plan_.stage.of(side)[n].at_vertices) e.vertices = 3;
    e.columns = signature[n].columns;
    choose_format(e);
  }
  place_arrays(side);
}

// Elements of one kind share an array, in the order of their registers, so that the next stage finds them
// whether it declares the same elements, fewer, or one array instead of several elements. If there are no
// registers, or the rows of an element are not evenly spaced, they are in the order of their semantic
// indices.
void StageInterface::place_arrays(SignatureSide side) {
  Vector<InterfaceElement>& elements = elements_[static_cast<size_t>(side)];
  const auto semantic_index = [](const InterfaceElement& e) {
    return e.element->semantic_indices.empty() ? 0 : e.element->semantic_indices[0];
  };
  bool is_placed = true;
  for (InterfaceElement& e : elements) is_placed = place_by_registers(side, e) && is_placed;
  if (is_placed) return;
  for (InterfaceElement& e : elements) {
    if (e.rule == nullptr || !e.rule->is_array) continue;
    e.first = 0;
    e.row_stride = e.element->columns;
    for (const InterfaceElement& other : elements) {
      if (other.rule != e.rule || other.element->stream != e.element->stream) continue;
      if (semantic_index(other) < semantic_index(e)) e.first += other.element->rows * other.element->columns;
    }
  }
}

bool StageInterface::place_by_registers(SignatureSide side, InterfaceElement& e) const {
  if (e.rule == nullptr || !e.rule->is_array) return true;
  const auto place = [](const SignatureElement& element, uint32_t row) {
    return std::pair(static_cast<uint32_t>(element.start_row) + row, element.start_column);
  };
  const auto before = [&](uint32_t row) {
    uint32_t components = 0;
    for (const InterfaceElement& other : elements_[static_cast<size_t>(side)]) {
      if (other.rule != e.rule || other.element->stream != e.element->stream) continue;
      for (uint32_t r = 0; r < other.element->rows; ++r) {
        if (place(*other.element, r) < place(*e.element, row)) components += other.element->columns;
      }
    }
    return components;
  };
  if (e.element->start_row < 0 || e.element->start_column < 0) return false;
  e.first = before(0);
  e.row_stride = e.element->rows > 1 ? before(1) - e.first : e.element->columns;
  for (uint32_t row = 2; row < e.element->rows; ++row) {
    if (before(row) != e.first + row * e.row_stride) return false;
  }
  return true;
}

uint32_t StageInterface::array_length(SignatureSide side, const SystemValueRule& rule) const {
  if (rule.array_size != 0) return rule.array_size;
  uint32_t length = 0;
  for (const InterfaceElement& e : elements_[static_cast<size_t>(side)]) {
    if (e.rule == &rule) length = std::max(length, e.end());
  }
  return length;
}

Result<void> StageInterface::declare() {
  for (SignatureSide side : kSignatureSides) {
    fill(side);
    for (uint32_t n = 0; n < elements_[static_cast<size_t>(side)].size(); ++n) {
      TRELLIS_RETURN_IF_ERROR(declare_element(side, n));
    }
  }
  if (plan_.entry_point->kind == ShaderKind::kPixel) {
    declare_coverage_alpha();
    declare_sample_rate();
  }
  return {};
}

Result<void> StageInterface::declare_element(SignatureSide side, uint32_t index) {
  const InterfaceElement& e = elements_[static_cast<size_t>(side)][index];
  if (e.rule == nullptr) {
    if (has_location(plan_, side, index)) return declare_location(side, index);
    return {};
  }
  if (plan_.stage.of(side)[index].passed_at) declare_passed(index);
  if (plan_.stage.of(side)[index].is_used()) return declare_builtin(side, index);
  return {};
}

// Declared even if the program never writes it, like all plain outputs.
void StageInterface::declare_passed(uint32_t index) {
  InterfaceElement& e = elements_[static_cast<size_t>(SignatureSide::kOutput)][index];
  const ElementLocation& at = *plan_.stage.of(SignatureSide::kOutput)[index].passed_at;
  InterfaceElement passed = e;
  passed.rule = nullptr;
  choose_plain_format(passed);
  if (passed.scalar.bits == 0 || passed.element->rows != 1) return;  // The built-in itself is refused later.
  Id type = component_type(passed);
  if (passed.columns > 1) type = builder_.type_vector(type, passed.columns);
  passed.vertex_type = type;
  passed.variable = builder_.variable(StorageClass::Output, type);
  builder_.decorate(passed.variable, Decoration::Location, at.location);
  if (at.component != 0) builder_.decorate(passed.variable, Decoration::Component, at.component);
  if (passed.scalar.bits == 16) declare_feature(builder_, Feature::kStorage16BitIo);
  if (plan_.options.debug_names) builder_.name(passed.variable, "passed." + describe_element(*e.element));
  e.passed = static_cast<uint32_t>(passed_.size());
  passed_.push_back(passed);
}

Result<void> StageInterface::declare_builtin(SignatureSide side, uint32_t index) {
  Vector<InterfaceElement>& elements = elements_[static_cast<size_t>(side)];
  InterfaceElement& e = elements[index];
  const SystemValueRule& rule = *e.rule;
  const SignatureElement& element = *e.element;
  if (plan_.stage.of(side)[index].at_vertices) {
    return fail(ErrorCode::kUnsupported, element, "reading a system value at a vertex is not supported");
  }
  for (const InterfaceElement& other : elements) {
    if (other.variable == 0 || other.rule == nullptr || other.rule->builtin != rule.builtin) continue;
    if (rule.is_array && other.element->stream == element.stream) {
      e.variable = other.variable;
      e.vertex_type = other.vertex_type;
      return {};
    }
    return fail(ErrorCode::kUnsupported, element, "two elements for the same built-in are not supported");
  }
  Id type = builder_.type(rule.type);
  if (rule.is_array) {
    const uint32_t length = array_length(side, rule);
    if (e.end() > length) {
      return fail(ErrorCode::kBadInput, element, "has more components than the built-in");
    }
    type = builder_.type_array(type, length);
  } else if (element.rows != 1 || element.columns > rule.type.count) {
    return fail(ErrorCode::kBadInput, element, "has more components than the built-in");
  }
  e.vertex_type = type;
  if (e.vertices != 0) type = builder_.type_array(type, e.vertices);
  if (!e.is_output && !rule.is_array && e.vertices == 0) {
    // Operations may read the same built-in, so share its variable.
    e.variable = builder_.builtin_input(rule.builtin, rule.type);
  } else {
    e.variable = builder_.variable(e.is_output ? StorageClass::Output : StorageClass::Input, type);
    builder_.decorate(e.variable, Decoration::BuiltIn, rule.builtin);
  }
  declare_feature(builder_, rule.feature);
  decorate_side(side, e);
  if (rule.adjustment == Adjustment::kPosition && plan_.options.stage.invariant_position) {
    builder_.decorate(e.variable, Decoration::Invariant);
  }
  if (plan_.entry_point->kind == ShaderKind::kPixel && side == SignatureSide::kInput) {
    if (rule.kind == SemanticKind::kPosition || rule.kind == SemanticKind::kBarycentrics) {
      decorate_fragment_input(e, plan_.stage.of(side)[index]);
    }
  }
  name(side, e);
  return {};
}

Result<void> StageInterface::declare_location(SignatureSide side, uint32_t index) {
  InterfaceElement& e = elements_[static_cast<size_t>(side)][index];
  const SignatureElement& element = *e.element;
  const ElementPlan& use = plan_.stage.of(side)[index];
  if (use.at_vertices && use.is_read && is_interpolated(e)) {
    return fail(ErrorCode::kUnsupported, element, "is read both interpolated and at vertices");
  }
  const dxil::EntryPoint& entry = *plan_.entry_point;
  if (e.scalar.bits == 0) {
    return fail(ErrorCode::kUnsupported, element,
                String("components of type ") + dxil::name_of(element.component_type));
  }
  if (is_target(side)) {
    TRELLIS_RETURN_IF_ERROR(choose_swizzle(e));
  }
  Id type = component_type(e);
  if (e.columns > 1) type = builder_.type_vector(type, e.columns);
  if (element.rows > 1) type = builder_.type_array(type, element.rows);
  e.vertex_type = type;
  if (e.vertices != 0) type = builder_.type_array(type, e.vertices);
  e.variable = builder_.variable(e.is_output ? StorageClass::Output : StorageClass::Input, type);
  builder_.decorate(e.variable, Decoration::Location, use.at.location);
  if (use.at.component != 0) builder_.decorate(e.variable, Decoration::Component, use.at.component);
  if (plan_.options.stage.dual_source_blending && is_target(side)) {
    builder_.decorate(e.variable, Decoration::Index, is_second_source(plan_, side, element) ? 1u : 0u);
  }
  if (e.scalar.bits == 16) declare_feature(builder_, Feature::kStorage16BitIo);
  decorate_side(side, e);
  if (entry.kind == ShaderKind::kPixel && side == SignatureSide::kInput) decorate_fragment_input(e, use);
  name(side, e);
  return {};
}

// The variable of a swizzled target ends at the last component that gets a value from the program.
Result<void> StageInterface::choose_swizzle(InterfaceElement& e) const {
  const StageOptions& options = plan_.options.stage;
  const SignatureElement& element = *e.element;
  constexpr uint32_t kAlpha = 3;
  for (uint32_t row = 0; row < element.rows; ++row) {
    uint32_t target = element.semantic_indices[row];
    if (target >= kRenderTargets) continue;
    if (options.dual_source_blending) target = 0;
    uint8_t swizzle = options.output_swizzles[target];
    if (target == 0 && options.alpha_to_coverage)
      swizzle = static_cast<uint8_t>(swizzle | kAlpha << 2 * kAlpha);
    if (row > 0 && swizzle != e.swizzle) {
      return fail(ErrorCode::kUnsupported, element,
                  "the render targets of an array must have the same swizzle");
    }
    e.swizzle = swizzle;
  }
  if (e.swizzle == kIdentitySwizzle) return {};
  e.columns = 1;
  for (uint32_t n = 0; n < 4; ++n) {
    if ((e.swizzle >> 2 * n & 3u) < element.columns) e.columns = n + 1;
  }
  if (plan_.stage
              .of(SignatureSide::kOutput)[static_cast<size_t>(&element - plan_.entry_point->outputs.data())]
              .at.component +
          e.columns >
      4) {
    return fail(ErrorCode::kUnsupported, element, "a swizzled target must begin at component 0");
  }
  return {};
}

// Vulkan takes alpha-to-coverage's alpha from the fourth component at location 0, which must exist.
void StageInterface::declare_coverage_alpha() {
  constexpr uint32_t kAlpha = 3;
  const StageOptions& options = plan_.options.stage;
  if (!options.alpha_to_coverage) return;
  NumericType type = kF32;
  for (const InterfaceElement& e : elements_[static_cast<size_t>(SignatureSide::kOutput)]) {
    if (e.rule != nullptr || e.variable == 0 || e.element->semantic_indices[0] != 0) continue;
    if (e.columns > kAlpha || !e.scalar.is_float()) return;
    type = e.scalar;
  }
  const uint64_t one = type.bits == 16 ? 0x3C00 : 0x3F800000;
  const Id initial = builder_.constant(type, one);
  const Id variable = builder_.variable(StorageClass::Output, builder_.type(type), initial);
  builder_.decorate(variable, Decoration::Location, 0u);
  builder_.decorate(variable, Decoration::Component, kAlpha);
  if (options.dual_source_blending) builder_.decorate(variable, Decoration::Index, 0u);
  if (plan_.options.debug_names) builder_.name(variable, "out.coverage_alpha");
}

// An input interpolated at samples forces one invocation per sample; if there is no such input, reading
// SampleId does.
void StageInterface::declare_sample_rate() {
  if (!plan_.options.stage.sample_rate_shading) return;
  declare_feature(builder_, Feature::kSampleRate);
  builder_.builtin_input(spv::BuiltIn::SampleId, kU32);
}

void StageInterface::decorate_side(SignatureSide side, const InterfaceElement& e) {
  const dxil::EntryPoint& entry = *plan_.entry_point;
  if (side == SignatureSide::kThird) {
    const bool is_mesh = entry.kind == ShaderKind::kMesh;
    builder_.decorate(e.variable, is_mesh ? Decoration::PerPrimitiveEXT : Decoration::Patch);
  } else if (entry.geometry && entry.geometry->stream_mask != 1 && e.is_output) {
    builder_.capability(spv::Capability::GeometryStreams);
    builder_.decorate(e.variable, Decoration::Stream, e.element->stream);
  }
}

void StageInterface::decorate_fragment_input(const InterfaceElement& e, const ElementPlan& use) {
  if (use.at.per_primitive) {
    declare_feature(builder_, Feature::kMesh);
    builder_.decorate(e.variable, Decoration::PerPrimitiveEXT);
    if (e.scalar.is_int()) builder_.decorate(e.variable, Decoration::Flat);
    return;
  }
  if (use.at_vertices) {
    declare_feature(builder_, Feature::kBarycentrics);
    builder_.decorate(e.variable, Decoration::PerVertexKHR);
    return;
  }
  const uint8_t mode = e.element->interpolation;
  if (e.rule == nullptr && !is_interpolated(e)) {
    builder_.decorate(e.variable, Decoration::Flat);
    return;
  }
  const bool no_perspective =
      mode == kNoPerspective || mode == kNoPerspectiveCentroid || mode == kNoPerspectiveSample;
  // Built-ins have separate names for perspective and no-perspective interpolation.
  if (no_perspective && e.rule == nullptr) builder_.decorate(e.variable, Decoration::NoPerspective);
  if (mode == kLinearCentroid || mode == kNoPerspectiveCentroid) {
    builder_.decorate(e.variable, Decoration::Centroid);
  } else if (mode == kLinearSample || mode == kNoPerspectiveSample ||
             (plan_.options.stage.sample_rate_shading && e.rule == nullptr)) {
    declare_feature(builder_, Feature::kSampleRate);
    builder_.decorate(e.variable, Decoration::Sample);
  }
}

void StageInterface::name(SignatureSide side, const InterfaceElement& e) {
  if (!plan_.options.debug_names) return;
  static constexpr const char* kPrefixes[] = {"in.", "out.", "patch."};
  const bool is_primitive = side == SignatureSide::kThird && plan_.entry_point->kind == ShaderKind::kMesh;
  const String prefix = is_primitive ? "primitive." : kPrefixes[static_cast<size_t>(side)];
  builder_.name(e.variable, prefix + describe_element(*e.element));
}

Id StageInterface::component_type(const InterfaceElement& e) const { return component_type_id(builder_, e); }

bool StageInterface::is_interpolated(const InterfaceElement& e) const {
  return e.scalar.is_float() && e.element->interpolation != kConstant;
}

Id StageInterface::sample_mask_input() {
  if (sample_mask_input_ == 0) {
    const Id word = builder_.type(kU32);
    sample_mask_input_ = builder_.variable(StorageClass::Input, builder_.type_array(word, 1));
    builder_.decorate(sample_mask_input_, Decoration::BuiltIn, spv::BuiltIn::SampleMask);
    builder_.decorate(sample_mask_input_, Decoration::Flat);
  }
  return sample_mask_input_;
}

const InterfaceElement& StageInterface::element(SignatureSide side, uint64_t id) const {
  const uint32_t index = find_element(signature_of(*plan_.entry_point, side), id);
  return elements_[static_cast<size_t>(side)][index];
}

}  // namespace trellis::spirv
