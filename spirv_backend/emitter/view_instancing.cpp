#include "spirv_backend/emitter/view_instancing.hpp"

#include <bit>
#include <span>

#include "spirv_backend/emitter/root_data.hpp"
#include "spirv_backend/plan/view_plan.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

using dxil::ShaderKind;
using dxil::SignatureElement;
using spv::BuiltIn;
using spv::Decoration;
using spv::Op;
using spv::StorageClass;

/// Writes code behind what is in `out`.
class ViewCode {
 public:
  ViewCode(ModuleContext& context, CodeWriter& code)
      : context_(context), builder_(context.builder), views_(context.plan.options.stage.views), code_(code) {}

  Id view();
  Id instance();
  Id drawn_count();
  Id offset(ViewTarget target, Id view);

 private:
  Id u32(uint32_t value) { return code_.u32(value); }
  Id load_builtin(BuiltIn builtin) {
    const Id variable = builder_.builtin_input(builtin, kU32);
    return code_.op(Op::OpLoad, kU32, variable);
  }

  Id number(const ViewNumber& number, const String& name);
  Id select(Id key, std::span<const Id> keys, std::span<const Id> values);
  Id repeated_instance();
  Id drawn_mask();
  Id taken_view();
  Id nth_view(Id n);
  Id view_of_layer();
  uint32_t most_views() const { return views_.count.spec_id ? kMostViews : views_.count.value; }
  bool has_mask() const { return views_.mask || views_.mask_offset; }

  ModuleContext& context_;
  ModuleBuilder& builder_;
  const ViewOptions& views_;
  CodeWriter& code_;
};

Id ViewCode::number(const ViewNumber& number, const String& name) {
  if (!number.spec_id) return u32(number.value);
  for (const SpecNumber& known : context_.views.spec_numbers) {
    if (known.spec_id == *number.spec_id) return known.id;
  }
  const Id id = builder_.spec_constant_u32(number.value, *number.spec_id);
  if (context_.plan.options.debug_names) builder_.name(id, name);
  context_.views.spec_numbers.push_back({*number.spec_id, id});
  return id;
}

/// The value whose key is `key`; the first one if it is none of the others.
Id ViewCode::select(Id key, std::span<const Id> keys, std::span<const Id> values) {
  Id result = values[0];
  for (size_t n = 1; n < values.size(); ++n) {
    if (values[n] == values[0]) continue;
    const Id is_it = code_.op(Op::OpIEqual, kBool, key, keys[n]);
    result = code_.op(Op::OpSelect, kU32, is_it, values[n], result);
  }
  return result;
}

/// The instance as the device counts it, from 0. Of mesh shaders: the group's number in x.
Id ViewCode::repeated_instance() {
  if (context_.plan.entry_point->kind == ShaderKind::kMesh) {
    constexpr NumericType kThreeWords{BaseType::kInt, 32, 3};
    const Id variable = builder_.builtin_input(BuiltIn::WorkgroupId, kThreeWords);
    const Id group = code_.op(Op::OpLoad, kThreeWords, variable);
    return code_.op(Op::OpCompositeExtract, kU32, group, 0u);
  }
  declare_feature(builder_, Feature::kDrawParameters);
  const Id index = load_builtin(BuiltIn::InstanceIndex), base = load_builtin(BuiltIn::BaseInstance);
  return code_.op(Op::OpISub, kU32, index, base);
}

/// A bit for each view that is drawn.
Id ViewCode::drawn_mask() {
  if (const std::optional<uint32_t> drawn = known_views(views_)) return u32(*drawn);
  const Id one = u32(1), count = number(views_.count, "view_count");
  Id all = u32((1u << views_.count.value) - 1);
  if (views_.count.spec_id) {
    const Id end = code_.op(Op::OpShiftLeftLogical, kU32, one, count);
    all = code_.op(Op::OpISub, kU32, end, one);
  }
  Id mask = 0;
  if (views_.mask_offset) {
    mask = load_root_word_at(context_, code_, *views_.mask_offset);
  } else {
    mask = number(*views_.mask, "view_mask");
  }
  return code_.op(Op::OpBitwiseAnd, kU32, mask, all);
}

