#include "dxil_frontend/debug_info/binding_views.hpp"

#include <algorithm>

namespace trellis::dxil {

BindingViews::BindingViews(const DebugInfo& info, const Function& function)
    : info_(info), views_(function.blocks.size()) {
  for (BlockId block = 0; block < function.blocks.size(); ++block) {
    Vector<View>& views = views_[block];
    const BasicBlock& b = function.blocks[block];
    for (uint32_t n = b.first_instruction; n < b.first_instruction + b.instruction_count; ++n) {
      const SourcePosition& position = function.positions[n];
      if (position.place == kNone) continue;
      const DebugPlace place = info.places[position.place];
      // Searched backwards, because it is usually the most recent one.
      const auto known =
          std::find_if(views.rbegin(), views.rend(), [&](const View& v) { return v.place == place; });
      if (known == views.rend()) {
        views.push_back({place, n, position.line});
      } else {
        known->last_line = std::max(known->last_line, position.line);
      }
    }
    count_ += views.size();
  }
}

bool BindingViews::is_inside(uint32_t scope, uint32_t outer) const {
  while (scope != kNone && scope != outer) {
    scope = info_.scopes[scope].is_function ? kNone : info_.scopes[scope].parent;
  }
  return scope == outer;
}

bool BindingViews::sees(BlockId block, const DebugBinding& binding, uint32_t until) const {
  const uint32_t line = info_.variables[binding.variable].line;
  return std::any_of(views_[block].begin(), views_[block].end(), [&](const View& view) {
    return view.first < until && view.last_line >= line &&
           view.place.inlined_at == binding.place.inlined_at &&
           is_inside(view.place.scope, binding.place.scope);
  });
}

}  // namespace trellis::dxil
