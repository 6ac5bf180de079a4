#include "spirv_backend/stage_capture.hpp"

#include <algorithm>
#include <limits>

#include "spirv_backend/plain_function.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

using dxil::ComponentType;
using dxil::ShaderKind;
using dxil::SignatureElement;
using spv::Decoration;
using spv::Op;
using spv::StorageClass;

constexpr uint32_t kWord = 4;           // Bytes of a captured component.
constexpr uint32_t kMostStride = 2048;  // D3D12_SO_BUFFER_MAX_STRIDE_IN_BYTES.
constexpr uint32_t kMostComponents = 4;

/// Makes the captures of one entry point.
class CapturePlanner {
 public:
  explicit CapturePlanner(ModulePlan& plan)
      : plan_(plan), entry_(*plan.entry_point), options_(plan.options.stage.stream_output) {
    std::fill(std::begin(stream_of_), std::end(stream_of_), kNoStream);
  }

  Result<void> run();

 private:
  Result<void> add(const StreamOutputEntry& entry);
  Result<void> check_strides();
  Result<void> check_overlaps() const;
  Result<const SignatureElement*> find(const StreamOutputEntry& entry, Capture& capture) const;
  bool is_direct(uint32_t output, std::span<const Capture*> captures) const;
  void choose_direct();
  Result<void> place_copies();
  bool is_narrow(const SignatureElement& element) const;
  Diagnostic fail(ErrorCode code, String message) const {
    Location where;
    where.part = "options";
    where.function = entry_.name;
    return {code, std::move(message), std::move(where)};
  }
  Diagnostic bad_entry(String message) const {
    return fail(ErrorCode::kBadInput, "stream output entry " + decimal(number_) + ": " + message);
  }

  ModulePlan& plan_;
  const dxil::EntryPoint& entry_;
  const StreamOutput& options_;
  size_t number_ = 0;  // Of the entry at hand.
  uint32_t next_[kStreamOutputBuffers] = {}, end_[kStreamOutputBuffers] = {};
  uint32_t stream_of_[kStreamOutputBuffers];
};

Result<void> CapturePlanner::run() {
  if (options_.entries.empty()) return {};
  if (entry_.kind != ShaderKind::kVertex && entry_.kind != ShaderKind::kDomain &&
      entry_.kind != ShaderKind::kGeometry) {
    return fail(ErrorCode::kUnsupported, String(dxil::name_of(entry_.kind)) +
                                             " shaders have no stream output: only vertex, domain and "
                                             "geometry shaders");
  }
  for (number_ = 0; number_ < options_.entries.size(); ++number_) {
    if (Result<void> done = add(options_.entries[number_]); !done) return done;
  }
  if (Result<void> done = check_strides(); !done) return done;
  if (Result<void> done = check_overlaps(); !done) return done;
  choose_direct();
  return place_copies();
}

Result<const SignatureElement*> CapturePlanner::find(const StreamOutputEntry& entry, Capture& capture) const {
  for (uint32_t n = 0; n < entry_.outputs.size(); ++n) {
    const SignatureElement& element = entry_.outputs[n];
    if (element.stream != entry.stream || !equal_semantics(element.semantic, entry.semantic)) continue;
    for (uint32_t row = 0; row < element.rows; ++row) {
      if (element.semantic_indices[row] != entry.index) continue;
      capture.output = n;
      capture.row = row;
      return &element;
    }
  }
  const String of_stream = entry.stream == 0 ? "" : " in stream " + decimal(entry.stream);
  return bad_entry("there is no output " + entry.semantic + decimal(entry.index) + of_stream);
}

