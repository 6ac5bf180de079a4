# Vulkan's headers, for targets that load the loader at run time and do not link it.
add_library(trellis_vulkan_headers INTERFACE)
if(NOT CMAKE_CROSSCOMPILING)
  find_path(TRELLIS_VULKAN_HEADERS vulkan/vulkan_core.h)
  if(NOT TRELLIS_VULKAN_HEADERS)
    message(FATAL_ERROR "Vulkan's headers are missing (libvulkan-dev): say where with -DTRELLIS_VULKAN_HEADERS=FOLDER")
  endif()
  target_include_directories(trellis_vulkan_headers SYSTEM INTERFACE ${TRELLIS_VULKAN_HEADERS})
endif()
