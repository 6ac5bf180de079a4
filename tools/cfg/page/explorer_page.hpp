// The passes as one self-contained HTML page: it needs no network and no other files.
#pragma once

#include <string>
#include <string_view>

namespace trellis::tools {

/// Returns the page of the folder explorer/ with its data (explorer_data.hpp).
std::string explorer_page(std::string_view title, std::string_view data);

}  // namespace trellis::tools
