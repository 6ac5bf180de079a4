# Vulkan's headers, for what looks for the loader while it runs and links nothing.
add_library(trellis_vulkan_headers INTERFACE)
if(NOT CMAKE_CROSSCOMPILING)
  find_path(TRELLIS_VULKAN_HEADERS vulkan/vulkan_core.h)
  if(NOT TRELLIS_VULKAN_HEADERS)
    message(FATAL_ERROR "Vulkan's headers are missing (libvulkan-dev): say where with -DTRELLIS_VULKAN_HEADERS=FOLDER")
  endif()
  target_include_directories(trellis_vulkan_headers SYSTEM INTERFACE ${TRELLIS_VULKAN_HEADERS})
endif()
