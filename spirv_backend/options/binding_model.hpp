// Where the resources of a program are found in Vulkan's binding model, as a caller may choose it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

#include "dxil_frontend/program/shader.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::spirv {

/// Shader model 6.6's heaps. Their descriptors become resources when an operation says what they are: the
/// planner adds one unbounded range for each form of descriptor.
enum class DescriptorHeap : uint8_t { kNone, kResources, kSamplers };

enum class BindingKind : uint8_t {
  kDescriptor,     ///< A descriptor, or an array of them, at (set, binding).
  kHeap,           ///< A slice of a runtime array at (set, binding), which resources may share.
  kRootConstants,  ///< Constant buffers: bytes of the root data.
  kAddress,        ///< Buffers, acceleration structures: a 64-bit device address in the root data.
};

/// What a buffer is in Vulkan.
enum class BufferForm : uint8_t {
  kDefault,  ///< Constant buffers: uniform; raw and structured: storage; typed: texel.
  kUniform,  ///< Constant buffers.
  kStorage,  ///< Constant, raw and structured buffers.
  kTexel,    ///< Typed, raw and structured buffers; the latter in texels of 32 bits.
  /// Constant, raw and structured buffers, acceleration structures: device addresses in memory. (set,
  /// binding) is one storage buffer that holds the address of each element.
  kAddresses,
};

/// An offset that is not there.
inline constexpr uint32_t kNoOffset = UINT32_MAX;

/// What a storage buffer holds of each element of a binding, by the element's number: from byte stride *
/// number + offset on. Both are multiples of 4.
struct TableLayout {
  uint32_t stride = 8, offset = 0;
};

/// Which part of what is bound a view shows. A D3D view begins at any element, a Vulkan descriptor at
/// multiples of an alignment: bind the buffer from the multiple below on, and tell the rest here. Two words:
/// the view's offset and its size; bytes (multiples of 4) for raw and structured buffers, elements for typed
/// ones.
enum class RangeKind : uint8_t {
  kWhole,     ///< All that is bound.
  kRootData,  ///< The words are in the root data.
  kTable,     ///< The words of each element are in a storage buffer.
};
struct ViewRange {
  RangeKind kind = RangeKind::kWhole;
  uint32_t root_offset = 0;       ///< kRootData: their byte.
  uint32_t set = 0, binding = 0;  ///< kTable: of the storage buffer.
  TableLayout layout;             ///< kTable.
};

/// The hidden counter of a structured UAV: a word in a buffer of its own.
struct CounterBinding {
  BindingKind kind = BindingKind::kDescriptor;  ///< Not kRootConstants.
  BufferForm form = BufferForm::kDefault;       ///< kDefault, kStorage, kTexel or kAddresses.
  uint32_t set = 0, binding = 0;
  uint32_t first_element = 0;
  uint32_t table_offset = kNoOffset;
  uint32_t root_offset = 0;
  TableLayout addresses;
  bool is_never_null = false;  ///< As in Binding.
};

/// Where a range of registers is. The register lower_bound + i is element first_element + i; if there
/// is but one element (is_single_element), each of its registers is that one.
struct Binding {
  BindingKind kind = BindingKind::kDescriptor;
  BufferForm form = BufferForm::kDefault;
  uint32_t set = 0, binding = 0;
  uint32_t first_element = 0;
  uint32_t array_size = 0;  ///< kDescriptor: of the binding; 0: first_element + the range's registers.
  uint32_t table_offset = kNoOffset;  ///< kHeap: byte of the root data whose word is added to the element.
  uint32_t root_offset = 0;           ///< kRootConstants, kAddress: byte of the root data.
  uint32_t root_size = 0;             ///< kRootConstants: bytes.
  uint32_t bound_offset =
      kNoOffset;          ///< kAddress: byte of the root data that holds the buffer's size in bytes.
  TableLayout addresses;  ///< BufferForm::kAddresses.
  /// Ray stages: table_offset and root_offset are bytes of the shader record behind its group handle, not of
  /// the root data. There is no bound_offset then.
  bool in_record = false;
  uint8_t table_shift = 0;  ///< kHeap, in_record: what is at table_offset is shifted right by so many bits.
  ViewRange range;        ///< Raw, structured and typed buffers that are descriptors.
  /// The range is the one element first_element, whatever the index: for layers that have no descriptors to
  /// index there. Its counter is, too. Root constants and addresses may then serve any range.
  bool is_single_element = false;
  /// Addresses: none is 0. Else reads at address 0 give zero, and writes and atomic operations do nothing.
  bool is_never_null = false;
  CounterBinding counter;
};

/// Where the resource of a name is. Only names that the program has are right: those of its metadata, or of
/// the container's reflection data.
///
/// Root constants of size 0 are the whole constant buffer: the root data grows to hold it. At kNoOffset it follows what is
/// there, at the next multiple of 16.
struct NamedBinding {
  String name;                            ///< As in HLSL.
  std::optional<Binding> resource;        ///< But for its member `counter`. Empty: the other rules say.
  std::optional<CounterBinding> counter;  ///< Empty: the other rules say.
};
/// Bytes of a shader record behind its group handle that both sides allow: D3D12's limit of 4096 with the
/// identifier.
inline constexpr uint32_t kMaxRecordBytes = 4096 - 32;

/// The root data: a block of words that holds root constants, device addresses and table bases.
struct RootData {
  bool is_uniform_block = false;  ///< Else push constants.
  uint32_t size = 0;              ///< Bytes.
  uint32_t set = 0, binding = 0;  ///< Of the uniform block.
};

/// A resource that the entry point uses, and how.
struct ResourceUse {
  uint32_t resource = 0;  ///< Into Shader::resources; beyond the program's own if it is of a heap.
  const dxil::Resource* info = nullptr;
  DescriptorHeap heap = DescriptorHeap::kNone;  ///< One form of descriptor of a heap, count without end.
  dxil::ShaderKind stage = dxil::ShaderKind::kInvalid;
  bool is_read = false, is_written = false, is_atomic = false;
  bool uses_counter = false;
  bool is_dynamically_indexed = false;
  bool is_non_uniform = false;
  /// An image or typed buffer of floats whose bits are compared: its descriptor has to be a view of the same
  /// texels as VK_FORMAT_R32_UINT.
  bool needs_integer_view = false;
};

/// True: bound. False: the resource is refused. A diagnostic: the answer makes no sense, and why.
struct BindAnswer {
  BindAnswer(bool bound) : is_bound(bound) {}                               // NOLINT: lambdas return bools.
  BindAnswer(Diagnostic what) : is_bound(false), error(std::move(what)) {}  // NOLINT
  bool is_bound;
  std::optional<Diagnostic> error;
};

/// Says where a resource is; `binding` holds the default rule's answer.
using BindFunction = std::function<BindAnswer(const ResourceUse& use, Binding& binding)>;

}  // namespace trellis::spirv
