// dxc's profiles, and stages in file names.
#pragma once

#include <string>
#include <string_view>

namespace trellis::tools {

/// Returns the profile to compile a file with. A profile without a stage ("6_6") takes the stage from the
/// file's name: sky.ps.hlsl or sky.frag.hlsl. Returns an empty string if neither has one.
std::string profile_for(std::string_view profile, std::string_view file);

/// Returns true for a profile such as "6_6".
bool lacks_stage(std::string_view profile);

}  // namespace trellis::tools
