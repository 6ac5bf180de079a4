#include "tests/lower/program_text.hpp"

#include <cstdint>
#include <regex>
#include <sstream>

#include "tests/dxil_frontend/readers/assembly.hpp"

namespace trellis::test_backend {
namespace {

constexpr std::string_view kDeclarations = R"(
%dx.types.Handle = type { ptr }
%dx.types.ResRet.i32 = type { i32, i32, i32, i32, i32 }
declare %dx.types.Handle @dx.op.createHandle(i32, i8, i32, i32, i1)
declare %dx.types.ResRet.i32 @dx.op.rawBufferLoad.i32(i32, %dx.types.Handle, i32, i32, i8, i32)
declare void @dx.op.rawBufferStore.i32(i32, %dx.types.Handle, i32, i32, i32, i32, i32, i32, i8, i32)
declare i32 @dx.op.flattenedThreadIdInGroup.i32(i32)
)";

constexpr std::string_view kResources = R"(
!dx.resources = !{!910}
!910 = !{null, !911, null, null}
!911 = !{!912, !913}
!912 = !{i32 0, ptr undef, !"u0", i32 0, i32 0, i32 1, i32 11, i1 false, i1 false, i1 false, null}
!913 = !{i32 1, ptr undef, !"u1", i32 0, i32 1, i32 1, i32 11, i1 false, i1 false, i1 false, null}
)";

/// Expands a line to the operations that it stands for, or returns it unchanged. `n` makes the names in it
/// unique.
std::string expand(const std::string& line, uint32_t n) {
  static const std::regex kThread(R"(\s*(%\w+) = thread\s*)");
  static const std::regex kRead(R"(\s*(%\w+) = read u(\d), (\S+)\s*)");
  static const std::regex kWrite(R"(\s*write u(\d), (\S+), (\S+)\s*)");
  const std::string handle = "%handle." + std::to_string(n);
  const auto made = [&handle](const std::string& resource) {
    return handle + " = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 1, i32 " + resource + ", i32 " +
           resource + ", i1 false)\n";
  };
  std::smatch m;
  if (std::regex_match(line, m, kThread)) {
    return m[1].str() + " = call i32 @dx.op.flattenedThreadIdInGroup.i32(i32 96)\n";
  }
  if (std::regex_match(line, m, kRead)) {
    const std::string loaded = "%loaded." + std::to_string(n);
    return made(m[2]) + loaded +
           " = call %dx.types.ResRet.i32 @dx.op.rawBufferLoad.i32(i32 139, %dx.types.Handle " + handle +
           ", i32 " + m[3].str() + ", i32 undef, i8 1, i32 4)\n" + m[1].str() +
           " = extractvalue %dx.types.ResRet.i32 " + loaded + ", 0\n";
  }
  if (std::regex_match(line, m, kWrite)) {
    return made(m[1]) + "call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle " + handle + ", i32 " +
           m[2].str() + ", i32 undef, i32 " + m[3].str() +
           ", i32 undef, i32 undef, i32 undef, i8 1, i32 4)\n";
  }
  return line + "\n";
}

}  // namespace

std::string program_text(std::string_view body, std::string_view metadata) {
  std::string text(kDeclarations);
  std::istringstream lines{std::string(body)};
  uint32_t n = 0;
  for (std::string line; std::getline(lines, line);) text += expand(line, n++);
  return text + std::string(metadata.empty() ? kResources : metadata) + "\n" + dxil::test::compute_metadata();
}

}  // namespace trellis::test_backend
