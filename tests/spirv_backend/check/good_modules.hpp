// Modules that the check accepts, for tests to damage.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace trellis::module_check_testing {

/// A compute shader as text that uses most kinds of instructions, in functions, loops and branches; valid for
/// Vulkan 1.3.
extern const std::string_view kComputeText;
/// The same of a pixel shader, with images.
extern const std::string_view kPixelText;

/// The words of a text of assembly; fails the test if it is no assembly.
std::vector<uint32_t> words_of(const std::string& text);

/// A text with something replaced; fails the test if the text does not have it.
std::string damaged(std::string_view text, std::string_view from, std::string_view to);

/// What the check says of a module; "": nothing.
std::string complaint(const std::vector<uint32_t>& words);

/// A way to damage a text, and what the check has to say of the result.
struct Damage {
  std::string_view from, to, message;
};
/// That the check refuses the text after each damage, with its message.
void expect_refused(std::string_view text, std::initializer_list<Damage> damages);

}  // namespace trellis::module_check_testing
