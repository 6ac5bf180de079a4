#include "spirv_backend/plan/stage/stage_plan.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>

#include "lower/analysis/locate.hpp"
#include "spirv_backend/plan/stage/stage_builtins.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

using dxil::ElementUse;
using dxil::EntryPoint;
using dxil::Instruction;
using dxil::ShaderKind;
using dxil::SignatureElement;

constexpr uint32_t kRegisters = 32, kColumns = 4, kStreams = 4;

const char* name_of(SignatureSide side, ShaderKind stage) {
  switch (side) {
    case SignatureSide::kInput:
      return "input";
    case SignatureSide::kOutput:
      return "output";
    case SignatureSide::kThird:
      break;
  }
  return stage == ShaderKind::kMesh ? "primitive output" : "patch constant";
}

String describe(const SignatureElement& element) {
  const uint32_t index = element.semantic_indices.empty() ? 0 : element.semantic_indices[0];
  return element.semantic + (index == 0 ? "" : decimal(index));
}

Diagnostic broken(const EntryPoint& entry, String message) {
  Location where;
  where.part = "metadata";
  where.function = entry.name;
  return bad_input(std::move(message), std::move(where));
}

bool share_semantic(const SignatureElement& a, const SignatureElement& b) {
  if (a.stream != b.stream || !equal_semantics(a.semantic, b.semantic)) return false;
  return std::any_of(a.semantic_indices.begin(), a.semantic_indices.end(), [&b](uint32_t index) {
    return std::find(b.semantic_indices.begin(), b.semantic_indices.end(), index) != b.semantic_indices.end();
  });
}

/// Records which element occupies each column of each register.
class RegisterFile {
 public:
  Result<void> place(const EntryPoint& entry, const SignatureElement& element, const char* side) {
    if (element.start_row < 0 || element.start_column < 0) return {};  // It has no register.
    const uint32_t row = static_cast<uint32_t>(element.start_row);
    const uint32_t column = static_cast<uint32_t>(element.start_column);
    if (row + element.rows > kRegisters || column + element.columns > kColumns ||
        element.stream >= kStreams) {
      return broken(entry, String(side) + " " + describe(element) + " extends past the " +
                               decimal(kRegisters) + " registers of a signature");
    }
    for (uint32_t r = row; r < row + element.rows; ++r) {
      for (uint32_t c = column; c < column + element.columns; ++c) {
        const SignatureElement*& owner = owners_[element.stream][r][c];
        if (owner != nullptr) {
          return broken(entry, String(side) + "s " + describe(*owner) + " and " + describe(element) +
                                   " overlap in register " + decimal(r));
        }
        owner = &element;
      }
    }
    return {};
  }

 private:
  const SignatureElement* owners_[kStreams][kRegisters][kColumns] = {};
};

enum class AccessKind : uint8_t { kRead, kWrite, kEvaluate, kAtVertex };
/// An access of a signature. The operands of the operation begin with element, row and column.
struct ElementAccess {
  SignatureSide side;
  AccessKind kind;
};

/// Returns which signature an operation with this use accesses in the stage, and how. Not for kNoElement.
ElementAccess access_of(ElementUse use, ShaderKind stage) {
  switch (use) {
    case ElementUse::kReadsInputAtVertex:
      return {SignatureSide::kInput, AccessKind::kAtVertex};
    case ElementUse::kEvaluatesInput:
      return {SignatureSide::kInput, AccessKind::kEvaluate};
    case ElementUse::kWritesOutput:
      return {SignatureSide::kOutput, AccessKind::kWrite};
    case ElementUse::kReadsControlPoint:
      return {stage == ShaderKind::kDomain ? SignatureSide::kInput : SignatureSide::kOutput,
              AccessKind::kRead};
    case ElementUse::kReadsPatchConstant:
      return {SignatureSide::kThird, AccessKind::kRead};
    case ElementUse::kWritesPatchConstant:
    case ElementUse::kWritesPrimitive:
      return {SignatureSide::kThird, AccessKind::kWrite};
    case ElementUse::kNoElement:
    case ElementUse::kReadsInput:
      break;
  }
  return {SignatureSide::kInput, AccessKind::kRead};
}

}  // namespace

