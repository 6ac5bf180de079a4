// A Vulkan pipeline layout made from a D3D12 root signature: sets, bindings, immutable samplers, push
// constants, and the location of each root parameter. docs/root-signatures.md describes the rules.
//
// The layout depends only on the root signature and the options, so all stages of a pipeline share it, and
// every translation with TranslateOptions::layout fits it. Plain data; the values of enumerations and flags
// are Vulkan's.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "dxil_frontend/container/parts/root_signature_part.hpp"
#include "spirv_backend/options/binding_model.hpp"
#include "spirv_backend/options/instrumentation.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis {

struct Translation;

/// Values of VkDescriptorType.
enum class DescriptorType : uint32_t {
  kSampler = 0,
  kSampledImage = 2,
  kStorageImage = 3,
  kUniformTexelBuffer = 4,
  kStorageTexelBuffer = 5,
  kUniformBuffer = 6,
  kStorageBuffer = 7,
  kUniformBufferDynamic = 8,
  kInlineUniformBlock = 1000138000,
  kAccelerationStructure = 1000150000,
  kMutable = 1000351000,  ///< From VK_EXT_mutable_descriptor_type.
};
/// Returns Vulkan's name: "VK_DESCRIPTOR_TYPE_SAMPLER", ...
const char* name_of(DescriptorType type);

/// Values of VkDescriptorBindingFlagBits.
enum BindingFlags : uint32_t {
  kUpdateAfterBind = 1,
  kPartiallyBound = 4,
  kVariableDescriptorCount = 8,
};

/// The value of VK_SHADER_STAGE_ALL.
inline constexpr uint32_t kAllStages = 0x7fffffff;

/// How descriptor tables are represented.
enum class TableForm : uint8_t {
  kSets,    ///< One descriptor set per table. Each range is one binding, or one for each type of descriptor.
  kOneSet,  ///< One set for all tables.
  /// Slices of two heaps, one for resources and one for samplers. A word of the root data holds the start of
  /// the slice.
  kHeap,
  /// The same for the device's own heaps (SPV_EXT_descriptor_heap), which have no set.
  kExtension,
};
/// Returns true if tables are slices of heaps.
constexpr bool are_slices(TableForm form) {
  return form == TableForm::kHeap || form == TableForm::kExtension;
}

/// How root CBVs, SRVs or UAVs are represented.
enum class RootDescriptorForm : uint8_t {
  kAddress,     ///< A device address in the root data.
  kDescriptor,  ///< A descriptor in the root set.
};

/// How the descriptor types of SRVs and UAVs are chosen. A root signature does not distinguish images from
/// buffers.
enum class TypeForm : uint8_t {
  kSeparate,  ///< One binding for each possible type: core Vulkan 1.2.
  kMutable,   ///< One binding of type kMutable for all types.
};

/// What holds root data that does not fit into push constants.
enum class RootBlockForm : uint8_t { kInlineUniformBlock, kUniformBuffer, kUniformBufferDynamic };

/// When descriptors of tables may be written while a command buffer uses them.
enum class UpdateAfterBind : uint8_t {
  kAsFlagged,  ///< Volatile descriptors (flagged so, or any in version 1.0) and unbounded ranges.
  kNever,
  kAlways,
};

/// Gives the set the lowest free number.
inline constexpr uint32_t kAutomaticSet = UINT32_MAX;

struct PipelineLayoutOptions {
  TableForm tables = TableForm::kSets;
  RootDescriptorForm root_cbvs = RootDescriptorForm::kAddress;
  RootDescriptorForm root_srvs = RootDescriptorForm::kAddress;
  RootDescriptorForm root_uavs = RootDescriptorForm::kAddress;
  TypeForm types = TypeForm::kSeparate;

  /// Size available for root data. If there is more, all of it goes into a uniform block.
  uint32_t push_constant_bytes = 128;
  RootBlockForm root_block = RootBlockForm::kInlineUniformBlock;
  /// Size reserved for the caller at the start of the root data. A multiple of 4.
  uint32_t reserved_root_bytes = 0;

  UpdateAfterBind update_after_bind = UpdateAfterBind::kAsFlagged;
  uint32_t unbounded_descriptors = 4096;  ///< Number of descriptors in a binding for an unbounded range.
  uint32_t resource_heap_descriptors = 65536,
           sampler_heap_descriptors = 2048;  ///< Number of descriptors in each binding of the sampler heap.
  /// Whether tables, heaps and root SRVs have bindings for acceleration structures.
  bool acceleration_structures = false;

