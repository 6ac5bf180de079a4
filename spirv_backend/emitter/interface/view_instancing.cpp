#include "spirv_backend/emitter/interface/view_instancing.hpp"

#include <bit>
#include <span>

#include "spirv_backend/emitter/function_emitter.hpp"
#include "spirv_backend/emitter/module_context.hpp"
#include "spirv_backend/plan/stage/view_plan.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

using dxil::ShaderKind;
using spv::BuiltIn;
using spv::StorageClass;

const ViewOptions& options_of(const Views& views) { return views.plan.options.stage.views; }

uint32_t most_views(const ViewOptions& options) {
  return options.count.spec_id ? kMaxViews : options.count.value;
}

bool has_mask(const ViewOptions& options) { return options.mask || options.mask_offset; }

Id load_input(CodeWriter& code, BuiltIn builtin) {
  const Id variable = code.module().builtin_input(builtin, kU32);
  return code.op(Op::OpLoad, kU32, variable);
}

Id number(Views& views, CodeWriter& code, const ViewNumber& number, const String& name) {
  if (!number.spec_id) return code.u32(number.value);
  for (const Views::SpecNumber& known : views.spec_numbers) {
    if (known.spec_id == *number.spec_id) return known.id;
  }
  const Id id = code.module().spec_constant_u32(number.value, *number.spec_id);
  if (views.plan.options.debug_names) code.module().name(id, name);
  views.spec_numbers.push_back({*number.spec_id, id});
  return id;
}

/// Selects the value whose key equals `key`; the first value if none of the other keys matches.
Id select(CodeWriter& code, Id key, std::span<const Id> keys, std::span<const Id> values) {
  Id result = values[0];
  for (size_t n = 1; n < values.size(); ++n) {
    if (values[n] == values[0]) continue;
    const Id is_it = code.op(Op::OpIEqual, kBool, key, keys[n]);
    result = code.op(Op::OpSelect, kU32, is_it, values[n], result);
  }
  return result;
}

/// The device's instance index, counted from 0; in mesh shaders the x coordinate of the group.
Id repeated_instance(Views& views, CodeWriter& code) {
  if (views.plan.entry_point->kind == ShaderKind::kMesh) {
    constexpr NumericType kThreeWords{BaseType::kInt, 32, 3};
    const Id variable = code.module().builtin_input(BuiltIn::WorkgroupId, kThreeWords);
    const Id group = code.op(Op::OpLoad, kThreeWords, variable);
    return code.op(Op::OpCompositeExtract, kU32, group, 0u);
  }
  declare_feature(code.module(), Feature::kDrawParameters);
  const Id index = load_input(code, BuiltIn::InstanceIndex), base = load_input(code, BuiltIn::BaseInstance);
  return code.op(Op::OpISub, kU32, index, base);
}

/// Loads a mask with a bit for each view that is drawn.
Id drawn_mask(Views& views, CodeWriter& code) {
  const ViewOptions& options = options_of(views);
  if (const std::optional<uint32_t> drawn = known_views(options)) return code.u32(*drawn);
  const Id one = code.u32(1), count = number(views, code, options.count, "view_count");
  Id all = code.u32((1u << options.count.value) - 1);
  if (options.count.spec_id) {
    const Id end = code.op(Op::OpShiftLeftLogical, kU32, one, count);
    all = code.op(Op::OpISub, kU32, end, one);
  }
  Id mask = 0;
  if (options.mask_offset) {
    mask = load_root_word(views.root_data, code, *options.mask_offset);
  } else {
    mask = number(views, code, *options.mask, "view_mask");
  }
  return code.op(Op::OpBitwiseAnd, kU32, mask, all);
}

/// Returns the view of set bit number n in the mask.
Id nth_view(Views& views, CodeWriter& code, Id n) {
  const ViewOptions& options = options_of(views);
  Id keys[kMaxViews] = {}, values[kMaxViews] = {};
  for (uint32_t v = 0; v < kMaxViews; ++v) keys[v] = code.u32(v);
  if (const std::optional<uint32_t> drawn = known_views(options)) {
    const auto count = static_cast<uint32_t>(std::popcount(*drawn));
    if (*drawn == (1u << count) - 1) return n;
    uint32_t left = *drawn;
    for (uint32_t v = 0; v < count; ++v, left &= left - 1) {
      values[v] = code.u32(static_cast<uint32_t>(std::countr_zero(left)));
    }
    return select(code, n, std::span(keys).first(count), std::span(values).first(count));
  }
  if (!has_mask(options)) return n;
  const Id one = code.u32(1);
  values[0] = drawn_mask(views, code);
  const uint32_t count = most_views(options);
  for (uint32_t v = 1; v < count; ++v) {
    const Id below = code.op(Op::OpISub, kU32, values[v - 1], one);
    values[v] = code.op(Op::OpBitwiseAnd, kU32, values[v - 1], below);
  }
  const Id bits = select(code, n, std::span(keys).first(count), std::span(values).first(count));
  return code.ext(GLSLstd450FindILsb, kU32, bits);
}

/// Loads the view that the previous stage passed on; from the first vertex if there are several.
Id taken_view(Views& views, CodeWriter& code) {
  Id pointer = views.taken;
  if (views.interface.vertices_of(SignatureSide::kInput) != 0) {
    const Id type = code.module().type_pointer(StorageClass::Input, code.type(kU32));
    const Id first = code.u32(0);
    pointer = code.op(Op::OpAccessChain, type, pointer, first);
  }
  return code.op(Op::OpLoad, kU32, pointer);
}

