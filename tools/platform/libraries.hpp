// Loads libraries at run time and sets the environment that they read.
#pragma once

#include <string>

namespace trellis::tools::platform {

/// The file name of the Vulkan loader on this system.
extern const char* const kVulkanLoader;

/// Loads a library until the process ends. Returns null if it is missing or cannot be loaded; `wrong` then
/// has the system's message.
void* open_library(const char* name, std::string& wrong);

/// Returns a function of the library, or null.
void* find_function(void* library, const char* name);

/// Sets a variable in this process' environment, replacing any previous value.
void set_environment(const char* name, const char* value);

}  // namespace trellis::tools::platform
