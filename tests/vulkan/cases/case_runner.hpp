// Runs a reference shader's module as its case header specifies, and compares the resulting buffers.
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

/// The buffers that a module needs, bound according to the case header and the default binding.
struct BindingPlan {
  /// For registers that the module does not use, which have no descriptor.
  static constexpr size_t kUnused = std::numeric_limits<size_t>::max();

  std::vector<BoundResource> bindings;
  std::vector<size_t> of_register;  ///< Index in `bindings` for each register line, or kUnused.
};

/// Matches the header's registers with the module's variables. A register inside a variable's array becomes
/// one of its elements; registers that the module does not use are omitted; UAV counters start at zero.
/// Errors: no register matches a variable, or its type differs from the register's.
Result<BindingPlan> plan_bindings(const test_support::CaseHeader& header, const ModuleInterface& interface);

struct CaseVerdict {
  bool passed = false;
  std::string text;  ///< Empty if passed; otherwise the error or the differing words, in several lines.
};

/// Runs the module translated from the shader with the source `hlsl`. It passes if every unordered-access
/// buffer has the expected contents and no other buffer has changed. It fails if the header does not allow
/// execution.
CaseVerdict run_case(Runner& runner, const std::filesystem::path& hlsl, std::span<const uint32_t> words,
                     double seconds = 120.0);

}  // namespace trellis::vulkan
