// Handles in local arrays, which occur in libraries that are not linked yet.
#include "lower/memory/resource_memory.hpp"

#include <regex>
#include <sstream>

#include "tests/dxil_frontend/readers/assembly.hpp"
#include "tests/spirv_backend/device_test.hpp"

namespace trellis::test_backend {
namespace {

/// Programs in a library with the raw buffers u0 to u3 and an array of two at u4; their symbols are @a to @d
/// and @many.
class ResourceMemory : public DeviceTest {
 protected:
  /// `object` is the type of the symbols: handles since shader model 6.6.
  static Result<dxil::Shader> program(const std::string& body, const std::string& object = kHandle) {
    std::string text = R"(
%struct.RWByteAddressBuffer = type { i32 }
%dx.types.Handle = type { ptr }
%dx.types.ResourceProperties = type { i32, i32 }
%dx.types.ResRet.i32 = type { i32, i32, i32, i32, i32 }
@a = external constant %dx.types.Handle
@b = external constant %dx.types.Handle
@c = external constant %dx.types.Handle
@d = external constant %dx.types.Handle
@many = external constant [2 x %dx.types.Handle]
declare i32 @dx.op.flattenedThreadIdInGroup.i32(i32)
declare %dx.types.Handle @dx.op.createHandleForLib.dx.types.Handle(i32, %dx.types.Handle)
declare %dx.types.Handle @dx.op.annotateHandle(i32, %dx.types.Handle, %dx.types.ResourceProperties)
declare %dx.types.ResRet.i32 @dx.op.rawBufferLoad.i32(i32, %dx.types.Handle, i32, i32, i8, i32)
declare void @dx.op.rawBufferStore.i32(i32, %dx.types.Handle, i32, i32, i32, i32, i32, i32, i8, i32)
)" + with_accesses(body) +
                       R"(
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
!911 = !{!912, !913, !914, !915, !916}
!912 = !{i32 0, ptr @a, !"a", i32 0, i32 0, i32 1, i32 11, i1 false, i1 false, i1 false, null}
!913 = !{i32 1, ptr @b, !"b", i32 0, i32 1, i32 1, i32 11, i1 false, i1 false, i1 false, null}
!914 = !{i32 2, ptr @c, !"c", i32 0, i32 2, i32 1, i32 11, i1 false, i1 false, i1 false, null}
!915 = !{i32 3, ptr @d, !"d", i32 0, i32 3, i32 1, i32 11, i1 false, i1 false, i1 false, null}
!916 = !{i32 4, ptr @many, !"many", i32 0, i32 4, i32 2, i32 11, i1 false, i1 false, i1 false, null}
)";
    // Matches where a handle is an object in memory, or is created from one.
    const std::regex kObject(
        R"((constant |load |store |\[2 x |\(i32 160, |types\.Handle\(i32, )%dx\.types\.Handle\b)");
    text = std::regex_replace(text, kObject, "$1" + object);
    return dxil::test::read_text(text);
  }

  /// Runs the program, and returns the contents of all six buffers. Initially, word t of u0 is 100 + t, of u1
  /// 200 + t, and so on.
  std::vector<std::vector<uint32_t>> results(const std::string& body, const std::string& object = kHandle) {
    const Result<dxil::Shader> shader = program(body, object);
    std::vector<std::vector<uint32_t>> words(6, std::vector<uint32_t>(16));
    for (uint32_t n = 0; n < words.size(); ++n) {
      for (uint32_t t = 0; t < 16; ++t) words[n][t] = 100 * (n + 1) + t;
    }
    std::vector<std::vector<uint32_t>> all;
    if (!shader) {
      ADD_FAILURE() << shader.error().to_string();
    } else {
      std::vector<vulkan::BoundResource> resources;
      for (uint32_t n = 0; n < 4; ++n) resources.push_back(bound(2000 + n, 0, words[n]));
      for (uint32_t n = 0; n < 2; ++n) resources.push_back(bound(2004, n, words[4 + n]));
      all = run_bound(*shader, resources);
    }
    if (all.size() != 6) all.assign(6, std::vector<uint32_t>(16, 0xDEAD));
    return all;
  }
  static std::string refusal(const std::string& body) {
    const Result<dxil::Shader> shader = program(body);
    if (!shader) return std::string(shader.error().to_string());
    const auto module = translate(*shader);
    return module ? "translated" : std::string(module.error().to_string());
  }

