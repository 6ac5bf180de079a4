# The manual page, with the options as the program itself prints them.
#   cmake -DPROGRAM=... -DTEMPLATE=... -DOUTPUT=... -DVERSION=... -DDOCDIR=... -P make_man_page.cmake
execute_process(COMMAND ${PROGRAM} --help OUTPUT_VARIABLE HELP COMMAND_ERROR_IS_FATAL ANY)
string(FIND "${HELP}" "\nOptions:" start)  # What stands before is above in the page.
if(start LESS 0)
  message(FATAL_ERROR "trellis --help has no heading \"Options:\"")
endif()
math(EXPR start "${start} + 10")
string(SUBSTRING "${HELP}" ${start} -1 HELP)
string(REGEX REPLACE "^\n+" "" HELP "${HELP}")
string(REGEX REPLACE "\n+$" "" HELP "${HELP}")
string(REPLACE "\\" "\\e" HELP "${HELP}")
string(REPLACE "-" "\\-" HELP "${HELP}")
string(REGEX REPLACE "\n([.'])" "\n\\\\&\\1" HELP "${HELP}")  # Not a request.
string(REGEX REPLACE "\n\n\n+" "\n\n" HELP "${HELP}")
configure_file(${TEMPLATE} ${OUTPUT} @ONLY)
