#include "api/options.hpp"

#include <array>

namespace trellis {

const char* name_of(Target target) {
  switch (target) {
    case Target::kVulkan1_1:
      return "vulkan1.1";
    case Target::kVulkan1_2:
      return "vulkan1.2";
    case Target::kVulkan1_3:
      break;
  }
  return "vulkan1.3";
}

std::optional<NonUniformIndices> non_uniform_indices_from_name(std::string_view name) {
  if (name == "declared") return NonUniformIndices::kDeclared;
  if (name == "inferred") return NonUniformIndices::kInferred;
  if (name == "inferred-or-declared") return NonUniformIndices::kInferredOrDeclared;
  if (name == "always") return NonUniformIndices::kAlways;
  return std::nullopt;
}

std::optional<Target> target_from_name(std::string_view name) {
  for (const Target target : {Target::kVulkan1_1, Target::kVulkan1_2, Target::kVulkan1_3}) {
    if (name == name_of(target)) return target;
  }
  return std::nullopt;
}

StageTimes& StageTimes::operator+=(const StageTimes& other) {
  container += other.container;
  bitcode_check += other.bitcode_check;
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
           {"bitcode check", times.bitcode_check},
           {"LLVM's reader", times.llvm_read},
           {"decoding", times.decode},
           {"plan", times.plan},
           {"structurizer", times.structurize},
           {"checkers", times.check},
           {"emission", times.emit},
           {"validator", times.validate}}};
}

}  // namespace trellis
