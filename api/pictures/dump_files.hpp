// Names of the files and folders that dumps write.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

namespace trellis {

/// A name for a file: letters, digits, dots, hyphens and underscores, not too long, not hidden.
/// `if_empty`: what an empty name becomes.
std::string file_name_of(std::string_view name, const char* if_empty);
/// The same for one of several that must differ: with "-2" and so on after names that are in `taken`, which
/// it is added to.
std::string new_file_name(std::string_view name, const char* if_empty, std::set<std::string>& taken);
/// "07-fold-merges": two digits at least.
std::string numbered_name(uint32_t number, std::string_view name);

}  // namespace trellis
