// The output of --check uniformity.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "tools/settings.hpp"
#include "uniformity/analysis.hpp"

namespace trellis::tools {

/// The part of the report that is about one input.
std::string uniformity_part(const std::string& file, std::span<const uniformity::Finding> findings,
                            ReportFormat format);

/// The report made of such parts.
std::string uniformity_document(std::span<const std::string> parts, ReportFormat format);

}  // namespace trellis::tools
