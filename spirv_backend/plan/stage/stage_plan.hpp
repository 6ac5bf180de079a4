// How an entry point's code uses the elements of its signatures.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "dxil_frontend/program/dxil_ops.hpp"
#include "dxil_frontend/program/shader.hpp"
#include "spirv_backend/options/stage_options.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::spirv {

const Vector<dxil::SignatureElement>& signature_of(const dxil::EntryPoint& entry, SignatureSide side);

/// How one element is used.
struct ElementPlan {
  bool is_read = false, is_written = false;
  bool is_evaluated = false;  ///< Read by EvalCentroid and the like, which interpolate it at a given place.
  bool at_vertices = false;   ///< Read by GetAttributeAtVertex.
  bool dynamic_rows = false;  ///< Some access has a dynamic row.
  bool is_captured = false;   ///< Captured by stream output.
  ElementLocation at;         ///< Set if the element has a location (stage_locations.hpp).
  /// Set for a system value that is a built-in here: the location where a following stage reads it as plain
  /// data.
  std::optional<ElementLocation> passed_at;
  bool is_used() const { return is_read || is_written || is_evaluated || at_vertices || is_captured; }
};

/// How rasterizer-ordered views order the invocations of a pixel.
enum class Interlock : uint8_t { kNone, kPixel, kSample };

/// Consecutive components of one row of an output, and where stream output writes them.
struct Capture {
  uint32_t output = 0;  ///< Index into the entry point's outputs.
  uint32_t row = 0, first = 0, count = 0;
  uint32_t buffer = 0, offset = 0;  ///< The offset is in bytes.
  bool is_direct = false;  ///< Captures the output's own variable; otherwise a copy of the components.
  uint32_t location = 0;   ///< Location of the copy.
};

/// How the module handles views (view_instancing.hpp).
struct ViewPlan {
  bool is_on = false;             ///< The options enable views.
  std::optional<uint32_t> known;  ///< The view, if there is only one.
  bool takes = false;             ///< An input holds the view.
  bool hands = false;             ///< An output passes the view to the next stage.
  bool multiplies = false;        ///< There are instances, or mesh shader groups, for each view.
  bool adds_viewport = false, adds_layer = false;
};

struct StagePlan {
  Vector<ElementPlan> elements[3];  ///< Indexed by signature, then like the entry point's elements.
  bool reads_sample_index = false;
  bool reads_view = false;  ///< The code reads SV_ViewID.
  ViewPlan views;
  Interlock interlock = Interlock::kNone;
  Vector<Capture> captures;  ///< In the order of the options' entries.
  std::array<uint32_t, kStreamOutputBuffers> capture_strides = {};

  Vector<ElementPlan>& of(SignatureSide side) { return elements[static_cast<size_t>(side)]; }
  const Vector<ElementPlan>& of(SignatureSide side) const { return elements[static_cast<size_t>(side)]; }
};

/// Compares two semantics, ignoring case.
bool equal_semantics(std::string_view a, std::string_view b);

/// Returns the index of the element with this id, or kNone.
uint32_t find_element(const Vector<dxil::SignatureElement>& signature, uint64_t id);

/// Returns the index of the input with the output's semantic, or kNone. A hull shader without a function for
/// its control points copies the output from this input.
uint32_t matching_input(const dxil::EntryPoint& entry, const dxil::SignatureElement& output);

/// Checks that the signatures are consistent: elements must not overlap or exceed the 32 registers, and no
/// semantic may occur twice. Errors: kBadInput with the entry point's name.
Result<void> check_signatures(const dxil::EntryPoint& entry);

/// Records how an operation, whose row is `op`, uses a signature's element; ignores other operations. Errors:
/// kBadInput if there is no such element, row or column.
Result<void> note_element_access(StagePlan& plan, const dxil::EntryPoint& entry, const dxil::Module& module,
                                 const dxil::Function& function, const dxil::Instruction& instruction,
                                 const dxil::DxilOp& op);

}  // namespace trellis::spirv
