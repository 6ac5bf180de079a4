#include "spirv_backend/plan/stage/stage_locations.hpp"

#include <algorithm>

#include "spirv_backend/plan/stage/primitive_locations.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

using dxil::ShaderKind;
using dxil::SignatureElement;

constexpr uint32_t kLocationComponents = 4;

/// Assigns locations to the elements of one entry point.
class Placer {
 public:
  explicit Placer(ModulePlan& plan) : plan_(plan), entry_(*plan.entry_point) {}

  Result<void> run() {
    TRELLIS_RETURN_IF_ERROR(check_primitive_inputs(plan_));
    for (const SignatureSide side : kSignatureSides) {
      const uint32_t count = static_cast<uint32_t>(signature_of(entry_, side).size());
      for (uint32_t n = 0; n < count; ++n) {
        TRELLIS_RETURN_IF_ERROR(check_kept(side, n));
        if (!has_location(plan_, side, n)) continue;
        TRELLIS_RETURN_IF_ERROR(place(side, n));
      }
    }
    return place_passed();
  }

 private:
  struct Taken {  // One row of an element, to detect elements that overlap.
    SignatureSide side;
    uint32_t index;                // The element's index in its signature.
    uint32_t location, component;  // Where this row is.
    bool is_chosen;
  };

  Result<void> check_kept(SignatureSide side, uint32_t index) const;
  Result<void> place(SignatureSide side, uint32_t index);
  Result<void> place_passed();
  Result<void> pass(uint32_t index);
  Result<ElementLocation> default_place(SignatureSide side, uint32_t index) const;
  Result<uint32_t> register_location(SignatureSide side, const SignatureElement& element) const;
  uint32_t locations(SignatureSide side, uint32_t stream) const;
  Result<bool> apply_rules(SignatureSide side, const SignatureElement& element, ElementLocation& at) const;
  Result<bool> apply_location_rules(std::span<const LocationRule> rules, SignatureSide side,
                                    const SignatureElement& element, ElementLocation& at) const;
  template <class Rule>
  Result<bool> apply_rule(const Rule& rule, const SignatureElement& element, ElementLocation& at) const;
  Result<void> check(SignatureSide side, const SignatureElement& element, const ElementLocation& at,
                     bool was_per_primitive) const;
  Result<void> take(SignatureSide side, uint32_t index, const ElementLocation& at, bool is_chosen);
  bool may_share(const Taken& a, const Taken& b) const;

  const SignatureElement& element(const Taken& t) const { return signature_of(entry_, t.side)[t.index]; }
  uint32_t layer(const Taken& t) const {
    return is_second_source(plan_, t.side, element(t)) ? 1 : element(t).stream;
  }
  Diagnostic fail(ErrorCode code, const SignatureElement& element, String message) const {
    return element_error(entry_, code, element, std::move(message));
  }

  ModulePlan& plan_;
  const dxil::EntryPoint& entry_;
  Vector<Taken> taken_;
};

Result<void> Placer::check_kept(SignatureSide side, uint32_t index) const {
  const SignatureElement& e = signature_of(entry_, side)[index];
  if (!plan_.options.stage.refuse_dropped_targets || !is_dropped_target(plan_, side, e)) return {};
  return fail(ErrorCode::kUnsupported, e,
              "with dual-source blending there are only the render targets 0 and 1");
}

Result<void> Placer::place(SignatureSide side, uint32_t index) {
  const SignatureElement& e = signature_of(entry_, side)[index];
  if (e.start_row < 0 || e.start_column < 0) return fail(ErrorCode::kBadInput, e, "has no register");
  const Result<ElementLocation> by_default = default_place(side, index);
  if (!by_default) return by_default.error();
  ElementLocation& at = plan_.stage.of(side)[index].at;
  at = *by_default;
  const ElementLocation before = at;
  const Result<bool> has_rule = apply_rules(side, e, at);
  if (!has_rule) return has_rule.error();
  if (plan_.options.stage.locate && !plan_.options.stage.locate({entry_.kind, side, &e}, at)) {
    return fail(ErrorCode::kBadInput, e, "the callback for locations refused it");
  }
  const bool is_chosen = *has_rule || at.location != before.location || at.component != before.component ||
                         at.per_primitive != before.per_primitive;
  if (is_chosen) {
    TRELLIS_RETURN_IF_ERROR(check(side, e, at, before.per_primitive));
  }
  return take(side, index, at, is_chosen);
}

Result<void> Placer::place_passed() {
  const uint32_t count = static_cast<uint32_t>(entry_.outputs.size());
  for (uint32_t n = 0; n < count; ++n) {
    if (!passes_on(plan_, n)) continue;
    TRELLIS_RETURN_IF_ERROR(pass(n));
  }
  return {};
}

