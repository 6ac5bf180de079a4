// Each lowering pass by itself: the program before it and after it, as text.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "dxil_frontend/program/text/program_text.hpp"
#include "dxil_frontend/read_shader.hpp"
#include "lower/lower.hpp"
#include "tests/dxil_frontend/readers/assembly.hpp"
#include "tests/lower/program_text.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis::lower::testing {
namespace {

/// The functions that are reached, after each pass that changed the program, by the pass's name.
class Texts final : public PassObserver {
 public:
  void after_pass(std::string_view pass, const LoweredProgram& program) override {
    std::string text;
    const dxil::Module& module = program.module();
    for (size_t f = 0; f < module.functions.size(); ++f) {
      if (program.reached()[f] != 0) text += dxil::function_to_text(module, module.functions[f]);
    }
    order.emplace_back(pass);
    by_pass[order.back()] = text;
  }

  std::vector<std::string> order;
  std::map<std::string, std::string> by_pass;
};

std::string without_indent(std::string_view text) {
  std::string result;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const size_t start = std::min(text.find_first_not_of(' ', at), end);
    result.append(text.substr(start, end - start));
    if (end > start) result += "\n";
    at = end + 1;
  }
  return result;
}

/// Lowers the program of program_text(); `passes`: those that change it.
Texts lowered(const dxil::Shader& shader, const std::vector<std::string>& passes, Options options = {}) {
  Texts texts;
  options.observer = &texts;
  options.verify = true;
  const Result<LoweredProgram> program = lower(shader, shader.entry_points.front(), options);
  EXPECT_TRUE(program) << program.error().to_string();
  std::vector<std::string> order = {"input"};
  order.insert(order.end(), passes.begin(), passes.end());
  EXPECT_EQ(texts.order, order);
  return texts;
}

Texts lowered(std::string_view body, const std::vector<std::string>& passes, Options options = {}) {
  const Result<dxil::Shader> shader = dxil::test::read_text(test_backend::program_text(body));
  if (!shader) {
    ADD_FAILURE() << shader.error().to_string();
    return {};
  }
  return lowered(*shader, passes, options);
}

void expect_text(Texts& texts, const std::string& pass, std::string_view text) {
  EXPECT_EQ(without_indent(texts.by_pass[pass]), without_indent(text)) << pass;
}

TEST(Lowering, CopiesNothingIfNoPassApplies) {
  const Result<dxil::Shader> shader = dxil::test::read_text(test_backend::program_text(R"(
define void @main() {
  %t = thread
  write u1, 0, %t
  ret void
})"));
  ASSERT_TRUE(shader) << shader.error().to_string();
  const Result<LoweredProgram> program = lower(*shader, shader->entry_points.front());
  ASSERT_TRUE(program);
  EXPECT_EQ(&program->shader(), &*shader);
  EXPECT_EQ(program->own_shader(), nullptr);
  EXPECT_EQ(&program->entry_point(), &shader->entry_points.front());
}

TEST(Lowering, PassesHaveNamesAndSentences) {
  std::set<std::string_view> names;
  for (const Pass& pass : passes()) {
    EXPECT_TRUE(names.insert(pass.name).second) << pass.name;
    EXPECT_GT(std::string_view(pass.summary).size(), 20u) << pass.name;
  }
  EXPECT_EQ(names.size(), 11u);
}

TEST(Lowering, PassesAreDocumentedInOrder) {
  const auto page = test_support::read_binary_file(test_support::corpus_root().parent_path() /
                                                   "docs/internals/architecture.md");
  ASSERT_TRUE(page) << page.error().to_string();
  const std::string text(page->begin(), page->end());
  size_t at = text.find("## Lowering passes");
  for (const Pass& pass : passes()) {
    ASSERT_NE(at, std::string::npos) << pass.name;
    at = text.find("| `" + std::string(pass.name) + "` | ", at);
  }
  EXPECT_NE(at, std::string::npos);
}

// Only what the entry point reaches is looked at.
TEST(Lowering, LeavesUnreachedFunctionsAlone) {
  lowered(R"(
%S = type { i32, i32 }
define %S @other(%S %s) noinline {
  ret %S %s
}
define void @main() {
  ret void
})",
          {});
}

