// The corpus's vertex and pixel shaders: each gives a valid module.
#include <gtest/gtest.h>

#include "tests/spirv_backend/translated.hpp"
#include "tests/spirv_backend_stages/stage_program.hpp"

namespace trellis::test_stages {
namespace {

TEST(StageShaders, SimpleOnesAreValid) {
  for (const char* name :
       {"vs_passthrough_everything", "vs_packed_registers", "vs_clip_distance_dynamic_rows",
        "vs_layer_and_viewport", "vs_half_and_int16_attributes", "ps_dynamic_input_array",
        "ps_mrt_all_target_types", "ps_sparse_targets_out_of_order"}) {
    const auto shader = read_stage_shader(name);
    const auto module = test_backend::translate(shader);
    ASSERT_TRUE(module.ok()) << name << ": " << module.error().to_string();
    EXPECT_EQ(test_backend::validate(*module), "") << name;
  }
}

}  // namespace
}  // namespace trellis::test_stages