  static constexpr const char* kHandle = "%dx.types.Handle";
  // The type in shader models up to 6.5.
  static constexpr const char* kObject = "%struct.RWByteAddressBuffer";

 private:
  /// Expands `%x = read %h, %byte` and `write %h, %byte, %value`; %h is an object from memory.
  static std::string with_accesses(const std::string& body) {
    static const std::regex kRead(R"(\s*(%\w+) = read (%\w+), (\S+))");
    static const std::regex kWrite(R"(\s*write (%\w+), (\S+), (\S+))");
    std::string out;
    std::istringstream lines(body);
    uint32_t n = 0;
    for (std::string line; std::getline(lines, line); ++n) {
      const std::string id = std::to_string(n);
      std::smatch m;
      const bool is_read = std::regex_match(line, m, kRead);
      const bool is_write = !is_read && std::regex_match(line, m, kWrite);
      if (!is_read && !is_write) {
        out += line + "\n";
        continue;
      }
      const std::string object = is_read ? m[2] : m[1];
      out += "%made." + id +
             " = call %dx.types.Handle @dx.op.createHandleForLib.dx.types.Handle(i32 160, %dx.types.Handle " +
             object + ")\n%handle." + id +
             " = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %made." + id +
             ", %dx.types.ResourceProperties { i32 4107, i32 0 })\n";
      if (is_read) {
        out += "%loaded." + id +
               " = call %dx.types.ResRet.i32 @dx.op.rawBufferLoad.i32(i32 139, %dx.types.Handle %handle." +
               id + ", i32 " + m[3].str() + ", i32 undef, i8 1, i32 4)\n" + m[1].str() +
               " = extractvalue %dx.types.ResRet.i32 %loaded." + id + ", 0\n";
      } else {
        out += "call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %handle." + id + ", i32 " +
               m[2].str() + ", i32 undef, i32 " + m[3].str() +
               ", i32 undef, i32 undef, i32 undef, i8 1, i32 4)\n";
      }
    }
    return out;
  }
};

constexpr const char* kStart = R"(
define void @main() {
entry:
  %t = call i32 @dx.op.flattenedThreadIdInGroup.i32(i32 96)
  %at = shl i32 %t, 2
  %grid = alloca [2 x [2 x %dx.types.Handle]]
  %p00 = getelementptr [2 x [2 x %dx.types.Handle]], ptr %grid, i32 0, i32 0, i32 0
  %p01 = getelementptr [2 x [2 x %dx.types.Handle]], ptr %grid, i32 0, i32 0, i32 1
  %p10 = getelementptr [2 x [2 x %dx.types.Handle]], ptr %grid, i32 0, i32 1, i32 0
  %p11 = getelementptr [2 x [2 x %dx.types.Handle]], ptr %grid, i32 0, i32 1, i32 1
  %a = load %dx.types.Handle, ptr @a
  %b = load %dx.types.Handle, ptr @b
  %c = load %dx.types.Handle, ptr @c
  %d = load %dx.types.Handle, ptr @d
  store %dx.types.Handle %a, ptr %p00
  store %dx.types.Handle %b, ptr %p01
  store %dx.types.Handle %c, ptr %p10
  store %dx.types.Handle %d, ptr %p11
)";

