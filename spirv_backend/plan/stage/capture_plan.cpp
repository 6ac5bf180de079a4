#include "spirv_backend/plan/stage/capture_plan.hpp"

#include <algorithm>
#include <limits>

#include "spirv_backend/plan/stage/stage_locations.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

using dxil::ComponentType;
using dxil::ShaderKind;
using dxil::SignatureElement;

constexpr uint32_t kWord = 4;          // Size of a captured component in bytes.
constexpr uint32_t kMaxStride = 2048;  // D3D12_SO_BUFFER_MAX_STRIDE_IN_BYTES.

/// Plans the captures of one entry point.
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
  size_t number_ = 0;  // Number of the current entry.
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
    TRELLIS_RETURN_IF_ERROR(add(options_.entries[number_]));
  }
  TRELLIS_RETURN_IF_ERROR(check_strides());
  TRELLIS_RETURN_IF_ERROR(check_overlaps());
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
  return bad_entry("no such output: " + entry.semantic + decimal(entry.index) + of_stream);
}

Result<void> CapturePlanner::add(const StreamOutputEntry& entry) {
  if (entry.buffer >= kStreamOutputBuffers) {
    return bad_entry("buffer " + decimal(entry.buffer) + " is out of range: the number of buffers is " +
                     decimal(kStreamOutputBuffers));
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
  if (offset % kWord != 0) return bad_entry("the offset must be a multiple of 4");
  if (offset > kMaxStride || count > (kMaxStride - offset) / kWord) {
    return bad_entry("lies beyond the " + decimal(kMaxStride) + " bytes that a vertex may have");
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
    if (stride % kWord != 0 || stride > kMaxStride) {
      return fail(ErrorCode::kBadInput, name + "is " + decimal(stride) + ", but must be a multiple of 4" +
                                            " and at most " + decimal(kMaxStride));
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
  // Indexed by buffer; one bit per word.
  Vector<bool> is_taken[kStreamOutputBuffers];
  for (Vector<bool>& words : is_taken) words.resize(kMaxStride / kWord);
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

/// Captured components have 32 bits, but those of the variable may have 16.
bool CapturePlanner::is_narrow(const SignatureElement& element) const {
  if (!plan_.options.stage.storage_16bit_io || !entry_.native_16bit()) return false;
  const ComponentType type = element.component_type;
  return type == ComponentType::kI16 || type == ComponentType::kU16 || type == ComponentType::kF16 ||
         type == ComponentType::kSNormF16 || type == ComponentType::kUNormF16;
}

/// Whether these captures, which are all of one output, match the memory layout of its variable.
bool CapturePlanner::is_direct(uint32_t output, std::span<const Capture*> captures) const {
  const SignatureElement& element = entry_.outputs[output];
  const SystemValueRule* rule = rule_of(plan_, SignatureSide::kOutput, element);
  if (rule != nullptr) {
    if (rule->is_array || rule->type.count != element.columns) return false;
    // D3D captures the value that the program wrote.
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

}  // namespace

Result<void> plan_captures(ModulePlan& plan) { return CapturePlanner(plan).run(); }

bool copies_captures(const ModulePlan& plan, uint32_t stream) {
  return std::any_of(plan.stage.captures.begin(), plan.stage.captures.end(), [&](const Capture& c) {
    return !c.is_direct && plan.entry_point->outputs[c.output].stream == stream;
  });
}

}  // namespace trellis::spirv
