// For caches of modules.
#pragma once

namespace trellis {

/// Hexadecimal digits that differ between builds of the translator whose modules may differ: they stand for its sources, its version and
/// that of LLVM.
const char* cache_version();

}  // namespace trellis