/// How many views are drawn; never 0.
Id ViewCode::drawn_count() {
  if (const std::optional<uint32_t> drawn = known_views(views_)) {
    return u32(static_cast<uint32_t>(std::popcount(*drawn)));
  }
  const Id one = u32(1);
  Id count = 0;
  if (has_mask()) {
    const Id mask = drawn_mask();
    count = code_.op(Op::OpBitCount, kU32, mask);
  } else {
    count = number(views_.count, "view_count");
  }
  return code_.ext(GLSLstd450UMax, kU32, count, one);
}

/// The view whose bit is number n of the set bits.
Id ViewCode::nth_view(Id n) {
  Id keys[kMostViews] = {}, values[kMostViews] = {};
  for (uint32_t v = 0; v < kMostViews; ++v) keys[v] = u32(v);
  if (const std::optional<uint32_t> drawn = known_views(views_)) {
    const auto count = static_cast<uint32_t>(std::popcount(*drawn));
    if (*drawn == (1u << count) - 1) return n;
    uint32_t left = *drawn;
    for (uint32_t v = 0; v < count; ++v, left &= left - 1) {
      values[v] = u32(static_cast<uint32_t>(std::countr_zero(left)));
    }
    return select(n, std::span(keys).first(count), std::span(values).first(count));
  }
  if (!has_mask()) return n;
  const Id one = u32(1);
  values[0] = drawn_mask();
  const uint32_t count = most_views();
  for (uint32_t v = 1; v < count; ++v) {
    const Id below = code_.op(Op::OpISub, kU32, values[v - 1], one);
    values[v] = code_.op(Op::OpBitwiseAnd, kU32, values[v - 1], below);
  }
  const Id bits = select(n, std::span(keys).first(count), std::span(values).first(count));
  return code_.ext(GLSLstd450FindILsb, kU32, bits);
}

/// What the stage before says, of the first vertex where there are several.
Id ViewCode::taken_view() {
  Id pointer = context_.views.taken;
  if (context_.interface.vertices_of(SignatureSide::kInput) != 0) {
    const Id type = builder_.type_pointer(StorageClass::Input, builder_.type(kU32)), first = u32(0);
    pointer = code_.op(Op::OpAccessChain, type, pointer, first);
  }
  return code_.op(Op::OpLoad, kU32, pointer);
}

/// Of multiview: the view whose layer is the one that is drawn.
Id ViewCode::view_of_layer() {
  declare_feature(builder_, Feature::kMultiView);
  const Id layer = load_builtin(BuiltIn::ViewIndex);
  const uint32_t count = views_.count.value;
  bool is_same = true;
  for (uint32_t v = 0; v < count; ++v) {
    const ViewNumber& own = views_.locations[v].layer;
    is_same &= !own.spec_id && own.value == v;
  }
  if (is_same) return layer;
  Id layers[kMostViews] = {}, views[kMostViews] = {};
  for (uint32_t v = 0; v < count; ++v) {
    layers[v] = number(views_.locations[v].layer, "view_layer" + decimal(v));
    views[v] = u32(v);
  }
  return select(layer, std::span(layers).first(count), std::span(views).first(count));
}

Id ViewCode::view() {
  const ViewPlan& plan = context_.plan.stage.views;
  if (plan.known) return u32(*plan.known);
  if (views_.way == ViewWay::kMultiview) return view_of_layer();
  if (!plan.multiplies) return taken_view();
  const Id all = repeated_instance(), count = drawn_count();
  const Id n = code_.op(Op::OpUMod, kU32, all, count);
  return nth_view(n);
}

Id ViewCode::instance() {
  const Id all = repeated_instance(), count = drawn_count();
  return code_.op(Op::OpUDiv, kU32, all, count);
}