// Runs after all others, because a caller that moves elements need not know about these. If one does not fit,
// or the callback refuses it, it is only a built-in. A rule that gives it a location must be followed,
// though.
Result<void> Placer::pass(uint32_t index) {
  constexpr SignatureSide kSide = SignatureSide::kOutput;
  const SignatureElement& e = entry_.outputs[index];
  ElementLocation at = {static_cast<uint32_t>(e.start_row), static_cast<uint32_t>(e.start_column), false};
  const ElementLocation before = at;
  const Result<bool> has_rule = apply_rules(kSide, e, at);
  if (!has_rule) return has_rule.error();
  if (plan_.options.stage.locate && !plan_.options.stage.locate({entry_.kind, kSide, &e}, at)) return {};
  const bool is_moved = at.location != before.location || at.component != before.component;
  Result<void> done = check(kSide, e, at, before.per_primitive);
  if (done) done = take(kSide, index, at, is_moved);
  if (!done) return *has_rule ? done : Result<void>();
  plan_.stage.of(kSide)[index].passed_at = at;
  return {};
}

Result<ElementLocation> Placer::default_place(SignatureSide side, uint32_t index) const {
  const SignatureElement& element = signature_of(entry_, side)[index];
  ElementLocation at = {static_cast<uint32_t>(element.start_row), static_cast<uint32_t>(element.start_column),
                        is_of_primitives(plan_, side, index)};
  if (at.per_primitive) {
    place_of_primitives(plan_, side, index, at);
    return at;
  }
  if (entry_.kind == ShaderKind::kVertex && side == SignatureSide::kInput) return at;
  if (entry_.kind != ShaderKind::kPixel || side != SignatureSide::kOutput) {
    const Result<uint32_t> location = register_location(side, element);
    if (!location) return location.error();
    at.location = *location;
    return at;
  }
  at.location = element.semantic_indices[0];  // Index of the render target.
  if (!plan_.options.stage.dual_source_blending) return at;
  if (element.rows > 1) {
    return fail(ErrorCode::kUnsupported, element, "the sources of dual-source blending cannot be an array");
  }
  at.location = 0;
  return at;
}

/// Returns one past the last register of the elements of a stream.
uint32_t Placer::locations(SignatureSide side, uint32_t stream) const {
  uint32_t end = 0;
  for (const SignatureElement& e : signature_of(entry_, side)) {
    if (e.stream != stream || e.start_row < 0) continue;
    end = std::max(end, static_cast<uint32_t>(e.start_row) + e.rows);
  }
  return end;
}

// By default, the register is the location. But registers count from 0 in each stream and for patch
// constants. Streams follow one another. Locations of patch constants depend only on the row, so hull and
// domain shader agree without knowing each other's control points, even if one has an array where the other
// has separate elements. They may coincide with locations of control points, but not if there are few of
// these.
Result<uint32_t> Placer::register_location(SignatureSide side, const SignatureElement& element) const {
  constexpr uint32_t kPatchLocations = 32, kFirstOfPatch = 8;
  const auto row = static_cast<uint32_t>(element.start_row);
  if (side == SignatureSide::kThird) {
    const uint32_t first = (row + kFirstOfPatch) % kPatchLocations;
    if (element.rows > kPatchLocations - first) {
      return fail(ErrorCode::kUnsupported, element,
                  "its rows cannot have consecutive locations by default: set those of the patch constants "
                  "of hull and "
                  "domain shader (--location patch ...)");
    }
    return first;
  }
  uint32_t first = 0;
  for (uint32_t stream = 0; stream < element.stream; ++stream) first += locations(side, stream);
  return first + row;
}

/// Whether the rule names a row of the element. The other rows must follow the first one.
template <class Rule>
Result<bool> Placer::apply_rule(const Rule& rule, const SignatureElement& element,
                                ElementLocation& at) const {
  if (!equal_semantics(rule.semantic, element.semantic)) return false;
  for (uint32_t row = 0; row < element.rows; ++row) {
    if (element.semantic_indices[row] != rule.index) continue;
    if (row > 0 && rule.location != at.location + row) {
      return fail(ErrorCode::kUnsupported, element, "the rows of an array must have consecutive locations");
    }
    if (row == 0) at.location = rule.location;
    return true;
  }
  return false;
}

Result<bool> Placer::apply_location_rules(std::span<const LocationRule> rules, SignatureSide side,
                                          const SignatureElement& element, ElementLocation& at) const {
  bool has_rule = false;
  for (const LocationRule& rule : rules) {
    if (rule.side != side) continue;
    const Result<bool> fits = apply_rule(rule, element, at);
    if (!fits) return fits;
    if (!*fits) continue;
    has_rule = true;
    if (rule.component) at.component = *rule.component;
    at.per_primitive |= rule.per_primitive;
  }
  return has_rule;
}

