#include "spirv_backend/resources/buffers/row_access.hpp"

#include <algorithm>
#include <array>

#include "spirv_backend/emitter/module_context.hpp"
#include "spirv_backend/emitter/vector_parts.hpp"
#include "spirv_backend/resources/buffers/address_arithmetic.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

using dxil::Instruction;
using spv::Decoration;
using spv::StorageClass;

constexpr uint32_t kRowBytes = 16, kComponents = 4;

NumericType component_type(FunctionEmitter& e, const Handle& handle) {
  return word_type(view_of_words(e, handle));
}

/// Block types of buffers declared in rows, indexed by use.
struct RowBlocks {
  Id of_integers[kBlockUseCount] = {}, of_floats[kBlockUseCount] = {};
};

Id row_variable(FunctionEmitter& e, const Handle& handle) {
  ModuleContext& context = e.context();
  Id& variable = context.resources[handle.resource].variables[0];
  if (variable != 0) return variable;
  ModuleBuilder& builder = context.builder;
  const NumericType component = component_type(e, handle);
  RowBlocks& blocks = context.caches.get<RowBlocks>();
  const BlockUse use = block_use(context, handle.resource);
  Id& block = (component.is_float() ? blocks.of_floats : blocks.of_integers)[static_cast<uint32_t>(use)];
  if (block == 0) {
    const Id rows = builder.type_runtime_array(builder.type(component.with_count(kComponents)), kRowBytes);
    block = builder.type_block({&rows, 1});
    builder.decorate(block, Decoration::Block);
    builder.decorate_member(block, 0, Decoration::Offset, 0u);
    if (use == BlockUse::kReadOnly) builder.decorate_member(block, 0, Decoration::NonWritable);
  }
  const Id id = declare_resource(context, handle.resource, StorageClass::StorageBuffer, block);
  variable = id;
  decorate_access(context, handle.resource, id);
  return id;
}

/// The start of an access: a row and a component of it.
struct Place {
  IndexSum row;
  uint32_t component = 0;
};

Place place_of(FunctionEmitter& e, const Instruction& i, const Handle& handle) {
  constexpr uint32_t kElement = 1, kOffset = 2;
  const auto offset = static_cast<uint32_t>(e.constant_operand(i, kOffset).value_or(0));
  const uint32_t rows = handle.info->stride / kRowBytes;
  Place place{{0, offset / kRowBytes}, offset % kRowBytes / 4};
  if (const std::optional<uint64_t> element = e.constant_operand(i, kElement)) {
    place.row.constant += static_cast<uint32_t>(*element) * rows;
  } else {
    const IndexSum first = scaled_element(e, e.operand_value(i, kElement), rows, handle.info->stride);
    place.row = added(e, place.row, first);
  }
  return place;
}

/// Returns a pointer to a row or to a component of it.
Id row_pointer(FunctionEmitter& e, const Handle& handle, const Place& place, uint32_t component, bool whole) {
  const Id variable = row_variable(e, handle);
  const NumericType scalar = component_type(e, handle);
  const Id type = e.module().type_pointer(StorageClass::StorageBuffer,
                                          e.type(whole ? scalar.with_count(kComponents) : scalar));
  const Id row = word_id(e, place.row, component / kComponents);
  std::array<uint32_t, 5> indices = {variable};
  uint32_t count = 1;
  if (handle.is_array) {
    require_buffer_indexing(e, handle);
    indices[count++] = handle.index;
  }
  indices[count++] = e.u32(0);
  indices[count++] = row;
  if (!whole) indices[count++] = e.u32(component % kComponents);
  return descriptor_list_once(e, handle, Op::OpAccessChain, type, std::span(indices.data(), count));
}

Id load(FunctionEmitter& e, const Handle& handle, NumericType type, Id pointer) {
  const NumericType own = component_type(e, handle).with_count(type.count);
  const Id id = e.op(Op::OpLoad, own, pointer);
  mark_non_uniform(e, handle, id);
  return bitcast(e, type, own, id);
}

/// Loads words of the buffer from a position on. A row is loaded whole if several of its words are needed.
class RowLoads {
 public:
  RowLoads(FunctionEmitter& e, const Handle& handle, NumericType type, const Place& place, uint32_t words)
      : e_(e), handle_(handle), type_(type), place_(place), end_(place.component + words) {}

  Id vector(uint32_t first, NumericType type) {
    const uint32_t begin = place_.component + first;
    if (begin % kComponents == 0 && type.count == kComponents) return row(begin / kComponents);
    Vector<Id> components(type.count);
    for (uint32_t n = 0; n < type.count; ++n) components[n] = word(begin + n);
    return make_vector(e_, type, components);
  }

 private:
  Id row(uint32_t n) {
    if (n != row_) {
      row_ = n;
      loaded_ = load(e_, handle_, type_.with_count(kComponents),
                     row_pointer(e_, handle_, place_, n * kComponents, true));
    }
    return loaded_;
  }

