#include "spirv_backend/resources/buffers/checked_access.hpp"

#include <bit>
#include <utility>

#include "spirv_backend/module/function_writer.hpp"
#include "spirv_backend/resources/buffers/address_arithmetic.hpp"
#include "spirv_backend/resources/buffers/word_images.hpp"
#include "spirv_backend/resources/buffers/word_tables.hpp"
#include "spirv_backend/resources/device_heaps.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

using spv::StorageClass;

constexpr uint32_t kAligned = static_cast<uint32_t>(spv::MemoryAccessMask::Aligned);

/// The kind of memory that holds the words.
enum class Memory : uint8_t { kAddress, kStorageBuffer, kTexelBuffer };

Memory memory_of(const Handle& handle) {
  if (is_address(handle)) return Memory::kAddress;
  return is_texel(handle) ? Memory::kTexelBuffer : Memory::kStorageBuffer;
}

/// The key of a function in the module.
struct CheckedFunction {
  Op opcode = Op::OpNop;
  WordView view = WordView::k32;
  Memory memory = Memory::kAddress;
  bool is_coherent = false, is_non_uniform = false;
  bool looks_for_null = false;  ///< For kAddress.
  uint32_t resource = kNone;
  bool operator==(const CheckedFunction&) const = default;
};

/// The functions that the module has.
struct CheckedFunctions {
  Vector<std::pair<CheckedFunction, Id>> functions;
};

/// Writes one function.
class CheckedWriter {
 public:
  CheckedWriter(ModuleContext& context, const Handle& handle, const CheckedFunction& wanted)
      : context_(context),
        module_(context.builder),
        handle_(handle),
        wanted_(wanted),
        view_(wanted.view),
        opcode_(wanted.opcode),
        memory_(wanted.memory) {}

  Id function() {
    auto& functions = context_.caches.get<CheckedFunctions>().functions;
    for (const auto& [known, id] : functions) {
      if (known == wanted_) return id;
    }
    const Id id = write();
    functions.emplace_back(wanted_, id);
    return id;
  }

 private:
  uint32_t value_count() const {
    if (opcode_ == Op::OpLoad) return 0;
    return opcode_ == Op::OpAtomicCompareExchange ? 2 : 1;
  }

  Id write() {
    const NumericType word = word_type(view_), result = opcode_ == Op::OpStore ? kU32 : word;
    const bool is_view = memory_ != Memory::kAddress;
    Vector<NumericType> parameters = {is_view ? kU32 : kU32.with_count(2), kU32, kU32};
    parameters.insert(parameters.end(), value_count(), word);
    if (is_view) parameters.push_back(kU32);
    prepare();
    // Only counters use subtraction; with 1 as the old value, the new value is 0.
    const Id nothing = module_.constant(result, opcode_ == Op::OpAtomicISub ? 1 : 0);
    FunctionWriter f(module_, result, parameters);
    const Id entry = f.new_id(), inside = f.new_id(), merge = f.new_id();
    f.label(entry);
    Id is_inside = f.op(Op::OpULessThan, kBool, f.parameter(1), f.parameter(2));
    if (wanted_.looks_for_null) {
      is_inside = f.op(Op::OpLogicalAnd, kBool, is_inside, is_somewhere(f, f.parameter(0)));
    }
    f.selection(is_inside, inside, merge, merge);
    f.label(inside);
    const Id index =
        is_view ? f.op(Op::OpIAdd, kU32, f.parameter(1), f.parameter(parameters.size() - 1)) : f.parameter(1);
    const Id done = memory_ == Memory::kTexelBuffer ? access_texel(f, index) : access_word(f, index);
    const Id value = opcode_ == Op::OpStore ? nothing : done;
    f.op_void(Op::OpBranch, merge);
    f.label(merge);
    const Id out = f.op(Op::OpPhi, result, value, inside, nothing, entry);
    f.op_void(Op::OpReturnValue, out);
    return f.finish();
  }

  Id is_somewhere(FunctionWriter& f, Id address) {
    const Id low = f.op(Op::OpCompositeExtract, kU32, address, 0u);
    const Id high = f.op(Op::OpCompositeExtract, kU32, address, 1u);
    return f.op(Op::OpINotEqual, kBool, f.op(Op::OpBitwiseOr, kU32, low, high), zero_);
  }

