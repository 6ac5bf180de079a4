# Links the objects of a static library into one object in which all symbols except those of the interface are local.
# BUNDLED is a static library, or empty; the objects that the others need are taken from it.
#   cmake -DLIBRARY=... -DBUNDLED=... -DLINKER=... -DOBJCOPY=... -DNM=... -DAR=... -P hide_symbols.cmake
function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

set(whole ${LIBRARY}.o)
# Dissolves section groups: the linker would drop groups that the embedder's own objects also contain, with their local symbols.
run(${LINKER} -r --force-group-allocation --whole-archive ${LIBRARY} --no-whole-archive ${BUNDLED} -o ${whole})

# Unique symbols (variables of inline functions) only become local if they are made weak first.
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
