#include "tools/programs/profiles.hpp"

#include <filesystem>

namespace trellis::tools {
namespace {

struct StageName {
  const char* suffix;
  const char* stage;
};

constexpr StageName kStages[] = {
    {".vs", "vs"}, {".vert", "vs"}, {".ps", "ps"}, {".frag", "ps"}, {".gs", "gs"},   {".geom", "gs"},
    {".hs", "hs"}, {".tesc", "hs"}, {".ds", "ds"}, {".tese", "ds"}, {".cs", "cs"},   {".comp", "cs"},
    {".ms", "ms"}, {".mesh", "ms"}, {".as", "as"}, {".task", "as"}, {".lib", "lib"},
};

}  // namespace

bool lacks_stage(std::string_view profile) {
  return !profile.empty() && profile[0] >= '0' && profile[0] <= '9';
}

std::string profile_for(std::string_view profile, std::string_view file) {
  if (!lacks_stage(profile)) return std::string(profile);
  const std::string suffix = std::filesystem::path(file).stem().extension().string();
  for (const StageName& known : kStages) {
    if (suffix == known.suffix) return std::string(known.stage) + "_" + std::string(profile);
  }
  return {};
}

}  // namespace trellis::tools
