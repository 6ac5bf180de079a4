// Version information for caches of modules.
#pragma once

namespace trellis {

/// Returns hexadecimal digits that identify the translator's sources, its version and that of LLVM. Two
/// builds that may produce different modules return different digits.
const char* cache_version();

}  // namespace trellis
