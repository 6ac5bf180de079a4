#include "spirv_backend/hit_objects/hit_state.hpp"

#include <memory>

#include "spirv_backend/operations/common.hpp"
#include "spirv_backend/operations/rays/triangle_positions.hpp"

namespace trellis::spirv {
namespace {

using spv::Op;
using spv::StorageClass;

struct KeptState {
  std::shared_ptr<HitState> state;
};

}  // namespace

HitState::HitState(ModuleContext& context)
    : module_(context.builder),
      fields_(context.plan.hits->fields),
      has_clusters_(has_clusters(context.plan)) {
  Vector<Id> types, initial;
  for (uint32_t n = 0; n < kHitFieldCount; ++n) {
    const auto field = static_cast<HitField>(n);
    if (!has(field)) continue;
    types.push_back(type_of(field));
    initial.push_back(without_hit(field));
  }
  struct_ = module_.type_struct(types);
  const auto count = static_cast<uint32_t>(context.plan.hits->origins.size() + 1);
  const Id array = module_.type_array(struct_, count);
  const Vector<Id> elements(count, module_.constant_composite(struct_, initial));
  variable_ = module_.variable(StorageClass::Private, array, module_.constant_composite(array, elements));
  if (context.plan.options.debug_names) module_.name(variable_, "hit_objects");
  if (has(HitField::kVertices)) require_positions(module_, kCapabilityRayQueryPositionFetchKHR);
  if (has(HitField::kCluster) && has_clusters_) require_clusters(module_);
}

Id HitState::type_of(HitField field) const {
  switch (field) {
    case HitField::kTMin:
    case HitField::kT:
    case HitField::kTMax:
      return module_.type(kF32);
    case HitField::kWorldOrigin:
    case HitField::kWorldDirection:
    case HitField::kObjectOrigin:
    case HitField::kObjectDirection:
      return module_.type(kVector3);
    case HitField::kObjectToWorld:
    case HitField::kWorldToObject:
      return module_.type_matrix(3, 4);
    case HitField::kAttributes:
      return module_.type_array(module_.type(kU32), kAttributeWords);
    case HitField::kVertices:
      return vertices_type(module_);
    default:
      return module_.type(kU32);
  }
}

Id HitState::element_type(HitField field, std::span<const Id> path) const {
  if (path.empty()) return type_of(field);
  return module_.type(field == HitField::kAttributes ? kU32 : kF32);
}

Id HitState::pointer(CodeWriter& code, Id number, HitField field, std::span<const Id> path) const {
  uint32_t member = 0;
  for (uint32_t n = 0; n < static_cast<uint32_t>(field); ++n) {
    if (has(static_cast<HitField>(n))) ++member;
  }
  const Id type = module_.type_pointer(StorageClass::Private, element_type(field, path));
  Vector<uint32_t> operands = {variable_, number, code.u32(member)};
  operands.insert(operands.end(), path.begin(), path.end());
  return code.op_list(Op::OpAccessChain, type, operands);
}

Id HitState::load(CodeWriter& code, Id number, HitField field) const {
  const Id from = pointer(code, number, field);
  return code.op(Op::OpLoad, type_of(field), from);
}

void HitState::store(CodeWriter& code, Id number, HitField field, Id value) const {
  if (!has(field)) return;
  const Id to = pointer(code, number, field);
  code.op_void(Op::OpStore, to, value);
}

void HitState::copy(CodeWriter& code, Id from, Id to) const {
  const Id type = module_.type_pointer(StorageClass::Private, struct_);
  const Id source = code.op(Op::OpAccessChain, type, variable_, from);
  const Id object = code.op(Op::OpLoad, struct_, source);
  const Id target = code.op(Op::OpAccessChain, type, variable_, to);
  code.op_void(Op::OpStore, target, object);
}

Id HitState::without_hit(HitField field) const {
  if (field == HitField::kCluster) return module_.constant_u32(kNoCluster);
  if (field != HitField::kObjectToWorld && field != HitField::kWorldToObject)
    return module_.constant_null(type_of(field));
  std::array<Id, 4> columns = {};
  for (uint32_t c = 0; c < columns.size(); ++c) {
    std::array<Id, 3> rows = {};
    for (uint32_t r = 0; r < rows.size(); ++r) rows[r] = module_.constant_f32(r == c ? 1 : 0);
    columns[c] = module_.constant_composite(module_.type(kVector3), rows);
  }
  return module_.constant_composite(type_of(field), columns);
}

HitState& hit_state(ModuleContext& context) {
  std::shared_ptr<HitState>& state = context.caches.get<KeptState>().state;
  if (state == nullptr) state = make_routed_shared<HitState>(context);
  return *state;
}

}  // namespace trellis::spirv