  Id word(uint32_t n) {
    const uint32_t in_row = n / kComponents;
    const uint32_t row_begin = std::max(place_.component, in_row * kComponents);
    const bool is_only = std::min(end_, (in_row + 1) * kComponents) == row_begin + 1;
    if (is_only) return load(e_, handle_, type_, row_pointer(e_, handle_, place_, n, false));
    return vector_component(e_, type_.with_count(kComponents), row(in_row), n % kComponents);
  }

  FunctionEmitter& e_;
  const Handle& handle_;
  NumericType type_;
  const Place& place_;
  uint32_t end_, row_ = kNone;
  Id loaded_ = 0;
};

}  // namespace

bool has_rows(FunctionEmitter& e, const Handle& handle) {
  const BufferForm form = handle.place->form;
  const bool is_block = handle.place->kind == BindingKind::kDescriptor && form != BufferForm::kTexel &&
                        form != BufferForm::kAddresses && !handle.has_range();
  return is_block && e.context().plan.resources[handle.resource].has_rows();
}

void load_rows(FunctionEmitter& e, const Instruction& i, const Handle& handle) {
  const NumericType type = e.field_type(i, 0);
  const Place place = place_of(e, i, handle);
  const uint32_t end = place.component + kComponents;
  for (uint32_t first = 0; first < end; first += kComponents) {
    const auto field = [&](uint32_t n) { return first + n - place.component; };
    uint32_t used = 0, only = 0;
    for (uint32_t n = 0; n < kComponents; ++n) {
      if (field(n) >= kComponents || !e.component_used(i, field(n))) continue;
      ++used;
      only = n;
    }
    if (used == 1) {
      const Id pointer = row_pointer(e, handle, place, first + only, false);
      e.set_component(i, field(only), load(e, handle, type, pointer));
    }
    if (used < 2) continue;
    const Id row = load(e, handle, type.with_count(kComponents), row_pointer(e, handle, place, first, true));
    for (uint32_t n = 0; n < kComponents; ++n) {
      if (field(n) >= kComponents || !e.component_used(i, field(n))) continue;
      e.set_component(i, field(n), extract(e, type, row, n));
    }
  }
}

void store_rows(FunctionEmitter& e, const Instruction& i, const Handle& handle) {
  constexpr uint32_t kFirstValue = 3, kMask = 7, kAll = 15;
  const NumericType type = e.operand_type(i, kFirstValue), own = component_type(e, handle);
  const Place place = place_of(e, i, handle);
  const uint64_t mask = e.constant_operand(i, kMask).value_or(kAll);
  std::array<Id, kComponents> values = {};
  for (uint32_t n = 0; n < kComponents; ++n) {
    if ((mask >> n & 1) != 0) values[n] = e.operand(i, kFirstValue + n);
  }
  if (place.component == 0 && (mask & kAll) == kAll) {
    const Id all =
        e.op_list_once(Op::OpCompositeConstruct, e.module().type_vector(e.type(type), kComponents), values);
    const Id row = bitcast(e, own.with_count(kComponents), type.with_count(kComponents), all);
    e.op_void(Op::OpStore, row_pointer(e, handle, place, 0, true), row);
    return;
  }
  for (uint32_t n = 0; n < kComponents; ++n) {
    if ((mask >> n & 1) == 0) continue;
    const Id value = bitcast(e, own, type, values[n]);
    e.op_void(Op::OpStore, row_pointer(e, handle, place, place.component + n, false), value);
  }
}

void load_vector_rows(FunctionEmitter& e, const Instruction& i, const Handle& handle) {
  const Place place = place_of(e, i, handle);
  uint32_t words = 0, first = 0;
  const auto fields = static_cast<uint32_t>(e.program().types[i.type].members.size() - 1);
  for (uint32_t n = 0; n < fields; ++n) words += e.field_type(i, n).count;
  RowLoads loads(e, handle, e.field_type(i, 0).scalar(), place, words);
  for (uint32_t n = 0; n < fields; ++n) {
    const NumericType type = e.field_type(i, n);
    if (e.component_used(i, n)) e.set_component(i, n, loads.vector(first, type));
    first += type.count;
  }
}

void store_vector_rows(FunctionEmitter& e, const Instruction& i, const Handle& handle) {
  constexpr uint32_t kFirstValue = 3;
  const Place place = place_of(e, i, handle);
  const NumericType own = component_type(e, handle);
  uint32_t at = place.component;
  for (uint32_t operand = kFirstValue; operand + 1 < i.operand_count; ++operand) {
    const NumericType type = e.operand_type(i, operand);
    if (type.count == kComponents && at % kComponents == 0) {
      const Id row = bitcast(e, own.with_count(kComponents), type, e.operand(i, operand));
      e.op_void(Op::OpStore, row_pointer(e, handle, place, at, true), row);
    } else {
      for (uint32_t n = 0; n < type.count; ++n) {
        const Id value = bitcast(e, own, type.scalar(), operand_component(e, i, operand, n));
        e.op_void(Op::OpStore, row_pointer(e, handle, place, at + n, false), value);
      }
    }
    at += type.count;
  }
}

}  // namespace trellis::spirv
