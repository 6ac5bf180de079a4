#include "spirv_backend/resources/resource_access.hpp"

#include <algorithm>
#include <bit>

#include "dxil_frontend/program/dxil_ops.hpp"
#include "spirv_backend/emitter/module_context.hpp"
#include "spirv_backend/instruments/descriptor_checks.hpp"
#include "spirv_backend/resources/buffers/address_arithmetic.hpp"
#include "spirv_backend/resources/buffers/shader_record.hpp"
#include "spirv_backend/resources/buffers/word_tables.hpp"
#include "spirv_backend/resources/device_heaps.hpp"
#include "spirv_backend/resources/heap_size.hpp"

namespace trellis::spirv {
namespace {

using dxil::Instruction;
using dxil::Resource;
using dxil::ResourceClass;
using dxil::ResourceKind;
using spv::Capability;
using spv::Decoration;
using spv::StorageClass;

constexpr const char* kDescriptorIndexing = "SPV_EXT_descriptor_indexing";
constexpr IndexingCapabilities kStorageBufferIndexing{
    Capability::StorageBufferArrayDynamicIndexing, Capability::StorageBufferArrayNonUniformIndexing, false};
constexpr IndexingCapabilities kUniformBufferIndexing{
    Capability::UniformBufferArrayDynamicIndexing, Capability::UniformBufferArrayNonUniformIndexing, false};

/// Block types of raw and structured buffers, indexed by use and word view, and of their hidden counters.
struct BufferBlocks {
  Id words[kBlockUseCount][kWordViewCount] = {};
  Id counter = 0;
};

/// Where the descriptors of a resource or of its counter are in their binding.
struct Elements {
  bool is_heap = false, is_device_heap = false;
  uint32_t count = 1;  ///< Number of descriptors in the range.
  uint32_t first = 0;
  uint32_t array_size = 0;
  uint32_t table_offset = kNoOffset;
  bool in_record = false;  ///< table_offset refers to the shader record.
  uint32_t shift = 0;      ///< Right shift of the word at table_offset.