TEST(Lowering, Aggregates) {
  Texts texts = lowered(R"(
%S = type { i32, float }
define i32 @sum(%S %s) noinline {
  %a = extractvalue %S %s, 0
  %b = extractvalue %S %s, 1
  %c = fptoui float %b to i32
  %d = add i32 %a, %c
  ret i32 %d
}
define void @main() {
  %t = thread
  %s = insertvalue %S { i32 1, float 2.0 }, i32 %t, 0
  %x = call i32 @sum(%S %s)
  write u1, 0, %x
  ret void
})",
                        {"aggregates"});
  expect_text(texts, "input", R"(
  i32 @sum(%0:%S) {
  block0:
    %1:i32 = extractvalue %0, 0
    %2:float = extractvalue %0, 1
    %3:i32 = fptoui %2
    %4:i32 = add %1, %3
    ret %4
  }
  void @main() {
  block0:
    %0:i32 = dx.op.flattenedThreadIdInGroup.i32(96)
    %1:%S = insertvalue {1, 2}, %0, 0
    %2:i32 = call @sum %1
    %3:%dx.types.Handle = dx.op.createHandle(57) 1, 1, 1, false
    dx.op.rawBufferStore.i32(140) %3, 0, undef, %2, undef, undef, undef, 1, 4
    ret
  }
)");
  expect_text(texts, "aggregates", R"(
  i32 @sum(%0:i32, %1:float) {
  block0:
    %2:i32 = fptoui %1
    %3:i32 = add %0, %2
    ret %3
  }
  void @main() {
  block0:
    %0:i32 = dx.op.flattenedThreadIdInGroup.i32(96)
    %1:i32 = call @sum %0, 2
    %2:%dx.types.Handle = dx.op.createHandle(57) 1, 1, 1, false
    dx.op.rawBufferStore.i32(140) %2, 0, undef, %1, undef, undef, undef, 1, 4
    ret
  }
)");
}

TEST(Lowering, LongVectors) {
  Texts texts = lowered(R"(
define void @main() {
  %t = thread
  %v = insertelement <6 x i32> zeroinitializer, i32 %t, i32 5
  %w = add <6 x i32> %v, <i32 1, i32 2, i32 3, i32 4, i32 5, i32 6>
  %x = extractelement <6 x i32> %w, i32 5
  write u1, 0, %x
  ret void
})",
                        {"long-vectors"});
  expect_text(texts, "input", R"(
  void @main() {
  block0:
    %0:i32 = dx.op.flattenedThreadIdInGroup.i32(96)
    %1:<6 x i32> = insertelement zero, %0, 5
    %2:<6 x i32> = add %1, {1, 2, 3, 4, 5, 6}
    %3:i32 = extractelement %2, 5
    %4:%dx.types.Handle = dx.op.createHandle(57) 1, 1, 1, false
    dx.op.rawBufferStore.i32(140) %4, 0, undef, %3, undef, undef, undef, 1, 4
    ret
  }
)");
  expect_text(texts, "long-vectors", R"(
  void @main() {
  block0:
    %0:i32 = dx.op.flattenedThreadIdInGroup.i32(96)
    %1:<2 x i32> = insertelement zero, %0, 1
    %2:<4 x i32> = add zero, {1, 2, 3, 4}
    %3:<2 x i32> = add %1, {5, 6}
    %4:i32 = extractelement %3, 1
    %5:%dx.types.Handle = dx.op.createHandle(57) 1, 1, 1, false
    dx.op.rawBufferStore.i32(140) %5, 0, undef, %4, undef, undef, undef, 1, 4
    ret
  }
)");
}

