// LLVM's reader: bytes that are not a shader, and disassembly.
#include <gtest/gtest.h>

#include "dxil_frontend/llvm_reader/llvm_module.hpp"
#include "dxil_frontend/read_shader.hpp"
#include "tests/dxil_frontend/readers/assembly.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis::dxil::test {
namespace {

std::vector<uint8_t> corpus_bytes(const std::string& label) {
  auto bytes = test_support::read_binary_file(test_support::corpus_root() / (label + ".dxil"));
  EXPECT_TRUE(bytes.ok()) << label;
  return bytes ? std::move(*bytes) : std::vector<uint8_t>();
}

TEST(LlvmReader, RefusesOtherBytesWithoutPrinting) {
  testing::internal::CaptureStderr();
  const std::vector<uint8_t> junk = {'B', 'C', 0xC0, 0xDE, 1, 2, 3, 4};
  const auto module = LlvmModule::read(junk, LlvmReading::kProgram);
  ASSERT_FALSE(module.ok());
  EXPECT_EQ(module.error().code, ErrorCode::kBadInput);
  EXPECT_EQ(module.error().where.part, "bitcode");
  EXPECT_EQ(module.error().message.find('\n'), std::string::npos);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST(LlvmReader, ContinuesAfterAnError) {
  const std::vector<uint8_t> good = corpus_bytes("control_flow/vm_stack_bytecode");
  const Result<std::vector<uint8_t>> bad = assemble("define void @main() {\n ret void\n}");
  ASSERT_TRUE(bad.ok());
  for (int i = 0; i < 3; ++i) {
    EXPECT_FALSE(read_shader(*bad).ok());
    EXPECT_TRUE(read_shader(good).ok());
  }
}

TEST(LlvmReader, BrokenCodeWithDebugInfoIsRefusedQuietly) {
  // LLVM's function that reads whole modules would print an error and terminate the process here.
  const Result<std::vector<uint8_t>> bytes = assemble(R"(
define i32 @main() {
  %1 = add i32 %2, 1
  %2 = add i32 %1, 1
  ret i32 %2
}
)" + compute_metadata(),
                                                      Damage::kDebugInfoVersion);
  ASSERT_TRUE(bytes.ok()) << bytes.error().to_string();
  testing::internal::CaptureStderr();
  const Result<Shader> shader = read_shader(*bytes);
  EXPECT_FALSE(shader.ok());
  const Result<String> text = disassemble(*bytes);
  EXPECT_FALSE(text.ok());
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST(LlvmReader, Disassembles) {
  const Result<String> text = disassemble(corpus_bytes("control_flow/vm_stack_bytecode"));
  ASSERT_TRUE(text.ok()) << text.error().to_string();
  EXPECT_NE(text->find("define void @main()"), std::string::npos);
  EXPECT_NE(text->find("!dx.entryPoints"), std::string::npos);
}

TEST(Readers, TimesAreAddedUp) {
  const std::vector<uint8_t> bytes = corpus_bytes("control_flow/vm_stack_bytecode");
  for (const Reader reader : {Reader::kRecords, Reader::kLlvm}) {
    ReadOptions options;
    options.reader = reader;
    ReadTimes times;
    const uint64_t ReadTimes::*own = reader == Reader::kRecords ? &ReadTimes::decode : &ReadTimes::llvm_read;
    const uint64_t ReadTimes::*other =
        reader == Reader::kRecords ? &ReadTimes::llvm_read : &ReadTimes::decode;
    ASSERT_TRUE(read_shader(bytes, options, &times).ok());
    const ReadTimes once = times;
    EXPECT_GT(once.*own, 0u);
    EXPECT_EQ(once.*other, 0u);
    ASSERT_TRUE(read_shader(bytes, options, &times).ok());
    EXPECT_GT(times.*own, once.*own);
  }
}

TEST(Readers, AnyReadsDebugInformationFromRecords) {
  ReadOptions options;
  options.debug_info = true;
  ReadTimes times;
  const Result<Shader> shader =
      read_shader(corpus_bytes("variants/bool_flags_correlated_ifs.debug"), options, &times);
  ASSERT_TRUE(shader.ok()) << shader.error().to_string();
  EXPECT_EQ(times.llvm_read, 0u);
  EXPECT_TRUE(shader->left_out.empty());
  ASSERT_FALSE(shader->module.source_files.empty());
  EXPECT_NE(shader->module.source_files[0].text.find("main("), String::npos);
  EXPECT_FALSE(shader->module.debug.variables.empty());
  EXPECT_FALSE(shader->module.functions[0].bindings.empty());
  EXPECT_FALSE(shader->module.functions[0].names.empty());
}

}  // namespace
}  // namespace trellis::dxil::test
