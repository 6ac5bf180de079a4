// The protocol of NVAPI: a complete sequence becomes one operation, and an incomplete one is refused by name.
#include <gtest/gtest.h>

#include <string>

#include "api/modules/validate.hpp"
#include "tests/lower/vendor/vendor_program.hpp"

namespace trellis::test_backend {
namespace {

const std::string kEnd = "write u1, 0, %x\nret void\n";

// Old headers store the opcode last.
TEST(Nvapi, FieldsInAnyOrder) {
  for (const char* fields : {"field %k, 76, %t\nfield %k, 0, 7\n", "field %k, 0, 7\nfield %k, 76, %t\n"}) {
    const std::string text =
        module_of(std::string("%t = thread\n%k = count\n") + fields + "%x = count\n" + kEnd);
    EXPECT_NE(text.find("OpGroupNonUniformBallot "), std::string::npos);
  }
}

// Optimized code does not load a result that it does not use.
TEST(Nvapi, AtomicsWithoutAResult) {
  const std::string named = "%n = count\nfield %n, 140, 1\nwrite u0, %n, 0\n%k = count\nfield %k, 76, 8\n";
  const std::string text =
      module_of(named + "field %k, 92, 1\nfield %k, 96, 0\nfield %k, 108, 3\nfield %k, 0, 20\nret void\n");
  EXPECT_NE(text.find("OpAtomicIAdd"), std::string::npos);
  EXPECT_NE(text.find("Int64Atomics"), std::string::npos);
}

// Devices without the instruction use a loop that repeats a compare-exchange until it succeeds.
TEST(Nvapi, AtomicsOnFloats) {
  for (const char* operation : {"12", "13"}) {
    const std::string text = module_of(
        std::string(
            "%n = count\nfield %n, 140, 1\nwrite u0, %n, 0\n%k = count\nfield %k, 76, 8\nfield %k, 92, "
            "1065353216\nfield %k, 108, 3\nfield %k, 0, ") +
        operation + "\n%x = result %k, 124\n" + kEnd);
    EXPECT_NE(text.find("OpAtomicCompareExchange"), std::string::npos);
    EXPECT_NE(text.find("OpLoopMerge"), std::string::npos);
  }
}

struct RefusedNvapi {
  const char* what;
  std::string body, message;
};

TEST(Nvapi, IncompleteSequencesAreRefused) {
  const std::string mark = "%n = count\nfield %n, 140, 1\n", name = "write u0, %n, 0\n";
  const std::string atomic = "%k = count\nfield %k, 0, 20\nfield %k, 108, 3\n%x = result %k, 124\n" + kEnd;
  const RefusedNvapi cases[] = {
      {"no result", "%k = count\nfield %k, 0, 33\n%x = count\n" + kEnd,
       "NVAPI operation 33 (SHFL_GENERIC): it is cut off, or more results are taken than it has"},
      {"too many", "%k = count\nfield %k, 0, 8\n%y = count\n%x = count\n" + kEnd,
       "NVAPI operation 8 (GET_LANE_ID): it is cut off, or more results are taken than it has"},
      {"no operation", "%k = count\nfield %k, 76, 8\n%x = count\n" + kEnd,
       "the number of an NVAPI operation is not constant"},
      {"not constant", "%t = thread\n%k = count\nfield %k, 0, %t\n%x = count\n" + kEnd,
       "the number of an NVAPI operation is not constant"},
      {"no packet", "%x = count\n" + kEnd, "a result of NVAPI's without an operation"},
      {"unsupported", "%k = count\nfield %k, 0, 28\n%x = count\n" + kEnd,
       "NVAPI operation 28 (FOOTPRINT) is not supported"},
      {"unknown", "%k = count\nfield %k, 0, 4711\n%x = count\n" + kEnd,
       "NVAPI operation 4711 is not supported"},
      {"old packet",
       "%k = count\nfield %k, 0, 8\n%l = count\nfield %l, 0, 8\nfield %k, 0, 7\n%x = count\n" + kEnd,
       "NVAPI operation 8 (GET_LANE_ID): it is cut off, or more results are taken than it has"},
      {"store behind a result", "%k = count\nfield %k, 0, 33\n%x = count\nfield %k, 76, 7\n" + kEnd,
       "the store to a packet of NVAPI's is out of place"},
      {"byte not constant", "%t = thread\n%k = count\nfield %k, %t, 33\n%x = count\n" + kEnd,
       "the store to a packet of NVAPI's is out of place"},
      {"beyond the packet", "%k = count\nfield %k, 200, 33\n%x = count\n" + kEnd,
       "the store to a packet of NVAPI's is not of known words"},
      {"no resource", atomic, "NVAPI operation 20 (UINT64_ATOMIC): no store names the resource"},
      {"none announced", "%n = count\nfield %n, 140, 1\n" + atomic,
       "NVAPI's next UAV is announced, but no store names it"},
      {"loaded from elsewhere", "%k = count\nfield %k, 0, 8\n%x = result %k, 12\n" + kEnd,
       "the load from a packet of NVAPI's is not of a result"},
      {"no hit object", "%k = count\nfield %k, 0, 83\nfield %k, 76, 1\n%x = count\n" + kEnd,
       "an operation of NVAPI's is given no hit object"},
      {"no ray query", "%k = count\nfield %k, 0, 94\nfield %k, 76, 1\n%x = count\n" + kEnd,
       "NVAPI's operation on a ray query is not given what its RayFlags() returns"},
      {"hit object as a number", "%k = count\nfield %k, 0, 85\n%x = count\n" + kEnd,
       "a hit object of NVAPI's is used as a number"},
      {"no such register", "%k = count\nfield %k, 0, 19\nfield %k, 76, 77\n%x = count\n" + kEnd,
       "the register of NVAPI operation 19 (GET_SPECIAL) is not supported"},
  };
  for (const RefusedNvapi& each : cases) EXPECT_EQ(refusal_of(each.body), each.message) << each.what;
  // A sequence cannot continue after a branch.
  EXPECT_EQ(refusal_of(R"(%t = thread
%k = count
field %k, 0, 8
%is = icmp eq i32 %t, 0
br i1 %is, label %then, label %end
then:
%x = count
write u1, 0, %x
br label %end
end:
ret void
)"),
            "NVAPI operation 8 (GET_LANE_ID): it is cut off, or more results are taken than it has");
  EXPECT_EQ(refusal_of(mark + name + mark.substr(0, 0) +
                       "%k = count\nfield %k, 0, 20\nfield %k, 108, 5\n"
                       "%x = result %k, 124\n" +
                       kEnd),
            "the kind of NVAPI operation 20 (UINT64_ATOMIC) is not known");
}

TEST(Nvapi, UnsupportedOperationsCanGiveZero) {
  TranslateOptions options = vendor_options();
  options.vendor = VendorPolicy::kZero;
  for (const char* body : {"%k = count\nfield %k, 0, 28\n%x = count\n",
                           "%k = count\nfield %k, 0, 9\n%x = result %k, 124\n", "%x = count\n"}) {
    const auto program = vendor_program(body + kEnd);
    ASSERT_TRUE(program);
    const auto translation = Translator().translate(*program, options);
    ASSERT_TRUE(translation) << translation.error().to_string();
    EXPECT_EQ(translation->warnings.size(), 1u) << body;
    EXPECT_EQ(std::string(*assembly_text(translation->spirv)).find("OpAtomic"), std::string::npos);
  }
}

}  // namespace
}  // namespace trellis::test_backend