TEST(Lowering, LongVectorsInPiecesOfTheDevice) {
  Options options;
  options.longest_vector = 8;
  Texts texts = lowered(R"(
define void @main() {
  %t = thread
  %v = insertelement <6 x i32> zeroinitializer, i32 %t, i32 5
  %x = extractelement <6 x i32> %v, i32 5
  write u1, 0, %x
  ret void
})",
                        {"long-vectors"}, options);
  expect_text(texts, "long-vectors", R"(
  void @main() {
  block0:
    %0:i32 = dx.op.flattenedThreadIdInGroup.i32(96)
    %1:<6 x i32> = insertelement zero, %0, 5
    %2:i32 = extractelement %1, 5
    %3:%dx.types.Handle = dx.op.createHandle(57) 1, 1, 1, false
    dx.op.rawBufferStore.i32(140) %3, 0, undef, %2, undef, undef, undef, 1, 4
    ret
  }
)");
}

TEST(Lowering, LaneKeys) {
  Texts texts = lowered(R"(
declare i32 @dx.op.waveReadLaneFirst.i32(i32, i32)
define void @main() {
  %t = thread
  br label %loop
loop:
  %key = call i32 @dx.op.waveReadLaneFirst.i32(i32 118, i32 %t)
  %same = icmp eq i32 %key, %t
  br i1 %same, label %found, label %loop
found:
  write u1, 0, %t
  ret void
})",
                        {"lane-keys"});
  expect_text(texts, "input", R"(
  void @main() {
  block0:
    %0:i32 = dx.op.flattenedThreadIdInGroup.i32(96)
    br block1
  block1:
    %1:i32 = dx.op.waveReadLaneFirst.i32(118) %0
    %2:i1 = icmp eq %1, %0
    br %2, block2, block1
  block2:
    %3:%dx.types.Handle = dx.op.createHandle(57) 1, 1, 1, false
    dx.op.rawBufferStore.i32(140) %3, 0, undef, %0, undef, undef, undef, 1, 4
    ret
  }
)");
  expect_text(texts, "lane-keys", R"(
  void @main() {
  block0:
    %0:i32 = dx.op.flattenedThreadIdInGroup.i32(96)
    br block1
  block1:
    %1:i32 = dx.op.waveReadLaneFirst.i32(118) %0
    %2:i1 = icmp eq %1, %0
    br %2, block2, block1
  block2:
    %3:%dx.types.Handle = dx.op.createHandle(57) 1, 1, 1, false
    dx.op.rawBufferStore.i32(140) %3, 0, undef, %1, undef, undef, undef, 1, 4
    ret
  }
)");
}

constexpr std::string_view kTwoReturns = R"(
declare i1 @dx.op.waveIsFirstLane(i32)
define i32 @choose(i32 %x) noinline {
  %low = icmp ult i32 %x, 8
  br i1 %low, label %first, label %second
first:
  ret i32 1
second:
  ret i32 %x
}
define void @main() {
  %t = thread
  %x = call i32 @choose(i32 %t)
  %v = call i1 @dx.op.waveIsFirstLane(i32 110)
  write u1, 0, %x
  ret void
})";

TEST(Lowering, SingleReturns) {
  Texts texts = lowered(kTwoReturns, {"single-returns"});
  expect_text(texts, "input", R"(
  i32 @choose(%0:i32) {
  block0:
    %1:i1 = icmp ult %0, 8
    br %1, block1, block2
  block1:
    ret 1
  block2:
    ret %0
  }
  void @main() {
  block0:
    %0:i32 = dx.op.flattenedThreadIdInGroup.i32(96)
    %1:i32 = call @choose %0
    %2:i1 = dx.op.waveIsFirstLane(110)
    %3:%dx.types.Handle = dx.op.createHandle(57) 1, 1, 1, false
    dx.op.rawBufferStore.i32(140) %3, 0, undef, %1, undef, undef, undef, 1, 4
    ret
  }
)");
  expect_text(texts, "single-returns", R"(
  i32 @choose(%0:i32) {
  block0:
    %1:i1 = icmp ult %0, 8
    br %1, block1, block2
  block1:
    br block3
  block2:
    br block3
  block3:
    %2:i32 = phi 1, %0
    ret %2
  }
  void @main() {
  block0:
    %0:i32 = dx.op.flattenedThreadIdInGroup.i32(96)
    %1:i32 = call @choose %0
    %2:i1 = dx.op.waveIsFirstLane(110)
    %3:%dx.types.Handle = dx.op.createHandle(57) 1, 1, 1, false
    dx.op.rawBufferStore.i32(140) %3, 0, undef, %1, undef, undef, undef, 1, 4
    ret
  }
)");
}