  bool is_arrayed() const { return count != 1 || is_heap || first != 0 || array_size > 1; }
};

uint32_t count_of(const Resource& resource, const Binding& place) {
  return place.is_single_element ? 1 : resource.count;
}

Elements elements_of(const Resource& resource, const Binding& place) {
  return {is_heap(place.kind),       place.kind == BindingKind::kDeviceHeap,
          count_of(resource, place), place.first_element,
          place.array_size,          place.table_offset,
          place.in_record,           place.table_shift};
}

/// The counters of a table in a shader record are indexed like its descriptors.
Elements counter_elements_of(const Resource& resource, const Binding& place) {
  const CounterBinding& counter = place.counter;
  return {is_heap(counter.kind),
          counter.kind == BindingKind::kDeviceHeap,
          count_of(resource, place),
          counter.first_element,
          0,
          counter.table_offset,
          place.in_record,
          place.table_shift};
}

/// Returns the type of a resource's variable: the descriptor's, or an array of it.
Id arrayed(ModuleContext& context, const Elements& elements, Id descriptor) {
  ModuleBuilder& builder = context.builder;
  if (!elements.is_arrayed()) return descriptor;
  if (elements.is_heap || (elements.count == UINT32_MAX && elements.array_size == 0)) {
    builder.extension(kDescriptorIndexing, kSpirv15);
    builder.capability(Capability::RuntimeDescriptorArray);
    return builder.type_runtime_array(descriptor, 0);
  }
  return builder.type_array(descriptor,
                            elements.array_size != 0 ? elements.array_size : elements.first + elements.count);
}

/// Returns the size of the handle's heap if indices are clamped to it; else null.
const HeapSize* heap_size(FunctionEmitter& e, const Handle& handle, bool is_heap) {
  DescriptorHeap heap = e.context().plan.resources[handle.resource].heap;
  const HeapOptions& heaps = e.context().plan.options.heaps;
  if (heap == DescriptorHeap::kNone && is_heap && heaps.bounds_slices) {
    const bool is_sampler = handle.info->resource_class == ResourceClass::kSampler;
    heap = is_sampler ? DescriptorHeap::kSamplers : DescriptorHeap::kResources;
  }
  if (heap == DescriptorHeap::kNone) return nullptr;
  const HeapSize& size = heap == DescriptorHeap::kSamplers ? heaps.sampler_count : heaps.resource_count;
  return size.is_known() ? &size : nullptr;
}

/// Returns the reference to the element that a handle names: element 0 if there is only one.
Reference element_reference(Reference reference, const Binding& place) {
  if (!place.is_single_element) return reference;
  reference.is_static = true;
  reference.non_uniform = false;
  reference.static_index = 0;
  return reference;
}

/// Loads the number that is added to the elements of a slice of a heap.
Id table_start(FunctionEmitter& e, const Elements& elements) {
  const Id table =
      elements.in_record ? record_word(e, elements.table_offset) : root_word(e, elements.table_offset);
  return elements.shift == 0 ? table : e.op_once(Op::OpShiftRightLogical, kU32, table, e.u32(elements.shift));
}

/// Returns the number of registers; UINT32_MAX if unknown.
uint32_t registers_of(const Elements& elements) {
  if (elements.count != UINT32_MAX || elements.array_size == 0) return elements.count;
  return elements.array_size - std::min(elements.first, elements.array_size);
}

/// index_elements() for modules that check descriptors.
void index_checked_elements(FunctionEmitter& e, const Reference& reference, const Elements& elements,
                            bool is_counter, Handle& handle) {
  DescriptorChecks checks(e, handle.resource, is_counter);
  const uint32_t registers = registers_of(elements);
  const bool is_known = reference.is_static && reference.static_index < registers;
  if (is_known && !elements.is_heap) {
    handle.index = e.u32(reference.static_index + elements.first);
    return;
  }
  handle.index = reference.is_static ? e.u32(reference.static_index) : e.reference_index(handle.value);
  if (!is_known && registers != UINT32_MAX) handle.index = checks.in_range(handle.index, registers);
  if (elements.first != 0) handle.index = e.op_once(Op::OpIAdd, kU32, handle.index, e.u32(elements.first));
  handle.is_static = false;
  if (!elements.is_heap) return;
  if (elements.table_offset != kNoOffset) {
    handle.non_uniform |= elements.in_record;  // Lanes can run with different records.
    const Id start = table_start(e, elements);
    handle.index = e.op_once(Op::OpIAdd, kU32, handle.index, start);
  }
  handle.index = checks.in_heap(handle.index);
}

void clamp_to_heap(FunctionEmitter& e, const HeapSize& size, Handle& handle) {
  const Id most = greatest_index(e, size);
  handle.index = e.ext(GLSLstd450UMin, kU32, handle.index, most);
  handle.is_static = false;
}

/// Sets the handle's index to its descriptor's index in the binding.
void index_elements(FunctionEmitter& e, const Reference& reference, const Elements& elements, bool is_counter,
                    Handle& handle) {
  handle.is_array = elements.is_arrayed();
  handle.is_in_device_heap = elements.is_device_heap;
  if (!handle.is_array) return;
  if (checks_elements(e, *handle.info, elements.is_heap))
    return index_checked_elements(e, reference, elements, is_counter, handle);
  const HeapSize* size = heap_size(e, handle, elements.is_heap);
  // For slices, clamp the index in the heap; otherwise the program's index.
  const bool bounds_slices = e.context().plan.options.heaps.bounds_slices;
  const bool has_table = elements.is_heap && elements.table_offset != kNoOffset;
  uint32_t known = reference.static_index + (bounds_slices ? elements.first : 0);
  const std::optional<uint32_t> most = size == nullptr ? std::nullopt : known_greatest_index(e, *size);
  if (reference.is_static && most && !(bounds_slices && has_table)) {
    known = std::min(known, *most);
    size = nullptr;
  }
  const uint32_t first = bounds_slices && reference.is_static ? 0 : elements.first;
  if (reference.is_static && size == nullptr) {
    handle.index = e.u32(known + first);
  } else {
    handle.index = reference.is_static ? e.u32(known) : e.reference_index(handle.value);
    if (size != nullptr && !bounds_slices) clamp_to_heap(e, *size, handle);
    if (first != 0) handle.index = e.op_once(Op::OpIAdd, kU32, handle.index, e.u32(first));
  }
  if (has_table) {
    const Id table = table_start(e, elements);
    handle.is_static = false;
    handle.non_uniform |= elements.in_record;  // Lanes can run with different records.
    handle.index = e.op_once(Op::OpIAdd, kU32, handle.index, table);
  }
  if (size != nullptr && bounds_slices) clamp_to_heap(e, *size, handle);
}

NumericType row_component(const ResourcePlan& plan) {
  return plan.float_loads > plan.int_loads ? kF32 : kU32;
}

StorageClass constant_storage(const Handle& handle) {
  return handle.place->form == BufferForm::kStorage ? StorageClass::StorageBuffer : StorageClass::Uniform;
}

Id constant_block(ModuleContext& context, const Handle& handle) {
  ModuleBuilder& builder = context.builder;
  const uint64_t rows = std::max<uint64_t>(1, (uint64_t{handle.info->size} + 15) / 16);
  const NumericType row = row_component(context.plan.resources[handle.resource]).with_count(4);
  const Id array = builder.type_array(builder.type(row), static_cast<uint32_t>(rows), 16);
  const Id block = builder.type_block({&array, 1});
  builder.decorate(block, Decoration::Block);
  builder.decorate_member(block, 0, Decoration::Offset, 0u);
  return block;
}

Id constant_variable(ModuleContext& context, const Handle& handle) {
  ResourceState& state = context.resources[handle.resource];
  if (state.variables[0] != 0) return state.variables[0];
  const Id block = constant_block(context, handle);
  const Id id = declare_resource(context, handle.resource, constant_storage(handle), block);
  if (handle.place->form == BufferForm::kStorage) context.builder.decorate(id, Decoration::NonWritable);
  state.variables[0] = id;
  return id;
}

/// Returns a pointer to a constant buffer in the device's heap. The type of its block is kept where the
/// variable of another constant buffer is.
Id constants_in_heap(FunctionEmitter& e, const Handle& handle) {
  Id& block = e.context().resources[handle.resource].value_type;
  if (block == 0) block = constant_block(e.context(), handle);
  const Id id = heap_buffer(e.context(), e.code(), heap_element(handle), constant_storage(handle), block);
  if (handle.place->form == BufferForm::kStorage) e.module().decorate(id, Decoration::NonWritable);
  return id;
}

/// Loads the words that specify which part of the bound buffer the view shows.
void load_range(FunctionEmitter& e, Handle& handle) {
  const ViewRange& range = handle.place->range;
  if (range.kind == RangeKind::kWhole) return;
  if (range.kind == RangeKind::kRootData) {
    handle.range_offset = root_word(e, range.root_offset);
    handle.range_size = root_word(e, range.root_offset + 4);
    return;
  }
  const TableEntry entry = load_table_entry(e, {range.set, range.binding}, range.layout, handle);
  handle.range_offset = entry.first;
  handle.range_size = entry.second;
}

/// Checks that the address of a root descriptor is not null.
void check_address(FunctionEmitter& e, const Handle& handle) {
  if (!checks_addresses(e) || handle.place->kind != BindingKind::kAddress) return;
  DescriptorChecks(e, handle.resource, false).address(address_words(e, handle));
}

}  // namespace

bool has_16bit_storage(const ModuleBuilder& builder) {
  return builder.allows(Extension::k16BitStorage) && builder.allows(Capability::StorageBuffer16BitAccess);
}

Id word_variable(ModuleContext& context, uint32_t resource, WordView view) {
  Id& variable = context.resources[resource].variables[static_cast<uint32_t>(view)];
  if (variable == 0) {
    const Id block = word_block(context, view, block_use(context, resource));
    const Id id = declare_resource(context, resource, StorageClass::StorageBuffer, block);
    variable = id;
    decorate_access(context, resource, id);
  }
  return variable;
}

BlockUse block_use(const ModuleContext& context, uint32_t resource) {
  const ResourcePlan& plan = context.plan.resources[resource];
  const bool is_srv = context.plan.resource_info(resource).resource_class == ResourceClass::kSrv;
  return is_srv || (!plan.is_written && !plan.is_atomic) ? BlockUse::kReadOnly : BlockUse::kWritable;
}

Id word_block(ModuleContext& context, WordView view, BlockUse use) {
  BufferBlocks& blocks = context.caches.get<BufferBlocks>();
  Id& block = blocks.words[static_cast<uint32_t>(use)][static_cast<uint32_t>(view)];
  if (block != 0) return block;
  ModuleBuilder& builder = context.builder;
  if (view == WordView::k16 || view == WordView::kHalves) {
    builder.extension("SPV_KHR_16bit_storage", kSpirv13);
    builder.capability(Capability::StorageBuffer16BitAccess);
  }
  const Id words = builder.type_runtime_array(builder.type(word_type(view)), bytes_of(view));
  block = builder.type_block({&words, 1});
  builder.decorate(block, Decoration::Block);
  builder.decorate_member(block, 0, Decoration::Offset, 0u);
  if (use == BlockUse::kReadOnly) builder.decorate_member(block, 0, Decoration::NonWritable);
  if (use == BlockUse::kCoherent) builder.decorate_member(block, 0, Decoration::Coherent);
  return block;
}

Id declare_resource(ModuleContext& context, uint32_t index, StorageClass storage, Id descriptor) {
  ModuleBuilder& builder = context.builder;
  const Resource& resource = context.plan.resource_info(index);
  const ResourcePlan& plan = context.plan.resources[index];
  const Id id = builder.variable(storage, arrayed(context, elements_of(resource, plan.place), descriptor));
  builder.decorate(id, Decoration::DescriptorSet, plan.place.set);
  builder.decorate(id, Decoration::Binding, plan.place.binding);
  if (context.plan.options.debug_names && !resource.name.empty()) builder.name(id, resource.name);
  return id;
}

void decorate_access(ModuleContext& context, uint32_t index, Id variable) {
  const Resource& resource = context.plan.resource_info(index);
  const ResourcePlan& plan = context.plan.resources[index];
  ModuleBuilder& builder = context.builder;
  // Without 16-bit storage, halves are stored with atomic operations on words, which read.
  const bool reads =
      plan.is_read || plan.is_atomic || (is_word_buffer(resource) && !has_16bit_storage(builder));
  if (block_use(context, index) == BlockUse::kReadOnly) {
    builder.decorate(variable, Decoration::NonWritable);
  } else if (!reads) {
    builder.decorate(variable, Decoration::NonReadable);
  }
  if (plan.is_coherent) builder.decorate(variable, Decoration::Coherent);
}

void require_indexing(FunctionEmitter& e, const Handle& handle, const IndexingCapabilities& capabilities) {
  ModuleBuilder& builder = e.module();
  if (!handle.is_array || handle.is_static || handle.is_in_device_heap) return;
  if (capabilities.is_extension) builder.extension(kDescriptorIndexing, kSpirv15);
  builder.capability(capabilities.dynamic);
  if (!handle.non_uniform) return;
  builder.extension(kDescriptorIndexing, kSpirv15);
  builder.capability(Capability::ShaderNonUniform);
  builder.capability(capabilities.non_uniform);
}

void require_buffer_indexing(FunctionEmitter& e, const Handle& handle) {
  require_indexing(e, handle, kStorageBufferIndexing);
}

Result<Handle> handle_operand(FunctionEmitter& e, const Instruction& i, uint32_t n) {
  const ValueId value = e.operand_value(i, n);
  const Reference& reference = e.reference(value);
  if (reference.kind == ReferenceKind::kHeap) {
    return e.bad_input(i,
                       "the handle comes from a descriptor heap and is never annotated with a resource type");
  }
  if (reference.kind != ReferenceKind::kResource) {
    return e.unsupported(i, "cannot determine which resource the handle refers to");
  }
  Handle handle;
  handle.resource = reference.root;
  const uint32_t twin = e.context().plan.resources[reference.root].atomic_twin;
  const dxil::DxilOp* op = dxil::find_op(i.op());
  const bool is_atomic = op != nullptr && op->handle == dxil::HandleUse::kAtomic;
  if (is_atomic && twin != kNone) handle.resource = twin;
  handle.info = &e.context().plan.resource_info(handle.resource);
  handle.place = &e.context().plan.resources[handle.resource].place;
  handle.value = value;
  const Reference element = element_reference(reference, *handle.place);
  handle.is_static = element.is_static;
  handle.non_uniform = element.non_uniform && !element.is_static;
  index_elements(e, element, elements_of(*handle.info, *handle.place), false, handle);
  check_address(e, handle);
  load_range(e, handle);
  return handle;
}

Handle element_handle(FunctionEmitter& e, uint32_t resource, uint32_t element) {
  Handle handle;
  handle.resource = resource;
  handle.info = &e.context().plan.resource_info(resource);
  handle.place = &e.context().plan.resources[resource].place;
  const Reference reference{ReferenceKind::kResource, true, false, resource, element};
  index_elements(e, element_reference(reference, *handle.place), elements_of(*handle.info, *handle.place),
                 false, handle);
  check_address(e, handle);
  load_range(e, handle);
  return handle;
}

bool is_typed_buffer(const Resource& resource) {
  return resource.kind == ResourceKind::kTypedBuffer || resource.kind == ResourceKind::kTBuffer;
}

bool is_word_buffer(const Resource& resource) {
  return resource.kind == ResourceKind::kRawBuffer || resource.kind == ResourceKind::kStructuredBuffer;
}

NumericType word_type(WordView view) {
  constexpr NumericType kTypes[] = {kU32, kU16, kU64, kF32, {BaseType::kFloat, 16, 2}};
  return kTypes[static_cast<uint32_t>(view)];
}

WordView view_of_words(FunctionEmitter& e, const Handle& handle) {
  const ResourcePlan& plan = e.context().plan.resources[handle.resource];
  const BufferForm form = handle.place->form;
  const bool is_block = handle.place->kind != BindingKind::kAddress && form != BufferForm::kTexel &&
                        form != BufferForm::kAddresses;
  const bool is_float = is_block && plan.float_loads != 0 && plan.int_loads == 0 && !plan.is_atomic;
  return is_float ? WordView::kFloat : WordView::k32;
}

void mark_non_uniform(FunctionEmitter& e, const Handle& handle, Id id) {
  if (handle.non_uniform) e.module().decorate(id, Decoration::NonUniform);
}

Id descriptor_list_once(FunctionEmitter& e, const Handle& handle, Op opcode, Id result_type_id,
                        std::span<const uint32_t> operands) {
  return handle.non_uniform ? e.non_uniform_once(opcode, result_type_id, operands)
                            : e.op_list_once(opcode, result_type_id, operands);
}

Id words_in_heap(ModuleContext& context, CodeWriter& code, const Handle& handle, WordView view) {
  const Id block = word_block(context, view, block_use(context, handle.resource));
  const Id id = heap_buffer(context, code, heap_element(handle), StorageClass::StorageBuffer, block);
  decorate_access(context, handle.resource, id);
  return id;
}

Id word_buffer_pointer(FunctionEmitter& e, const Handle& handle, WordView view) {
  if (handle.is_in_device_heap) return words_in_heap(e.context(), e.code(), handle, view);
  const Id variable = word_variable(e.context(), handle.resource, view);
  if (!handle.is_array) return variable;
  require_indexing(e, handle, kStorageBufferIndexing);
  const Id block = word_block(e.context(), view, block_use(e.context(), handle.resource));
  const Id type = e.module().type_pointer(StorageClass::StorageBuffer, block);
  return descriptor_once(e, handle, Op::OpAccessChain, type, variable, handle.index);
}

Id word_pointer(FunctionEmitter& e, const Handle& handle, WordView view, Id index) {
  const Id variable = handle.is_in_device_heap ? words_in_heap(e.context(), e.code(), handle, view)
                                               : word_variable(e.context(), handle.resource, view);
  const Id type = e.module().type_pointer(StorageClass::StorageBuffer, e.type(word_type(view)));
  const Id zero = e.u32(0);
  if (handle.is_in_device_heap || !handle.is_array) {
    return descriptor_once(e, handle, Op::OpAccessChain, type, variable, zero, index);
  }
  require_indexing(e, handle, kStorageBufferIndexing);
  return descriptor_once(e, handle, Op::OpAccessChain, type, variable, handle.index, zero, index);
}

IndexSum word_index(FunctionEmitter& e, const Instruction& i, const Handle& handle, uint32_t n,
                    WordView view) {
  const uint32_t bytes = bytes_of(view);
  if (handle.info->kind != ResourceKind::kStructuredBuffer) {
    const IndexSum index = divided_address(e, e.operand_value(i, n), bytes);
    return within_addresses(e, e.operand_value(i, n), index, bytes);
  }
  const std::optional<uint64_t> first = e.constant_operand(i, n);
  const uint32_t stride = handle.info->stride;
  const bool has_offset = n + 1 < i.operand_count && !e.operand_is_undef(i, n + 1);
  const std::optional<uint64_t> offset =
      has_offset ? e.constant_operand(i, n + 1) : std::optional<uint64_t>(0);
  if (first && offset) {
    return {0, (static_cast<uint32_t>(*first) * stride + static_cast<uint32_t>(*offset)) / bytes};
  }
  const bool is_whole = stride % bytes == 0 && (!offset || *offset % bytes == 0);
  const uint32_t scale = is_whole ? stride / bytes : stride;
  IndexSum result;
  if (first) {
    result.constant = static_cast<uint32_t>(*first) * scale;
  } else {
    result = scaled_element(e, e.operand_value(i, n), scale, stride);
  }
  if (offset) {
    result.constant += static_cast<uint32_t>(*offset) / (is_whole ? bytes : 1);
  } else {
    const IndexSum rest =
        is_whole ? divided_address(e, e.operand_value(i, n + 1), bytes) : IndexSum{e.operand(i, n + 1), 0};
    result = added(e, result, rest);
  }
  if (is_whole) return result;
  const Id words = word_id(e, result, 0);
  return {
      e.op_once(Op::OpShiftRightLogical, kU32, words, e.u32(static_cast<uint32_t>(std::countr_zero(bytes)))),
      0};
}

Id word_id(FunctionEmitter& e, const IndexSum& index, uint32_t extra) {
  IndexSum sum = index_sum(e, index.value);
  sum.constant += index.constant + extra;
  return index_of(e, sum);
}

Id constant_row_pointer(FunctionEmitter& e, const Handle& handle, Id row, Id component,
                        NumericType& component_type) {
  const Id variable =
      handle.is_in_device_heap ? constants_in_heap(e, handle) : constant_variable(e.context(), handle);
  component_type = row_component(e.context().plan.resources[handle.resource]);
  const bool is_storage = handle.place->form == BufferForm::kStorage;
  require_indexing(e, handle, is_storage ? kStorageBufferIndexing : kUniformBufferIndexing);
  const NumericType pointee = component != 0 ? component_type : component_type.with_count(4);
  const Id type = e.module().type_pointer(constant_storage(handle), e.type(pointee));
  uint32_t indices[5] = {variable};
  uint32_t count = 1;
  if (handle.is_array && !handle.is_in_device_heap) indices[count++] = handle.index;
  indices[count++] = e.u32(0);
  indices[count++] = row;
  if (component != 0) indices[count++] = component;
  return descriptor_list_once(e, handle, Op::OpAccessChain, type, std::span(indices, count));
}

Handle counter_handle(FunctionEmitter& e, const Handle& buffer) {
  Handle counter = buffer;
  counter.is_static = element_reference(e.reference(buffer.value), *buffer.place).is_static;
  const Reference element = element_reference(e.reference(counter.value), *counter.place);
  index_elements(e, element, counter_elements_of(*counter.info, *counter.place), true, counter);
  if (checks_addresses(e) && counter.place->counter.kind == BindingKind::kAddress) {
    DescriptorChecks(e, counter.resource, true).address(counter_address_words(e, counter));
  }
  return counter;
}

Id counter_variable(FunctionEmitter& e, StorageClass storage, Id descriptor, const Handle& handle) {
  ModuleContext& context = e.context();
  ModuleBuilder& builder = context.builder;
  const ResourcePlan& plan = context.plan.resources[handle.resource];
  const CounterBinding& place = plan.place.counter;
  Id& counter = context.resources[handle.resource].counter;
  if (counter != 0) return counter;
  // All forms of a heap's descriptors have their counters in one array, unless the caller chose another
  // place.
  const bool is_heap = plan.heap != DescriptorHeap::kNone;
  for (size_t r = 0; r < context.resources.size() && is_heap; ++r) {
    const CounterBinding& other = context.plan.resources[r].place.counter;
    const Id known =
        context.plan.resources[r].heap != DescriptorHeap::kNone ? context.resources[r].counter : 0;
    if (known == 0 || other.set != place.set || other.binding != place.binding || other.kind != place.kind ||
        other.form != place.form) {
      continue;
    }
    return counter = known;
  }
  const Id id = builder.variable(
      storage, arrayed(context, counter_elements_of(*handle.info, *handle.place), descriptor));
  counter = id;
  builder.decorate(id, Decoration::DescriptorSet, place.set);
  builder.decorate(id, Decoration::Binding, place.binding);
  if (context.plan.options.debug_names && !handle.info->name.empty()) {
    builder.name(id, (is_heap ? "ResourceDescriptorHeap" : handle.info->name) + ".counter");
  }
  return id;
}

Id counter_block_pointer(FunctionEmitter& e, const Handle& handle) {
  ModuleContext& context = e.context();
  ModuleBuilder& builder = context.builder;
  Id& block = context.caches.get<BufferBlocks>().counter;
  if (block == 0) {
    const Id word = builder.type_int(32);
    block = builder.type_block({&word, 1});
    builder.decorate(block, Decoration::Block);
    builder.decorate_member(block, 0, Decoration::Offset, 0u);
  }
  const Id counter =
      handle.is_in_device_heap
          ? heap_buffer(context, e.code(), heap_element(handle), StorageClass::StorageBuffer, block)
          : counter_variable(e, StorageClass::StorageBuffer, block, handle);
  require_indexing(e, handle, kStorageBufferIndexing);
  const Id type = builder.type_pointer(StorageClass::StorageBuffer, builder.type_int(32));
  const Id zero = e.u32(0);
  if (handle.is_in_device_heap || !handle.is_array) {
    return descriptor_once(e, handle, Op::OpAccessChain, type, counter, zero);
  }
  return descriptor_once(e, handle, Op::OpAccessChain, type, counter, handle.index, zero);
}

}  // namespace trellis::spirv
