// Where the resources of a program are found in Vulkan's binding model, as a caller may choose it.
#pragma once

#include <cstdint>
#include <functional>

#include "dxil_frontend/shader.hpp"

namespace trellis::spirv {

enum class BindingKind : uint8_t {
  kDescriptor,     ///< A descriptor, or an array of them, at (set, binding).
  kHeap,           ///< A slice of a runtime array at (set, binding), which resources may share.
  kRootConstants,  ///< Constant buffers: bytes of the root data.
  kAddress,        ///< Buffers: a 64-bit device address in the root data.
};

/// What a buffer is in Vulkan.
enum class BufferForm : uint8_t {
  kDefault,  ///< Constant buffers: uniform; raw and structured: storage; typed: texel.
  kUniform,  ///< Constant buffers.
  kStorage,  ///< Constant, raw and structured buffers.
  kTexel,    ///< Typed, raw and structured buffers; the latter in texels of 32 bits.
};

/// An offset that is not there.
inline constexpr uint32_t kNoOffset = UINT32_MAX;

/// The hidden counter of a structured UAV: a word in a buffer of its own.
struct CounterBinding {
  BindingKind kind = BindingKind::kDescriptor;  ///< Not kRootConstants.
  BufferForm form = BufferForm::kDefault;       ///< kDefault, kStorage or kTexel.
  uint32_t set = 0, binding = 0;
  uint32_t first_element = 0;
  uint32_t table_offset = kNoOffset;
  uint32_t root_offset = 0;
};

/// Where a range of registers is. The register lower_bound + i is element first_element + i.
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
      kNoOffset;  ///< kAddress: byte of the root data that holds the buffer's size in bytes.
  CounterBinding counter;
};

/// The root data: a block of words that holds root constants, device addresses and table bases.
struct RootData {
  bool is_uniform_block = false;  ///< Else push constants.
  uint32_t size = 0;              ///< Bytes.
  uint32_t set = 0, binding = 0;  ///< Of the uniform block.
};

/// A resource that the entry point uses, and how.
struct ResourceUse {
  uint32_t resource = 0;  ///< Into Shader::resources.
  const dxil::Resource* info = nullptr;
  dxil::ShaderKind stage = dxil::ShaderKind::kInvalid;
  bool is_read = false, is_written = false, is_atomic = false;
  bool uses_counter = false;
  bool is_dynamically_indexed = false;
  bool is_non_uniform = false;
};

/// Says where a resource is; `binding` holds the default rule's answer. False: the resource is refused.
using BindFunction = std::function<bool(const ResourceUse& use, Binding& binding)>;

}  // namespace trellis::spirv