Id ViewCode::offset(ViewTarget target, Id view) {
  const bool is_layer = target == ViewTarget::kLayer;
  const auto number_of = [&](uint32_t v) -> const ViewNumber& {
    return is_layer ? views_.locations[v].layer : views_.locations[v].viewport;
  };
  const String name = is_layer ? "view_layer" : "view_viewport";
  const ViewPlan& plan = context_.plan.stage.views;
  if (plan.known) return number(number_of(*plan.known), name + decimal(*plan.known));
  const uint32_t count = most_views();
  bool is_same = true;
  for (uint32_t v = 0; v < count; ++v) is_same &= !number_of(v).spec_id && number_of(v).value == v;
  if (is_same) return view;
  Id keys[kMostViews] = {}, values[kMostViews] = {};
  for (uint32_t v = 0; v < count; ++v) {
    keys[v] = u32(v);
    values[v] = number(number_of(v), name + decimal(v));
  }
  return select(view, std::span(keys).first(count), std::span(values).first(count));
}

// --- Variables.

bool is_geometry_with_streams(const ModulePlan& plan) {
  return plan.entry_point->geometry && plan.entry_point->geometry->stream_mask != 1;
}

Id output_variable(ModuleContext& context, Id type, const char* name) {
  ModuleBuilder& builder = context.builder;
  const Id variable = builder.variable(StorageClass::Output, type);
  if (is_geometry_with_streams(context.plan)) {
    builder.capability(spv::Capability::GeometryStreams);
    builder.decorate(variable, Decoration::Stream,
                     context.plan.options.stage.stream_output.rasterized_stream);
  }
  if (context.plan.options.debug_names) builder.name(variable, name);
  return variable;
}

Id array_of_vertices(ModuleContext& context, SignatureSide side) {
  const Id word = context.builder.type(kU32);
  const uint32_t vertices = context.interface.vertices_of(side);
  return vertices == 0 ? word : context.builder.type_array(word, vertices);
}

/// The signature that array indices are put out by: mesh shaders have one for each primitive.
SignatureSide added_side(const ModulePlan& plan) {
  return plan.entry_point->kind == ShaderKind::kMesh ? SignatureSide::kThird : SignatureSide::kOutput;
}

/// Whether the program puts the array index out itself.
bool is_put_out(const ModulePlan& plan, ViewTarget target) {
  const SemanticKind kind = target == ViewTarget::kLayer ? SemanticKind::kRenderTargetArrayIndex
                                                         : SemanticKind::kViewportArrayIndex;
  const SignatureSide side = added_side(plan);
  const Vector<SignatureElement>& outputs = signature_of(*plan.entry_point, side);
  for (uint32_t n = 0; n < outputs.size(); ++n) {
    if (kind_of(outputs[n]) != kind || rule_of(plan, side, outputs[n]) == nullptr) continue;
    if (plan.stage.of(side)[n].is_used()) return true;
  }
  return false;
}

Feature feature_of(ShaderKind stage, ViewTarget target) {
  const bool is_layer = target == ViewTarget::kLayer;
  if (stage == ShaderKind::kMesh) return is_layer ? Feature::kMesh : Feature::kMultiViewport;
  if (stage == ShaderKind::kGeometry) return is_layer ? Feature::kGeometry : Feature::kMultiViewport;
  return is_layer ? Feature::kLayerOfVertices : Feature::kViewportOfVertices;
}

