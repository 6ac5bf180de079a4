# Writes OUTPUT, a header that identifies everything that outputs depend on besides inputs and options: the sources FILES (below
# ROOT) and MORE.
cmake_minimum_required(VERSION 3.25)
set(all "${MORE}")
foreach(file IN LISTS FILES)
  file(SHA256 ${ROOT}/${file} hash)
  string(APPEND all "\n${file} ${hash}")
endforeach()
string(SHA256 version "${all}")
string(SUBSTRING ${version} 0 32 version)
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "#define TRELLIS_CACHE_VERSION \"${version}\"\n" @ONLY)