TEST(Lowering, SeveralReturnsStayWithMaximalReconvergence) {
  Options options;
  options.maximal_reconvergence = true;
  lowered(kTwoReturns, {}, options);
}

constexpr std::string_view kSwitchBeforeVote = R"(
declare i1 @dx.op.waveIsFirstLane(i32)
define void @main() {
  %t = thread
  switch i32 %t, label %other [ i32 1, label %one
                                i32 5, label %one
                                i32 2, label %end ]
one:
  br label %end
other:
  br label %end
end:
  %x = phi i32 [ 10, %one ], [ 20, %other ], [ 30, %0 ]
  %v = call i1 @dx.op.waveIsFirstLane(i32 110)
  write u1, 0, %x
  ret void
})";

TEST(Lowering, SwitchChains) {
  Options options;
  options.maximal_reconvergence = true;
  Texts texts = lowered(kSwitchBeforeVote, {"switch-chains"}, options);
  expect_text(texts, "input", R"(
  void @main() {
  block0:
    %0:i32 = dx.op.flattenedThreadIdInGroup.i32(96)
    switch %0, default: block2, 1: block1, 5: block1, 2: block3
  block1:
    br block3
  block2:
    br block3
  block3:
    %1:i32 = phi 30, 10, 20
    %2:i1 = dx.op.waveIsFirstLane(110)
    %3:%dx.types.Handle = dx.op.createHandle(57) 1, 1, 1, false
    dx.op.rawBufferStore.i32(140) %3, 0, undef, %1, undef, undef, undef, 1, 4
    ret
  }
)");
  expect_text(texts, "switch-chains", R"(
  void @main() {
  block0:
    %0:i32 = dx.op.flattenedThreadIdInGroup.i32(96)
    %4:i1 = icmp eq %0, 1
    %5:i1 = icmp eq %0, 5
    %6:i1 = or %4, %5
    br %6, block1, block4
  block1:
    br block3
  block2:
    br block3
  block3:
    %1:i32 = phi 10, 20, 30
    %2:i1 = dx.op.waveIsFirstLane(110)
    %3:%dx.types.Handle = dx.op.createHandle(57) 1, 1, 1, false
    dx.op.rawBufferStore.i32(140) %3, 0, undef, %1, undef, undef, undef, 1, 4
    ret
  block4:
    %7:i1 = icmp eq %0, 2
    br %7, block3, block2
  }
)");
}

TEST(Lowering, SwitchesStayWithoutMaximalReconvergence) { lowered(kSwitchBeforeVote, {}); }

TEST(Lowering, LargeSwitches) {
  std::string body = "define void @main() {\n  %t = thread\n  switch i32 %t, label %other [\n";
  for (int n = 0; n < 16384; ++n) body += "    i32 " + std::to_string(n) + ", label %one\n";
  body += R"(  ]
one:
  write u1, 0, %t
  ret void
other:
  ret void
})";
  Texts texts = lowered(body, {"large-switches"});
  const auto count = [&texts](const std::string& pass, const std::string& word) {
    size_t found = 0;
    const std::string& text = texts.by_pass[pass];
    for (size_t at = 0; (at = text.find(word, at)) != std::string::npos; ++at) ++found;
    return found;
  };
  EXPECT_EQ(count("input", "  switch "), 1u);
  EXPECT_EQ(count("large-switches", "  switch "), 2u);
  EXPECT_EQ(count("input", "  icmp"), 0u);
  EXPECT_EQ(count("input", ": block1"), count("large-switches", ": block1"));
}

