// Intrinsics of vendors are told from ordinary accesses, and from those only.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "api/reflection/reflect.hpp"
#include "api/translator.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis {
namespace {

Result<Program> program_in(const std::filesystem::path& file) {
  const auto bytes = test_support::read_binary_file(file);
  if (!bytes) return bytes.error();
  return Translator().read(*bytes, {});
}

std::filesystem::path data(const std::string& name) {
  return std::string(TRELLIS_SOURCE_DIR) + "/tests/api/data/" + name + ".dxil";
}

std::string interface_of(const std::string& shader) {
  return shader.starts_with("ags_") ? "AMD's AGS" : "NVIDIA's NVAPI";
}

/// The line with `part`; empty if there is none.
std::string line_with(const Vector<String>& lines, std::string_view part) {
  for (const String& line : lines) {
    if (std::string_view(line).find(part) != std::string_view::npos) return line.c_str();
  }
  return {};
}

TEST(Vendor, EachShaderGetsItsWarningOrIsRefused) {
  Translator translator;
  uint32_t warned = 0;
  for (const auto& file : std::filesystem::directory_iterator(test_support::corpus_root() / "vendor")) {
    if (file.path().extension() != ".dxil") continue;
    const std::string name = file.path().stem();
    SCOPED_TRACE(name);
    const auto program = program_in(file.path());
    ASSERT_TRUE(program) << program.error().to_string();
    const bool is_library = program->shader.kind == dxil::ShaderKind::kLibrary;
    TranslateOptions options;
    options.all_entries = is_library;
    const std::string interface = interface_of(name);
    const auto plain = translator.translate(*program, options);
    if (plain) {
      const std::string warning = line_with(plain->warnings, "intrinsics through UAV u");
      EXPECT_EQ(warning.find(interface) != std::string::npos, !interface.empty() || warning.empty())
          << warning;
      if (interface.empty()) {
        EXPECT_EQ(warning, "");
      }
      ++warned;
    }
    options.vendor = VendorPolicy::kRefuse;
    const auto refused = translator.translate(*program, options);
    if (interface.empty()) {
      EXPECT_TRUE(refused) << refused.error().to_string();
      continue;
    }
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::kUnsupported);
    EXPECT_TRUE(std::string_view(refused.error().message)
                    .starts_with(interface + " intrinsics are not supported (UAV "))
        << refused.error().message;
    EXPECT_NE(std::string_view(reflection_text(*program)).find("\"vendor_intrinsics\": ["),
              std::string_view::npos);
  }
  EXPECT_GE(warned, 25u);
}

TEST(Vendor, AllOtherShadersAreOrdinary) {
  uint32_t count = 0;
  for (const auto& file : std::filesystem::recursive_directory_iterator(test_support::corpus_root())) {
    if (file.path().extension() != ".dxil" || file.path().parent_path().filename() == "vendor") continue;
    const auto program = program_in(file.path());
    if (!program) continue;
    EXPECT_TRUE(dxil::find_vendor_uses(program->shader, std::nullopt, {}).empty()) << file.path();
    ++count;
  }
  EXPECT_GT(count, 1200u);
}

TEST(Vendor, IntelIsKnownByItsWords) {
  for (const char* name : {"igdext_like", "igdext_like_Od"}) {
    const auto program = program_in(data(name));
    ASSERT_TRUE(program) << program.error().to_string();
    const auto translation = Translator().translate(*program, {});
    ASSERT_TRUE(translation) << translation.error().to_string();
    EXPECT_EQ(line_with(translation->warnings, "intrinsics").substr(0, 69),
              "entry point main seems to use Intel's igdext intrinsics through UAV u")
        << name;
  }
  for (const char* name : {"igdext_like_ordinary", "igdext_like_append"}) {
    const auto program = program_in(data(name));
    ASSERT_TRUE(program) << program.error().to_string();
    EXPECT_TRUE(dxil::find_vendor_uses(program->shader, std::nullopt, {}).empty()) << name;
  }
}

/// A buffer that does not look like NVAPI's is, where the caller says so.
TEST(Vendor, TheCallerMayNameTheSlot) {
  const auto program = program_in(data("igdext_like_append"));
  ASSERT_TRUE(program);
  TranslateOptions options;
  options.vendor = VendorPolicy::kRefuse;
  options.nvapi = dxil::NvapiSlot{3, 1};  // Another space.
  EXPECT_TRUE(Translator().translate(*program, options));
  options.nvapi = dxil::NvapiSlot{3, 0};
  const auto refused = Translator().translate(*program, options);
  ASSERT_FALSE(refused);
  EXPECT_EQ(std::string(refused.error().message), "NVIDIA's NVAPI intrinsics are not supported (UAV u3 (ext))");
}

}  // namespace
}  // namespace trellis
