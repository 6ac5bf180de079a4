// Libraries that the program looks for while it runs, and the environment that they read.
#pragma once

#include <string>

namespace trellis::tools::platform {

/// The loader of Vulkan, as this system names it.
extern const char* const kVulkanLoader;

/// Stays until the process ends. Null: it is not there, or cannot be loaded; `wrong` says why, in the
/// system's words.
void* open_library(const char* name, std::string& wrong);

/// A function of it, or null.
void* find_function(void* library, const char* name);

/// Sets a variable of this process' environment, in place of what it may have had.
void set_environment(const char* name, const char* value);

}  // namespace trellis::tools::platform