TEST_F(ResourceMemory, GivesWhatWasStoredLast) {
  const std::string body = std::string(kStart) + R"(
  %was = load %dx.types.Handle, ptr %p10
  store %dx.types.Handle %was, ptr %p01
  store %dx.types.Handle %a, ptr %p10
  %x = load %dx.types.Handle, ptr %p01
  %y = load %dx.types.Handle, ptr %p10
  %row = getelementptr [2 x [2 x %dx.types.Handle]], ptr %grid, i32 0, i32 1
  %last = getelementptr [2 x %dx.types.Handle], ptr %row, i32 0, i32 1
  %z = load %dx.types.Handle, ptr %last
  %v = read %x, %at
  %w = read %y, %at
  %sum = add i32 %v, %w
  write %z, %at, %sum
  ret void
})";
  for (const char* object : {kHandle, kObject}) {
    const auto words = results(body, object);
    for (uint32_t t = 0; t < 16; ++t) EXPECT_EQ(words[3][t], 400 + 2 * t) << object << " " << t;
  }
}

TEST_F(ResourceMemory, GoesToFunctionsAndOnFromThem) {
  const std::string body = std::string(R"(
define i32 @inner(ptr %row, i32 %byte) noinline {
  %p = getelementptr [2 x %dx.types.Handle], ptr %row, i32 0, i32 1
  %h = load %dx.types.Handle, ptr %p
  %v = read %h, %byte
  ret i32 %v
}
define i32 @outer(i32 %byte, ptr %grid) noinline {
  %second = getelementptr [2 x [2 x %dx.types.Handle]], ptr %grid, i32 0, i32 1
  %v = call i32 @inner(ptr %second, i32 %byte)
  %w = call i32 @inner(ptr %grid, i32 %byte)
  %two = mul i32 %w, 2
  %sum = add i32 %v, %two
  ret i32 %sum
}
)") + kStart + R"(
  %x = call i32 @outer(i32 %at, ptr %grid)
  store %dx.types.Handle %c, ptr %p11
  %y = call i32 @outer(i32 %at, ptr %grid)
  write %a, %at, %x
  write %c, %at, %y
  ret void
})";
  for (const char* object : {kHandle, kObject}) {
    const auto words = results(body, object);
    for (uint32_t t = 0; t < 16; ++t) {
      EXPECT_EQ(words[0][t], 400 + t + 2 * (200 + t)) << object;
      EXPECT_EQ(words[2][t], 300 + t + 2 * (200 + t)) << object;
    }
  }
}

TEST_F(ResourceMemory, MayHoldElementsOfArraysOfResources) {
  const auto words = results(R"(
define i32 @first(ptr %list, i32 %byte) noinline {
  %h = load %dx.types.Handle, ptr %list
  %v = read %h, %byte
  ret i32 %v
}
)" + std::string(kStart) + R"(
  %odd = and i32 %t, 1
  %one = getelementptr [2 x %dx.types.Handle], ptr @many, i32 0, i32 1
  %any = getelementptr [2 x %dx.types.Handle], ptr @many, i32 0, i32 %odd, !dx.nonuniform !950
  %fixed = load %dx.types.Handle, ptr %one
  %chosen = load %dx.types.Handle, ptr %any
  store %dx.types.Handle %fixed, ptr %p00
  store %dx.types.Handle %chosen, ptr %p01
  %x = call i32 @first(ptr %p00, i32 %at)
  %y = call i32 @first(ptr %p01, i32 %at)
  %back = load %dx.types.Handle, ptr %p01
  %z = read %back, %at
  write %a, %at, %x
  write %b, %at, %y
  write %c, %at, %z
  ret void
}
!950 = !{i32 1}
)");
  for (uint32_t t = 0; t < 16; ++t) {
    EXPECT_EQ(words[0][t], 600 + t);
    EXPECT_EQ(words[1][t], (t % 2 == 1 ? 600 : 500) + t);
    EXPECT_EQ(words[2][t], (t % 2 == 1 ? 600 : 500) + t);
  }
}