Result<void> CapturePlanner::add(const StreamOutputEntry& entry) {
  if (entry.buffer >= kStreamOutputBuffers) {
    return bad_entry("buffer " + decimal(entry.buffer) + " is none of " + decimal(kStreamOutputBuffers));
  }
  Capture capture;
  const SignatureElement* element = nullptr;
  if (!entry.semantic.empty()) {
    const Result<const SignatureElement*> found = find(entry, capture);
    if (!found) return found.error();
    element = *found;
  }
  uint32_t count = entry.component_count;
  if (element != nullptr && count == kAllComponents && entry.first_component < element->columns) {
    count = element->columns - entry.first_component;
  }
  const uint32_t offset = entry.offset.value_or(next_[entry.buffer]);
  if (offset % kWord != 0) return bad_entry("the offset is no multiple of 4");
  if (offset > kMostStride || count > (kMostStride - offset) / kWord) {
    return bad_entry("lies beyond the " + decimal(kMostStride) + " bytes that a vertex may have");
  }
  const uint32_t end = offset + count * kWord;
  next_[entry.buffer] = end;
  end_[entry.buffer] = std::max(end_[entry.buffer], end);
  if (element == nullptr) return {};
  if (count == 0 || entry.first_component >= element->columns ||
      count > element->columns - entry.first_component) {
    return bad_entry(describe_element(*element) + " has " + decimal(element->columns) +
                     " components; there are not " + decimal(count) + " from number " +
                     decimal(entry.first_component) + " on");
  }
  uint32_t& stream = stream_of_[entry.buffer];
  if (stream != kNoStream && stream != entry.stream) {
    return bad_entry("buffer " + decimal(entry.buffer) + " belongs to stream " + decimal(stream) +
                     " already");
  }
  stream = entry.stream;
  capture.first = entry.first_component;
  capture.count = count;
  capture.buffer = entry.buffer;
  capture.offset = offset;
  plan_.stage.of(SignatureSide::kOutput)[capture.output].is_captured = true;
  plan_.stage.captures.push_back(capture);
  return {};
}

Result<void> CapturePlanner::check_strides() {
  for (uint32_t buffer = 0; buffer < kStreamOutputBuffers; ++buffer) {
    const uint32_t stride = options_.strides[buffer] != 0 ? options_.strides[buffer] : end_[buffer];
    const String name = "stream output buffer " + decimal(buffer) + ": the stride ";
    if (stride % kWord != 0 || stride > kMostStride) {
      return fail(ErrorCode::kBadInput, name + "is " + decimal(stride) + ", but must be a multiple of 4" +
                                            " and at most " + decimal(kMostStride));
    }
    if (end_[buffer] > stride) {
      return fail(ErrorCode::kBadInput, name + "is " + decimal(stride) + ", but the entries fill " +
                                            decimal(end_[buffer]) + " bytes");
    }
    plan_.stage.capture_strides[buffer] = stride;
  }
  return {};
}

Result<void> CapturePlanner::check_overlaps() const {
  // By buffer, a bit a word.
  Vector<bool> is_taken[kStreamOutputBuffers];
  for (Vector<bool>& words : is_taken) words.resize(kMostStride / kWord);
  for (const Capture& capture : plan_.stage.captures) {
    for (uint32_t n = 0; n < capture.count; ++n) {
      Vector<bool>::reference word = is_taken[capture.buffer][capture.offset / kWord + n];
      if (word) {
        return fail(ErrorCode::kBadInput, "stream output buffer " + decimal(capture.buffer) +
                                              ": two entries are at byte " +
                                              decimal(capture.offset + n * kWord));
      }
      word = true;
    }
  }
  return {};
}

/// Captured components have 32 bits; those of the variable may have 16.
bool CapturePlanner::is_narrow(const SignatureElement& element) const {
  if (!plan_.options.stage.storage_16bit_io || !entry_.native_16bit()) return false;
  const ComponentType type = element.component_type;
  return type == ComponentType::kI16 || type == ComponentType::kU16 || type == ComponentType::kF16 ||
         type == ComponentType::kSNormF16 || type == ComponentType::kUNormF16;
}

/// Whether these captures, all of one output, are its variable as it lies in memory.
bool CapturePlanner::is_direct(uint32_t output, std::span<const Capture*> captures) const {
  const SignatureElement& element = entry_.outputs[output];
  const SystemValueRule* rule = rule_of(plan_, SignatureSide::kOutput, element);
  if (rule != nullptr) {
    if (rule->is_array || rule->type.count != element.columns) return false;
    // What is captured is what the program wrote.
    if (rule->adjustment == Adjustment::kPosition && plan_.options.stage.invert_y) return false;
  } else if (is_narrow(element)) {
    return false;
  }
  if (captures.size() != element.rows) return false;
  for (uint32_t row = 0; row < element.rows; ++row) {
    const Capture& c = *captures[row];
    if (c.row != row || c.first != 0 || c.count != element.columns) return false;
    if (c.buffer != captures[0]->buffer) return false;
    if (c.offset != captures[0]->offset + row * element.columns * kWord) return false;
  }
  return true;
}

