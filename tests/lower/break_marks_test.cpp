// dx.break: the code before a marked break runs in the loop, and the module contains no trace of the mark.
#include "lower/control_flow/break_marks.hpp"

#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "tests/dxil_frontend/readers/assembly.hpp"
#include "tests/spirv_backend/device_test.hpp"

namespace trellis::test_backend {
namespace {

constexpr uint32_t kThreads = 64;

/// How the condition is computed and branched on. The branch goes to %out if the break is taken, else to %in.
struct Form {
  const char* name;
  const char* entry;   ///< Instructions at the start of the function; block %top follows.
  const char* branch;  ///< Instructions at the end of the block that breaks.
};

constexpr Form kForms[] = {
    {"once_per_function", R"(
  %cond.value = load i32, ptr @dx.break.cond
  %cond = icmp eq i32 %cond.value, 0
  br label %top)",
     R"(
  br i1 %cond, label %out, label %in)"},
    {"once_per_break", R"(
  br label %top)",
     R"(
  %cond.value = load i32, ptr getelementptr inbounds ([1 x i32], ptr @dx.break.cond, i32 0, i32 0), align 4
  %cond = icmp eq i32 %cond.value, 0
  br i1 %cond, label %out, label %in)"},
    {"negated", R"(
  br label %top)",
     R"(
  %cond.value = load i32, ptr @dx.break.cond
  %stays = icmp ne i32 %cond.value, 0
  br i1 %stays, label %in, label %out)"},
    {"negated_by_xor", R"(
  %cond.value = load i32, ptr @dx.break.cond
  %cond = icmp eq i32 %cond.value, 0
  %stays = xor i1 %cond, true
  br label %top)",
     R"(
  br i1 %stays, label %in, label %out)"},
    {"unoptimised", R"(
  %variable = alloca i32
  %place = getelementptr [1 x i32], ptr @dx.break.cond, i32 0, i32 0
  %cond.value = load i32, ptr %place
  %cond.bit = icmp eq i32 %cond.value, 0
  %cond.word = zext i1 %cond.bit to i32
  store i32 %cond.word, ptr %variable
  br label %top)",
     R"(
  %again = load i32, ptr %variable
  %cond = icmp ne i32 %again, 0
  br i1 %cond, label %out, label %in)"},
    {"phi", R"(
  %cond.value = load i32, ptr @dx.break.cond
  %low = icmp ult i32 %id, 32
  br i1 %low, label %first, label %second
first:
  %cond.first = icmp eq i32 %cond.value, 0
  br label %joined
second:
  %cond.second = icmp sle i32 %cond.value, 0
  br label %joined
joined:
  %cond = phi i1 [ %cond.first, %first ], [ %cond.second, %second ]
  br label %top)",
     R"(
  br i1 %cond, label %out, label %in)"},
    {"select", R"(
  %cond.value = load i32, ptr @dx.break.cond
  %is.zero = icmp eq i32 %cond.value, 0
  %cond = select i1 %is.zero, i1 true, i1 false
  br label %top)",
     R"(
  %frozen = freeze i1 %cond
  br i1 %frozen, label %out, label %in)"},
};

/// GoogleTest prints parameters with this function instead of dumping their bytes.
void PrintTo(const Form& form, std::ostream* stream) { *stream << form.name; }

constexpr const char* kDeclarations = R"(
%dx.types.Handle = type { ptr }
@dx.break.cond = internal constant [1 x i32] zeroinitializer
declare %dx.types.Handle @dx.op.createHandle(i32, i8, i32, i32, i1)
declare i32 @dx.op.flattenedThreadIdInGroup.i32(i32)
declare i32 @dx.op.waveActiveOp.i32(i32, i32, i8, i8)
declare void @dx.op.rawBufferStore.i32(i32, %dx.types.Handle, i32, i32, i32, i32, i32, i32, i8, i32)
!dx.version = !{!900}
!dx.valver = !{!901}
!dx.shaderModel = !{!902}
!dx.resources = !{!910}
!dx.entryPoints = !{!903}
!900 = !{i32 1, i32 3}
!901 = !{i32 1, i32 8}
!902 = !{!"cs", i32 6, i32 3}
!903 = !{ptr @main, !"main", null, !910, !904}
!904 = !{i32 4, !905}
!905 = !{i32 64, i32 1, i32 1}
!910 = !{null, !911, null, null}
!911 = !{!912}
!912 = !{i32 0, ptr undef, !"Out", i32 0, i32 0, i32 1, i32 11, i1 false, i1 false, i1 false, null}
define void @main() {
  %buffer = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 1, i32 0, i32 0, i1 false)
  %id = call i32 @dx.op.flattenedThreadIdInGroup.i32(i32 96)
  %at = shl i32 %id, 4
  %leaves = and i32 %id, 3)";

