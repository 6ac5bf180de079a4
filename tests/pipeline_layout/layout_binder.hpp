// Binds the resources of a program using only a layout of its root signature.
#pragma once

#include <cstdint>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "dxil_frontend/container/parts/root_signature_part.hpp"
#include "tests/c_api/shared_program.hpp"
#include "tests/support/case_header.hpp"
#include "tests/vulkan/dispatch.hpp"
#include "trellis/trellis.h"

namespace trellis::test_layout {

struct DestroyLayout {
  void operator()(TrellisPipelineLayout* object) const { trellis_pipeline_layout_destroy(object); }
};
using Layout = std::unique_ptr<TrellisPipelineLayout, DestroyLayout>;

/// Makes a layout from the root signature, serialized as an RTS0 part. Returns null on failure; the
/// translator then has the error.
Layout make_layout(const test_c_api::Translator& translator, const dxil::RootSignature& signature,
                   const TrellisPipelineLayoutOptions& options);

/// The layout options of one test mode.
struct LayoutMode {
  const char* name;
  TrellisTableForm tables;
  TrellisTypeForm types;
  TrellisRootDescriptorForm root_descriptors;
  uint32_t push_constant_bytes;
  TrellisRootBlockForm block = TRELLIS_ROOT_BLOCK_INLINE_UNIFORM_BLOCK;
};
inline void PrintTo(const LayoutMode& mode, std::ostream* out) { *out << mode.name; }

struct VersionedMode {
  LayoutMode mode;
  uint32_t version;  ///< The root signature's version.
};
inline void PrintTo(const VersionedMode& mode, std::ostream* out) { PrintTo(mode.mode, out); }
/// Every mode, with a root signature version for it.
inline constexpr VersionedMode kLayoutModes[] = {
    {{"Sets", TRELLIS_TABLES_SETS, TRELLIS_TYPES_SEPARATE, TRELLIS_ROOT_DESCRIPTOR_ADDRESS, 256}, 2},
    {{"SetsMutable", TRELLIS_TABLES_SETS, TRELLIS_TYPES_MUTABLE, TRELLIS_ROOT_DESCRIPTOR_DESCRIPTOR, 256}, 1},
    {{"OneSet", TRELLIS_TABLES_ONE_SET, TRELLIS_TYPES_SEPARATE, TRELLIS_ROOT_DESCRIPTOR_ADDRESS, 0}, 3},
    {{"Heap", TRELLIS_TABLES_HEAP, TRELLIS_TYPES_SEPARATE, TRELLIS_ROOT_DESCRIPTOR_ADDRESS, 256}, 2},
    {{"HeapMutable", TRELLIS_TABLES_HEAP, TRELLIS_TYPES_MUTABLE, TRELLIS_ROOT_DESCRIPTOR_ADDRESS, 0}, 2},
    {{"UniformBuffer", TRELLIS_TABLES_SETS, TRELLIS_TYPES_SEPARATE, TRELLIS_ROOT_DESCRIPTOR_ADDRESS, 0,
      TRELLIS_ROOT_BLOCK_UNIFORM_BUFFER},
     3},
    {{"DynamicUniformBuffer", TRELLIS_TABLES_HEAP, TRELLIS_TYPES_SEPARATE, TRELLIS_ROOT_DESCRIPTOR_DESCRIPTOR,
      0, TRELLIS_ROOT_BLOCK_UNIFORM_BUFFER_DYNAMIC},
     2}};
/// Needs VK_EXT_descriptor_heap.
inline constexpr LayoutMode kDeviceHeapMode = {"DeviceHeap", TRELLIS_TABLES_EXTENSION, TRELLIS_TYPES_SEPARATE,
                                               TRELLIS_ROOT_DESCRIPTOR_ADDRESS, 256};
TrellisPipelineLayoutOptions options_of(const LayoutMode& mode);

/// The distance of hidden counters in the device's own heaps: the option of translations for such layouts.
inline constexpr uint32_t kCounterDistance = 600;

/// A register as HLSL writes it.
struct Register {
  test_support::RegisterClass register_class = test_support::RegisterClass::kUnorderedAccess;
  uint32_t index = 0, space = 0;
};

class LayoutBinder {
 public:
  /// `signature` is the root signature that the layout was made from. Both must outlive the binder.
  LayoutBinder(const TrellisPipelineLayout* layout, const dxil::RootSignature& signature,
               bool has_device_heaps = false);

  // These functions return the error, or empty. Registers that the root signature lacks are not bound.

  /// Binds a resource with the contents that the register line describes. Sets `at` to the resource's index,
  /// if it gets one.
  std::string add(const test_support::RegisterLine& line, size_t& at);
  /// Binds a buffer or an acceleration structure, according to its type, or root constants, according to
  /// their bytes.
  std::string add(const Register& which, vulkan::BoundResource resource, size_t& at);
  /// Binds the counter of the UAV at that register: a storage buffer with one word.
  std::string add_counter(const Register& which, uint32_t value, size_t& at);
  /// Binds the element of ResourceDescriptorHeap with this index.
  std::string add_to_heap(uint32_t index, vulkan::BoundResource resource, size_t& at);
  std::string add_counter_to_heap(uint32_t index, uint32_t value, size_t& at);

  /// Sets the dispatch's layout, resources and root data.
  void finish(vulkan::Dispatch& dispatch);

 private:
  struct Place;
  Place find(const Register& which) const;
  /// Writes the base of a table in a heap to the root data, and returns it.
  uint32_t heap_base(const Place& place, uint32_t root_offset);
  std::string place_descriptor(const Place& place, bool is_counter, vulkan::BoundResource resource,
                               size_t& at);
  void add_root_block(vulkan::Dispatch& dispatch);

  const TrellisPipelineLayout* layout_;
  const dxil::RootSignature& signature_;
  bool has_device_heaps_;
  TrellisRootDataInfo root_ = TRELLIS_ROOT_DATA_INFO_INIT;
  std::vector<uint8_t> root_bytes_;
  std::vector<vulkan::BoundResource> resources_;
  std::vector<vulkan::PlacedAddress> addresses_;
};

}  // namespace trellis::test_layout
