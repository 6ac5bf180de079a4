# Makes the objects of a static library one, whose names are local to it but for those of the interface.
# BUNDLED, a static library or nothing, gives what the others want of it.
#   cmake -DLIBRARY=... -DBUNDLED=... -DLINKER=... -DOBJCOPY=... -DNM=... -DAR=... -P hide_symbols.cmake
function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

set(whole ${LIBRARY}.o)
# Without groups: the linker would drop those that the embedder's own objects have as well, and the local names with them.
run(${LINKER} -r --force-group-allocation --whole-archive ${LIBRARY} --no-whole-archive ${BUNDLED} -o ${whole})

# Unique symbols (variables of inline functions) become local only if they are made weak before.
execute_process(COMMAND ${NM} --defined-only ${whole} OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL " u [^\n]+" unique "${symbols}")
list(TRANSFORM unique REPLACE "^ u " "")
list(JOIN unique "\n" unique)
file(WRITE ${LIBRARY}.unique "${unique}\n")
run(${OBJCOPY} --weaken-symbols=${LIBRARY}.unique ${whole})
run(${OBJCOPY} --wildcard "--keep-global-symbol=trellis_*" ${whole})

file(REMOVE ${LIBRARY})
run(${AR} qcD ${LIBRARY} ${whole})
file(REMOVE ${whole} ${LIBRARY}.unique)
