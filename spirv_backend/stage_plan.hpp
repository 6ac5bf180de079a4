// What an entry point's code does to the elements of its signatures.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "dxil_frontend/shader.hpp"
#include "support/result.hpp"

namespace trellis::spirv {

/// The three signatures of an entry point. The third holds patch constants (hull, domain) or the attributes
/// of primitives (mesh).
enum class SignatureSide : uint8_t { kInput, kOutput, kThird };
inline constexpr SignatureSide kSignatureSides[] = {SignatureSide::kInput, SignatureSide::kOutput,
                                                    SignatureSide::kThird};

const std::vector<dxil::SignatureElement>& signature_of(const dxil::EntryPoint& entry, SignatureSide side);

/// What is done to one element.
struct ElementPlan {
  bool is_read = false, is_written = false;
  bool is_evaluated = false;  ///< EvalCentroid and its kin: interpolated at a place of the program's choice.
  bool at_vertices = false;   ///< GetAttributeAtVertex.
  bool dynamic_rows = false;  ///< Some row is not a constant.
  bool is_used() const { return is_read || is_written || is_evaluated || at_vertices; }
};

/// How rasterizer-ordered resources order a pixel's invocations.
enum class Interlock : uint8_t { kNone, kPixel, kSample };

struct StagePlan {
  std::vector<ElementPlan> elements[3];  ///< By signature, each parallel to the entry point's.
  bool reads_sample_index = false;
  Interlock interlock = Interlock::kNone;

  std::vector<ElementPlan>& of(SignatureSide side) { return elements[static_cast<size_t>(side)]; }
  const std::vector<ElementPlan>& of(SignatureSide side) const { return elements[static_cast<size_t>(side)]; }
};

/// Operands of the operations that read or write an element are (element, row, column, ...).
struct ElementAccess {
  SignatureSide side = SignatureSide::kInput;
  enum class Kind : uint8_t { kRead, kWrite, kEvaluate, kAtVertex } kind = Kind::kRead;
};
/// Whether the operation does that in this stage, and to which signature.
bool find_element_access(dxil::ShaderKind stage, uint32_t opcode, ElementAccess& access);

/// Semantics are the same in upper and lower case.
bool equal_semantics(std::string_view a, std::string_view b);

/// Index of the element with this id, or kNone.
uint32_t find_element(const std::vector<dxil::SignatureElement>& signature, uint64_t id);

/// Index of the input with the output's semantic, or kNone: what a hull shader without a function for its
/// control points hands through.
uint32_t matching_input(const dxil::EntryPoint& entry, const dxil::SignatureElement& output);

/// Whether the signatures contradict themselves: elements over each other or beyond the 32 registers, one
/// semantic twice. kBadInput with the entry point's name.
Result<void> check_signatures(const dxil::EntryPoint& entry);

/// Notes what an operation does to a signature's element; other operations change nothing. kBadInput if there
/// is no such element, row or column.
Result<void> note_element_access(StagePlan& plan, const dxil::EntryPoint& entry, const dxil::Module& module,
                                 const dxil::Function& function, const dxil::Instruction& instruction);

}  // namespace trellis::spirv