  /// Declares everything that the function refers to, because types precede functions.
  void prepare() {
    zero_ = module_.constant_u32(0);
    scope_ = module_.constant_u32(static_cast<uint32_t>(spv::Scope::Device));
    switch (memory_) {
      case Memory::kAddress:
        require_addresses(module_);
        block_pointer_ = module_.type_pointer(
            StorageClass::PhysicalStorageBuffer,
            word_block(context_, view_, wanted_.is_coherent ? BlockUse::kCoherent : BlockUse::kWritable));
        word_pointer_ =
            module_.type_pointer(StorageClass::PhysicalStorageBuffer, module_.type(word_type(view_)));
        break;
      case Memory::kStorageBuffer:
        if (!handle_.is_in_device_heap) variable_ = word_variable(context_, handle_.resource, view_);
        word_pointer_ = module_.type_pointer(StorageClass::StorageBuffer, module_.type(word_type(view_)));
        break;
      case Memory::kTexelBuffer:
        if (!handle_.is_in_device_heap) variable_ = word_image_variable(context_, handle_.resource);
        image_type_ = word_image_type(context_, handle_.resource);
        block_pointer_ = module_.type_pointer(StorageClass::UniformConstant, image_type_);
        word_pointer_ = module_.type_pointer(StorageClass::Image, module_.type(kU32));
        break;
    }
  }

  void mark(Id id) {
    if (handle_.non_uniform && memory_ != Memory::kAddress) {
      module_.decorate(id, spv::Decoration::NonUniform);
    }
  }

  /// Returns the handle with the index that the function receives.
  Handle element(FunctionWriter& f) const {
    Handle here = handle_;
    here.index = f.parameter(0);
    return here;
  }

  Id pointer(FunctionWriter& f, Id index) {
    if (memory_ == Memory::kAddress) {
      const Id base = f.op(Op::OpBitcast, block_pointer_, f.parameter(0));
      return f.op(Op::OpAccessChain, word_pointer_, base, zero_, index);
    }
    if (handle_.is_in_device_heap) {
      const Id buffer = words_in_heap(context_, f, element(f), view_);
      const Id id = f.op(Op::OpAccessChain, word_pointer_, buffer, zero_, index);
      mark(id);
      return id;
    }
    if (!handle_.is_array) return f.op(Op::OpAccessChain, word_pointer_, variable_, zero_, index);
    const Id id = f.op(Op::OpAccessChain, word_pointer_, variable_, f.parameter(0), zero_, index);
    mark(id);
    return id;
  }

  Id atomic(FunctionWriter& f, Id pointer) {
    const NumericType word = word_type(view_);
    if (opcode_ != Op::OpAtomicCompareExchange) {
      return f.op(opcode_, word, pointer, scope_, zero_, f.parameter(3));
    }
    return f.op(opcode_, word, pointer, scope_, zero_, zero_, f.parameter(3), f.parameter(4));
  }

  Id access_word(FunctionWriter& f, Id index) {
    const Id at = pointer(f, index);
    const bool is_aligned = memory_ == Memory::kAddress;
    const uint32_t bytes = bytes_of(view_);
    if (opcode_ == Op::OpLoad) {
      const NumericType word = word_type(view_);
      const Id id = is_aligned ? f.op(opcode_, word, at, kAligned, bytes) : f.op(opcode_, word, at);
      mark(id);
      return id;
    }
    if (opcode_ != Op::OpStore) return atomic(f, at);
    if (is_aligned) {
      f.op_void(opcode_, at, f.parameter(3), kAligned, bytes);
    } else {
      f.op_void(opcode_, at, f.parameter(3));
    }
    return 0;
  }

  Id access_texel(FunctionWriter& f, Id index) {
    Id image_pointer = variable_;
    if (handle_.is_in_device_heap) {
      image_pointer = heap_descriptor(context_, f, heap_element(element(f)), image_type_);
    } else if (handle_.is_array) {
      image_pointer = f.op(Op::OpAccessChain, block_pointer_, variable_, f.parameter(0));
      mark(image_pointer);
    }
    if (opcode_ != Op::OpLoad && opcode_ != Op::OpStore) {
      const Id texel = handle_.is_in_device_heap
                           ? heap_texel(f, image_type_, image_pointer, index)
                           : f.op(Op::OpImageTexelPointer, word_pointer_, image_pointer, index, zero_);
      mark(texel);
      return atomic(f, texel);
    }
    const Id image = f.op(Op::OpLoad, image_type_, image_pointer);
    mark(image);
    const NumericType four = kU32.with_count(4);
    if (opcode_ == Op::OpStore) {
      const Id value = f.parameter(3);
      f.op_void(Op::OpImageWrite, image, index,
                f.op(Op::OpCompositeConstruct, four, value, value, value, value));
      return 0;
    }
    const bool is_uav = handle_.info->resource_class == dxil::ResourceClass::kUav;
    const Id texel = f.op(is_uav ? Op::OpImageRead : Op::OpImageFetch, four, image, index);
    mark(texel);
    return f.op(Op::OpCompositeExtract, kU32, texel, 0u);
  }