/// Returns code that counts the active lanes and stores the number in the thread's row of four words.
std::string vote(const std::string& name, uint32_t column) {
  return "\n  %" + name + " = call i32 @dx.op.waveActiveOp.i32(i32 119, i32 1, i8 0, i8 0)\n  %" + name +
         ".at = or i32 %at, " + std::to_string(column * 4) +
         "\n  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %buffer, i32 %" + name +
         ".at, i32 undef, i32 %" + name + ", i32 undef, i32 undef, i32 undef, i8 1, i32 4)";
}

/// for (i = 0;; ++i) { if (i == id % 4) { vote 0; break; } } vote 1;
std::string one_loop(const Form& form) {
  return std::string(kDeclarations) + form.entry + R"(
top:
  br label %loop
loop:
  %i = phi i32 [ 0, %top ], [ %next, %in ]
  %now = icmp eq i32 %i, %leaves
  br i1 %now, label %leave, label %in
leave:)" +
         vote("inside", 0) + form.branch + R"(
in:
  %next = add i32 %i, 1
  br label %loop
out:)" + vote("outside", 1) +
         "\n  ret void\n}\n";
}

dxil::Shader shader_of(const std::string& text) {
  auto shader = dxil::test::read_text(text);
  EXPECT_TRUE(shader) << shader.error().to_string();
  return shader ? std::move(*shader) : dxil::Shader{};
}

/// Expects no code for the variable, loads from it, or variables that hold the condition.
void expect_no_trace(const std::vector<uint32_t>& module, uint32_t branches) {
  const std::string text = disassemble(module);
  EXPECT_EQ(text.find("Private"), std::string::npos) << text;
  EXPECT_EQ(text.find(" Function\n"), std::string::npos) << text;
  EXPECT_EQ(count_of(module, spv::Op::OpLoad), 1u) << text;  // Loads the thread index.
  EXPECT_EQ(count_of(module, spv::Op::OpBranchConditional), branches) << text;
  EXPECT_EQ(count_of(module, spv::Op::OpSwitch), 0u) << text;
}

class BreakMarksOnDevice : public DeviceTest {
 protected:
  /// The number of lanes of a wave. The lanes of a quarter have the same number modulo 4.
  uint32_t wave() { return device().properties().subgroup_size; }
  uint32_t quarter() { return wave() / 4; }

  /// Returns the counts that each lane stored in its row.
  std::vector<std::vector<uint32_t>> votes(const std::string& text) {
    const auto buffers = run(shader_of(text), {std::vector<uint32_t>(kThreads * 4, 0)});
    std::vector<std::vector<uint32_t>> rows(kThreads, std::vector<uint32_t>(4, 0));
    if (buffers.empty()) return rows;
    for (uint32_t n = 0; n < kThreads * 4; ++n) rows[n / 4][n % 4] = buffers[0][n];
    return rows;
  }
};

class BreakMarks : public BreakMarksOnDevice, public testing::WithParamInterface<Form> {};

TEST_P(BreakMarks, KeepTheVoteInTheLoop) {
  for (const auto& row : votes(one_loop(GetParam()))) {
    EXPECT_EQ(row, (std::vector<uint32_t>{quarter(), wave(), 0, 0}));
  }
}

TEST_P(BreakMarks, LeaveNoTrace) {
  const auto module = translate(shader_of(one_loop(GetParam())));
  ASSERT_TRUE(module) << module.error().to_string();
  EXPECT_EQ(validate(*module), "");
  const bool has_diamond = std::string_view(GetParam().name) == "phi";
  expect_no_trace(*module, has_diamond ? 2 : 1);
}

INSTANTIATE_TEST_SUITE_P(Forms, BreakMarks, testing::ValuesIn(kForms),
                         [](const auto& parameter) { return std::string(parameter.param.name); });

// for (i = 0;; ++i) {
//   for (j = 0;; ++j) { if (j == id % 2) { vote 0; break; } }
//   vote 1;
//   if (i == id % 4) { vote 2; break; }
// }
// vote 3;
constexpr const char* kNested = R"(
  %cond.value = load i32, ptr @dx.break.cond
  %cond = icmp eq i32 %cond.value, 0
  br label %outer
outer:
  %i = phi i32 [ 0, %0 ], [ %i.next, %outer.in ]
  br label %inner
