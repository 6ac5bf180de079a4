#include "lower/edit/lowered_program.hpp"

#include "lower/analysis/reached_functions.hpp"
#include "lower/analysis/repacking.hpp"

namespace trellis::lower {

LoweredProgram::LoweredProgram(const dxil::Shader& shader, const dxil::EntryPoint& entry_point)
    : original_(&shader),
      shader_(&shader),
      entry_point_(&entry_point),
      reached_(reached_functions(shader.module, entry_point)) {}

std::optional<dxil::Op> LoweredProgram::repacking() const {
  if (!repacking_) repacking_ = find_repacking(module(), reached_);
  return *repacking_;
}

dxil::Shader& LoweredProgram::edit() {
  ++edit_count_;
  if (own_shader_ == nullptr) {
    own_shader_ = make_routed_shared<dxil::Shader>(*shader_);
    keep_functions(own_shader_->module, reached_);
    if (owns_entry_point_) entry_point_ = &own_shader_->entry_points[entry_number_];
    shader_ = own_shader_.get();
  }
  return *own_shader_;
}

dxil::EntryPoint& LoweredProgram::edit_entry_point() {
  dxil::Shader& own = edit();
  if (!owns_entry_point_) entry_number_ = static_cast<size_t>(entry_point_ - original_->entry_points.data());
  owns_entry_point_ = true;
  entry_point_ = &own.entry_points[entry_number_];
  return own.entry_points[entry_number_];
}

void LoweredProgram::drop_unreached_functions() {
  dxil::Module& module = edit().module;
  reached_ = reached_functions(module, *entry_point_);
  keep_functions(module, reached_);
}

void LoweredProgram::keep_with_breaks() {
  with_breaks_ = shader_;
  own_with_breaks_ = std::move(own_shader_);
  own_shader_ = nullptr;
}

}  // namespace trellis::lower
