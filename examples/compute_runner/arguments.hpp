// The command line of the compute runner.
#pragma once

#include <vulkan/vulkan.h>

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace example {

/// A register as HLSL writes it: "u0", or "u0,space7".
struct Register {
  char letter = 'u';
  uint32_t number = 0;
  uint32_t space = 0;

  bool operator<(const Register& other) const {
    return std::tie(letter, space, number) < std::tie(other.letter, other.space, other.number);
  }
  std::string name() const;
};

struct Arguments {
  std::string shader;
  std::string entry_point;  ///< Empty: the only entry point.
  std::string device;       ///< Part of the device's name; empty: the first device.
  std::array<uint32_t, 3> groups = {1, 1, 1};
  std::map<Register, std::vector<uint8_t>> buffers;
  std::map<Register, VkFormat> formats;  ///< Formats of typed buffers.
  std::map<Register, std::string> outputs;
  bool print = true;
};

extern const char kUsage[];

/// Parses the command line. Fails with a message for the user.
Arguments parse_arguments(int count, const char* const* texts);

}  // namespace example