inner:
  %j = phi i32 [ 0, %outer ], [ %j.next, %inner.in ]
  %half = and i32 %id, 1
  %inner.now = icmp eq i32 %j, %half
  br i1 %inner.now, label %inner.leave, label %inner.in
inner.leave:)";

TEST_F(BreakMarksOnDevice, OfNestedLoops) {
  const std::string text = std::string(kDeclarations) + kNested + vote("first", 0) + R"(
  br i1 %cond, label %inner.out, label %inner.in
inner.in:
  %j.next = add i32 %j, 1
  br label %inner
inner.out:)" + vote("second", 1) +
                           R"(
  %outer.now = icmp eq i32 %i, %leaves
  br i1 %outer.now, label %outer.leave, label %outer.in
outer.leave:)" + vote("third", 2) +
                           R"(
  br i1 %cond, label %outer.out, label %outer.in
outer.in:
  %i.next = add i32 %i, 1
  br label %outer
outer.out:)" + vote("fourth", 3) +
                           "\n  ret void\n}\n";
  const auto rows = votes(text);
  for (uint32_t lane = 0; lane < kThreads; ++lane) {
    // The low two bits of a lane's number are its last iteration of the outer loop; lanes with smaller ones
    // have left before. In the inner loop, lanes of equal parity vote together.
    const uint32_t leaves = lane % 4, left = wave() - quarter() * leaves;
    uint32_t of_parity = 0;
    for (uint32_t other = leaves; other < 4; ++other) of_parity += other % 2 == leaves % 2 ? quarter() : 0;
    EXPECT_EQ(rows[lane], (std::vector<uint32_t>{of_parity, left, quarter(), wave()})) << lane;
  }
  const auto module = translate(shader_of(text));
  ASSERT_TRUE(module) << module.error().to_string();
  expect_no_trace(*module, 2);
}

// for (i = 0;; ++i) { switch (i == id % 4) { case 1: vote 0; break out of the loop; default: vote 1; } } vote
// 2;
TEST_F(BreakMarksOnDevice, InASwitchInALoop) {
  const std::string text = std::string(kDeclarations) + R"(
  %cond.value = load i32, ptr @dx.break.cond
  %cond = icmp eq i32 %cond.value, 0
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %in ]
  %now = icmp eq i32 %i, %leaves
  %which = zext i1 %now to i32
  switch i32 %which, label %stay [ i32 1, label %leave ]
leave:)" + vote("first", 0) +
                           R"(
  br i1 %cond, label %out, label %in
stay:)" + vote("second", 1) +
                           R"(
  br label %in
in:
  %next = add i32 %i, 1
  br label %loop
out:)" + vote("third", 2) + "\n  ret void\n}\n";
  const auto rows = votes(text);
  for (uint32_t lane = 0; lane < kThreads; ++lane) {
    // Lanes that stay in an iteration vote together with all that leave later.
    const uint32_t leaves = lane % 4, with_later = leaves == 0 ? 0 : wave() - quarter() * leaves;
    EXPECT_EQ(rows[lane], (std::vector<uint32_t>{quarter(), with_later, wave(), 0})) << lane;
  }
}

// for (i = 0;; ++i) { if (i != id % 4) continue; vote 0; break; } vote 1; Nothing else branches to the block
// to which the marked branch never goes.
TEST_F(BreakMarksOnDevice, WithAnOtherTargetThatNothingElseReaches) {
  const std::string text = std::string(kDeclarations) + R"(
  %cond.value = load i32, ptr @dx.break.cond
  %cond = icmp eq i32 %cond.value, 0
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %in ], [ %other, %never ]
  %now = icmp eq i32 %i, %leaves
  br i1 %now, label %leave, label %in
leave:)" + vote("inside", 0) +
                           R"(
  br i1 %cond, label %out, label %never
never:
  %other = add i32 %i, 2
  br label %loop
in:
  %next = add i32 %i, 1
  br label %loop
out:)" + vote("outside", 1) +
                           "\n  ret void\n}\n";
  for (const auto& row : votes(text)) EXPECT_EQ(row, (std::vector<uint32_t>{quarter(), wave(), 0, 0}));
}