const Vector<SignatureElement>& signature_of(const EntryPoint& entry, SignatureSide side) {
  if (side == SignatureSide::kInput) return entry.inputs;
  return side == SignatureSide::kOutput ? entry.outputs : entry.patch_constants;
}

/// Whether several elements of the kind may have the same index. Mesa gives all clip and cull distances the
/// index 0; their components follow one another in the order of the elements, whatever their indices.
static bool may_repeat(const SignatureElement& element) {
  const SemanticKind kind = kind_of(element);
  return kind == SemanticKind::kClipDistance || kind == SemanticKind::kCullDistance;
}

bool equal_semantics(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

uint32_t find_element(const Vector<SignatureElement>& signature, uint64_t id) {
  // Usually, an id is the element's index in the list.
  if (id < signature.size() && signature[id].id == id) return static_cast<uint32_t>(id);
  for (uint32_t n = 0; n < signature.size(); ++n) {
    if (signature[n].id == id) return n;
  }
  return dxil::kNone;
}

uint32_t matching_input(const EntryPoint& entry, const SignatureElement& output) {
  for (uint32_t n = 0; n < entry.inputs.size(); ++n) {
    if (share_semantic(entry.inputs[n], output)) return n;
  }
  return dxil::kNone;
}

Result<void> check_signatures(const EntryPoint& entry) {
  for (SignatureSide side : kSignatureSides) {
    const Vector<SignatureElement>& signature = signature_of(entry, side);
    const char* side_name = name_of(side, entry.kind);
    RegisterFile registers;
    for (size_t n = 0; n < signature.size(); ++n) {
      const SignatureElement& element = signature[n];
      if (element.semantic_indices.size() != element.rows) {
        return broken(entry, "the semantic " + element.semantic + " does not have one index for each row");
      }
      for (size_t other = 0; other < n; ++other) {
        if (!may_repeat(element) && share_semantic(element, signature[other])) {
          return broken(entry,
                        "the semantic " + describe(element) + " occurs twice among the " + side_name + "s");
        }
      }
      TRELLIS_RETURN_IF_ERROR(registers.place(entry, element, side_name));
    }
  }
  return {};
}

Result<void> note_element_access(StagePlan& plan, const EntryPoint& entry, const dxil::Module& module,
                                 const dxil::Function& function, const Instruction& i,
                                 const dxil::DxilOp& op) {
  plan.reads_sample_index |= op.id == dxil::Op::kSampleIndex;
  plan.reads_view |= op.id == dxil::Op::kViewID;
  if (op.element == ElementUse::kNoElement) return {};
  const ElementAccess access = access_of(op.element, entry.kind);
  const std::span<const dxil::ValueId> operands = function.operands_of(i);
  const auto fail = [&](String message) {
    return lower::diagnose(ErrorCode::kBadInput, function, i, std::move(message));
  };
  if (operands.size() < 3) return fail("the operation has too few operands");
  const std::optional<uint64_t> id = module.scalar_bits(operands[0]), row = module.scalar_bits(operands[1]),
                                column = module.scalar_bits(operands[2]);
  const auto side = [&] { return String(name_of(access.side, entry.kind)); };
  if (!id) return fail("the " + side() + "'s index is not a constant");
  const Vector<SignatureElement>& signature = signature_of(entry, access.side);
  const uint32_t index = find_element(signature, *id);
  if (index == dxil::kNone) return fail("no such " + side() + ": number " + decimal(*id));
  const SignatureElement& element = signature[index];
  if (row && *row >= element.rows) {
    return fail(side() + " " + describe(element) + " has no row " + decimal(*row));
  }
  if (!column) return fail("the column of " + side() + " " + describe(element) + " is not a constant");
  if (*column >= element.columns) {
    return fail(side() + " " + describe(element) + " has no column " + decimal(*column));
  }
  ElementPlan& noted = plan.of(access.side)[index];
  noted.dynamic_rows |= !row.has_value();
  noted.is_read |= access.kind == AccessKind::kRead;
  noted.is_written |= access.kind == AccessKind::kWrite;
  noted.is_evaluated |= access.kind == AccessKind::kEvaluate;
  noted.at_vertices |= access.kind == AccessKind::kAtVertex;
  return {};
}

}  // namespace trellis::spirv
