#include "api/options.hpp"

#include <array>

namespace trellis {

std::optional<NonUniformIndices> non_uniform_indices_from_name(std::string_view name) {
  if (name == "declared") return NonUniformIndices::kDeclared;
  if (name == "inferred") return NonUniformIndices::kInferred;
  if (name == "inferred-or-declared") return NonUniformIndices::kInferredOrDeclared;
  if (name == "always") return NonUniformIndices::kAlways;
  return std::nullopt;
}

std::optional<Target> target_from_name(std::string_view name) {
  if (name == "vulkan1.1") return Target::kVulkan1_1;
  if (name == "vulkan1.2") return Target::kVulkan1_2;
  if (name == "vulkan1.3") return Target::kVulkan1_3;
  return std::nullopt;
}

StageTimes& StageTimes::operator+=(const StageTimes& other) {
  container += other.container;
  precheck += other.precheck;
  llvm_read += other.llvm_read;
  decode += other.decode;
  plan += other.plan;
  structurize += other.structurize;
  check += other.check;
  emit += other.emit;
  validate += other.validate;
  return *this;
}

std::array<NamedTime, kStageCount> named_times(const StageTimes& times) {
  return {{{"container", times.container},
           {"bitcode pre-check", times.precheck},
           {"LLVM's reader", times.llvm_read},
           {"decoding", times.decode},
           {"plan", times.plan},
           {"structurizer", times.structurize},
           {"checkers", times.check},
           {"emission", times.emit},
           {"validator", times.validate}}};
}

}  // namespace trellis
