// dxc's profiles, and stages in the names of files.
#pragma once

#include <string>
#include <string_view>

namespace trellis::tools {

/// The profile to compile a file with. A profile without a stage ("6_6") takes it from the file's name: sky.ps.hlsl or
/// sky.frag.hlsl. Empty: neither has one.
std::string profile_for(std::string_view profile, std::string_view file);

/// True for "6_6".
bool lacks_stage(std::string_view profile);

}  // namespace trellis::tools
