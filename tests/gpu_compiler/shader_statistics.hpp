// The statistics that a device's compiler reports about a shader's code.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "api/translator.hpp"
#include "tools/gpu_compiler/compile.hpp"

namespace trellis::gpu_compiler {

/// The members are in the order of kColumns. Latency and inverse throughput are the compiler's own estimates,
/// in cycles.
struct ShaderStatistics {
  uint64_t instructions = 0, code_size = 0, vgprs = 0, branches = 0, copies = 0, latency = 0,
           inverse_throughput = 0;
};

struct Column {
  const char* name;     ///< The column's name in files.
  const char* of_mesa;  ///< The name that Mesa's driver for AMD uses.
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

/// Reads the statistics of an executable. An error names the one that the driver does not report.
Result<ShaderStatistics> statistics_of(const Executable& executable);

/// Compiles a shader for an application that leaves the subgroup size to the driver. Returns the statistics
/// of the first executable, or an error that says what failed.
Result<ShaderStatistics> compile_for_statistics(CompilerDevice& device, const Translation& translation);

}  // namespace trellis::gpu_compiler
