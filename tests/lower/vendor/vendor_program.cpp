#include "tests/lower/vendor/vendor_program.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <regex>
#include <sstream>
#include <vector>

#include "api/modules/validate.hpp"
#include "tests/dxil_frontend/readers/assembly.hpp"
#include "tests/lower/program_text.hpp"
#include "tests/vulkan/modules/spirv_tools.hpp"

namespace trellis::test_backend {
namespace {

constexpr std::string_view kDeclarations = R"(
declare i32 @dx.op.atomicCompareExchange.i32(i32, %dx.types.Handle, i32, i32, i32, i32, i32)
declare i32 @dx.op.bufferUpdateCounter(i32, %dx.types.Handle, i8)
declare void @dx.op.bufferStore.i32(i32, %dx.types.Handle, i32, i32, i32, i32, i32, i32, i8)
declare %dx.types.ResRet.i32 @dx.op.bufferLoad.i32(i32, %dx.types.Handle, i32, i32)
define void @main() {
)";

constexpr std::string_view kMetadata = R"(
!dx.resources = !{!910}
!910 = !{null, !911, null, null}
!911 = !{!912, !913, !914, !915}
!912 = !{i32 0, ptr undef, !"u0", i32 0, i32 0, i32 1, i32 11, i1 false, i1 false, i1 false, null}
!913 = !{i32 1, ptr undef, !"u1", i32 0, i32 1, i32 1, i32 11, i1 false, i1 false, i1 false, null}
!914 = !{i32 2, ptr undef, !"", i32 2147420894, i32 0, i32 1, i32 11, i1 false, i1 false, i1 false, null}
!915 = !{i32 3, ptr undef, !"", i32 3, i32 7, i32 1, i32 12, i1 false, i1 true, i1 false, !916}
!916 = !{i32 1, i32 256}
)";

std::string handle(const std::string& name, int resource, int index) {
  return name + " = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 1, i32 " + std::to_string(resource) +
         ", i32 " + std::to_string(index) + ", i1 false)\n";
}

std::string expand(const std::string& line, uint32_t n) {
  static const std::regex kAgs(R"(\s*(%\w+) = ags (\S+), (\S+), (\S+)\s*)");
  static const std::regex kCount(R"(\s*(%\w+) = count\s*)");
  static const std::regex kField(R"(\s*field (\S+), (\S+), (\S+)\s*)");
  static const std::regex kResult(R"(\s*(%\w+) = result (\S+), (\S+)\s*)");
  const std::string h = "%vendor." + std::to_string(n), loaded = "%vendors." + std::to_string(n);
  const std::string given = "%dx.types.Handle " + h;
  std::smatch m;
  if (std::regex_match(line, m, kAgs)) {
    return handle(h, 2, 0) + m[1].str() + " = call i32 @dx.op.atomicCompareExchange.i32(i32 79, " + given +
           ", i32 " + m[2].str() + ", i32 undef, i32 undef, i32 " + m[3].str() + ", i32 " + m[4].str() +
           ")\n";
  }
  if (std::regex_match(line, m, kCount)) {
    return handle(h, 3, 7) + m[1].str() + " = call i32 @dx.op.bufferUpdateCounter(i32 70, " + given +
           ", i8 1)\n";
  }
  if (std::regex_match(line, m, kField)) {
    return handle(h, 3, 7) + "call void @dx.op.bufferStore.i32(i32 69, " + given + ", i32 " + m[1].str() +
           ", i32 " + m[2].str() + ", i32 " + m[3].str() + ", i32 undef, i32 undef, i32 undef, i8 1)\n";
  }
  if (std::regex_match(line, m, kResult)) {
    return handle(h, 3, 7) + loaded + " = call %dx.types.ResRet.i32 @dx.op.bufferLoad.i32(i32 68, " + given +
           ", i32 " + m[2].str() + ", i32 " + m[3].str() + ")\n" + m[1].str() +
           " = extractvalue %dx.types.ResRet.i32 " + loaded + ", 0\n";
  }
  return line + "\n";
}

}  // namespace

Result<Program> vendor_program(std::string_view body) {
  std::string text(kDeclarations);
  std::istringstream lines{std::string(body)};
  uint32_t n = 0;
  for (std::string line; std::getline(lines, line);) text += expand(line, n++);
  const auto bitcode = dxil::test::assemble(program_text(text + "}\n", kMetadata));
  if (!bitcode) return bitcode.error();
  return Translator().read(*bitcode, {});
}

TranslateOptions vendor_options() {
  TranslateOptions options;
  options.vendor_slots.nvapi = {7, 3};
  return options;
}

std::string refusal_of(std::string_view body, const TranslateOptions& options) {
  const auto program = vendor_program(body);
  EXPECT_TRUE(program) << program.error().to_string();
  if (!program) return "not read";
  const auto translation = Translator().translate(*program, options);
  if (!translation) {
    EXPECT_EQ(translation.error().code, ErrorCode::kUnsupported);
    return translation.error().message.c_str();
  }
  const auto valid = vulkan::validate(translation->spirv);
  EXPECT_TRUE(valid) << valid.error().to_string();
  return "";
}

std::string module_of(std::string_view body, const TranslateOptions& options) {
  const auto program = vendor_program(body);
  EXPECT_TRUE(program) << program.error().to_string();
  if (!program) return "";
  const auto translation = Translator().translate(*program, options);
  EXPECT_TRUE(translation) << translation.error().to_string();
  if (!translation) return "";
  const auto text = assembly_text(translation->spirv);
  return text ? std::string(*text) : std::string();
}

}  // namespace trellis::test_backend
