// Runs a reference shader's module as its case header says and compares what it leaves in its buffers.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "support/result.hpp"
#include "tests/support/case_header.hpp"
#include "tests/vulkan/runner.hpp"
#include "tools/gpu_compiler/module_interface.hpp"

namespace trellis::vulkan {

using gpu_compiler::ModuleInterface;
using gpu_compiler::ResourceVariable;

/// The buffers a module needs, bound as the case header and the default binding say.
struct BindingPlan {
  /// One past the last: the register has no descriptor, the module does not use it.
  static constexpr size_t kUnused = std::numeric_limits<size_t>::max();

  std::vector<BoundResource> bindings;
  std::vector<size_t> of_register;  ///< Index in `bindings` for each register line, or kUnused.
};

/// Matches the header's registers with the module's variables. A register inside a variable's array becomes
/// one of its elements; registers the module does not use are left out; UAV counters start at zero. Errors: a
/// variable that no register fills, or whose type is not that of the register.
Result<BindingPlan> plan_bindings(const test_support::CaseHeader& header, const ModuleInterface& interface);

struct CaseVerdict {
  bool passed = false;
  std::string text;  ///< Empty when passed; otherwise the error or the differing words, some lines.
};

/// Runs the module made of the shader whose source is `hlsl`. It passes when every unordered-access buffer
/// holds the expected bytes and no other buffer has changed. Fails when the header does not say exec.
CaseVerdict run_case(Runner& runner, const std::filesystem::path& hlsl, std::span<const uint32_t> words,
                     double seconds = 120.0);

}  // namespace trellis::vulkan
