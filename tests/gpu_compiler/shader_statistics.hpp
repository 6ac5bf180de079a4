// What a device's compiler says of the code it makes for a shader.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "api/translator.hpp"
#include "tools/gpu_compiler/compile.hpp"

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

/// An error says which statistic the driver does not have.
Result<ShaderStatistics> statistics_of(const Executable& executable);

/// Has a shader compiled, as by an application that leaves the size of subgroups to the driver: the figures
/// of the first executable. An error says what failed.
Result<ShaderStatistics> compile_for_statistics(NullDevice& device, const Translation& translation);

}  // namespace trellis::gpu_compiler
