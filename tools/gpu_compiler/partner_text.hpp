// Builds a module with one stage in SPIR-V assembly, whose interface matches another stage's variables.
#pragma once

#include <set>
#include <string>

#include "tools/gpu_compiler/partner_stages.hpp"

namespace trellis::gpu_compiler {

class PartnerText {
 public:
  PartnerText();

  /// Returns the id of the variable's type without the outermost `skipped` dimensions.
  std::string type(const StageVariable& variable, size_t skipped = 0);
  /// Returns the id of a pointer type.
  std::string pointer(const char* storage, const std::string& type);
  /// Returns the id of a 32-bit constant.
  std::string number(uint32_t value);
  /// Declares a variable at the location of `other` in the given storage class, and returns its id. `type` is
  /// the id of its value's type.
  std::string declare(const StageVariable& other, const char* storage, const std::string& type);
  std::string declare_built_in(const char* name, const char* storage, const std::string& type);
  /// Appends an instruction to the function and returns the id of its result.
  std::string make(const std::string& operation);
  void add(const std::string& line) { code_ += line + "\n"; }
  void add_capability(const std::string& name) { capabilities_.insert(name); }

  /// Seeds the values that fill() makes with an unsigned 32-bit integer. They all differ, and none is a
  /// constant.
  void begin_values(const std::string& seed) { seed_ = seed; }
  /// Returns such a value of the variable's type without the outermost `skipped` dimensions.
  std::string fill(const StageVariable& variable, size_t skipped);
  /// Returns the sum of all components of a value of that type, as a 32-bit float.
  std::string sum_up(const StageVariable& variable, size_t skipped, const std::string& value);

  Result<PartnerStage> finish(VkShaderStageFlagBits stage, const std::string& model,
                              const std::string& modes);

 private:
  std::string scalar_type(const StageVariable& variable);
  std::string fill_vector(const StageVariable& variable);
  std::string sum_vector(const StageVariable& variable, const std::string& value);
  std::string to_float(const StageVariable& variable, const std::string& value);
  std::string define(const std::string& id, const std::string& operation);
  std::string add_variable(const char* storage, const std::string& type);

  std::set<std::string> capabilities_, defined_;
  std::string interface_, decorations_, types_, code_, seed_;
  uint32_t next_ = 0, next_value_ = 1;
};

}  // namespace trellis::gpu_compiler