TEST(Lowering, BreakMarks) {
  Texts texts = lowered(R"(
@dx.break.cond = internal constant [1 x i32] zeroinitializer
declare i1 @dx.op.waveIsFirstLane(i32)
define void @main() {
  %t = thread
  %place = load i32, ptr @dx.break.cond
  %always = icmp eq i32 %place, 0
  br label %loop
loop:
  %n = phi i32 [ 0, %0 ], [ %next, %again ]
  %first = call i1 @dx.op.waveIsFirstLane(i32 110)
  br i1 %first, label %leave, label %again
leave:
  write u1, 0, %n
  br i1 %always, label %end, label %again
again:
  %next = add i32 %n, 1
  br label %loop
end:
  ret void
})",
                        {"break-marks"});
  expect_text(texts, "input", R"(
  void @main() {
  block0:
    %0:i32 = dx.op.flattenedThreadIdInGroup.i32(96)
    %1:i32 = load @dx.break.cond, align 4
    %2:i1 = icmp eq %1, 0
    br block1
  block1:
    %3:i32 = phi 0, %6
    %4:i1 = dx.op.waveIsFirstLane(110)
    br %4, block2, block3
  block2:
    %5:%dx.types.Handle = dx.op.createHandle(57) 1, 1, 1, false
    dx.op.rawBufferStore.i32(140) %5, 0, undef, %3, undef, undef, undef, 1, 4
    br %2, block4, block3
  block3:
    %6:i32 = add %3, 1
    br block1
  block4:
    ret
  }
)");
  expect_text(texts, "break-marks", R"(
  void @main() {
  block0:
    %0:i32 = dx.op.flattenedThreadIdInGroup.i32(96)
    br block1
  block1:
    %3:i32 = phi 0, %6
    %4:i1 = dx.op.waveIsFirstLane(110)
    br %4, block2, block3
  block2:
    %5:%dx.types.Handle = dx.op.createHandle(57) 1, 1, 1, false
    dx.op.rawBufferStore.i32(140) %5, 0, undef, %3, undef, undef, undef, 1, 4
    br block4
  block3:
    %6:i32 = add %3, 1
    br block1
  block4:
    ret
  }
)");
}

constexpr std::string_view kHandles = R"(
%dx.types.ResourceProperties = type { i32, i32 }
declare %dx.types.Handle @dx.op.createHandleFromHeap(i32, i32, i1, i1)
declare %dx.types.Handle @dx.op.annotateHandle(i32, %dx.types.Handle, %dx.types.ResourceProperties)
define void @main() {
  %t = thread
  %handles = alloca [2 x %dx.types.Handle]
  %p0 = getelementptr [2 x %dx.types.Handle], ptr %handles, i32 0, i32 0
  %p1 = getelementptr [2 x %dx.types.Handle], ptr %handles, i32 0, i32 1
  %h0 = call %dx.types.Handle @dx.op.createHandleFromHeap(i32 218, i32 7, i1 false, i1 false)
  %h1 = call %dx.types.Handle @dx.op.createHandleFromHeap(i32 218, i32 9, i1 false, i1 false)
  store %dx.types.Handle %h0, ptr %p0
  store %dx.types.Handle %h1, ptr %p1
  %i = and i32 %t, 1
  %p = getelementptr [2 x %dx.types.Handle], ptr %handles, i32 0, i32 %i
  %h = load %dx.types.Handle, ptr %p
  %a = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %h, %dx.types.ResourceProperties { i32 4107, i32 0 })
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %a, i32 0, i32 undef, i32 %t, i32 undef, i32 undef, i32 undef, i8 1, i32 4)
  ret void
})";

