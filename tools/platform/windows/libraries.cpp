#include "tools/platform/libraries.hpp"

#include <cstdlib>
#include <system_error>

#include "support/windows/api.hpp"

namespace trellis::tools::platform {

const char* const kVulkanLoader = "vulkan-1.dll";

void* open_library(const char* name, std::string& wrong) {
  const HMODULE library = ::LoadLibraryA(name);
  if (library == nullptr) {
    wrong = std::system_category().message(static_cast<int>(::GetLastError()));
  }
  return reinterpret_cast<void*>(library);
}

void* find_function(void* library, const char* name) {
  return reinterpret_cast<void*>(::GetProcAddress(reinterpret_cast<HMODULE>(library), name));
}

void set_environment(const char* name, const char* value) { ::_putenv_s(name, value); }

}  // namespace trellis::tools::platform