TEST_F(ResourceMemory, IsIndexedDynamicallyWithinOneRange) {
  const auto words = results(std::string(kStart) + R"(
  %m0 = load %dx.types.Handle, ptr @many
  %p1 = getelementptr [2 x %dx.types.Handle], ptr @many, i32 0, i32 1
  %m1 = load %dx.types.Handle, ptr %p1
  store %dx.types.Handle %m1, ptr %p00
  store %dx.types.Handle %m0, ptr %p01
  store %dx.types.Handle %m0, ptr %p10
  store %dx.types.Handle %m1, ptr %p11
  %i = and i32 %t, 1
  %shifted = lshr i32 %t, 1
  %j = and i32 %shifted, 1
  %place = getelementptr [2 x [2 x %dx.types.Handle]], ptr %grid, i32 0, i32 %i, i32 %j
  %h = load %dx.types.Handle, ptr %place
  %v = read %h, %at
  write %a, %at, %v
  ret void
})");
  for (uint32_t t = 0; t < 16; ++t) {
    const bool differ = ((t & 1) != 0) != ((t >> 1 & 1) != 0);
    EXPECT_EQ(words[0][t], (differ ? 500 : 600) + t) << t;
  }
}

TEST_F(ResourceMemory, HoldsTheSameOnAllPaths) {
  const auto words = results(std::string(kStart) + R"(
  %far = icmp ugt i32 %t, 7
  br i1 %far, label %then, label %join
then:
  %again = load %dx.types.Handle, ptr @b
  store %dx.types.Handle %again, ptr %p01
  br label %join
join:
  %n = phi i32 [ 0, %entry ], [ 0, %then ], [ %n1, %join ]
  %h = load %dx.types.Handle, ptr %p01
  %v = read %h, %at
  store %dx.types.Handle %h, ptr %p00
  %n1 = add i32 %n, 1
  %more = icmp ult i32 %n1, 3
  br i1 %more, label %join, label %done
done:
  %k = load %dx.types.Handle, ptr %p00
  %w = read %k, %at
  %sum = add i32 %w, %n
  write %c, %at, %sum
  ret void
})");
  for (uint32_t t = 0; t < 16; ++t) EXPECT_EQ(words[2][t], 202 + t);
}

TEST_F(ResourceMemory, PassesThroughManyFunctions) {
  // The analysis does not follow calls this deep, and assumes that any function may write.
  const auto chain = [](uint32_t depth) {
    std::string functions;
    for (uint32_t n = 0; n < depth; ++n) {
      functions += "define i32 @f" + std::to_string(n) +
                   "(ptr %list, i32 %byte) noinline {\n  %v = call i32 @f" + std::to_string(n + 1) +
                   "(ptr %list, i32 %byte)\n  ret i32 %v\n}\n";
    }
    functions += "define i32 @f" + std::to_string(depth) + R"((ptr %list, i32 %byte) noinline {
  %a = load %dx.types.Handle, ptr @a
  %v0 = load %dx.types.Handle, ptr %list
  store %dx.types.Handle %a, ptr %list
  %v = read %v0, %byte
  ret i32 %v
}
)";
    return functions + kStart + R"(
  %x = call i32 @f0(ptr %p01, i32 %at)
  store %dx.types.Handle %c, ptr %p01
  %y = call i32 @f0(ptr %p01, i32 %at)
  %sum = add i32 %x, %y
  write %d, %at, %sum
  ret void
})";
  };
  const auto words = results(chain(10));
  for (uint32_t t = 0; t < 16; ++t) EXPECT_EQ(words[3][t], 500 + 2 * t);
  EXPECT_NE(refusal(chain(300)).find("too many functions are called with different resources"),
            std::string::npos);
}

TEST_F(ResourceMemory, IsNoneInOrdinaryLibraries) {
  const auto shader = program(R"(
define void @main() {
  %local = alloca [4 x i32]
  %a = load %dx.types.Handle, ptr @a
  write %a, 0, 1
  ret void
})");
  ASSERT_TRUE(shader) << shader.error().to_string();
  EXPECT_FALSE(lower::has_resource_memory(*shader));
}

}  // namespace
}  // namespace trellis::test_backend