  ModuleContext& context_;
  ModuleBuilder& module_;
  const Handle& handle_;
  CheckedFunction wanted_;
  WordView view_;
  Op opcode_;
  Memory memory_;
  Id zero_ = 0, scope_ = 0, variable_ = 0, image_type_ = 0, block_pointer_ = 0, word_pointer_ = 0;
};

Id words_of(FunctionEmitter& e, Id bytes, WordView view) {
  const auto shift = static_cast<uint32_t>(std::countr_zero(bytes_of(view)));
  return e.op_once(Op::OpShiftRightLogical, kU32, bytes, e.u32(shift));
}

}  // namespace

bool has_bound(const Handle& handle) {
  return handle.has_range() ||
         (handle.place->kind == BindingKind::kAddress && handle.place->bound_offset != kNoOffset);
}

bool is_checked(const Handle& handle) {
  return has_bound(handle) || (is_address(handle) && !handle.place->is_never_null);
}

Id words_in_bounds(FunctionEmitter& e, const Handle& handle, WordView view) {
  return words_of(e, handle.has_range() ? handle.range_size : root_word(e, handle.place->bound_offset), view);
}

CheckedCall checked_call(FunctionEmitter& e, const Handle& handle, WordView view, Op opcode) {
  const Memory memory = memory_of(handle);
  // A function for addresses can be shared. One for descriptors cannot: it refers to their variable.
  CheckedFunction wanted;
  wanted.opcode = opcode;
  wanted.view = view;
  wanted.memory = memory;
  if (memory == Memory::kAddress) {
    wanted.is_coherent = e.context().plan.resources[handle.resource].is_coherent;
    wanted.looks_for_null = !handle.place->is_never_null;
  } else {
    wanted.is_non_uniform = handle.non_uniform;
    wanted.resource = handle.resource;
  }
  CheckedCall call;
  call.function = CheckedWriter(e.context(), handle, wanted).function();
  if (memory == Memory::kTexelBuffer) require_texel_indexing(e, handle);
  if (memory == Memory::kStorageBuffer) require_buffer_indexing(e, handle);
  if (memory == Memory::kAddress) {
    call.base = address_words(e, handle);
  } else {
    call.base = handle.is_array ? handle.index : e.u32(0);
  }
  call.count = has_bound(handle) ? words_in_bounds(e, handle, view) : e.u32(UINT32_MAX);
  if (memory != Memory::kAddress) {
    call.first = handle.has_range() ? words_of(e, handle.range_offset, view) : e.u32(0);
  }
  return call;
}

Id call_checked(FunctionEmitter& e, const Handle& handle, WordView view, Op opcode, Id index,
                std::span<const Id> values) {
  const CheckedCall call = checked_call(e, handle, view, opcode);
  std::array<uint32_t, 7> operands = {call.function, call.base, index, call.count};
  uint32_t count = 4;
  for (Id value : values) operands[count++] = value;
  if (call.first != 0) operands[count++] = call.first;
  const NumericType result = opcode == Op::OpStore ? kU32 : word_type(view);
  return e.op_list(Op::OpFunctionCall, e.type(result), std::span(operands.data(), count));
}

Id call_unless_null(FunctionEmitter& e, const Handle& counter, Id address, Op opcode, Id value) {
  CheckedFunction wanted;
  wanted.opcode = opcode;
  wanted.looks_for_null = true;
  const Id function = CheckedWriter(e.context(), counter, wanted).function();
  return e.op(Op::OpFunctionCall, kU32, function, address, e.u32(0), e.u32(1), value);
}

void require_addresses(ModuleBuilder& builder) {
  builder.extension("SPV_KHR_physical_storage_buffer", kSpirv15);
  builder.capability(spv::Capability::PhysicalStorageBufferAddresses);
}

}  // namespace trellis::spirv
