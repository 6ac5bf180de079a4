// Input that is rejected: damaged bitcode, deep input, and what the readers would refuse if the bitcode check
// did not. The messages that users see are in tests/file/readers.
#include <gtest/gtest.h>

#include <span>
#include <vector>

#include "dxil_frontend/bitcode/bitcode_check.hpp"
#include "dxil_frontend/bitcode/reader.hpp"
#include "dxil_frontend/read_shader.hpp"
#include "tests/dxil_frontend/readers/assembly.hpp"

namespace trellis::dxil::test {
namespace {

Diagnostic refusal(std::string_view text, Damage damage = Damage::kNone) {
  const Result<Module> module = decode_text(text, damage);
  if (!module) return module.error();
  ADD_FAILURE() << "was accepted:\n" << text;
  return bad_input("accepted");
}

void expect_refused(std::string_view text, ErrorCode code, const std::string& message,
                    Damage damage = Damage::kNone) {
  const Diagnostic error = refusal(text, damage);
  EXPECT_EQ(error.code, code) << error.to_string();
  EXPECT_NE(error.message.find(message), std::string::npos) << error.to_string();
}

/// Returns the locations of the lengths of function names in the module's records.
std::vector<bitcode::OperandPlace> lengths_of_names(std::span<const uint8_t> bytes) {
  std::vector<bitcode::OperandPlace> places;
  bitcode::BitstreamReader reader(bytes, 0);
  while (!reader.at_end()) {
    const bitcode::Entry entry = reader.next();
    if (entry == bitcode::Entry::kError) break;
    if (entry == bitcode::Entry::kBlock) reader.enter();
    if (entry != bitcode::Entry::kRecord || reader.current_block() != bitcode::kModuleBlock) continue;
    if (reader.code() == bitcode::kModuleFunction) places.push_back(reader.place_of(1).value());
  }
  return places;
}

TEST(DecodeRefusals, NamesMayNotOverlapInTheStringTable) {
  constexpr size_t kLength = 24, kLonger = 31;  // Both fit in one chunk.
  std::string text;
  for (char letter = 'a'; letter <= 'z'; ++letter) {
    text += "declare void @" + std::string(kLength, letter) + "()\n";
  }
  auto bytes = assemble(text);
  ASSERT_TRUE(bytes.ok());
  EXPECT_TRUE(check_bitcode(*bytes).ok());
  for (const bitcode::OperandPlace& place : lengths_of_names(*bytes)) {
    ASSERT_TRUE(write_operand(*bytes, place, kLonger));
  }
  const Result<CheckedBitcode> checked = check_bitcode(*bytes);
  ASSERT_FALSE(checked.ok());
  EXPECT_NE(checked.error().message.find("names overlap"), std::string::npos) << checked.error().to_string();
}

TEST(DecodeRefusals, InstructionsThatAreNotDxil) {
  expect_refused("define void @f(i32 %i) {\n %1 = inttoptr i32 %i to ptr\n ret void\n}", ErrorCode::kBadInput,
                 "pointers and integers");
  expect_refused("define void @f(ptr %p) {\n call void %p()\n ret void\n}", ErrorCode::kBadInput,
                 "indirect calls");
  expect_refused("define void @f() {\n call void asm \"nop\", \"\"()\n ret void\n}", ErrorCode::kBadInput,
                 "inline assembly");
  expect_refused("define void @f(ptr %l) {\n %1 = va_arg ptr %l, i32\n ret void\n}", ErrorCode::kBadInput,
                 "va_arg");
  expect_refused("define void @f(ptr %p) {\n indirectbr ptr %p, [label %a]\na:\n ret void\n}",
                 ErrorCode::kBadInput, "indirectbr");
  expect_refused(R"(
declare void @g()
declare i32 @p(...)
define void @f() personality ptr @p {
  invoke void @g() to label %a unwind label %b
a:
  ret void
b:
  %1 = landingpad { ptr, i32 } cleanup
  ret void
})",
                 ErrorCode::kBadInput, "invoke");
  expect_refused("define void @f(ptr %p) {\n %1 = atomicrmw nand ptr %p, i32 1 seq_cst\n ret void\n}",
                 ErrorCode::kUnsupported, "nand");
  expect_refused("define void @f(ptr %p) {\n %1 = atomicrmw fadd ptr %p, float 1.0 seq_cst\n ret void\n}",
                 ErrorCode::kUnsupported, "'fadd' is not supported");
}

TEST(DecodeRefusals, TypesThatAreNotDxil) {
  expect_refused("define void @f(i24 %a) {\n ret void\n}", ErrorCode::kBadInput, "i24");
  expect_refused("define void @f(fp128 %a) {\n ret void\n}", ErrorCode::kUnsupported, "type");
  expect_refused("define void @f(<vscale x 4 x i32> %a) {\n ret void\n}", ErrorCode::kUnsupported, "type");
  std::string nested = "i32";
  for (int i = 0; i < 100; ++i) nested = "[1 x " + nested + "]";
  expect_refused("define void @f() {\n %1 = alloca " + nested + "\n ret void\n}", ErrorCode::kUnsupported,
                 "nest");
}

TEST(DecodeRefusals, PhisThatDoNotMatchTheGraph) {
  const auto with_phi = [](const std::string& phi) {
    return "define i32 @f(i1 %c) {\nentry:\n br i1 %c, label %a, label %b\na:\n br label %b\nb:\n %p = " +
           phi + "\n ret i32 %p\n}";
  };
  EXPECT_TRUE(decode_text(with_phi("phi i32 [ 0, %a ], [ 1, %entry ]")).ok());
  expect_refused(with_phi("phi i32 [ 0, %a ]"), ErrorCode::kBadInput, "1 values for 2 edges");
  expect_refused(with_phi("phi i32 [ 0, %a ], [ 1, %entry ], [ 2, %b ]"), ErrorCode::kBadInput, "3 values");
  expect_refused(with_phi("phi i32 [ 0, %a ], [ 1, %b ]"), ErrorCode::kBadInput, "no value for block 0");
  expect_refused(with_phi("phi i32 [ 0, %a ], [ 1, %a ]"), ErrorCode::kBadInput, "");
}

TEST(DecodeRefusals, OddBlocks) {
  expect_refused("define void @f() {\nentry:\n br label %a\na:\n br label %entry\n}", ErrorCode::kBadInput,
                 "entry block");
  expect_refused(
      "define void @f(i32 %x) {\n switch i32 %x, label %a [ i32 3, label %a i32 4, label %b ]\na:\n ret "
      "void\nb:\n ret void\n}",
      ErrorCode::kBadInput, "two cases for 3", Damage::kEqualCases);
}

TEST(DecodeRefusals, AddressesThroughScalarsDoNotReachLlvm) {
  // LLVM's reader crashes on these addresses, so the bitcode check must reject them.
  const Result<std::vector<uint8_t>> bytes = assemble(
      "define void @main(ptr %p) {\n %1 = getelementptr { i32, i32 }, ptr %p, i32 0, i32 1\n ret void\n}",
      Damage::kAddressesInScalars);
  ASSERT_TRUE(bytes.ok()) << bytes.error().to_string();
  const Result<Shader> shader = read_shader(*bytes);
  ASSERT_FALSE(shader.ok());
  EXPECT_EQ(shader.error().code, ErrorCode::kBadInput);
}

TEST(DecodeRefusals, DeepInputIsRead) {
  // Nothing recurses over operands or constants.
  std::string chain = "define i32 @f(i32 %a) {\n %v0 = add i32 %a, 1\n";
  for (int i = 1; i < 20000; ++i) {
    chain += " %v" + std::to_string(i) + " = add i32 %v" + std::to_string(i - 1) + ", 1\n";
  }
  EXPECT_TRUE(decode_text(chain + " ret i32 %v19999\n}").ok());
}

}  // namespace
}  // namespace trellis::dxil::test
