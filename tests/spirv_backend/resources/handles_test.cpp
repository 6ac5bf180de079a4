// For every operation on resources, the plan finds the resources of all its handles, at whichever position
// they are.
#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "dxil_frontend/program/dxil_ops.hpp"
#include "dxil_frontend/read_shader.hpp"
#include "spirv_backend/instructions/operations.hpp"
#include "tests/spirv_backend/program_builder.hpp"
#include "tests/spirv_backend/translated.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis::spirv {
namespace {

using dxil::DxilOp;
using dxil::Op;
using dxil::TypeId;
using test_backend::ProgramBuilder;
using test_backend::V;

/// Builds a program with one call of an operation. Each of its handles refers to a different resource.
class OneCall {
 public:
  explicit OneCall(const DxilOp& op) : op_(op) {
    b_.begin_function("main", b_.void_type(), {});
    const V query = b_.dx(Op::kAllocateRayQuery, b_.int_type(32), {b_.i32(0)});
    std::vector<V> operands;
    for (uint32_t n = 0; n < op.argument_count(); ++n) {
      const char letter = op.signature[1 + n];
      if (letter == 'h') {
        const uint32_t id = b_.raw_buffer(dxil::ResourceClass::kUav, handles_);
        operands.push_back(b_.handle(dxil::ResourceClass::kUav, id));
        ++handles_;
      } else if (letter == 'p') {
        operands.push_back(b_.op(dxil::Opcode::kAlloca, b_.pointer(), {}, b_.record({b_.int_type(32)})));
      } else if (n == 0 && (op.flags & dxil::kOnRayQuery) != 0) {
        operands.push_back(query);
      } else if (letter == 'c' || letter == 'b') {
        operands.push_back(b_.constant(type_of(letter), 1));
      } else {
        operands.push_back(b_.undef(type_of(letter)));
      }
    }
    b_.raw_buffer(dxil::ResourceClass::kUav, handles_);  // An unused resource.
    b_.dx(op.id, result_type(), operands);
    b_.finish();
    b_.end_function();
    shader_ = b_.take();
    for (uint32_t kind = 0; kind < 32; ++kind) {
      if ((op.stages >> kind & 1) == 0) continue;
      const auto stage = static_cast<dxil::ShaderKind>(kind);
      if (stage != dxil::ShaderKind::kLibrary) shader_.entry_points[0].kind = stage;
      if (stage == dxil::ShaderKind::kCompute) break;
    }
  }
  Result<ModulePlan> plan() const { return test_backend::plan_program(shader_, shader_.entry_points[0]); }
  uint32_t handles() const { return handles_; }

 private:
  TypeId overload() {
    if ((op_.overloads & dxil::kOverloadF32) != 0) return b_.float_type(32);
    return b_.int_type((op_.overloads & dxil::kOverloadI32) != 0 ? 32 : 64);
  }
  TypeId type_of(char letter) {
    switch (letter) {
      case 'v':
        return b_.void_type();
      case 'b':
        return b_.int_type(1);
      case 'c':
        return b_.int_type(8);
      case 'f':
        return b_.float_type(32);
      case 'T':
        return overload();
      default:
        return b_.int_type(32);
    }
  }
  TypeId result_type() {
    const TypeId word = b_.int_type(32), number = b_.float_type(32);
    switch (op_.signature[0]) {
      case 'R':
        return b_.load_result(overload());
      case 'C':
        return b_.record({overload(), overload(), overload(), overload()});
      case '4':
        return b_.record({word, word, word, word});
      case 'P':
        return b_.record({number, number});
      default:
        return type_of(op_.signature[0]);
    }
  }

  const DxilOp& op_;
  ProgramBuilder b_;
  dxil::Shader shader_;
  uint32_t handles_ = 0;
};

TEST(Handles, ThePlanHasAllTheirResources) {
  uint32_t looked_at = 0, with_several = 0;
  for (const DxilOp& op : dxil::all_ops()) {
    if (op.handle == dxil::HandleUse::kNoHandle || op.handle == dxil::HandleUse::kMakesHandle) continue;
    if (lowering_of(op.id) == nullptr) continue;
    // These need further declarations: a payload type, or hit objects for the result.
    if (op.id == Op::kHitObject_TraceRay || op.id == Op::kTraceRay) continue;
    SCOPED_TRACE(op.name);
    const OneCall call(op);
    const Result<ModulePlan> plan = call.plan();
    ASSERT_TRUE(plan) << plan.error().message;
    ASSERT_GT(plan->resources.size(), call.handles());
    for (uint32_t n = 0; n < call.handles(); ++n) EXPECT_TRUE(plan->resources[n].is_used) << "resource " << n;
    EXPECT_FALSE(plan->resources[call.handles()].is_used);
    ++looked_at;
    with_several += call.handles() > 1 ? 1 : 0;
  }
  EXPECT_GT(looked_at, 30u);
  EXPECT_GE(with_several, 17u);
}

/// In compiled programs, exactly the arguments that the table declares as handles have the handle type.
TEST(Handles, TheTableHasThoseOfTheCorpus) {
  std::set<Op> seen;
  for (const auto& file : std::filesystem::recursive_directory_iterator(test_support::corpus_root())) {
    if (file.path().extension() != ".dxil") continue;
    const auto bytes = test_support::read_binary_file(file.path());
    ASSERT_TRUE(bytes);
    const auto shader = dxil::read_shader(*bytes);
    if (!shader) continue;  // Files without code: only sources or symbols.
    const dxil::Module& module = shader->module;
    for (const dxil::Function& function : module.functions) {
      for (const dxil::Instruction& i : function.instructions) {
        const DxilOp* op = i.opcode == dxil::Opcode::kDxOp ? dxil::find_op(i.op()) : nullptr;
        if (op == nullptr || i.op() == Op::kCreateHandleForLib) continue;
        const auto operands = function.operands_of(i);
        for (uint32_t n = 0; n < operands.size(); ++n) {
          const std::string_view type = module.types[module.type_of(function, operands[n])].name;
          ASSERT_EQ(op->is_handle(n), type == "dx.types.Handle")
              << file.path() << " " << op->name << " " << n;
          if (op->is_handle(n)) seen.insert(op->id);
        }
      }
    }
  }
  EXPECT_GE(seen.size(), 37u);
}

}  // namespace
}  // namespace trellis::spirv
