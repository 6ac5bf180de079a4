// A Vulkan pipeline layout made from a D3D12 root signature: sets, bindings, immutable samplers, push
// constants, and which root parameter is where. The rules are in docs/root-signatures.md.
//
// The layout follows from the root signature and the options alone, so all stages of a pipeline share it, and
// every translation with TranslateOptions::layout fits it. Plain data; numbers of enumerations and flags are
// Vulkan's own.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "dxil_frontend/container/root_signature_part.hpp"
#include "spirv_backend/options/binding_model.hpp"
#include "spirv_backend/options/instrumentation.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis {

struct Translation;

/// VkDescriptorType.
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
  kMutable = 1000351000,  ///< VK_EXT_mutable_descriptor_type.
};
/// "VK_DESCRIPTOR_TYPE_SAMPLER", ...
const char* name_of(DescriptorType type);

/// VkDescriptorBindingFlagBits.
enum BindingFlags : uint32_t {
  kUpdateAfterBind = 1,
  kPartiallyBound = 4,
  kVariableDescriptorCount = 8,
};

/// VK_SHADER_STAGE_ALL.
inline constexpr uint32_t kAllStages = 0x7fffffff;

/// What descriptor tables become.
enum class TableForm : uint8_t {
  kSets,    ///< A descriptor set each; every range is one binding, or one for each type of descriptor.
  kOneSet,  ///< One set for all tables.
  kHeap,    ///< Slices of two heaps, one of resources, one of samplers; a word of the root data says where.
};

/// What root CBVs, SRVs or UAVs become.
enum class RootDescriptorForm : uint8_t {
  kAddress,     ///< A device address in the root data.
  kDescriptor,  ///< A descriptor in the root set.
};

/// How SRVs and UAVs get types. A root signature does not tell images from buffers.
enum class TypeForm : uint8_t {
  kSeparate,  ///< A binding for each type that may be there: core Vulkan 1.2.
  kMutable,   ///< One binding of type kMutable for all.
};

/// What holds root data that is too large for push constants.
enum class RootBlockForm : uint8_t { kInlineUniformBlock, kUniformBuffer, kUniformBufferDynamic };

/// When descriptors of tables may be written while a command buffer uses them.
enum class UpdateAfterBind : uint8_t {
  kAsFlagged,  ///< Volatile ones: those flagged so, and all in version 1.0; and unbounded ranges.
  kNever,
  kAlways,
};

/// For a set that takes the lowest free number.
inline constexpr uint32_t kAutomaticSet = UINT32_MAX;

struct PipelineLayoutOptions {
  TableForm tables = TableForm::kSets;
  RootDescriptorForm root_cbvs = RootDescriptorForm::kAddress;
  RootDescriptorForm root_srvs = RootDescriptorForm::kAddress;
  RootDescriptorForm root_uavs = RootDescriptorForm::kAddress;
  TypeForm types = TypeForm::kSeparate;

  uint32_t push_constant_bytes = 128;  ///< If there is more root data, all of it goes into a uniform block.
  RootBlockForm root_block = RootBlockForm::kInlineUniformBlock;
  uint32_t reserved_root_bytes = 0;  ///< The root data's first bytes are the caller's own. A multiple of 4.

  UpdateAfterBind update_after_bind = UpdateAfterBind::kAsFlagged;
  uint32_t unbounded_descriptors = 4096;  ///< In a binding for an unbounded range.
  uint32_t resource_heap_descriptors = 65536,
           sampler_heap_descriptors = 2048;  ///< In each binding of a heap.
  bool acceleration_structures = false;      ///< Tables, heaps and root SRVs have bindings for them.

  uint32_t stages = 0;  ///< VkShaderStageFlags of the pipelines to come; 0: not known.
  uint32_t most_sets = 8;
  /// Fixed numbers of sets, for sets that all pipelines of a program share.
  uint32_t root_set = kAutomaticSet, resource_heap_set = kAutomaticSet, sampler_heap_set = kAutomaticSet,
           static_sampler_set = kAutomaticSet;
};

/// The values of a VkSamplerCreateInfo (and VkSamplerReductionModeCreateInfo).
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
  uint32_t static_sampler = 0;  ///< Index among the root signature's.
};
ImmutableSampler immutable_sampler(const dxil::StaticSampler& sampler);

enum class BindingPurpose : uint8_t {
  kRootData,  ///< The uniform block of root data.
  kRootDescriptor,
  kTableRange,
  kCounters,  ///< Hidden counters of a range of UAVs: element i is descriptor i's.
  kStaticSamplers,
  kResourceHeap,
  kCounterHeap,
  kSamplerHeap,
  kResource,  ///< A module's own, in a layout without a root signature.
};

/// No root parameter, or no range of one.
inline constexpr uint32_t kNoIndex = UINT32_MAX;

/// Registers first .. first + count - 1 of a space.
struct Registers {
  dxil::ResourceClass resource_class = dxil::ResourceClass::kSrv;
  uint32_t first = 0, count = 0, space = 0;  ///< count: or dxil::kUnboundedDescriptors.
};

