# The order of functions in the library and the program. The first translation of a process takes several times as long as others,
# mostly because each page of code that it touches has to be mapped: functions that translations call are next to each other.
# Only LLD takes a list of functions. Without it, the order is that of the object files.
include(CheckCXXSourceCompiles)
set(TRELLIS_FUNCTION_ORDER ${CMAKE_CURRENT_LIST_DIR}/function_order.txt)  # By scripts/order-functions.
set(order_options -fuse-ld=lld -Wl,--symbol-ordering-file=${TRELLIS_FUNCTION_ORDER} -Wl,--no-warn-symbol-ordering)
set(TRELLIS_ORDERS_FUNCTIONS OFF)
if(CMAKE_BUILD_TYPE STREQUAL "Release" AND CMAKE_SYSTEM_NAME STREQUAL "Linux")
  set(CMAKE_REQUIRED_LINK_OPTIONS ${order_options})
  check_cxx_source_compiles("int main() { return 0; }" TRELLIS_LINKER_ORDERS)
  unset(CMAKE_REQUIRED_LINK_OPTIONS)
  set(TRELLIS_ORDERS_FUNCTIONS ${TRELLIS_LINKER_ORDERS})
endif()

# Call trellis_order_functions(NAME) after add_library or add_executable.
function(trellis_order_functions name)
  if(TRELLIS_ORDERS_FUNCTIONS)
    target_link_options(${name} PRIVATE ${order_options})
    set_property(TARGET ${name} APPEND PROPERTY LINK_DEPENDS ${TRELLIS_FUNCTION_ORDER})
  endif()
endfunction()