// Expressions that contain the condition are simplified; remaining uses of it become a constant.
TEST_F(BreakMarksOnDevice, AmongOtherConditions) {
  const std::string text = std::string(kDeclarations) + R"(
  %cond.value = load i32, ptr @dx.break.cond
  %cond = icmp eq i32 %cond.value, 0
  %stays = xor i1 %cond, true
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  %next = add i32 %i, 1
  %now = icmp eq i32 %i, %leaves
  %goes = and i1 %now, %cond
  %leave = or i1 %goes, %stays
  br i1 %leave, label %out, label %loop
out:
  %low = icmp ult i32 %id, 32
  br i1 %low, label %here, label %there
here:
  br label %end
there:
  br label %end
end:
  %sum = phi i32 [ %cond.value, %here ], [ %next, %there ]
  %flag = zext i1 %cond to i32
  %result = add i32 %sum, %flag
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %buffer, i32 %at, i32 undef, i32 %result, i32 undef, i32 undef, i32 undef, i8 1, i32 4)
  ret void
}
)";
  const auto rows = votes(text);
  for (uint32_t lane = 0; lane < kThreads; ++lane) {
    EXPECT_EQ(rows[lane][0], lane < 32 ? 1 : lane % 4 + 2) << lane;
  }
  const auto module = translate(shader_of(text));
  ASSERT_TRUE(module) << module.error().to_string();
  expect_no_trace(*module, 2);
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

// A wave operation makes a value equal for the lanes that run it together. Lanes that break in different
// iterations run it at different times, so the value differs among them after the loop.
TEST(BreakMarksInUniformity, ShowThatAValueDiffersAfterTheLoop) {
  std::string text = replaced(one_loop(kForms[0]), "leave:", R"(leave:
  %same = call i32 @dx.op.waveReadLaneFirst.i32(i32 118, i32 %id))");
  text = replaced(text, "out:", R"(out:
  %index = and i32 %same, 3
  %moved = add i32 %index, 1
  %other = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 1, i32 1, i32 %moved, i1 false)
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %other, i32 %at, i32 undef, i32 1, i32 undef, i32 undef, i32 undef, i8 1, i32 4))");
  text = replaced(text, "declare i32 @dx.op.wave",
                  "declare i32 @dx.op.waveReadLaneFirst.i32(i32, i32)\ndeclare i32 @dx.op.wave");
  text = replaced(text, "!911 = !{!912}", R"(!911 = !{!912, !913}
!913 = !{i32 1, ptr undef, !"More", i32 0, i32 1, i32 4, i32 11, i1 false, i1 false, i1 false, null})");
  const auto marked = translate(shader_of(text));
  ASSERT_TRUE(marked) << marked.error().to_string();
  EXPECT_NE(disassemble(*marked).find(" NonUniform\n"), std::string::npos) << disassemble(*marked);
  // Without the mark, the block is after the loop, and all lanes run it together.
  const auto unmarked =
      translate(shader_of(replaced(text, "br i1 %cond, label %out, label %in", "br label %out")));
  ASSERT_TRUE(unmarked) << unmarked.error().to_string();
  EXPECT_EQ(disassemble(*unmarked).find(" NonUniform\n"), std::string::npos) << disassemble(*unmarked);
}

TEST(BreakMarkList, NamesTheBlockAndWhereItStays) {
  dxil::Shader shader = shader_of(one_loop(kForms[0]));
  ASSERT_TRUE(lower::has_break_marks(shader.module));
  const auto marks = lower::take_out_break_marks(shader.module);
  ASSERT_EQ(marks.size(), shader.module.functions.size());
  const uint32_t main = shader.entry_points.front().function;
  ASSERT_EQ(marks[main].size(), 1u);
  const dxil::Function& function = shader.module.functions[main];
  const lower::BreakMark mark = marks[main].front();
  EXPECT_EQ(function.instructions_of(mark.block).back().opcode, Opcode::kBranch);
  ASSERT_EQ(function.graph.successors(mark.block).size(), 1u);
  EXPECT_EQ(function.graph.successors(mark.inside).size(), 1u);
  EXPECT_NE(function.graph.successors(mark.block)[0], mark.inside);
}

// A variable of this name with other contents is an ordinary variable.
TEST(BreakMarkList, IsEmptyForOtherVariables) {
  const std::string text = one_loop(kForms[0]);
  const std::string declaration = "@dx.break.cond = internal constant [1 x i32] zeroinitializer";
  for (const char* other : {"@dx.break.cond = internal global [1 x i32] zeroinitializer",
                            "@dx.break.cond = internal constant [1 x i32] [i32 1]",
                            "@dx.break.cond = external constant [1 x i32]"}) {
    EXPECT_FALSE(lower::has_break_marks(shader_of(replaced(text, declaration, other)).module)) << other;
  }
  std::string renamed = text;
  for (size_t at = 0; (at = renamed.find("dx.break.cond", at)) != std::string::npos; at += 1) {
    renamed.replace(at, 13, "dx.break.conditions");
  }
  EXPECT_FALSE(lower::has_break_marks(shader_of(renamed).module));
}

}  // namespace
}  // namespace trellis::test_backend
