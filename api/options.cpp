#include "api/options.hpp"

#include <array>

namespace trellis {

StageTimes& StageTimes::operator+=(const StageTimes& other) {
  container += other.container;
  bitcode_check += other.bitcode_check;
  llvm_read += other.llvm_read;
  decode += other.decode;
  plan += other.plan;
  structurize += other.structurize;
  check += other.check;
  emit += other.emit;
  check_module += other.check_module;
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
           {"module check", times.check_module},
           {"validator", times.validate}}};
}

}  // namespace trellis
