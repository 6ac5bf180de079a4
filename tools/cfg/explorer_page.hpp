// The passes as one HTML page that needs nothing else: no network, no other files.
#pragma once

#include <string>
#include <string_view>

namespace trellis::tools {

/// The page of the folder explorer/ with its data (explorer_data.hpp).
std::string explorer_page(std::string_view title, std::string_view data);

}  // namespace trellis::tools
