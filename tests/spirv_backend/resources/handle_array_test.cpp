// Local arrays of handles as dxc leaves them: runs the shaders, and compares with the results of the source.
#include <functional>

#include "dxil_frontend/read_shader.hpp"
#include "tests/spirv_backend/device_test.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis::test_backend {
namespace {

constexpr uint32_t kHandleHeap = 5000, kResults = 2000, kMany = 2001;
constexpr uint32_t kLanes = 4, kBuffers = 6;

using Words = std::vector<uint32_t>;

/// Tests the shaders of reference_shaders/faults whose names begin with "handles_", optimized and
/// unoptimized.
class HandleArrays : public DeviceTest {
 protected:
  static uint32_t content(uint32_t buffer, uint32_t word) { return 100 * (buffer + 1) + word; }

  static Result<dxil::Shader> read(const std::string& name) {
    const auto bytes =
        test_support::read_binary_file(test_support::corpus_root() / "faults" / (name + ".dxil"));
    if (!bytes) return bytes.error();
    dxil::ReadOptions reading;
    reading.debug_info = true;
    return dxil::read_shader(*bytes, reading);
  }

  /// Runs the shader. Returns the contents of the results buffer, followed by those of the buffers in the
  /// heap or at `binding`.
  std::vector<Words> results(const std::string& name, const Words& inputs, uint32_t binding = kHandleHeap,
                             uint32_t buffers = kBuffers) {
    const auto shader = read(name);
    Words first(64, 0);
    std::copy(inputs.begin(), inputs.end(), first.begin());
    std::vector<vulkan::BoundResource> bindings = {bound(kResults, 0, first)};
    for (uint32_t n = 0; n < buffers; ++n) {
      Words words(64);
      for (uint32_t t = 0; t < words.size(); ++t) words[t] = content(n, t);
      bindings.push_back(bound(binding, n, words));
    }
    std::vector<Words> all;
    if (!shader) {
      ADD_FAILURE() << name << ": " << shader.error().to_string();
    } else {
      all = run_bound(*shader, bindings);
    }
    if (all.size() != bindings.size()) all.assign(bindings.size(), Words(64, 0xDEAD));
    return all;
  }
  static Words part(const Words& words, uint32_t first) {
    return Words(words.begin() + first, words.begin() + first + kLanes);
  }
  static Words of_lanes(const std::function<uint32_t(uint32_t lane)>& value) {
    Words words;
    for (uint32_t lane = 0; lane < kLanes; ++lane) words.push_back(value(lane));
    return words;
  }
};

TEST_F(HandleArrays, RowsAreReadAndWrittenAtComputedIndices) {
  for (const char* name : {"handles_dynamic", "handles_dynamic.od", "handles_dynamic.zi"}) {
    for (uint32_t which = 0; which < 8; ++which) {
      const uint32_t first = 2, source = which & 1, row = which >> 1 & 1, column = which >> 2;
      const uint32_t at[2][2] = {{1, first}, {first + 1, source == 0 ? 1 : first}};
      const auto all = results(name, {first, source, row, column});
      const uint32_t from = at[row][column], to = at[column][row];
      // Lanes may read before or after other lanes write, but each only accesses its own word.
      EXPECT_EQ(part(all[0], 16), of_lanes([&](uint32_t lane) { return content(from, lane); }))
          << name << which;
      EXPECT_EQ(part(all[1 + to], 32), of_lanes([](uint32_t lane) { return 500 + lane; })) << name << which;
      EXPECT_EQ(part(all[1 + to], 36), of_lanes([&](uint32_t lane) { return content(to, 36 + lane); }));
    }
  }
}

TEST_F(HandleArrays, LoopsCarryHandlesAndStoreThemAgain) {
  for (const char* name : {"handles_loop", "handles_loop.od", "handles_loop.zi"}) {
    for (const uint32_t rounds : {0u, 1u, 3u, 6u}) {
      for (const uint32_t chosen : {0u, 1u}) {
        const Words inputs = {rounds, 0, 1, 1, 0, 1, 0, 0, 0, 0, chosen, 2, 1};
        uint32_t at[4] = {3, 2, 1, 0}, one = at[0];
        for (uint32_t n = 0; n < rounds; ++n) {
          if ((inputs[1 + n] & 1) != 0) one = at[n & 3];
          at[n & 3] = at[(n + 1) & 3];
        }
        if (chosen != 0) one = at[inputs[11] & 3];
        const auto all = results(name, inputs);
        EXPECT_EQ(part(all[0], 16), of_lanes([&](uint32_t lane) { return content(one, lane); }))
            << name << rounds << chosen;
        EXPECT_EQ(part(all[0], 24), of_lanes([&](uint32_t lane) { return content(at[1], lane); }))
            << name << rounds << chosen;
      }
    }
  }
}

TEST_F(HandleArrays, LanesHaveTheirOwn) {
  for (const char* name : {"handles_lanes", "handles_lanes.od", "handles_lanes.zi"}) {
    for (const uint32_t which : {0u, 1u}) {
      const auto all = results(name, {which});
      EXPECT_EQ(part(all[0], 16),
                of_lanes([&](uint32_t lane) { return content(which == 0 ? lane : 3 - lane, lane); }))
          << name << which;
    }
  }
}

TEST_F(HandleArrays, ElementsOfABindingAreHeld) {
  for (const char* name : {"handles_bound", "handles_bound.od", "handles_bound.zi"}) {
    for (uint32_t which = 0; which < 3; ++which) {
      const uint32_t at[3] = {2, 3, 0};
      const auto all = results(name, {3, which}, kMany, 4);
      EXPECT_EQ(part(all[0], 16), of_lanes([&](uint32_t lane) { return content(at[which], lane); }))
          << name << which;
    }
  }
}

TEST_F(HandleArrays, StructsAndFunctionsHaveThem) {
  for (const char* name : {"handles_structs", "handles_structs.od", "handles_structs.zi"}) {
    for (const uint32_t which : {0u, 1u}) {
      const auto all = results(name, {which});
      EXPECT_EQ(part(all[0], 16), of_lanes([&](uint32_t lane) {
                  return content(which, lane) + 10 * (which + 1) + content(3 - which, lane);
                }))
          << name << which;
    }
  }
}

TEST_F(HandleArrays, EntryPointsOfLibrariesHaveThem) {
  for (const char* name : {"handles_library", "handles_library.od"}) {
    for (const uint32_t which : {0u, 1u}) {
      const auto all = results(name, {which});
      EXPECT_EQ(part(all[0], 16), of_lanes([&](uint32_t lane) { return content(2 + which, lane); }))
          << name << which;
    }
  }
}

// Textures, samplers, and an array of which only its lifetime markers remain; with and without debug
// information.
TEST_F(HandleArrays, OthersAreValid) {
  for (const char* name : {"handles_samplers", "handles_samplers.od", "heap_array_dynamic",
                           "heap_array_dynamic.od", "local_resource_array", "local_resource_array.od"}) {
    const auto shader = read(name);
    ASSERT_TRUE(shader) << name << ": " << shader.error().to_string();
    const auto module = translate(*shader);
    ASSERT_TRUE(module) << name << ": " << module.error().to_string();
    EXPECT_EQ(validate(*module), "") << name;
  }
  for (const char* name : {"handles_dynamic.zi", "handles_loop.zi", "handles_structs.zi"}) {
    const auto shader = read(name);
    ASSERT_TRUE(shader) << name << ": " << shader.error().to_string();
    spirv::EmitOptions full;
    full.debug_info = spirv::DebugInfoLevel::kFull;
    const auto module = translate(*shader, full);
    ASSERT_TRUE(module) << name << ": " << module.error().to_string();
    EXPECT_EQ(validate(*module), "") << name;
  }
}

/// Builds a program that stores two handles in a local array, and loads one with a dynamic index.
class MadeHandleArrays : public DeviceTest {
 protected:
  Diagnostic refusal(bool other_heap) {
    ProgramBuilder b;
    const TypeId i32 = b.int_type(32);
    const TypeId properties = b.record({i32, i32}, "dx.types.ResourceProperties");
    const uint32_t output = b.raw_buffer(dxil::ResourceClass::kUav, 0);
    b.begin_function("main", b.void_type(), {});
    const TypeId pair = b.array(b.handle_type(), 2);
    const V array = b.op(Opcode::kAlloca, b.pointer(), {}, pair);
    const auto element = [&](V n) { return b.op(Opcode::kGep, b.pointer(), {array, b.i32(0), n}, pair); };
    const auto from_heap = [&](bool is_sampler) {
      return b.dx(Op::kCreateHandleFromHeap, b.handle_type(), {b.i32(1), b.i1(is_sampler), b.i1(false)});
    };
    b.op(Opcode::kStore, b.void_type(), {from_heap(false), element(b.i32(0))}, 4);
    const V second = other_heap ? from_heap(true) : b.handle(dxil::ResourceClass::kUav, output);
    b.op(Opcode::kStore, b.void_type(), {second, element(b.i32(1))}, 4);
    const V loaded = b.op(Opcode::kLoad, b.handle_type(), {element(b.thread_id())}, 4);
    const V kind = b.aggregate(properties, {b.i32(11 | 1 << 12), b.i32(0)});
    b.store(i32, b.dx(Op::kAnnotateHandle, b.handle_type(), {loaded, kind}), b.i32(0), b.i32(1));
    b.finish();
    b.end_function();
    const auto module = translate(b.take());
    EXPECT_FALSE(module.ok());
    return module ? Diagnostic{} : module.error();
  }
};

TEST_F(MadeHandleArrays, OfDifferentHeapsOrBindingsAreRefusedByName) {
  for (const bool other_heap : {false, true}) {
    const Diagnostic error = refusal(other_heap);
    EXPECT_EQ(error.code, ErrorCode::kUnsupported);
    EXPECT_NE(error.message.find("handles of different bindings or heaps"), std::string::npos)
        << error.message;
  }
}

}  // namespace
}  // namespace trellis::test_backend
