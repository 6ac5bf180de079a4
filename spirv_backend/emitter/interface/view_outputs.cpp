#include "spirv_backend/emitter/interface/view_outputs.hpp"

#include "spirv_backend/emitter/function_emitter.hpp"
#include "spirv_backend/emitter/module_context.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

using dxil::ShaderKind;
using dxil::SignatureElement;
using spv::BuiltIn;
using spv::Decoration;
using spv::StorageClass;

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

/// The signature with the array indices: in mesh shaders, the one of primitives.
SignatureSide added_side(const ModulePlan& plan) {
  return plan.entry_point->kind == ShaderKind::kMesh ? SignatureSide::kThird : SignatureSide::kOutput;
}

/// Returns true if the program itself writes the array index.
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

/// Stores to an output that is a word, or to element `index` (if not 0) of an array of words.
void store_word(CodeWriter& code, Id variable, Id index, Id value) {
  Id pointer = variable;
  if (index != 0) {
    const Id type = code.module().type_pointer(StorageClass::Output, code.type(kU32));
    pointer = code.op(Op::OpAccessChain, type, variable, index);
  }
  code.op_void(Op::OpStore, pointer, value);
}

}  // namespace

Result<void> declare_views(ModuleContext& context) {
  const ViewPlan& views = context.plan.stage.views;
  if (views.takes) declare_taken(context);
  if (views.hands) declare_handed(context);
  if (views.adds_viewport) {
    TRELLIS_RETURN_IF_ERROR(declare_added(context, ViewTarget::kViewport));
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

void store_view_of_vertex(FunctionEmitter& e, CodeWriter& code, Id vertex) {
  const Id variable = e.context().views.handed;
  if (variable == 0) return;
  const Id number = view_id(e);
  store_word(code, variable, vertex, number);
}

void store_view_of_primitive(FunctionEmitter& e, CodeWriter& code, Id primitive) {
  for (const ViewTarget target : {ViewTarget::kViewport, ViewTarget::kLayer}) {
    const Id variable = e.context().views.added[to_word(target)];
    if (variable == 0) continue;
    const Id offset = offset_of_view(e, target);
    store_word(code, variable, primitive, offset);
  }
}

void store_view_outputs(FunctionEmitter& e, CodeWriter& code) {
  store_view_of_vertex(e, code, 0);
  store_view_of_primitive(e, code, 0);
}

void hand_view_of_control_point(Views& views, CodeWriter& code) {
  if (views.handed == 0) return;
  const Id view = load_view(views, code);
  const Id variable = code.module().builtin_input(BuiltIn::InvocationId, kU32);
  const Id point = code.op(Op::OpLoad, kU32, variable);
  store_word(code, views.handed, point, view);
}

}  // namespace trellis::spirv
