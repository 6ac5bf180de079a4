// Reads and writes whole files. An output is either complete or absent.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace trellis::tools {

/// Larger inputs are refused. In bytes.
inline constexpr uint64_t kMaxInputBytes = uint64_t{1} << 30;

/// What went wrong, in words ("cannot open: No such file or directory"); empty if nothing did.
using Problem = std::string;

/// Reads all bytes of a file, or of standard input if the name is "-".
Problem read_input(const std::string& name, std::vector<uint8_t>& bytes);

/// Writes a file under a temporary name in its folder and then renames it, so that the file is either
/// complete or absent. An older file stays until then. "-" is standard output. An interrupting signal is held
/// until the temporary file is gone.
Problem write_output(const std::string& name, std::string_view bytes);

/// Returns true if the file holds exactly these bytes.
bool holds(const std::string& name, std::string_view bytes);

/// Returns the temporary name under which a process writes a file, so that the process that kills it can
/// remove it.
std::string temporary_name(const std::string& name, int process);

/// Returns the bytes of a module as they are written.
inline std::string_view bytes_of(const std::vector<uint32_t>& words) {
  return {reinterpret_cast<const char*>(words.data()), words.size() * sizeof(uint32_t)};
}

/// Creates the folder of a file, with all its parents.
Problem make_parent_folder(const std::string& file);

}  // namespace trellis::tools
