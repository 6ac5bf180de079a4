#include "spirv_backend/plan/stage/primitive_locations.hpp"

#include <algorithm>

#include "spirv_backend/plan/stage/stage_builtins.hpp"
#include "spirv_backend/plan/stage/stage_locations.hpp"

namespace trellis::spirv {
namespace {

using dxil::ComponentType;
using dxil::ShaderKind;
using dxil::SignatureElement;

constexpr uint32_t kRowColumns = 4;
constexpr uint8_t kFlatMode = 1, kLinearMode = 2;  // DXIL's numbers of interpolation modes.

bool has_16_bits(const SignatureElement& e) {
  const ComponentType type = e.component_type;
  return type == ComponentType::kI16 || type == ComponentType::kU16 || type == ComponentType::kF16 ||
         type == ComponentType::kSNormF16 || type == ComponentType::kUNormF16;
}

bool is_of_floats(const SignatureElement& e) {
  const ComponentType type = e.component_type;
  return type == ComponentType::kF32 || type == ComponentType::kSNormF32 ||
         type == ComponentType::kUNormF32 || type == ComponentType::kF16 ||
         type == ComponentType::kSNormF16 || type == ComponentType::kUNormF16;
}

/// Whether the element is a vertex attribute in a mesh shader's signatures, which may include system values.
bool is_of_vertices(const SignatureElement& e) {
  const SemanticKind kind = kind_of(e);
  return kind == SemanticKind::kArbitrary || kind == SemanticKind::kPosition ||
         kind == SemanticKind::kClipDistance || kind == SemanticKind::kCullDistance;
}

/// Whether the name is that of a row of the element: "IDS1" and, for index 0, "IDS" or "IDS0".
bool names_row(const SignatureElement& e, const String& name) {
  return std::any_of(e.semantic_indices.begin(), e.semantic_indices.end(), [&](uint32_t index) {
    return equal_semantics(name, e.semantic + decimal(index)) ||
           (index == 0 && equal_semantics(name, e.semantic));
  });
}

/// Allocates registers: each element gets the first free columns.
class Packer {
 public:
  /// Allocates columns for an element. Elements of different modes do not share a register.
  ElementLocation add(const SignatureElement& e, uint8_t mode) {
    const uint32_t columns = std::clamp<uint32_t>(e.columns, 1, kRowColumns);
    for (uint32_t row = 0;; ++row) {
      for (uint32_t column = 0; column + columns <= kRowColumns; ++column) {
        const auto mask = static_cast<uint8_t>(((1u << columns) - 1) << column);
        if (!fits(e, row, mask, mode)) continue;
        take(e, row, mask, mode);
        return {row, column, false};
      }
    }
  }

  /// Marks the columns of an element as taken.
  void take(const SignatureElement& e, uint32_t first, uint8_t mask, uint8_t mode) {
    if (rows_.size() < first + e.rows) rows_.resize(first + e.rows);
    for (uint32_t row = first; row < first + e.rows; ++row) {
      rows_[row] = {static_cast<uint8_t>(rows_[row].taken | mask), mode, has_16_bits(e)};
    }
  }

 private:
  struct Row {
    uint8_t taken = 0;  ///< One bit per column.
    uint8_t mode = 0;
    bool is_narrow = false;
  };

  /// Whether the columns are free. 16-bit and 32-bit components do not share a register either.
  bool fits(const SignatureElement& e, uint32_t first, uint8_t mask, uint8_t mode) const {
    for (uint32_t row = first; row < first + e.rows && row < rows_.size(); ++row) {
      const Row& r = rows_[row];
      if ((r.taken & mask) != 0) return false;
      if (r.taken != 0 && (r.is_narrow != has_16_bits(e) || r.mode != mode)) return false;
    }
    return true;
  }