Result<void> declare_added(ModuleContext& context, ViewTarget target) {
  const ModulePlan& plan = context.plan;
  if (is_put_out(plan, target)) return {};
  ModuleBuilder& builder = context.builder;
  const bool is_layer = target == ViewTarget::kLayer;
  declare_feature(builder, feature_of(plan.entry_point->kind, target));
  if (builder.missing().is_any) {
    Location where;
    where.part = is_layer ? "views.locations[].layer" : "views.locations[].viewport";
    where.function = plan.entry_point->name;
    return unsupported(String(dxil::name_of(plan.entry_point->kind)) +
                           " shader: to write a view's location it " + context.missing_text(),
                       std::move(where));
  }
  const SignatureSide side = added_side(plan);
  const bool is_mesh = side == SignatureSide::kThird;
  const Id type = is_mesh ? array_of_vertices(context, side) : builder.type(kU32);
  const Id variable = output_variable(context, type, is_layer ? "out.view_layer" : "out.view_viewport");
  builder.decorate(variable, Decoration::BuiltIn, is_layer ? BuiltIn::Layer : BuiltIn::ViewportIndex);
  if (is_mesh) builder.decorate(variable, Decoration::PerPrimitiveEXT);
  context.views.added[to_word(target)] = variable;
  return {};
}

void declare_taken(ModuleContext& context) {
  ModuleBuilder& builder = context.builder;
  const Id type = array_of_vertices(context, SignatureSide::kInput);
  const Id variable = builder.variable(StorageClass::Input, type);
  builder.decorate(variable, Decoration::Location, context.plan.options.stage.views.handed_location);
  if (context.plan.entry_point->kind == ShaderKind::kPixel) builder.decorate(variable, Decoration::Flat);
  if (context.plan.options.debug_names) builder.name(variable, "in.view");
  context.views.taken = variable;
}

void declare_handed(ModuleContext& context) {
  const Id type = array_of_vertices(context, SignatureSide::kOutput);
  const Id variable = output_variable(context, type, "out.view");
  context.builder.decorate(variable, Decoration::Location, context.plan.options.stage.views.handed_location);
  context.views.handed = variable;
}

}  // namespace

Result<void> declare_views(ModuleContext& context) {
  const ViewPlan& views = context.plan.stage.views;
  if (views.takes) declare_taken(context);
  if (views.hands) declare_handed(context);
  if (views.adds_viewport) {
    if (Result<void> done = declare_added(context, ViewTarget::kViewport); !done) return done;
  }
  if (views.adds_layer) return declare_added(context, ViewTarget::kLayer);
  return {};
}

std::optional<ViewTarget> added_target(const ModulePlan& plan, const InterfaceElement& element) {
  if (!element.is_output || element.rule == nullptr) return std::nullopt;
  const ViewPlan& views = plan.stage.views;
  if (element.rule->builtin == BuiltIn::Layer && views.adds_layer) return ViewTarget::kLayer;
  if (element.rule->builtin == BuiltIn::ViewportIndex && views.adds_viewport) return ViewTarget::kViewport;
  return std::nullopt;
}

bool stores_views_at_head(const ModulePlan& plan) {
  return plan.entry_point->kind == ShaderKind::kVertex || plan.entry_point->kind == ShaderKind::kDomain;
}

Id load_view(ModuleContext& context, CodeWriter& code) { return ViewCode(context, code).view(); }

Id load_instance_of_view(ModuleContext& context, CodeWriter& code) {
  return ViewCode(context, code).instance();
}

Id view_offset(ModuleContext& context, CodeWriter& code, ViewTarget target, Id view) {
  return ViewCode(context, code).offset(target, view);
}

Id load_drawn_count(ModuleContext& context, CodeWriter& code) {
  return ViewCode(context, code).drawn_count();
}

void store_word(CodeWriter& code, Id variable, Id index, Id value) {
  Id pointer = variable;
  if (index != 0) {
    const Id type = code.module().type_pointer(StorageClass::Output, code.type(kU32));
    pointer = code.op(Op::OpAccessChain, type, variable, index);
  }
  code.op_void(Op::OpStore, pointer, value);
}

void hand_view_of_control_point(ModuleContext& context, CodeWriter& code) {
  if (context.views.handed == 0) return;
  const Id view = load_view(context, code);
  const Id variable = context.builder.builtin_input(BuiltIn::InvocationId, kU32);
  const Id point = code.op(Op::OpLoad, kU32, variable);
  store_word(code, context.views.handed, point, view);
}

}  // namespace trellis::spirv
