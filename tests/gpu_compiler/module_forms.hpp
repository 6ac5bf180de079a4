// The forms in which tests translate modules: the modes of binding resources, and other options that change a
// whole module.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tests/c_api/shared_program.hpp"

namespace trellis::gpu_compiler {

/// Number of forms. The first one has default options.
size_t form_count();
std::string form_name(size_t form);

struct FormedModule {
  enum class Kind {
    kMade,
    kSame,     ///< The form does not change the module.
    kRefused,  ///< The translator does not support the program, or not in this form.
    kWrong,    ///< The translator failed.
  };
  Kind kind = Kind::kWrong;
  std::string text;  ///< The reason, if kind is kRefused or kWrong.
  std::vector<uint32_t> words;
  std::map<std::string, uint32_t> subgroup_sizes;  ///< Same meaning as in ModuleToCompile.
};

/// Translates all entry points of the program into one module.
FormedModule make_module(const test_c_api::Translator& translator, const test_c_api::Program& program,
                         size_t form);

}  // namespace trellis::gpu_compiler