  uint32_t stages = 0;  ///< VkShaderStageFlags of the pipelines that will use the layout; 0 if not known.
  uint32_t most_sets = 8;
  /// Fixed set numbers, for sets that all pipelines of an application share.
  uint32_t root_set = kAutomaticSet, resource_heap_set = kAutomaticSet, sampler_heap_set = kAutomaticSet,
           static_sampler_set = kAutomaticSet;
};

/// The values of a VkSamplerCreateInfo and a VkSamplerReductionModeCreateInfo.
struct ImmutableSampler {
  uint32_t mag_filter = 0, min_filter = 0, mipmap_mode = 0;
  uint32_t address_u = 0, address_v = 0, address_w = 0;
  float mip_lod_bias = 0;
  bool anisotropy = false;
  float max_anisotropy = 1;
  bool compare = false;
  uint32_t compare_op = 0;
  float min_lod = 0, max_lod = 0;
  uint32_t border_color = 0;
  bool unnormalized_coordinates = false;
  uint32_t reduction_mode = 0;  ///< VkSamplerReductionMode: 0 weighted average, 1 minimum, 2 maximum.
  uint32_t static_sampler = 0;  ///< Index of the static sampler in the root signature.
};
ImmutableSampler immutable_sampler(const dxil::StaticSampler& sampler);

enum class BindingPurpose : uint8_t {
  kRootData,  ///< The uniform block of root data.
  kRootDescriptor,
  kTableRange,
  kCounters,  ///< Hidden counters of a range of UAVs: element i belongs to descriptor i.
  kStaticSamplers,
  kResourceHeap,
  kCounterHeap,
  kSamplerHeap,
  kResource,  ///< A resource of a module, in a layout without a root signature.
};

/// Stands for "no root parameter" or "no range".
inline constexpr uint32_t kNoIndex = UINT32_MAX;

/// Registers first .. first + count - 1 of a space.
struct Registers {
  dxil::ResourceClass resource_class = dxil::ResourceClass::kSrv;
  uint32_t first = 0, count = 0, space = 0;  ///< The count may be dxil::kUnboundedDescriptors.
};

/// A VkDescriptorSetLayoutBinding and its purpose.
struct LayoutBinding {
  uint32_t binding = 0;
  DescriptorType type = DescriptorType::kSampler;
  Vector<DescriptorType> mutable_types;  ///< For kMutable: the types of VkMutableDescriptorTypeListEXT.
  uint32_t count = 1;   ///< Number of descriptors; for kInlineUniformBlock, the size in bytes.
  uint32_t stages = 0;  ///< Bits of VkShaderStageFlagBits.
  uint32_t flags = 0;   ///< Bits of BindingFlags.
  Vector<ImmutableSampler> immutable_samplers;  ///< One per descriptor, or none.
  BindingPurpose purpose = BindingPurpose::kTableRange;
  uint32_t parameter = kNoIndex, range = kNoIndex;  ///< Indices into the root signature.
  Registers registers;        ///< Set for root descriptors, tables, counters and static samplers.
  uint32_t table_offset = 0;  ///< For tables: offset of the first descriptor from the table's start.
  String name;                ///< For kResource and kCounters: the resource's name if a module has it.
};

/// A VkDescriptorSetLayout. Sets without bindings fill gaps between fixed numbers.
struct LayoutSet {
  Vector<LayoutBinding> bindings;  ///< In ascending order of binding numbers.
  uint32_t flags = 0;              ///< Bits of VkDescriptorSetLayoutCreateFlagBits.
};

/// The value of VK_DESCRIPTOR_SET_LAYOUT_CREATE_UPDATE_AFTER_BIND_POOL_BIT.
inline constexpr uint32_t kUpdateAfterBindPool = 2;

struct PushConstantRange {
  uint32_t stages = 0, offset = 0, size = 0;
};

enum class RootMemberKind : uint8_t {
  kConstants,
  kAddress,    ///< A 64-bit device address.
  kTableBase,  ///< A word: the index of the table's first descriptor in its heap.
};

