// What a device's compiler says of the code it makes for a compute shader.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "api/translator.hpp"
#include "tests/vulkan/device.hpp"

namespace trellis::gpu_compiler {

/// In the order of kColumns. Latency and inverse throughput are the compiler's own estimates, in cycles.
struct ShaderStatistics {
  uint64_t instructions = 0, code_size = 0, vgprs = 0, branches = 0, copies = 0, latency = 0,
           inverse_throughput = 0;
};

struct Column {
  const char* name;     ///< In files.
  const char* of_mesa;  ///< As Mesa's driver for AMD names it.
  uint64_t ShaderStatistics::*member;
};
inline constexpr Column kColumns[] = {
    {"instructions", "Instructions", &ShaderStatistics::instructions},
    {"code_size", "Code size", &ShaderStatistics::code_size},
    {"vgprs", "VGPRs", &ShaderStatistics::vgprs},
    {"branches", "Branches", &ShaderStatistics::branches},
    {"copies", "Copies", &ShaderStatistics::copies},
    {"latency", "Latency", &ShaderStatistics::latency},
    {"inverse_throughput", "Inverse Throughput", &ShaderStatistics::inverse_throughput},
};

/// Makes a pipeline of a compute shader and asks for its statistics (VK_KHR_pipeline_executable_properties).
/// An error says what failed, or which statistic the driver does not have.
Result<ShaderStatistics> compile_for_statistics(const vulkan::Device& device, const Translation& translation);

}  // namespace trellis::gpu_compiler
