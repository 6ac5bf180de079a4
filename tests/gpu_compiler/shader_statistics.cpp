#include "tests/gpu_compiler/shader_statistics.hpp"

#include <algorithm>

#include "tools/gpu_compiler/compile.hpp"

namespace trellis::gpu_compiler {

Result<ShaderStatistics> statistics_of(const Executable& executable) {
  ShaderStatistics found;
  for (const Column& column : kColumns) {
    const auto statistic = std::find_if(executable.statistics.begin(), executable.statistics.end(),
                                        [&](const Statistic& other) { return other.name == column.of_mesa; });
    if (statistic == executable.statistics.end())
      return unsupported(std::string("the driver counts no ") + column.of_mesa);
    found.*column.member = statistic->count;
  }
  return found;
}

Result<ShaderStatistics> compile_for_statistics(CompilerDevice& device, const Translation& translation) {
  ModuleToCompile module;
  module.words = translation.spirv;
  if (translation.required_subgroup_sizes[0] != 0)
    module.subgroup_sizes[translation.entry_points[0]] = translation.required_subgroup_sizes[0];
  const auto compiled = compile(device, module);
  if (!compiled) return compiled.error();
  if (compiled->executables.empty()) return internal_check("the driver tells of no code");
  return statistics_of(compiled->executables[0]);
}

}  // namespace trellis::gpu_compiler
