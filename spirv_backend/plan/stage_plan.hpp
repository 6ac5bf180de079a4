// What an entry point's code does to the elements of its signatures.
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

/// What is done to one element.
struct ElementPlan {
  bool is_read = false, is_written = false;
  bool is_evaluated = false;  ///< EvalCentroid and its kin: interpolated at a place of the program's choice.
  bool at_vertices = false;   ///< GetAttributeAtVertex.
  bool dynamic_rows = false;  ///< Some row is not a constant.
  bool is_captured = false;   ///< By stream output.
  ElementLocation at;         ///< Of elements with a location (stage_locations.hpp).
  /// Of a system value that is written as a built-in: the location where a following stage that gives it no
  /// meaning reads it.
  std::optional<ElementLocation> passed_at;
  bool is_used() const { return is_read || is_written || is_evaluated || at_vertices || is_captured; }
};

/// How rasterizer-ordered resources order a pixel's invocations.
enum class Interlock : uint8_t { kNone, kPixel, kSample };

/// A run of components of one row of an output, and where stream output puts it.
struct Capture {
  uint32_t output = 0;  ///< Into the entry point's outputs.
  uint32_t row = 0, first = 0, count = 0;
  uint32_t buffer = 0, offset = 0;  ///< Bytes.
  bool is_direct = false;  ///< The output's own variable is captured; else a copy of these components.
  uint32_t location = 0;   ///< Of the copy.
};

/// What is done about views (view_instancing.hpp).
struct ViewPlan {
  bool is_on = false;             ///< The options say how many there are.
  std::optional<uint32_t> known;  ///< There is but one.
  bool takes = false;             ///< An input tells which it is.
  bool hands = false;             ///< An output tells the next stage.
  bool multiplies = false;        ///< Instances, or a mesh shader's groups, are those of all views.
  bool adds_viewport = false, adds_layer = false;
};

struct StagePlan {
  Vector<ElementPlan> elements[3];  ///< By signature, each parallel to the entry point's.
  bool reads_sample_index = false;
  bool reads_view = false;  ///< SV_ViewID.
  ViewPlan views;
  Interlock interlock = Interlock::kNone;
  Vector<Capture> captures;  ///< In the order of the options' entries.
  std::array<uint32_t, kStreamOutputBuffers> capture_strides = {};

  Vector<ElementPlan>& of(SignatureSide side) { return elements[static_cast<size_t>(side)]; }
  const Vector<ElementPlan>& of(SignatureSide side) const { return elements[static_cast<size_t>(side)]; }
};

/// Semantics are the same in upper and lower case.
bool equal_semantics(std::string_view a, std::string_view b);

/// Index of the element with this id, or kNone.
uint32_t find_element(const Vector<dxil::SignatureElement>& signature, uint64_t id);

/// Index of the input with the output's semantic, or kNone: what a hull shader without a function for its
/// control points hands through.
uint32_t matching_input(const dxil::EntryPoint& entry, const dxil::SignatureElement& output);

/// Whether the signatures contradict themselves: elements over each other or beyond the 32 registers, one
/// semantic twice. kBadInput with the entry point's name.
Result<void> check_signatures(const dxil::EntryPoint& entry);

/// Notes what an operation, whose row is `op`, does to a signature's element; other operations change
/// nothing. kBadInput if there is no such element, row or column.
Result<void> note_element_access(StagePlan& plan, const dxil::EntryPoint& entry, const dxil::Module& module,
                                 const dxil::Function& function, const dxil::Instruction& instruction,
                                 const dxil::DxilOp& op);

}  // namespace trellis::spirv