/// A VkDescriptorSetLayoutBinding, and what it is for.
struct LayoutBinding {
  uint32_t binding = 0;
  DescriptorType type = DescriptorType::kSampler;
  Vector<DescriptorType> mutable_types;         ///< kMutable: of VkMutableDescriptorTypeListEXT.
  uint32_t count = 1;                           ///< kInlineUniformBlock: bytes.
  uint32_t stages = 0;                          ///< VkShaderStageFlags.
  uint32_t flags = 0;                           ///< BindingFlags.
  Vector<ImmutableSampler> immutable_samplers;  ///< As many as descriptors, or none.
  BindingPurpose purpose = BindingPurpose::kTableRange;
  uint32_t parameter = kNoIndex, range = kNoIndex;  ///< Indices into the root signature.
  Registers registers;                              ///< Root descriptors, tables, counters, static samplers.
  uint32_t table_offset = 0;  ///< Tables: of the first descriptor, from the table's start.
  String name;                ///< kResource, kCounters: of the resource, if a module has it.
};

/// A VkDescriptorSetLayout. Sets without bindings fill gaps between fixed numbers.
struct LayoutSet {
  Vector<LayoutBinding> bindings;  ///< In ascending order.
  uint32_t flags = 0;              ///< VkDescriptorSetLayoutCreateFlags.
};

/// VK_DESCRIPTOR_SET_LAYOUT_CREATE_UPDATE_AFTER_BIND_POOL_BIT.
inline constexpr uint32_t kUpdateAfterBindPool = 2;

struct PushConstantRange {
  uint32_t stages = 0, offset = 0, size = 0;
};

enum class RootMemberKind : uint8_t {
  kConstants,
  kAddress,    ///< A 64-bit device address.
  kTableBase,  ///< A word: the table's first descriptor in its heap.
};

struct RootMember {
  uint32_t parameter = 0;
  RootMemberKind kind = RootMemberKind::kConstants;
  uint32_t offset = 0, size = 0;  ///< Bytes of the root data.
  uint32_t stages = 0;
  Registers registers;  ///< Constants and addresses.
};

/// A descriptor table, and where its descriptors are to be written.
struct LayoutTable {
  uint32_t parameter = 0;
  bool is_sampler = false;
  bool is_heap = false;      ///< In the heap, from the base on that the root data holds.
  uint32_t set = 0;          ///< The set of the table's bindings, or the heap's.
  uint32_t root_offset = 0;  ///< Heaps: where the base is.
};

/// Internal: registers of the root signature and where they went.
struct PlacedRegisters {
  enum class Kind : uint8_t { kDescriptors, kHeap, kConstants, kAddress };
  Registers registers;
  dxil::ShaderVisibility visibility = dxil::ShaderVisibility::kAll;
  Kind kind = Kind::kDescriptors;
  bool is_root_descriptor = false;
  uint32_t parameter = kNoIndex;
  uint32_t set = 0, first_binding = 0;  ///< Descriptors, heaps: the binding of the first type that has one.
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
  uint32_t version = 0;     ///< The root signature's, as stored. 0: made of modules, without one.
  uint32_t root_flags = 0;  ///< Its flags.
  Vector<LayoutSet> sets;
  Vector<PushConstantRange> push_constants;  ///< One, or none.
  spirv::RootData root_data;
  Vector<RootMember> root_members;  ///< By offset.
  Vector<LayoutTable> tables;       ///< By parameter.
  std::optional<uint32_t> resource_heap_set, sampler_heap_set;
  Vector<VertexInput> vertex_inputs;  ///< Of layouts made of modules.

  Vector<PlacedRegisters> places;
};

/// `signature`: checked (dxil::check_root_signature). Errors: kUnsupported, naming what the options do not
/// allow; kBadInput for options that make no sense, naming the field.
Result<PipelineLayout> make_pipeline_layout(const dxil::RootSignature& signature,
                                            const PipelineLayoutOptions& options = {});

/// Where a resource is. kBadInput, naming the resource, if the root signature does not have it, or not for
/// this stage, or as something that the resource cannot be.
Result<spirv::Binding> place_resource(const PipelineLayout& layout, const spirv::ResourceUse& use);

/// Where descriptors like that resource are in ResourceDescriptorHeap, or in SamplerDescriptorHeap. kBadInput
/// if the root signature's flags do not allow the heap.
Result<spirv::Binding> place_heap(const PipelineLayout& layout, const dxil::Resource& resource);
/// The same for descriptor tables in shader records, which need no such flag. kBadInput if the layout has no
/// heap.
Result<spirv::Binding> place_in_heap(const PipelineLayout& layout, const dxil::Resource& resource);

/// kBadInput, naming both, if a buffer of an instrument is where the layout has a binding, whether or not a
/// shader uses that: an embedder adds the buffers' bindings to the layout's sets.
Result<void> check_instrument_places(const PipelineLayout& layout, const spirv::Instrumentation& asked);

/// The layout of one pipeline, without the bindings of tables and root descriptors that none of its modules
/// uses; mutable bindings have only the types that are used. Numbers stay, so that the modules still fit.
/// kBadInput if a module is not bound as the layout says.
Result<PipelineLayout> refine_pipeline_layout(const PipelineLayout& layout,
                                              std::span<const Translation* const> modules);

/// All of it as JSON: indented, with a final newline.
String pipeline_layout_text(const PipelineLayout& layout);

}  // namespace trellis
