# A cross-build links no libraries: it only needs headers, which are the same for every system. So it
# borrows those of this system. They are in the folder of the system's own headers, which a cross compiler
# must not see, so each library gets a link in a separate folder, where all targets search.
function(trellis_borrow_headers name)
  find_path(TRELLIS_HEADERS_${name} ${name} PATHS /usr/local/include /usr/include NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
  if(NOT TRELLIS_HEADERS_${name})
    message(FATAL_ERROR "No headers ${name}/ in /usr/local/include or /usr/include: say where with -DTRELLIS_HEADERS_${name}=FOLDER")
  endif()
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/headers)
  file(CREATE_LINK ${TRELLIS_HEADERS_${name}}/${name} ${PROJECT_BINARY_DIR}/headers/${name} SYMBOLIC)
endfunction()

foreach(library nlohmann CLI spirv vulkan vk_video)
  trellis_borrow_headers(${library})
endforeach()
include_directories(SYSTEM ${PROJECT_BINARY_DIR}/headers)
foreach(target nlohmann_json::nlohmann_json CLI11::CLI11)
  add_library(${target} INTERFACE IMPORTED GLOBAL)
endforeach()
