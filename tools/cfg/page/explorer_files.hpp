// Files of explorer/ that pages contain. The build generates the definitions (cmake/embed_files.cmake).
#pragma once

#include <string_view>

namespace trellis::tools {

std::string_view explorer_script();
std::string_view explorer_style();

}  // namespace trellis::tools
