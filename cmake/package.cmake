# Documentation, and Debian packages (`cpack -G DEB` in the build folder, or scripts/package):
#   libtrellis0      the shared library
#   libtrellis-dev   headers, static library, CMake package, pkg-config file, the embedder's pages and examples
#   trellis          the program, its manual page and the other pages
#   python3-trellis  the package `trellis` for Python
#   libtrellis-dxil-spirv   the library with dxil-spirv's interface, and its headers
include(GNUInstallDirs)
include(cmake/installed_pages.cmake)

set(embedding_pages api.md binding.md embedding.md instrumentation.md interop.md javascript.md options.md python.md quick-start.md reflection.md reflection.schema.json root-signatures.md untrusted-input.md)
list(TRANSFORM embedding_pages PREPEND ${PROJECT_SOURCE_DIR}/docs/ OUTPUT_VARIABLE embedding_pages)
file(GLOB pages CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/docs/*.md)
list(REMOVE_ITEM pages ${embedding_pages})
file(GLOB internal_pages CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/docs/internals/*.md)
trellis_installed_pages(embedding_pages ${embedding_pages})
trellis_installed_pages(pages ${pages})
trellis_installed_pages(internal_pages ${internal_pages})
file(GLOB decision_pages CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/docs/internals/decisions/*.md)
trellis_installed_pages(decision_pages ${decision_pages})
install(FILES ${embedding_pages} DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT development)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/examples DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT development)
install(FILES ${pages} ${PROJECT_SOURCE_DIR}/CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
install(FILES ${internal_pages} DESTINATION ${CMAKE_INSTALL_DOCDIR}/internals COMPONENT program)
install(FILES ${decision_pages} DESTINATION ${CMAKE_INSTALL_DOCDIR}/internals/decisions COMPONENT program)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs/images DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/THIRD-PARTY-NOTICES DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT library)

set(library_package libtrellis${TRELLIS_SOVERSION})
# Each package must contain its licence, and those of the linked libraries, in a file of this name; a plain installation has
# the two files.
set(copyright ${PROJECT_BINARY_DIR}/copyright)
file(READ ${PROJECT_SOURCE_DIR}/LICENSE own_terms)
file(READ ${PROJECT_SOURCE_DIR}/THIRD-PARTY-NOTICES other_terms)
file(WRITE ${copyright} "${own_terms}\n\n${other_terms}")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/THIRD-PARTY-NOTICES)
foreach(component library development program python adapter)
  set(package_of_library ${library_package})
  set(package_of_development libtrellis-dev)
  set(package_of_program trellis)
  set(package_of_python python3-trellis)
  set(package_of_adapter libtrellis-dxil-spirv)
  install(FILES ${copyright} EXCLUDE_FROM_ALL
    DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package_of_${component}} COMPONENT ${component})
endforeach()

# Everything that `cmake --install` needs.
add_custom_target(installed
  DEPENDS trellis-program trellis-descriptions trellis_shared trellis_static trellis_python trellis_bindings trellis_dxil_spirv)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME trellis)
set(CPACK_PACKAGE_VENDOR "The Trellis authors")
set(CPACK_PACKAGE_CONTACT "The Trellis authors <maintainers@trellis.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL library development program python adapter)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")

set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME ${library_package})
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION
  "The library: reads the shader bytecode of Direct3D 12 and makes SPIR-V modules
of it, with the resources bound as the caller says. LLVM's reader is inside.")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libtrellis-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "${library_package} (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SUGGESTS "llvm-19-dev")  # For the static library.
if(NOT TRELLIS_SPIRV_TOOLS_CURRENT)
  string(APPEND CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SUGGESTS ", spirv-tools")
endif()
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION
  "For programs that use the library: C and C++ headers, a static library, a CMake
package, a pkg-config file, and examples.")

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME trellis)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS "spirv-cross, graphviz, mesa-vulkan-drivers")  # --emit glsl, --dump-cfg, --gpu-stats.
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION
  "The program: translates the shader bytecode of Direct3D 12 to SPIR-V modules,
says what is in a shader, and reports where its invocations may disagree.")

set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-trellis)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "${library_package} (>= ${PROJECT_VERSION}), python3 (>= 3.9)")
set(CPACK_COMPONENT_PYTHON_DESCRIPTION
  "For Python: the package trellis, which translates, reflects and checks the shader
bytecode of Direct3D 12 through the library of libtrellis0.")

set(CPACK_DEBIAN_ADAPTER_PACKAGE_NAME libtrellis-dxil-spirv)
set(CPACK_DEBIAN_ADAPTER_PACKAGE_SECTION libs)
# Set by hand: dpkg-shlibdeps does not know a package that is built together with this one.
set(CPACK_DEBIAN_ADAPTER_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_ADAPTER_PACKAGE_DEPENDS "${library_package} (= ${PROJECT_VERSION}), libc6, libgcc-s1, libstdc++6")
set(CPACK_COMPONENT_ADAPTER_DESCRIPTION
  "For layers that were written for dxil-spirv: a shared library with its C
interface, version 2.68, over the library of libtrellis0. It is installed in a folder
of its own, so that it replaces the other library only if you choose it.")

include(CPack)
