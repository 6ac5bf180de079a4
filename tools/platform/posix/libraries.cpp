#include "tools/platform/libraries.hpp"

#include <dlfcn.h>

#include <cstdlib>

namespace trellis::tools::platform {

#ifdef __APPLE__
const char* const kVulkanLoader = "libvulkan.1.dylib";
#else
const char* const kVulkanLoader = "libvulkan.so.1";
#endif

void* open_library(const char* name, std::string& wrong) {
  void* const library = ::dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (library != nullptr) return library;
  const char* const reason = ::dlerror();
  wrong = reason != nullptr ? reason : "";
  return nullptr;
}

void* find_function(void* library, const char* name) { return ::dlsym(library, name); }

void set_environment(const char* name, const char* value) { ::setenv(name, value, 1); }

}  // namespace trellis::tools::platform
