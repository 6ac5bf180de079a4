#include "tools/outputs/output_kind.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>

namespace trellis::tools {
namespace {

std::string suffix_of(std::string_view file) {
  std::string suffix = std::filesystem::path(file).extension().string();
  std::transform(suffix.begin(), suffix.end(), suffix.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return suffix;
}

}  // namespace

std::optional<Emit> kind_by_suffix(std::string_view file) {
  const std::string suffix = suffix_of(file);
  if (suffix == ".msl") return Emit::kMsl;
  if (suffix == ".hpp" || suffix == ".inc") return Emit::kHeader;
  for (const Emit kind : {Emit::kSpirv, Emit::kAssembly, Emit::kGlsl, Emit::kHlsl, Emit::kMsl, Emit::kHeader,
                          Emit::kLlvm, Emit::kReflection}) {
    if (suffix == extension_of(kind)) return kind;
  }
  return {};
}

bool is_foreign_suffix(std::string_view file) {
  constexpr std::string_view kForeign[] = {".dxil", ".cso",  ".wgsl", ".c",   ".png",  ".svg",
                                           ".dot",  ".html", ".md",   ".pdf", ".sarif"};
  const std::string suffix = suffix_of(file);
  return std::find(std::begin(kForeign), std::end(kForeign), suffix) != std::end(kForeign);
}

}  // namespace trellis::tools
