// Resources in the output: their variables, and access to descriptors and to the words of buffers.
#pragma once

#include "spirv_backend/emitter/function_emitter.hpp"

namespace trellis::spirv {

/// A handle at its use.
struct Handle {
  uint32_t resource = kNone;  ///< Index into Shader::resources.
  const dxil::Resource* info = nullptr;
  const Binding* place = nullptr;
  ValueId value = kNone;  ///< The handle's value.
  bool is_array = false;
  bool is_in_device_heap = false;  ///< `index` is that of a descriptor in the device's heap.
  bool is_static = true;           ///< The descriptor index is a constant.
  bool non_uniform = false;
  Id index = 0;  ///< Index of the descriptor, if is_array.
  /// The part of the buffer that the view shows (Binding::range), in bytes or elements; 0: all of it.
  Id range_offset = 0, range_size = 0;
  bool has_range() const { return range_size != 0; }
};

/// Returns the handle in operand n. Error: kUnsupported if its resource cannot be determined.
Result<Handle> handle_operand(FunctionEmitter& e, const dxil::Instruction& i, uint32_t n);

/// Returns a handle for an element of a resource, without a handle value in the program.
Handle element_handle(FunctionEmitter& e, uint32_t resource, uint32_t element);

bool is_typed_buffer(const dxil::Resource& resource);
bool is_word_buffer(const dxil::Resource& resource);  ///< Raw or structured.

/// A type in which a raw or structured buffer is accessed: words of 16, 32 or 64 bits, floats, or pairs of
/// halves.
enum class WordView : uint8_t { k32, k16, k64, kFloat, kHalves };
inline constexpr uint32_t kWordViewCount = 5;
inline constexpr uint32_t bytes_of(WordView view) {
  return view == WordView::k16 ? 2 : (view == WordView::k64 ? 8 : 4);
}
/// Returns k32, or kFloat if the program uses the buffer's words only as floats.
WordView view_of_words(FunctionEmitter& e, const Handle& handle);
NumericType word_type(WordView view);

/// What is done with memory of a block's type. Memory that is only read has types of its own, because
/// NVIDIA's compiler (580.159) takes NonWritable, which decorates variables, to hold for all variables of the
/// same type: it then moves loads before stores to the same word. The members are decorated, too, so that the
/// types differ, and stay apart when modules are merged.
enum class BlockUse : uint8_t {
  kReadOnly,
  kWritable,
  kCoherent,  ///< Writable memory at device addresses with Coherent words; variables are decorated
              ///< themselves.
};
inline constexpr uint32_t kBlockUseCount = 3;
/// Returns kReadOnly if the shader only reads the resource, else kWritable.
BlockUse block_use(const ModuleContext& context, uint32_t resource);

/// Returns the id of OpTypeStruct { runtime array of words } with its layout.
Id word_block(ModuleContext& context, WordView view, BlockUse use);
/// Returns the variable of a raw or structured buffer that is a storage buffer; declares it on first use.
Id word_variable(ModuleContext& context, uint32_t resource, WordView view);
/// Returns a pointer to the block of such a buffer in the device's heap.
Id words_in_heap(ModuleContext& context, CodeWriter& code, const Handle& handle, WordView view);
/// Returns a pointer to the block of such a buffer.
Id word_buffer_pointer(FunctionEmitter& e, const Handle& handle, WordView view);
/// Returns a pointer to one word of it.
Id word_pointer(FunctionEmitter& e, const Handle& handle, WordView view, Id index);

/// Returns the index of the word at operand n (byte offset or element) and operand n + 1 (offset in the
/// element, may be missing).
IndexSum word_index(FunctionEmitter& e, const dxil::Instruction& i, const Handle& handle, uint32_t n,
                    WordView view);
/// Returns the index of the word that follows it by `extra`.
Id word_id(FunctionEmitter& e, const IndexSum& index, uint32_t extra);

/// For constant buffers: returns a pointer to a 16-byte row, or to a component of it if `component` is not 0.
/// component and row are ids. `component_type` receives the type of the buffer's components, kU32 or kF32.
Id constant_row_pointer(FunctionEmitter& e, const Handle& handle, Id row, Id component,
                        NumericType& component_type);

/// Returns the handle of a structured UAV's hidden counter: `index` is the counter's.
Handle counter_handle(FunctionEmitter& e, const Handle& buffer);
/// Returns the variable of a structured UAV's counters; on first use, declares it with type `descriptor` in
/// `storage`.
Id counter_variable(FunctionEmitter& e, spv::StorageClass storage, Id descriptor, const Handle& counter);
/// Returns a pointer to the hidden counter, for counters that are storage buffers.
Id counter_block_pointer(FunctionEmitter& e, const Handle& counter);

// --- Shared by all kinds of resources.
/// Declares a variable with the resource's descriptor type (or an array of it), its set, binding and name.
Id declare_resource(ModuleContext& context, uint32_t resource, spv::StorageClass storage, Id descriptor);
/// Decorates a variable according to how the program accesses the memory.
void decorate_access(ModuleContext& context, uint32_t resource, Id variable);

/// Capabilities that allow arrays of one kind of descriptor to be indexed with a non-constant index.
struct IndexingCapabilities {
  spv::Capability dynamic;
  spv::Capability non_uniform;
  bool is_extension;  ///< `dynamic` is also from SPV_EXT_descriptor_indexing.
};
void require_indexing(FunctionEmitter& e, const Handle& handle, const IndexingCapabilities& capabilities);
/// The same for arrays of storage buffers.
void require_buffer_indexing(FunctionEmitter& e, const Handle& handle);

/// Returns true if buffers can be accessed as arrays of 16-bit words.
bool has_16bit_storage(const ModuleBuilder& builder);

/// Adds NonUniform if the handle's index is non-uniform.
void mark_non_uniform(FunctionEmitter& e, const Handle& handle, Id id);
/// Like FunctionEmitter::op_once(), for pointers into the resource and loads of its descriptor: adds
/// NonUniform if the handle's index is non-uniform.
Id descriptor_list_once(FunctionEmitter& e, const Handle& handle, Op opcode, Id result_type_id,
                        std::span<const uint32_t> operands);
template <Word... Operands>
Id descriptor_once(FunctionEmitter& e, const Handle& handle, Op opcode, Id result_type_id,
                   Operands... operands) {
  const uint32_t words[] = {to_word(operands)...};
  return descriptor_list_once(e, handle, opcode, result_type_id, words);
}

}  // namespace trellis::spirv