Result<bool> Placer::apply_rules(SignatureSide side, const SignatureElement& element,
                                 ElementLocation& at) const {
  bool has_rule = false;
  if (plan_.options.stage.stage_before) {
    const Result<bool> fits = apply_location_rules(*plan_.options.stage.stage_before, side, element, at);
    if (!fits) return fits;
    has_rule = *fits;
  }
  if (entry_.kind == ShaderKind::kVertex && side == SignatureSide::kInput) {
    for (const VertexInputLocation& rule : plan_.options.stage.vertex_inputs) {
      const Result<bool> fits = apply_rule(rule, element, at);
      if (!fits) return fits;
      has_rule |= *fits;
    }
  }
  const Result<bool> fits = apply_location_rules(plan_.options.stage.locations, side, element, at);
  if (!fits) return fits;
  return has_rule || *fits;
}

/// Checks a location that the options chose.
Result<void> Placer::check(SignatureSide side, const SignatureElement& element, const ElementLocation& at,
                           bool was_per_primitive) const {
  const uint32_t limit = plan_.options.stage.max_locations;
  if (at.location >= limit || element.rows > limit - at.location) {
    return fail(ErrorCode::kBadInput, element,
                "is placed at location " + decimal(at.location) +
                    (element.rows > 1 ? " and the ones after it" : "") + ", but there are only " +
                    decimal(limit));
  }
  if (at.component >= kLocationComponents || element.columns > kLocationComponents - at.component) {
    return fail(ErrorCode::kBadInput, element,
                "is placed at component " + decimal(at.component) + ", but its " + decimal(element.columns) +
                    " components do not fit there");
  }
  const bool may_be_per_primitive = entry_.kind == ShaderKind::kPixel && side == SignatureSide::kInput;
  if (at.per_primitive != was_per_primitive && !may_be_per_primitive) {
    return fail(ErrorCode::kBadInput, element, "only pixel shaders can have inputs that are per primitive");
  }
  return {};
}

/// Whether two elements can share a location if their components do not overlap. In registers, D3D ensures
/// that.
bool Placer::may_share(const Taken& a, const Taken& b) const {
  const bool is_pixel_input = entry_.kind == ShaderKind::kPixel && a.side == SignatureSide::kInput;
  const ElementPlan &first = plan_.stage.of(a.side)[a.index], &second = plan_.stage.of(b.side)[b.index];
  if (first.at.per_primitive != second.at.per_primitive) return false;
  return !is_pixel_input || element(a).interpolation == element(b).interpolation;
}

// Registers do not overlap, but locations may have come from elsewhere: render targets, options. The inputs
// of a stage share one space, and so do its outputs, including primitive attributes. Patch constants have
// their own.
Result<void> Placer::take(SignatureSide side, uint32_t index, const ElementLocation& at, bool is_chosen) {
  const SignatureElement& e = signature_of(entry_, side)[index];
  const bool is_patch = side == SignatureSide::kThird && entry_.kind != ShaderKind::kMesh;
  for (uint32_t row = 0; row < e.rows; ++row) {
    const Taken taken{side, index, at.location + row, at.component, is_chosen};
    for (const Taken& other : taken_) {
      if (is_output(entry_.kind, other.side) != is_output(entry_.kind, side)) continue;
      if (is_patch != (other.side == SignatureSide::kThird && entry_.kind != ShaderKind::kMesh)) continue;
      if (other.location != taken.location || layer(other) != layer(taken)) continue;
      const SignatureElement& first = element(other);
      const bool is_apart =
          other.component >= at.component + e.columns || at.component >= other.component + first.columns;
      if (is_apart && (!(is_chosen || other.is_chosen) || may_share(other, taken))) continue;
      return fail(ErrorCode::kBadInput, e,
                  "is at location " + decimal(taken.location) + ", where " + describe_element(first) +
                      (is_apart ? " is, which has a different interpolation mode" : " is already"));
    }
    taken_.push_back(taken);
  }
  return {};
}

}  // namespace

String describe_element(const SignatureElement& element) {
  const uint32_t index = element.semantic_indices.empty() ? 0 : element.semantic_indices[0];
  return element.semantic + (index == 0 ? "" : decimal(index));
}

Diagnostic element_error(const dxil::EntryPoint& entry, ErrorCode code, const SignatureElement& element,
                         String message) {
  Diagnostic diagnostic{code, "signature element " + describe_element(element) + ": " + message, {}};
  diagnostic.where.part = "metadata";
  diagnostic.where.function = entry.name;
  return diagnostic;
}

bool is_output(ShaderKind stage, SignatureSide side) {
  return side == SignatureSide::kOutput || (side == SignatureSide::kThird && stage != ShaderKind::kDomain);
}

