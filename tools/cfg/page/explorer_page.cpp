#include "tools/cfg/page/explorer_page.hpp"

#include "tools/cfg/page/explorer_files.hpp"

namespace trellis::tools {
namespace {

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '<') {
      result += "&lt;";
    } else if (c == '&') {
      result += "&amp;";
    } else {
      result += c;
    }
  }
  return result;
}

}  // namespace

std::string explorer_page(std::string_view title, std::string_view data) {
  std::string page =
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>";
  page.append(escaped(title)).append("</title>\n<style>").append(explorer_style());
  page.append("</style></head>\n<body>\n<script type=\"application/json\" id=\"data\">").append(data);
  page.append("</script>\n<script>").append(explorer_script()).append("</script>\n</body></html>\n");
  return page;
}

}  // namespace trellis::tools