/// Extracts element `index` of a specialization constant that holds elements of `bits` bits.
Id packed_number(Views& views, CodeWriter& code, const ViewNumber& packed, const char* name, Id index,
                 uint32_t bits) {
  const Id word = number(views, code, packed, name);
  const Id width = code.u32(bits), mask = code.u32((1u << bits) - 1);
  const Id shift = code.op(Op::OpIMul, kU32, index, width);
  const Id shifted = code.op(Op::OpShiftRightLogical, kU32, word, shift);
  return code.op(Op::OpBitwiseAnd, kU32, shifted, mask);
}

/// For multiview: the view assigned to the layer that is drawn.
Id view_of_layer(Views& views, CodeWriter& code) {
  const ViewOptions& options = options_of(views);
  declare_feature(code.module(), Feature::kMultiView);
  const Id layer = load_input(code, BuiltIn::ViewIndex);
  if (options.packed.views) {
    constexpr uint32_t kOneToOne = 0b11100100;  // The default for the first four layers.
    return packed_number(views, code, {kOneToOne, options.packed.views}, "packed_views", layer, 2);
  }
  const uint32_t count = options.count.value;
  bool is_same = true;
  for (uint32_t v = 0; v < count; ++v) {
    const ViewNumber& own = options.locations[v].layer;
    is_same &= !own.spec_id && own.value == v;
  }
  if (is_same) return layer;
  Id layers[kMaxViews] = {}, numbers[kMaxViews] = {};
  for (uint32_t v = 0; v < count; ++v) {
    layers[v] = number(views, code, options.locations[v].layer, "view_layer" + decimal(v));
    numbers[v] = code.u32(v);
  }
  return select(code, layer, std::span(layers).first(count), std::span(numbers).first(count));
}

}  // namespace

Id load_drawn_count(Views& views, CodeWriter& code) {
  const ViewOptions& options = options_of(views);
  if (const std::optional<uint32_t> drawn = known_views(options)) {
    return code.u32(static_cast<uint32_t>(std::popcount(*drawn)));
  }
  const Id one = code.u32(1);
  Id count = 0;
  if (has_mask(options)) {
    const Id mask = drawn_mask(views, code);
    count = code.op(Op::OpBitCount, kU32, mask);
  } else {
    count = number(views, code, options.count, "view_count");
  }
  return code.ext(GLSLstd450UMax, kU32, count, one);
}

Id load_view(Views& views, CodeWriter& code) {
  const ViewOptions& options = options_of(views);
  const ViewPlan& plan = views.plan.stage.views;
  if (plan.known) return code.u32(*plan.known);
  if (options.way == ViewWay::kMultiview) return view_of_layer(views, code);
  if (!plan.multiplies) return taken_view(views, code);
  const Id all = repeated_instance(views, code), count = load_drawn_count(views, code);
  const Id n = code.op(Op::OpUMod, kU32, all, count);
  return nth_view(views, code, n);
}

Id load_instance_of_view(Views& views, CodeWriter& code) {
  const Id all = repeated_instance(views, code), count = load_drawn_count(views, code);
  return code.op(Op::OpUDiv, kU32, all, count);
}

Id load_view_offset(Views& views, CodeWriter& code, ViewTarget target, Id view) {
  const ViewOptions& options = options_of(views);
  const bool is_layer = target == ViewTarget::kLayer;
  if (!is_layer && options.packed.viewports) {
    return packed_number(views, code, {0, options.packed.viewports}, "packed_viewports", view, 8);
  }
  const auto number_of = [&](uint32_t v) -> const ViewNumber& {
    return is_layer ? options.locations[v].layer : options.locations[v].viewport;
  };
  const String name = is_layer ? "view_layer" : "view_viewport";
  const ViewPlan& plan = views.plan.stage.views;
  if (plan.known) return number(views, code, number_of(*plan.known), name + decimal(*plan.known));
  const uint32_t count = most_views(options);
  bool is_same = true;
  for (uint32_t v = 0; v < count; ++v) is_same &= !number_of(v).spec_id && number_of(v).value == v;
  if (is_same) return view;
  Id keys[kMaxViews] = {}, values[kMaxViews] = {};
  for (uint32_t v = 0; v < count; ++v) {
    keys[v] = code.u32(v);
    values[v] = number(views, code, number_of(v), name + decimal(v));
  }
  return select(code, view, std::span(keys).first(count), std::span(values).first(count));
}

Id view_id(FunctionEmitter& e) {
  FunctionState& function = e.state();
  if (function.views.view == 0) function.views.view = load_view(e.context().views, function.prologue);
  return function.views.view;
}

Id instance_of_view(FunctionEmitter& e) {
  FunctionState& function = e.state();
  if (function.views.instance == 0) {
    function.views.instance = load_instance_of_view(e.context().views, function.prologue);
  }
  return function.views.instance;
}

Id offset_of_view(FunctionEmitter& e, ViewTarget target) {
  FunctionState& function = e.state();
  Id& offset = function.views.offsets[to_word(target)];
  if (offset == 0) {
    const Id view = view_id(e);
    offset = load_view_offset(e.context().views, function.prologue, target, view);
  }
  return offset;
}

}  // namespace trellis::spirv
