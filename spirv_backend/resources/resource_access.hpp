// Resources in the output: their variables, and ways to a descriptor and to the words behind it.
#pragma once

#include "spirv_backend/emitter/function_emitter.hpp"

namespace trellis::spirv {

/// A handle where it is used.
struct Handle {
  uint32_t resource = kNone;  ///< Into Shader::resources.
  const dxil::Resource* info = nullptr;
  const Binding* place = nullptr;
  ValueId value = kNone;  ///< The handle itself.
  bool is_array = false;
  bool is_static = true;  ///< The descriptor index is a constant.
  bool non_uniform = false;
  Id index = 0;  ///< Descriptor, if is_array.
  /// What the view shows (Binding::range), if it is not all: bytes or elements.
  Id range_offset = 0, range_size = 0;
  bool has_range() const { return range_size != 0; }
};

/// The handle in operand n. Error: kUnsupported if it cannot be told which resource it is.
Result<Handle> handle_operand(FunctionEmitter& e, const dxil::Instruction& i, uint32_t n);

/// A handle of an element of a resource that no value of the program names.
Handle element_handle(FunctionEmitter& e, uint32_t resource, uint32_t element);

bool is_typed_buffer(const dxil::Resource& resource);
bool is_word_buffer(const dxil::Resource& resource);  ///< Raw or structured.

/// A way through which a raw or structured buffer is seen: words of 16, 32 or 64 bits, or floats.
enum class WordView : uint8_t { k32, k16, k64, kFloat };
inline constexpr uint32_t bytes_of(WordView view) {
  return view == WordView::k16 ? 2 : (view == WordView::k64 ? 8 : 4);
}
/// k32, or kFloat if the program sees nothing but floats in the buffer's words.
WordView view_of_words(FunctionEmitter& e, const Handle& handle);
NumericType word_type(WordView view);

/// The id of OpTypeStruct { runtime array of words } with its layout. `is_coherent`: the words are, for
/// memory behind addresses; variables are decorated themselves.
Id word_block(ModuleContext& context, WordView view, bool is_coherent = false);
/// The variable of a raw or structured buffer that is a storage buffer, made when first used.
Id word_variable(ModuleContext& context, uint32_t resource, WordView view);
/// Pointer to the block of a raw or structured buffer that is a storage buffer.
Id word_buffer_pointer(FunctionEmitter& e, const Handle& handle, WordView view);
/// Pointer to one word of it.
Id word_pointer(FunctionEmitter& e, const Handle& handle, WordView view, Id index);

/// An index into words: `dynamic` (0: none) + constant.
struct WordIndex {
  Id dynamic = 0;
  uint32_t constant = 0;
};
/// The word that operands n (byte offset or element) and n + 1 (offset in the element, may be missing) name.
WordIndex word_index(FunctionEmitter& e, const dxil::Instruction& i, const Handle& handle, uint32_t n,
                     WordView view);
Id word_id(FunctionEmitter& e, const WordIndex& index, uint32_t extra);

/// Constant buffers: pointer to a 16-byte row, or (component not 0) to a component of it; component and row
/// are ids. `component_type` receives kU32 or kF32: what the buffer's rows are made of.
Id constant_row_pointer(FunctionEmitter& e, const Handle& handle, Id row, Id component,
                        NumericType& component_type);

/// The handle of a structured UAV's hidden counter: its index is that of the counter.
Handle counter_handle(FunctionEmitter& e, const Handle& buffer);
/// The variable of the counters of a structured UAV, made when first used of `descriptor`s in `storage`.
Id counter_variable(FunctionEmitter& e, spv::StorageClass storage, Id descriptor, const Handle& counter);
/// Pointer to the hidden counter, if counters are storage buffers.
Id counter_block_pointer(FunctionEmitter& e, const Handle& counter);

// --- What the kinds of resources share.
/// A variable of the resource's descriptor type (or an array of it), with its set, binding and name.
Id declare_resource(ModuleContext& context, uint32_t resource, spv::StorageClass storage, Id descriptor);
/// What the program does with the memory behind a variable, as decorations.
void decorate_access(ModuleContext& context, uint32_t resource, Id variable);

/// What it takes to index arrays of a kind of descriptor with a value that is no constant.
struct IndexingCapabilities {
  spv::Capability dynamic;
  spv::Capability non_uniform;
  bool is_extension;  ///< The dynamic one came with SPV_EXT_descriptor_indexing too.
};
void require_indexing(FunctionEmitter& e, const Handle& handle, const IndexingCapabilities& capabilities);
/// The same for storage buffers.
void require_buffer_indexing(FunctionEmitter& e, const Handle& handle);

/// Whether buffers may be seen as arrays of 16-bit words.
bool has_16bit_storage(const ModuleBuilder& builder);

/// Adds NonUniform if the handle's index is.
void mark_non_uniform(FunctionEmitter& e, const Handle& handle, Id id);

}  // namespace trellis::spirv
