// Where a program's resources are in Vulkan's binding model, as far as the caller can choose.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

#include "dxil_frontend/program/shader.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::spirv {

/// The heaps of shader model 6.6. Their descriptors become resources when an operation states their type: the
/// planner adds one unbounded range for each form of descriptor.
enum class DescriptorHeap : uint8_t { kNone, kResources, kSamplers };

enum class BindingKind : uint8_t {
  kDescriptor,     ///< A descriptor or an array of descriptors at (set, binding).
  kHeap,           ///< A slice of a runtime array at (set, binding), which several resources may share.
  kRootConstants,  ///< For constant buffers: bytes of the root data.
  kAddress,        ///< For buffers and acceleration structures: a 64-bit device address in the root data.
  /// A slice of the device's own heap of resources or of samplers (SPV_EXT_descriptor_heap): like kHeap,
  /// without a set and a binding.
  kDeviceHeap,
};
/// Returns true for runtime arrays that several resources share.
constexpr bool is_heap(BindingKind kind) {
  return kind == BindingKind::kHeap || kind == BindingKind::kDeviceHeap;
}
/// Returns true for what has a set and a binding.
constexpr bool has_set(BindingKind kind) {
  return kind == BindingKind::kDescriptor || kind == BindingKind::kHeap;
}

/// The kind of Vulkan resource that represents a buffer.
enum class BufferForm : uint8_t {
  kDefault,  ///< Constant buffers: uniform. Raw and structured buffers: storage. Typed buffers: texel.
  kUniform,  ///< For constant buffers.
  kStorage,  ///< For constant, raw and structured buffers.
  kTexel,    ///< For typed, raw and structured buffers; the latter two in 32-bit texels.
  /// For constant, raw and structured buffers and acceleration structures: device addresses in memory. (set,
  /// binding) is one storage buffer that holds the address of each element.
  kAddresses,
};

/// Marks an offset as absent.
inline constexpr uint32_t kNoOffset = UINT32_MAX;

/// Layout of the data that a storage buffer holds for each element of a binding: element n's data starts at
/// byte stride * n + offset. Both are multiples of 4.
struct TableLayout {
  uint32_t stride = 8, offset = 0;
};

/// The part of the bound buffer that a view shows. A D3D view can begin at any element, a Vulkan descriptor
/// only at a multiple of an alignment: bind the buffer at the next lower multiple, and pass the remainder
/// here. The range is two words: the view's offset and size, in bytes (multiples of 4) for raw and structured
/// buffers, in elements for typed ones.
enum class RangeKind : uint8_t {
  kWhole,     ///< Everything that is bound.
  kRootData,  ///< The words are in the root data.
  kTable,     ///< The words of each element are in a storage buffer.
};
struct ViewRange {
  RangeKind kind = RangeKind::kWhole;
  uint32_t root_offset = 0;       ///< For kRootData: byte offset of the words.
  uint32_t set = 0, binding = 0;  ///< For kTable: where the storage buffer is bound.
  TableLayout layout;             ///< For kTable.
};

/// The hidden counter of a structured UAV: one word in a separate buffer.
struct CounterBinding {
  BindingKind kind = BindingKind::kDescriptor;  ///< Any kind except kRootConstants.
  BufferForm form = BufferForm::kDefault;       ///< kDefault, kStorage, kTexel or kAddresses.
  uint32_t set = 0, binding = 0;
  uint32_t first_element = 0;
  uint32_t table_offset = kNoOffset;
  uint32_t root_offset = 0;
  TableLayout addresses;
  bool is_never_null = false;  ///< As in Binding.
};

/// Where a range of registers is bound. Register lower_bound + i is element first_element + i. If there is
/// only one element (is_single_element), all registers share it.
struct Binding {
  BindingKind kind = BindingKind::kDescriptor;
  BufferForm form = BufferForm::kDefault;
  uint32_t set = 0, binding = 0;
  uint32_t first_element = 0;
  /// For kDescriptor: size of the array; 0: first_element + the registers of the range.
  uint32_t array_size = 0;
  /// For heaps: byte offset in the root data of a word that is added to the element.
  uint32_t table_offset = kNoOffset;
  uint32_t root_offset = 0;  ///< For kRootConstants, kAddress: byte offset in the root data.
  uint32_t root_size = 0;    ///< For kRootConstants: size in bytes.
  uint32_t bound_offset =
      kNoOffset;          ///< For kAddress: byte offset in the root data of the buffer's size in bytes.
  TableLayout addresses;  ///< For BufferForm::kAddresses.
  /// For ray stages: table_offset and root_offset are bytes of the shader record after its group handle, not
  /// of the root data. bound_offset is not used then.
  bool in_record = false;
  /// For heaps with in_record: the word at table_offset is shifted right by this many bits.
  uint8_t table_shift = 0;
  ViewRange range;  ///< For raw, structured and typed buffers that are descriptors.
  /// The whole range, whatever the index, is the single element first_element, and so is its counter. This is
  /// for layers whose descriptors cannot be indexed. Root constants and addresses can then serve any range.
  bool is_single_element = false;
  /// No address is 0. If false, reads at address 0 give zero, and writes and atomic operations do nothing.
  bool is_never_null = false;
  CounterBinding counter;
};

/// Where the resource with a given name is bound. The program must have the name, in its metadata or in the
/// container's reflection data.
///
/// Root constants of size 0 cover the whole constant buffer: the root data grows to hold it. With offset
/// kNoOffset they follow the existing data at the next multiple of 16.
struct NamedBinding {
  String name;                            ///< As written in HLSL.
  std::optional<Binding> resource;        ///< Its member `counter` is ignored. Empty: the other rules apply.
  std::optional<CounterBinding> counter;  ///< Empty: the other rules apply.
};
/// Maximum size in bytes of a shader record's data after its group handle, which both APIs allow: D3D12's
/// limit of 4096 includes the 32-byte shader identifier.
inline constexpr uint32_t kMaxRecordBytes = 4096 - 32;

/// The root data: a block of words that holds root constants, device addresses and table bases.
struct RootData {
  bool is_uniform_block = false;  ///< False: push constants.
  uint32_t size = 0;              ///< Size in bytes.
  uint32_t set = 0, binding = 0;  ///< For the uniform block.
};

/// A resource that the entry point uses, and how it uses it.
struct ResourceUse {
  /// Index into Shader::resources; past the program's own resources for heap descriptors.
  uint32_t resource = 0;
  const dxil::Resource* info = nullptr;
  /// Not kNone: one form of descriptor of a heap, with an unbounded count.
  DescriptorHeap heap = DescriptorHeap::kNone;
  dxil::ShaderKind stage = dxil::ShaderKind::kInvalid;
  bool is_read = false, is_written = false, is_atomic = false;
  bool uses_counter = false;
  bool is_dynamically_indexed = false;
  bool is_non_uniform = false;
  /// The shader compares the bits of floats in this image or typed buffer: its descriptor must be a view of
  /// the same texels as VK_FORMAT_R32_UINT.
  bool needs_integer_view = false;
};

/// True: bound. False: the resource is refused. A diagnostic: the answer is invalid, for the reason given.
struct BindAnswer {
  BindAnswer(bool bound) : is_bound(bound) {}                               // NOLINT: lambdas return bools.
  BindAnswer(Diagnostic what) : is_bound(false), error(std::move(what)) {}  // NOLINT
  bool is_bound;
  std::optional<Diagnostic> error;
};

/// Decides where a resource is bound; on entry, `binding` holds the default rule's answer.
using BindFunction = std::function<BindAnswer(const ResourceUse& use, Binding& binding)>;

}  // namespace trellis::spirv
