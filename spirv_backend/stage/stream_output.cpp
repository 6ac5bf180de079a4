#include "spirv_backend/stage/stream_output.hpp"

#include "spirv_backend/module/function_writer.hpp"
#include "spirv_backend/plan/stage/capture_plan.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

using dxil::SignatureElement;
using spv::Decoration;
using spv::Op;
using spv::StorageClass;

/// The functions that copy captured components; 0: not written yet.
struct CaptureFunctions {
  Id by_stream[4] = {};
};

void decorate_capture(ModuleContext& context, Id variable, const Capture& capture) {
  ModuleBuilder& builder = context.builder;
  builder.decorate(variable, Decoration::XfbBuffer, capture.buffer);
  builder.decorate(variable, Decoration::XfbStride, context.plan.stage.capture_strides[capture.buffer]);
  builder.decorate(variable, Decoration::Offset, capture.offset);
}

const InterfaceElement& captured_element(const ModuleContext& context, const Capture& capture) {
  const SignatureElement& output = context.plan.entry_point->outputs[capture.output];
  return context.interface.element(SignatureSide::kOutput, output.id);
}

/// Returns the type of a copied component, which has 32 bits.
Id copied_type(ModuleContext& context, const InterfaceElement& element) {
  if (element.scalar.bits == 32) return component_type_id(context.builder, element);
  return context.builder.type(element.scalar.with_bits(32));
}

/// Loads the component from the output's variable, as the program wrote it.
Id load_captured(ModuleContext& context, FunctionWriter& f, const InterfaceElement& element, uint32_t row,
                 uint32_t column) {
  ModuleBuilder& builder = context.builder;
  const Id type = component_type_id(builder, element);
  const uint32_t columns = element.element->columns;
  Id indices[2] = {};
  size_t count = 0;
  if (element.rule != nullptr && element.rule->is_array) {
    indices[count++] = builder.constant_u32(element.first + row * element.row_stride + column);
  } else {
    if (element.element->rows > 1) indices[count++] = builder.constant_u32(row);
    const uint32_t width = element.rule != nullptr ? element.rule->type.count : columns;
    if (width > 1) indices[count++] = builder.constant_u32(column);
  }
  Id pointer = element.variable;
  if (count != 0) {
    Words operands = {element.variable};
    operands.append(std::span(indices, count));
    pointer = f.op_list(Op::OpAccessChain, builder.type_pointer(StorageClass::Output, type), operands);
  }
  Id value = f.op(Op::OpLoad, type, pointer);
  constexpr uint32_t kY = 1;
  if (element.rule != nullptr && element.rule->adjustment == Adjustment::kPosition && column == kY &&
      context.plan.options.stage.invert_y) {
    value = f.op(Op::OpFNegate, type, value);
  }
  if (element.scalar.bits == 32) return value;
  const Op widen = element.scalar.is_float() ? Op::OpFConvert
                   : element.is_signed       ? Op::OpSConvert
                                             : Op::OpUConvert;
  return f.op(widen, copied_type(context, element), value);
}

}  // namespace

void declare_captures(ModuleContext& context) {
  const Vector<Capture>& captures = context.plan.stage.captures;
  if (captures.empty()) return;
  ModuleBuilder& builder = context.builder;
  builder.capability(spv::Capability::TransformFeedback);
  builder.execution_mode(spv::ExecutionMode::Xfb);
  for (const Capture& c : captures) {
    // An array's rows are consecutive from the first row's offset.
    if (c.is_direct && c.row == 0) decorate_capture(context, captured_element(context, c).variable, c);
  }
}

Id capture_function(ModuleContext& context, uint32_t stream) {
  Id& function = context.caches.get<CaptureFunctions>().by_stream[stream];
  if (function != 0) return function;
  ModuleBuilder& builder = context.builder;
  function = builder.new_id();
  FunctionWriter f(builder, function, builder.type_void());
  f.label();
  for (const Capture& c : context.plan.stage.captures) {
    const InterfaceElement& element = captured_element(context, c);
    if (c.is_direct || element.element->stream != stream) continue;
    const Id scalar = copied_type(context, element);
    const Id type = c.count == 1 ? scalar : builder.type_vector(scalar, c.count);
    const Id variable = builder.variable(StorageClass::Output, type);
    builder.decorate(variable, Decoration::Location, c.location);
    const dxil::EntryPoint& entry = *context.plan.entry_point;
    if (entry.geometry && entry.geometry->stream_mask != 1) {
      builder.decorate(variable, Decoration::Stream, stream);
    }
    decorate_capture(context, variable, c);
    if (context.plan.options.debug_names) {
      builder.name(variable, "captured." + describe_element(*element.element));
    }
    Id components[kMaxCaptureComponents] = {};
    for (uint32_t n = 0; n < c.count; ++n) {
      components[n] = load_captured(context, f, element, c.row, c.first + n);
    }
    Id value = components[0];
    if (c.count > 1) {
      value = f.op_list(Op::OpCompositeConstruct, type, std::span<const Id>(components).first(c.count));
    }
    f.op_void(Op::OpStore, variable, value);
  }
  f.op_void(Op::OpReturn);
  f.finish();
  return function;
}

}  // namespace trellis::spirv
