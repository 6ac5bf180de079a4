# An overlay port: vcpkg install trellis --overlay-ports=FOLDER_OF_TRELLIS/packaging/vcpkg
# It builds the checkout that it lies in.
get_filename_component(SOURCE_PATH "${CURRENT_PORT_DIR}/../../.." ABSOLUTE)

vcpkg_cmake_configure(
  SOURCE_PATH "${SOURCE_PATH}"
  OPTIONS -DTRELLIS_BUILD_TESTS=OFF -DTRELLIS_BUILD_BENCHMARKS=OFF -DTRELLIS_WERROR=OFF)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(PACKAGE_NAME Trellis CONFIG_PATH lib/cmake/Trellis)
vcpkg_fixup_pkgconfig()
vcpkg_copy_tools(TOOL_NAMES trellis AUTO_CLEAN)
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE" "${SOURCE_PATH}/THIRD-PARTY-NOTICES")
