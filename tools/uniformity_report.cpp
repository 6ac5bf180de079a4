#include "tools/uniformity_report.hpp"

#include "api/check_uniformity.hpp"

namespace trellis::tools {

std::string uniformity_part(const std::string& file, std::span<const uniformity::Finding> findings,
                            ReportFormat format) {
  switch (format) {
    case ReportFormat::kJson:
      return findings_as_json(file, findings);
    case ReportFormat::kSarif:
      return findings_as_sarif(file, findings);
    case ReportFormat::kText:
      break;
  }
  return findings_as_text(file, findings);
}

std::string uniformity_document(std::span<const std::string> parts, ReportFormat format) {
  const Vector<String> texts(parts.begin(), parts.end());
  if (format == ReportFormat::kJson) return json_document(texts);
  if (format == ReportFormat::kSarif) return sarif_document(texts);
  std::string text;
  for (const std::string& part : parts) text += part;
  return text;
}

}  // namespace trellis::tools