const SystemValueRule* rule_of(const ModulePlan& plan, SignatureSide side, const SignatureElement& element) {
  const ShaderKind stage = plan.entry_point->kind;
  // Only one stream is rasterized. In the others, a position is an ordinary number.
  if (stage == ShaderKind::kGeometry && side == SignatureSide::kOutput &&
      element.stream != plan.options.stage.stream_output.rasterized_stream) {
    return nullptr;
  }
  const bool is_rate = kind_of(element) == SemanticKind::kShadingRate && is_output(stage, side);
  // The rate becomes an ordinary number, which no stage reads.
  if (is_rate && plan.options.device.works_around(kNoPrimitiveRates)) return nullptr;
  return find_rule(stage, side, element);
}

bool has_location(const ModulePlan& plan, SignatureSide side, uint32_t index) {
  const SignatureElement& element = signature_of(*plan.entry_point, side)[index];
  if (rule_of(plan, side, element) != nullptr || is_dropped_target(plan, side, element)) return false;
  if (plan.stage.of(side)[index].is_used()) return true;
  return element.start_row >= 0 && element.start_column >= 0 && is_output(plan.entry_point->kind, side);
}

bool passes_on(const ModulePlan& plan, uint32_t output) {
  const SignatureElement& element = plan.entry_point->outputs[output];
  // No stage would read it if this is known to be the last one before the rasterizer.
  const StageOptions& options = plan.options.stage;
  if (options.views.is_last || !options.stream_output.entries.empty()) return false;
  if (rule_of(plan, SignatureSide::kOutput, element) == nullptr) return false;  // It has a location anyway.
  return is_plain_in_next_stage(plan.entry_point->kind, SignatureSide::kOutput, element) &&
         element.start_row >= 0 && element.start_column >= 0;
}

static bool is_blended_target(const ModulePlan& plan, SignatureSide side, const SignatureElement& element) {
  return plan.options.stage.dual_source_blending && plan.entry_point->kind == ShaderKind::kPixel &&
         side == SignatureSide::kOutput && rule_of(plan, side, element) == nullptr;
}

bool is_second_source(const ModulePlan& plan, SignatureSide side, const SignatureElement& element) {
  return is_blended_target(plan, side, element) && element.semantic_indices[0] == 1;
}

bool is_dropped_target(const ModulePlan& plan, SignatureSide side, const SignatureElement& element) {
  return is_blended_target(plan, side, element) && element.semantic_indices[0] > 1;
}

Result<void> place_elements(ModulePlan& plan) { return Placer(plan).run(); }

Vector<LocatedElement> located_elements(const ModulePlan& plan) {
  Vector<LocatedElement> found;
  for (const SignatureSide side : kSignatureSides) {
    const Vector<SignatureElement>& signature = signature_of(*plan.entry_point, side);
    for (uint32_t n = 0; n < signature.size(); ++n) {
      const SystemValueRule* rule = rule_of(plan, side, signature[n]);
      const ElementPlan& use = plan.stage.of(side)[n];
      if (rule != nullptr ? use.is_used() : has_location(plan, side, n)) {
        const uint32_t builtin = rule != nullptr ? to_word(rule->builtin) : 0;
        found.push_back({side, n, &signature[n], rule != nullptr, builtin, use.at});
      }
      if (use.passed_at) found.push_back({side, n, &signature[n], false, 0, *use.passed_at});
    }
  }
  return found;
}

Vector<LocationRule> locations_for_next_stage(ShaderKind stage, std::span<const LocatedElement> outputs) {
  Vector<LocationRule> rules;
  for (const LocatedElement& output : outputs) {
    if (output.is_builtin || !is_output(stage, output.side)) continue;
    const bool stays_third = output.side == SignatureSide::kThird && stage == ShaderKind::kHull;
    for (uint32_t row = 0; row < output.info->rows; ++row) {
      rules.push_back({stays_third ? SignatureSide::kThird : SignatureSide::kInput, output.info->semantic,
                       output.info->semantic_indices[row], output.at.location + row, output.at.component,
                       output.at.per_primitive});
    }
  }
  return rules;
}

Vector<String> unwritten_inputs(const ModulePlan& plan) {
  Vector<String> names;
  const auto& written = plan.options.stage.stage_before;
  if (!written) return names;
  for (const LocatedElement& element : located_elements(plan)) {
    if (element.is_builtin || is_output(plan.entry_point->kind, element.side)) continue;
    for (const uint32_t index : element.info->semantic_indices) {
      const bool is_written = std::any_of(written->begin(), written->end(), [&](const LocationRule& rule) {
        return rule.side == element.side && rule.index == index &&
               equal_semantics(rule.semantic, element.info->semantic);
      });
      if (!is_written) names.push_back(element.info->semantic + (index == 0 ? "" : decimal(index)));
    }
  }
  return names;
}

}  // namespace trellis::spirv
