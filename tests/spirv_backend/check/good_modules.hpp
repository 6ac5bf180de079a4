// Modules that the check accepts, which tests then damage.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace trellis::module_check_testing {

/// Assembly of a compute shader that uses most kinds of instructions, with functions, loops and branches;
/// valid for Vulkan 1.3.
extern const std::string_view kComputeText;
/// Assembly of a pixel shader that uses images; valid for Vulkan 1.3.
extern const std::string_view kPixelText;

/// Assembles a text to words; fails the test if it is not valid assembly.
std::vector<uint32_t> words_of(const std::string& text);

/// Returns the text with `from` replaced by `to`; fails the test if the text does not contain `from`.
std::string damaged(std::string_view text, std::string_view from, std::string_view to);

/// Returns the check's error for a module, or "" if it accepts the module.
std::string complaint(const std::vector<uint32_t>& words);

/// A replacement in a text, and the error that the check must then report.
struct Damage {
  std::string_view from, to, message;
};
/// Expects that after each of these replacements the check refuses the text with the given message.
void expect_refused(std::string_view text, std::initializer_list<Damage> damages);

}  // namespace trellis::module_check_testing
