#include "spirv_backend/resources/buffers/word_tables.hpp"

#include "spirv_backend/emitter/module_context.hpp"
#include "spirv_backend/resources/buffers/address_arithmetic.hpp"
#include "spirv_backend/resources/buffers/shader_record.hpp"

namespace trellis::spirv {
namespace {

using spv::Decoration;
using spv::StorageClass;

/// The tables that the module has declared.
struct WordTables {
  struct Table {
    BindingPlace place;
    Id variable = 0;
  };
  Vector<Table> tables;
};

Id table_variable(ModuleContext& context, const BindingPlace& place) {
  Vector<WordTables::Table>& tables = context.caches.get<WordTables>().tables;
  for (const WordTables::Table& table : tables) {
    if (table.place.set == place.set && table.place.binding == place.binding) return table.variable;
  }
  ModuleBuilder& builder = context.builder;
  const Id id =
      builder.variable(StorageClass::StorageBuffer, word_block(context, WordView::k32, BlockUse::kReadOnly));
  builder.decorate(id, Decoration::DescriptorSet, place.set);
  builder.decorate(id, Decoration::Binding, place.binding);
  builder.decorate(id, Decoration::NonWritable);
  if (context.plan.options.debug_names) builder.name(id, "descriptor_table");
  tables.push_back({place, id});
  return id;
}

Id root_address(FunctionEmitter& e, uint32_t root_offset) {
  const Id low = root_word(e, root_offset);
  const Id high = root_word(e, root_offset + 4);
  return e.op_once(Op::OpCompositeConstruct, kU32.with_count(2), low, high);
}

Id table_address(FunctionEmitter& e, const BindingPlace& place, const TableLayout& layout,
                 const Handle& handle) {
  const TableEntry words = load_table_entry(e, place, layout, handle);
  return e.op_once(Op::OpCompositeConstruct, kU32.with_count(2), words.first, words.second);
}

}  // namespace

TableEntry load_table_entry(FunctionEmitter& e, const BindingPlace& place, const TableLayout& layout,
                            const Handle& handle) {
  const Id variable = table_variable(e.context(), place);
  const Id type = e.module().type_pointer(StorageClass::StorageBuffer, e.type(kU32));
  const Id zero = e.u32(0);
  Id first = e.u32(layout.offset / 4);
  Id second = e.u32(layout.offset / 4 + 1);
  if (handle.is_array) {
    const Id start = e.op_once(Op::OpIMul, kU32, handle.index, e.u32(layout.stride / 4));
    first = layout.offset == 0 ? start : e.op_once(Op::OpIAdd, kU32, start, first);
    second = e.op_once(Op::OpIAdd, kU32, start, second);
  }
  const Id first_pointer = e.op_once(Op::OpAccessChain, type, variable, zero, first);
  const Id second_pointer = e.op_once(Op::OpAccessChain, type, variable, zero, second);
  TableEntry entry;
  entry.first = e.op(Op::OpLoad, kU32, first_pointer);
  entry.second = e.op(Op::OpLoad, kU32, second_pointer);
  return entry;
}

bool is_address(const Handle& handle) {
  return handle.place->kind == BindingKind::kAddress || handle.place->form == BufferForm::kAddresses;
}

bool is_counter_address(const CounterBinding& counter) {
  return counter.kind == BindingKind::kAddress || counter.form == BufferForm::kAddresses;
}

Id address_words(FunctionEmitter& e, const Handle& handle) {
  const Binding& place = *handle.place;
  if (place.kind == BindingKind::kAddress) {
    return place.in_record ? record_address(e, place.root_offset) : root_address(e, place.root_offset);
  }
  return table_address(e, {place.set, place.binding}, place.addresses, handle);
}

Id counter_address_words(FunctionEmitter& e, const Handle& counter) {
  const CounterBinding& place = counter.place->counter;
  if (place.kind == BindingKind::kAddress) return root_address(e, place.root_offset);
  return table_address(e, {place.set, place.binding}, place.addresses, counter);
}

}  // namespace trellis::spirv