struct RootMember {
  uint32_t parameter = 0;
  RootMemberKind kind = RootMemberKind::kConstants;
  uint32_t offset = 0, size = 0;  ///< Position in the root data, in bytes.
  uint32_t stages = 0;
  Registers registers;  ///< Set for constants and addresses.
};

/// A descriptor table, and where to write its descriptors.
struct LayoutTable {
  uint32_t parameter = 0;
  bool is_sampler = false;
  bool is_heap = false;  ///< The table is a slice of the heap, starting at the base that the root data holds.
  /// The set of the table's bindings, or that of the heap; kNoIndex for the device's own heaps.
  uint32_t set = 0;
  uint32_t root_offset = 0;  ///< For heaps: offset of the base in the root data.
};

/// Internal: registers of the root signature and where they were placed.
struct PlacedRegisters {
  enum class Kind : uint8_t { kDescriptors, kHeap, kConstants, kAddress };
  Registers registers;
  dxil::ShaderVisibility visibility = dxil::ShaderVisibility::kAll;
  Kind kind = Kind::kDescriptors;
  bool is_root_descriptor = false;
  uint32_t parameter = kNoIndex;
  /// For descriptors and heaps: first_binding is that of the first type that has a binding.
  uint32_t set = 0, first_binding = 0;
  uint32_t first_element = 0;
  uint32_t root_offset = 0, root_size = 0;
};

/// An element of the vertex shader's input: a VkVertexInputAttributeDescription.
struct VertexInput {
  uint32_t location = 0, component = 0;
  String semantic;
  uint32_t semantic_index = 0;
  dxil::ComponentType type = dxil::ComponentType::kInvalid;
  uint32_t components = 1;
};

struct PipelineLayout {
  PipelineLayoutOptions options;
  uint32_t version = 0;  ///< Version of the root signature, as stored; 0 if the layout was made from modules.
  uint32_t root_flags = 0;  ///< Flags of the root signature.
  Vector<LayoutSet> sets;
  Vector<PushConstantRange> push_constants;  ///< One range, or none.
  spirv::RootData root_data;
  Vector<RootMember> root_members;  ///< Ordered by offset.
  Vector<LayoutTable> tables;       ///< Ordered by parameter.
  std::optional<uint32_t> resource_heap_set, sampler_heap_set;
  Vector<VertexInput> vertex_inputs;  ///< Only in layouts made from modules.

  Vector<PlacedRegisters> places;
};

/// Makes the layout of a root signature, which must have been checked (dxil::check_root_signature). Errors:
/// kUnsupported, naming what the options do not allow; kBadInput for invalid options, naming the field.
Result<PipelineLayout> make_pipeline_layout(const dxil::RootSignature& signature,
                                            const PipelineLayoutOptions& options = {});

/// Returns the binding of a resource. Fails with kBadInput, naming the resource, if the root signature does
/// not contain it, does not make it visible to this stage, or contains it in a form that the resource cannot
/// have.
Result<spirv::Binding> place_resource(const PipelineLayout& layout, const spirv::ResourceUse& use);

/// Returns the binding for such descriptors in ResourceDescriptorHeap or SamplerDescriptorHeap. Fails with
/// kBadInput if the root signature's flags do not allow the heap.
Result<spirv::Binding> place_heap(const PipelineLayout& layout, const dxil::Resource& resource);
/// Like place_heap(), for descriptor tables in shader records, which need no such flag. Fails with kBadInput
/// if the layout has no heap.
Result<spirv::Binding> place_in_heap(const PipelineLayout& layout, const dxil::Resource& resource);

/// Fails with kBadInput, naming both, if a buffer of an instrument has the same binding as something in the
/// layout, whether or not a shader uses it: an embedder adds the buffers' bindings to the layout's sets.
Result<void> check_instrument_places(const PipelineLayout& layout, const spirv::Instrumentation& asked);

/// Returns the layout of one pipeline, without the bindings of tables and root descriptors that none of its
/// modules uses. Mutable bindings keep only the types that are used. Numbers do not change, so the modules
/// still fit. Fails with kBadInput if a module's bindings do not match the layout.
Result<PipelineLayout> refine_pipeline_layout(const PipelineLayout& layout,
                                              std::span<const Translation* const> modules);

/// Returns the whole layout as JSON, indented, with a final newline.
String pipeline_layout_text(const PipelineLayout& layout);

}  // namespace trellis