TEST(Lowering, HandleMemory) {
  Texts texts = lowered(kHandles, {"handle-memory"});
  expect_text(texts, "input", R"(
  void @main() {
  block0:
    %0:i32 = dx.op.flattenedThreadIdInGroup.i32(96)
    %1:ptr = alloca [2 x %dx.types.Handle]
    %2:ptr = getelementptr [2 x %dx.types.Handle], %1, 0, 0
    %3:ptr = getelementptr [2 x %dx.types.Handle], %1, 0, 1
    %4:%dx.types.Handle = dx.op.createHandleFromHeap(218) 7, false, false
    %5:%dx.types.Handle = dx.op.createHandleFromHeap(218) 9, false, false
    store %4, %2, align 8
    store %5, %3, align 8
    %6:i32 = and %0, 1
    %7:ptr = getelementptr [2 x %dx.types.Handle], %1, 0, %6
    %8:%dx.types.Handle = load %7, align 8
    %9:%dx.types.Handle = dx.op.annotateHandle(216) %8, {4107, 0}
    dx.op.rawBufferStore.i32(140) %9, 0, undef, %0, undef, undef, undef, 1, 4
    ret
  }
)");
  expect_text(texts, "handle-memory", R"(
  void @main() {
  block0:
    %0:i32 = dx.op.flattenedThreadIdInGroup.i32(96)
    %1:ptr = alloca [2 x i32]
    %2:ptr = getelementptr [2 x i32], %1, 0, 0
    %3:ptr = getelementptr [2 x i32], %1, 0, 1
    %4:%dx.types.Handle = dx.op.createHandleFromHeap(218) 7, false, false
    %5:%dx.types.Handle = dx.op.createHandleFromHeap(218) 9, false, false
    store 7, %2, align 4
    store 9, %3, align 4
    %6:i32 = and %0, 1
    %7:ptr = getelementptr [2 x i32], %1, 0, %6
    %8:i32 = load %7, align 4
    %9:%dx.types.Handle = dx.op.createHandleFromHeap(218) %8, false, false
    %10:%dx.types.Handle = dx.op.annotateHandle(216) %9, {4107, 0}
    dx.op.rawBufferStore.i32(140) %10, 0, undef, %0, undef, undef, undef, 1, 4
    ret
  }
)");
}

