// Bitcode with typed pointers, as DXC writes it.
#include <gtest/gtest.h>

#include "dxil_frontend/program/text/ir_text.hpp"
#include "dxil_frontend/read_shader.hpp"
#include "tests/dxil_frontend/readers/assembly.hpp"
#include "tests/support/files.hpp"

namespace trellis::dxil::test {
namespace {

std::vector<uint8_t> data_file(const std::string& name) {
  auto bytes = test_support::read_binary_file(
      test_support::source_path(std::string("tests/dxil_frontend/readers/data/") + name));
  EXPECT_TRUE(bytes.ok()) << name;
  return bytes ? std::move(*bytes) : std::vector<uint8_t>();
}

TEST(TypedPointers, CastsAreLookedThrough) {
  const Result<Shader> shader = read_shader(data_file("typed_pointers.bc"));
  ASSERT_TRUE(shader.ok()) << shader.error().to_string();
  EXPECT_EQ(shader->compiler, "assembled by hand");
  const Module& module = shader->module;
  ASSERT_EQ(module.functions.size(), 1u);
  EXPECT_EQ(function_text(module, module.functions[0]),
            "block0:\n"
            "%0:ptr = alloca %struct.S\n"
            "%1:i32 = dx.op.threadId.i32(93) 0\n"
            "%2:ptr(3) = getelementptr [16 x float], @shared, 0, %1\n"
            "%3:{i32, i1} = cmpxchg %2, 0, 1065353216\n"
            "%4:i32 = extractvalue %3, 0\n"
            "%5:float = bitcast %4\n"
            "%6:ptr = getelementptr %struct.S, %0, 0, 0, %1\n"
            "store %5, %6, align 4\n"
            "%7:i32 = load @table, align 4\n"
            "%8:i32 = load address(@table, 0, 2), align 4\n"
            "%9:i32 = add %7, %8\n"
            "store %9, @shared, align 4\n"
            "ret\n");
}

std::vector<std::string> overloads(const Shader& shader) {
  std::vector<std::string> out;
  for (const DxOpCallee& callee : shader.module.dx_op_callees) {
    out.push_back(callee.overload_type == kNone ? "" : shader.module.types[callee.overload_type].name);
  }
  return out;
}

TEST(TypedPointers, StructNamesAreThoseOfTheFile) {
  for (const Reader reader : {Reader::kAny, Reader::kRecords, Reader::kLlvm}) {
    ReadOptions options;
    options.reader = reader;
    const Result<Shader> shader = read_shader(data_file("struct_names.bc"), options);
    ASSERT_TRUE(shader.ok()) << shader.error().to_string();
    EXPECT_EQ(overloads(*shader), (std::vector<std::string>{"struct.P", "struct.P.0"}));
  }
}

}  // namespace
}  // namespace trellis::dxil::test