void CapturePlanner::choose_direct() {
  Vector<Capture>& captures = plan_.stage.captures;
  Vector<const Capture*> own;
  for (uint32_t output = 0; output < entry_.outputs.size(); ++output) {
    if (!plan_.stage.of(SignatureSide::kOutput)[output].is_captured) continue;
    own.clear();
    for (const Capture& c : captures) {
      if (c.output == output) own.push_back(&c);
    }
    std::sort(own.begin(), own.end(), [](const Capture* a, const Capture* b) { return a->row < b->row; });
    if (!is_direct(output, own)) continue;
    for (Capture& c : captures) c.is_direct |= c.output == output;
  }
}

Result<void> CapturePlanner::place_copies() {
  uint32_t next = 0;
  for (uint32_t n = 0; n < entry_.outputs.size(); ++n) {
    if (!has_location(plan_, SignatureSide::kOutput, n)) continue;
    const uint32_t first = plan_.stage.of(SignatureSide::kOutput)[n].at.location;
    next = std::max(next, first + entry_.outputs[n].rows);
  }
  const ViewPlan& views = plan_.stage.views;
  const uint32_t handed = plan_.options.stage.views.handed_location;
  for (Capture& c : plan_.stage.captures) {
    if (c.is_direct) continue;
    if (views.hands && next == handed) ++next;
    if (next >= plan_.options.stage.max_locations) {
      return fail(ErrorCode::kUnsupported, "stream output: a part of " +
                                               describe_element(entry_.outputs[c.output]) +
                                               " is captured, which needs a location of its own, but all " +
                                               decimal(plan_.options.stage.max_locations) + " are taken");
    }
    c.location = next++;
  }
  return {};
}

// --- Emission.

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

/// Type of a copied component: 32 bits wide.
Id copied_type(ModuleContext& context, const InterfaceElement& element) {
  if (element.scalar.bits == 32) return component_type_id(context.builder, element);
  return context.builder.type(element.scalar.with_bits(32));
}

/// The component of the output's variable, as the program wrote it.
Id load_captured(ModuleContext& context, PlainFunction& f, const InterfaceElement& element, uint32_t row,
                 uint32_t column) {
  ModuleBuilder& builder = context.builder;
  const Id type = component_type_id(builder, element);
  const uint32_t columns = element.element->columns;
  Id indices[2] = {};
  size_t count = 0;
  if (element.rule != nullptr && element.rule->is_array) {
    indices[count++] = builder.constant_u32(element.first + row * columns + column);
  } else {
    if (element.element->rows > 1) indices[count++] = builder.constant_u32(row);
    const uint32_t width = element.rule != nullptr ? element.rule->type.count : columns;
    if (width > 1) indices[count++] = builder.constant_u32(column);
  }
  Id pointer = element.variable;
  if (count != 0) {
    Words operands = {element.variable};
    operands.insert(operands.end(), indices, indices + count);
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

Result<void> plan_captures(ModulePlan& plan) { return CapturePlanner(plan).run(); }

bool copies_captures(const ModulePlan& plan, uint32_t stream) {
  return std::any_of(plan.stage.captures.begin(), plan.stage.captures.end(), [&](const Capture& c) {
    return !c.is_direct && plan.entry_point->outputs[c.output].stream == stream;
  });
}

void declare_captures(ModuleContext& context) {
  const Vector<Capture>& captures = context.plan.stage.captures;
  if (captures.empty()) return;
  ModuleBuilder& builder = context.builder;
  builder.capability(spv::Capability::TransformFeedback);
  builder.execution_mode(spv::ExecutionMode::Xfb);
  for (const Capture& c : captures) {
    // An array's rows follow one another from the first one's offset.
    if (c.is_direct && c.row == 0) decorate_capture(context, captured_element(context, c).variable, c);
  }
}

Id capture_function(ModuleContext& context, uint32_t stream) {
  if (context.capture_functions[stream] != 0) return context.capture_functions[stream];
  ModuleBuilder& builder = context.builder;
  const Id function = builder.new_id();
  context.capture_functions[stream] = function;
  PlainFunction f(builder, function);
  f.label(builder.new_id());
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
    Id components[kMostComponents] = {};
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
