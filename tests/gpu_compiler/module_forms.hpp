// The forms in which tests have modules made: the ways to bind resources, and others that change modules
// wholly.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tests/c_api/shared_program.hpp"

namespace trellis::gpu_compiler {

/// How many there are. The first is that without any option.
size_t form_count();
std::string form_name(size_t form);

struct FormedModule {
  enum class Kind {
    kMade,
    kSame,     ///< The form changes nothing.
    kRefused,  ///< By the translator: the program is not translated, or not in this form.
    kWrong,    ///< The translator failed.
  };
  Kind kind = Kind::kWrong;
  std::string text;  ///< Why, if it is refused or wrong.
  std::vector<uint32_t> words;
  std::map<std::string, uint32_t> subgroup_sizes;  ///< As ModuleToCompile has them.
};

/// All entry points of the program in one module.
FormedModule make_module(const test_c_api::Translator& translator, const test_c_api::Program& program,
                         size_t form);

}  // namespace trellis::gpu_compiler