  Vector<Row> rows_;
};

/// Returns one past the last register of vertex attributes.
uint32_t rows_of_vertices(const ModulePlan& plan) {
  const bool is_mesh = plan.entry_point->kind == ShaderKind::kMesh;
  const SignatureSide side = is_mesh ? SignatureSide::kOutput : SignatureSide::kInput;
  const Vector<SignatureElement>& signature = signature_of(*plan.entry_point, side);
  uint32_t end = 0;
  for (uint32_t n = 0; n < signature.size(); ++n) {
    const SignatureElement& e = signature[n];
    if (e.start_row < 0 || !is_of_vertices(e) || is_of_primitives(plan, side, n)) continue;
    end = std::max(end, static_cast<uint32_t>(e.start_row) + e.rows);
  }
  return end;
}

/// Returns the names of a mesh shader's primitive attributes that are plain data: "ID,TINT".
String list_primitives(const ModulePlan& plan) {
  String names;
  for (const SignatureElement& e : plan.entry_point->patch_constants) {
    if (rule_of(plan, SignatureSide::kThird, e) != nullptr) continue;
    names += (names.empty() ? "" : ",") + describe_element(e);
  }
  return names;
}

/// Returns the registers of vertex attributes, which are the same in a pixel shader.
Packer registers_of_vertices(const ModulePlan& plan) {
  constexpr uint8_t kSystemMode = 255, kWholeRow = 15;
  Packer packer;
  for (const SignatureElement& e : plan.entry_point->outputs) {
    if (e.start_row < 0 || e.start_column < 0) continue;
    const bool is_plain = kind_of(e) == SemanticKind::kArbitrary;
    const auto mask = static_cast<uint8_t>(((1u << e.columns) - 1) << static_cast<uint32_t>(e.start_column));
    packer.take(e, static_cast<uint32_t>(e.start_row), is_plain ? mask : kWholeRow,
                is_plain ? e.interpolation : kSystemMode);
  }
  return packer;
}

// A pixel shader packs its inputs by interpolation mode. The mode of floats is unknown here: try flat and
// linear.
void doubt_mesh(const ModulePlan& plan, Vector<String>& lines) {
  const Vector<SignatureElement>& primitives = plan.entry_point->patch_constants;
  for (const uint8_t mode_of_floats : {kFlatMode, kLinearMode}) {
    Packer packer = registers_of_vertices(plan);
    for (uint32_t n = 0; n < primitives.size(); ++n) {
      const SignatureElement& e = primitives[n];
      if (e.start_row < 0 || e.start_column < 0 || rule_of(plan, SignatureSide::kThird, e) != nullptr)
        continue;
      const ElementLocation there = packer.add(e, is_of_floats(e) ? mode_of_floats : kFlatMode);
      ElementLocation here;
      place_of_primitives(plan, SignatureSide::kThird, n, here);
      if (there.location == here.location && there.component == here.component) continue;
      lines.push_back(
          "a pixel shader may have the primitive attribute " + describe_element(e) +
          " at another location than this module: translate pixel shaders with --primitive-input " +
          list_primitives(plan));
      return;
    }
  }
}

void doubt_pixel(const ModulePlan& plan, Vector<String>& lines) {
  const Vector<SignatureElement>& inputs = plan.entry_point->inputs;
  const SignatureElement* primitive = nullptr;
  bool has_position = false;
  for (uint32_t n = 0; n < inputs.size(); ++n) {
    const SignatureElement& e = inputs[n];
    has_position |= kind_of(e) == SemanticKind::kPosition;
    if (is_of_primitives(plan, SignatureSide::kInput, n)) {
      if (primitive == nullptr && rule_of(plan, SignatureSide::kInput, e) == nullptr) primitive = &e;
    } else if (primitive != nullptr && is_of_vertices(e)) {
      lines.push_back(
          "the primitive attribute " + describe_element(*primitive) +
          " is declared before the vertex attribute " + describe_element(e) +
          ", so that the mesh shader may have both at other locations: compare them, and set them with "
          "--location");
      return;
    }
  }
  if (primitive == nullptr || has_position) return;
  lines.push_back(
      "the shader has the primitive attribute " + describe_element(*primitive) +
      " but no SV_Position, so that the mesh shader may have it at another location: compare them, and set "
      "it with --location");
}

}  // namespace

bool is_of_primitives(const ModulePlan& plan, SignatureSide side, uint32_t index) {
  const ShaderKind stage = plan.entry_point->kind;
  if (stage == ShaderKind::kMesh) return side == SignatureSide::kThird;
  if (stage != ShaderKind::kPixel || side != SignatureSide::kInput) return false;
  const SignatureElement& element = plan.entry_point->inputs[index];
  const Vector<String>& names = plan.options.stage.primitive_inputs;
  return std::any_of(names.begin(), names.end(),
                     [&](const String& name) { return names_row(element, name); });
}

void place_of_primitives(const ModulePlan& plan, SignatureSide side, uint32_t index, ElementLocation& at) {
  const Vector<SignatureElement>& signature = signature_of(*plan.entry_point, side);
  Packer packer;
  for (uint32_t n = 0; n <= index; ++n) {
    const SignatureElement& e = signature[n];
    if (!is_of_primitives(plan, side, n) || rule_of(plan, side, e) != nullptr) continue;
    if (e.start_row < 0 || e.start_column < 0) continue;
    const ElementLocation place = packer.add(e, kFlatMode);
    at.location = place.location;
    at.component = place.component;
  }
  at.location += rows_of_vertices(plan);
}

Result<void> check_primitive_inputs(const ModulePlan& plan) {
  if (plan.entry_point->kind != ShaderKind::kPixel) return {};
  const Vector<SignatureElement>& inputs = plan.entry_point->inputs;
  for (const String& name : plan.options.stage.primitive_inputs) {
    const bool is_known = std::any_of(inputs.begin(), inputs.end(),
                                      [&](const SignatureElement& e) { return names_row(e, name); });
    if (is_known) continue;
    Location where;
    where.part = "options";
    where.function = plan.entry_point->name;
    return bad_input("primitive inputs: the pixel shader has no input " + name, std::move(where));
  }
  return {};
}

Vector<String> doubtful_primitive_links(const ModulePlan& plan) {
  Vector<String> lines;
  if (plan.options.stage.locate || !plan.options.stage.locations.empty() || plan.options.stage.stage_before)
    return lines;
  if (plan.entry_point->kind == ShaderKind::kMesh) doubt_mesh(plan, lines);
  if (plan.entry_point->kind == ShaderKind::kPixel) doubt_pixel(plan, lines);
  return lines;
}

}  // namespace trellis::spirv