TEST(Lowering, ResourceMemory) {
  const Result<dxil::Shader> shader = dxil::test::read_text(R"(
%dx.types.Handle = type { ptr }
%dx.types.ResRet.i32 = type { i32, i32, i32, i32, i32 }
@a = external constant %dx.types.Handle
@b = external constant %dx.types.Handle
declare %dx.types.Handle @dx.op.createHandleForLib.dx.types.Handle(i32, %dx.types.Handle)
declare void @dx.op.rawBufferStore.i32(i32, %dx.types.Handle, i32, i32, i32, i32, i32, i32, i8, i32)
define void @put(ptr %place, i32 %x) noinline {
  %second = getelementptr [2 x %dx.types.Handle], ptr %place, i32 0, i32 1
  %object = load %dx.types.Handle, ptr %second
  %handle = call %dx.types.Handle @dx.op.createHandleForLib.dx.types.Handle(i32 160, %dx.types.Handle %object)
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %handle, i32 0, i32 undef, i32 %x, i32 undef, i32 undef, i32 undef, i8 1, i32 4)
  ret void
}
define void @main() {
  %handles = alloca [2 x %dx.types.Handle]
  %p0 = getelementptr [2 x %dx.types.Handle], ptr %handles, i32 0, i32 0
  %p1 = getelementptr [2 x %dx.types.Handle], ptr %handles, i32 0, i32 1
  %first = load %dx.types.Handle, ptr @a
  %second = load %dx.types.Handle, ptr @b
  store %dx.types.Handle %first, ptr %p0
  store %dx.types.Handle %second, ptr %p1
  call void @put(ptr %handles, i32 5)
  ret void
}
!dx.version = !{!900}
!dx.shaderModel = !{!902}
!dx.resources = !{!910}
!dx.entryPoints = !{!903, !904}
!900 = !{i32 1, i32 8}
!902 = !{!"lib", i32 6, i32 8}
!903 = !{null, !"", null, !910, null}
!904 = !{ptr @main, !"main", null, null, !905}
!905 = !{i32 8, i32 5, i32 4, !906}
!906 = !{i32 16, i32 1, i32 1}
!910 = !{null, !911, null, null}
!911 = !{!912, !913}
!912 = !{i32 0, ptr @a, !"a", i32 0, i32 0, i32 1, i32 11, i1 false, i1 false, i1 false, null}
!913 = !{i32 1, ptr @b, !"b", i32 0, i32 1, i32 1, i32 11, i1 false, i1 false, i1 false, null}
)");
  ASSERT_TRUE(shader) << shader.error().to_string();
  // The handle-memory pass does not change libraries: resource-memory removes their loads of resources.
  Texts texts = lowered(*shader, {"handle-memory", "resource-memory"});
  expect_text(texts, "input", R"(
  void @put(%0:ptr, %1:i32) {
  block0:
    %2:ptr = getelementptr [2 x %dx.types.Handle], %0, 0, 1
    %3:%dx.types.Handle = load %2, align 8
    %4:%dx.types.Handle = dx.op.createHandleForLib.dx.types.Handle(160) %3
    dx.op.rawBufferStore.i32(140) %4, 0, undef, %1, undef, undef, undef, 1, 4
    ret
  }
  void @main() {
  block0:
    %0:ptr = alloca [2 x %dx.types.Handle]
    %1:ptr = getelementptr [2 x %dx.types.Handle], %0, 0, 0
    %2:ptr = getelementptr [2 x %dx.types.Handle], %0, 0, 1
    %3:%dx.types.Handle = load @a, align 8
    %4:%dx.types.Handle = load @b, align 8
    store %3, %1, align 8
    store %4, %2, align 8
    call @put %0, 5
    ret
  }
)");
  expect_text(texts, "resource-memory", R"(
  void @main() {
  block0:
    %0:%dx.types.Handle = load @a, align 8
    %1:%dx.types.Handle = load @b, align 8
    call @put 5
    ret
  }
  void @put(%0:i32) {
  block0:
    %1:%dx.types.Handle = load @b, align 1
    %2:%dx.types.Handle = dx.op.createHandleForLib.dx.types.Handle(160) %1
    dx.op.rawBufferStore.i32(140) %2, 0, undef, %0, undef, undef, undef, 1, 4
    ret
  }
)");
}

dxil::Shader read_reference(const std::string& name) {
  const auto bytes = test_support::read_binary_file(test_support::corpus_root() / name);
  if (!bytes) {
    ADD_FAILURE() << bytes.error().to_string();
    return {};
  }
  auto shader = dxil::read_shader(*bytes);
  if (!shader) {
    ADD_FAILURE() << shader.error().to_string();
    return {};
  }
  return std::move(*shader);
}

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

TEST(Lowering, Vendor) {
  Texts texts = lowered(read_reference("vendor/ags_draw_index.dxil"), {"vendor"});
  const std::string &before = texts.by_pass["input"], &after = texts.by_pass["vendor"];
  EXPECT_TRUE(contains(before, "dx.op.atomicCompareExchange")) << before;
  EXPECT_FALSE(contains(after, "dx.op.atomicCompareExchange")) << after;
  EXPECT_TRUE(contains(after, ":i32 = dx.op(3221225472)\n")) << after;  // kVendorDrawIndex.
}

TEST(Lowering, HitObjects) {
  Texts texts = lowered(read_reference("sm69/hit_reorder_coherent_memory.dxil"), {"hit-objects"});
  EXPECT_TRUE(contains(texts.by_pass["input"], ":%dx.types.HitObject = ")) << texts.by_pass["input"];
  EXPECT_FALSE(contains(texts.by_pass["hit-objects"], "%dx.types.HitObject")) << texts.by_pass["hit-objects"];
}

}  // namespace
}  // namespace trellis::lower::testing
