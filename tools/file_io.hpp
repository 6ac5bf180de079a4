// Whole files in; whole files out, or none.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace trellis::tools {

/// Inputs of more bytes than this are refused.
inline constexpr uint64_t kMaxInputBytes = uint64_t{1} << 30;

/// What went wrong, in words ("cannot open: No such file or directory"); empty: nothing.
using Problem = std::string;

/// All bytes of a file, or of standard input if the name is "-".
Problem read_input(const std::string& name, std::vector<uint8_t>& bytes);

/// Writes a file under a temporary name in its folder and then renames it: the file is whole or not there,
/// and an older one stays until then. "-" is standard output. An interrupting signal waits until the
/// temporary file is gone.
Problem write_output(const std::string& name, std::string_view bytes);

/// True if that is what the file holds.
bool holds(const std::string& name, std::string_view bytes);
/// True if that is what the file holds.
bool is_written(const std::string& name, std::string_view bytes);

/// The temporary name a process writes a file under: whoever kills the process can remove it.
std::string temporary_name(const std::string& name, int process);

/// A module as what is written.
inline std::string_view bytes_of(const std::vector<uint32_t>& words) {
  return {reinterpret_cast<const char*>(words.data()), words.size() * sizeof(uint32_t)};
}

/// Makes the folder a file goes into, parents included.
Problem make_parent_folder(const std::string& file);

}  // namespace trellis::tools
