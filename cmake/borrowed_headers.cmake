# Libraries that are headers alone are the same for every system: a cross build borrows those of this one. Their folder, which is
# that of the system's own headers, must not be seen by another system's compiler; so each comes through a link of its own.
#   trellis_borrow_headers(FOLDER TARGET...) makes <FOLDER/...> found everywhere, and the targets, unless they exist.
function(trellis_borrow_headers folder)
  find_path(TRELLIS_HEADERS_${folder} ${folder} PATHS ${ARGN} /usr/local/include /usr/include NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
  if(NOT TRELLIS_HEADERS_${folder})
    message(FATAL_ERROR "No headers ${folder}/ in /usr/local/include or /usr/include: say where with -DTRELLIS_HEADERS_${folder}=FOLDER")
  endif()
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/headers)
  file(CREATE_LINK ${TRELLIS_HEADERS_${folder}}/${folder} ${PROJECT_BINARY_DIR}/headers/${folder} SYMBOLIC)
endfunction()

trellis_borrow_headers(nlohmann)
trellis_borrow_headers(CLI)
trellis_borrow_headers(spirv)
include_directories(SYSTEM ${PROJECT_BINARY_DIR}/headers)
foreach(target nlohmann_json::nlohmann_json CLI11::CLI11)
  if(NOT TARGET ${target})
    add_library(${target} INTERFACE IMPORTED GLOBAL)
  endif()
endforeach()
