/* Optional, not part of trellis.h: what modules need, in terms of Vulkan's own headers. Include <vulkan/vulkan.h> or
 * <vulkan/vulkan_core.h> first, or let this header do it. All functions are inline and call no Vulkan function.
 *
 *   TrellisVkFeatures features;
 *   trellis_vk_features_init(&features);
 *   trellis_vk_add_module(&features, module);                       ... for each module
 *   if (features.unknown != NULL) ...                               ... a need that these Vulkan headers do not know
 *   device.pNext = trellis_vk_features_chain(&features);            ... VkDeviceCreateInfo
 *   device.ppEnabledExtensionNames = features.extensions;
 *   device.enabledExtensionCount = features.extension_count;
 *
 * The application must itself enable extensions that those of modules depend on (for ray tracing, VK_KHR_acceleration_structure
 * and VK_KHR_deferred_host_operations). For devices of Vulkan 1.3 and later. To check a device first, let
 * vkGetPhysicalDeviceFeatures2 fill a second TrellisVkFeatures to which the same modules were added, and compare the two with
 * trellis_vk_features_lacking(). */
#ifndef TRELLIS_VULKAN_H
#define TRELLIS_VULKAN_H

#include <stddef.h>
#include <string.h>

#include <trellis/trellis.h>
#include <vulkan/vulkan_core.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TRELLIS_VK_MOST_EXTENSIONS 32
#define TRELLIS_VK_MOST_PROPERTIES 16

/* Features, extensions and properties that modules need. Copy the struct only before calling trellis_vk_features_chain(). */
typedef struct TrellisVkFeatures {
  VkPhysicalDeviceFeatures2 features2; /* The start of the chain. */
  VkPhysicalDeviceVulkan11Features v11;
  VkPhysicalDeviceVulkan12Features v12;
  VkPhysicalDeviceVulkan13Features v13;
#ifdef VK_NV_cluster_acceleration_structure
  VkPhysicalDeviceClusterAccelerationStructureFeaturesNV cluster_acceleration_structure_nv;
#endif
#ifdef VK_KHR_compute_shader_derivatives
  VkPhysicalDeviceComputeShaderDerivativesFeaturesKHR compute_shader_derivatives_khr;
#endif
#ifdef VK_KHR_fragment_shader_barycentric
  VkPhysicalDeviceFragmentShaderBarycentricFeaturesKHR fragment_shader_barycentric_khr;
#endif
#ifdef VK_EXT_fragment_shader_interlock
  VkPhysicalDeviceFragmentShaderInterlockFeaturesEXT fragment_shader_interlock_ext;
#endif
#ifdef VK_KHR_fragment_shading_rate
  VkPhysicalDeviceFragmentShadingRateFeaturesKHR fragment_shading_rate_khr;
#endif
#ifdef VK_EXT_mesh_shader
  VkPhysicalDeviceMeshShaderFeaturesEXT mesh_shader_ext;
#endif
#ifdef VK_EXT_opacity_micromap
  VkPhysicalDeviceOpacityMicromapFeaturesEXT opacity_micromap_ext;
#endif
#ifdef VK_KHR_opacity_micromap
  VkPhysicalDeviceOpacityMicromapFeaturesKHR opacity_micromap_khr;
#endif
#ifdef VK_KHR_ray_query
  VkPhysicalDeviceRayQueryFeaturesKHR ray_query_khr;
#endif
#ifdef VK_EXT_ray_tracing_invocation_reorder
  VkPhysicalDeviceRayTracingInvocationReorderFeaturesEXT ray_tracing_invocation_reorder_ext;
#endif
#ifdef VK_NV_ray_tracing_invocation_reorder
  VkPhysicalDeviceRayTracingInvocationReorderFeaturesNV ray_tracing_invocation_reorder_nv;
#endif
#ifdef VK_KHR_ray_tracing_pipeline
  VkPhysicalDeviceRayTracingPipelineFeaturesKHR ray_tracing_pipeline_khr;
#endif
#ifdef VK_KHR_ray_tracing_position_fetch
  VkPhysicalDeviceRayTracingPositionFetchFeaturesKHR ray_tracing_position_fetch_khr;
#endif
#ifdef VK_KHR_shader_clock
  VkPhysicalDeviceShaderClockFeaturesKHR shader_clock_khr;
#endif
#ifdef VK_EXT_shader_image_atomic_int64
  VkPhysicalDeviceShaderImageAtomicInt64FeaturesEXT shader_image_atomic_int64_ext;
#endif
#ifdef VK_EXT_shader_long_vector
  VkPhysicalDeviceShaderLongVectorFeaturesEXT shader_long_vector_ext;
#endif
#ifdef VK_KHR_shader_maximal_reconvergence
  VkPhysicalDeviceShaderMaximalReconvergenceFeaturesKHR shader_maximal_reconvergence_khr;
#endif
#ifdef VK_EXT_transform_feedback
  VkPhysicalDeviceTransformFeedbackFeaturesEXT transform_feedback_ext;
#endif
#ifdef VK_KHR_cooperative_matrix
  VkPhysicalDeviceCooperativeMatrixFeaturesKHR cooperative_matrix_khr;
#endif
#ifdef VK_EXT_shader_atomic_float
  VkPhysicalDeviceShaderAtomicFloatFeaturesEXT shader_atomic_float_ext;
#endif
#ifdef VK_NV_shader_atomic_float16_vector
  VkPhysicalDeviceShaderAtomicFloat16VectorFeaturesNV shader_atomic_float16_vector_nv;
#endif
#ifdef VK_KHR_shader_untyped_pointers
  VkPhysicalDeviceShaderUntypedPointersFeaturesKHR shader_untyped_pointers_khr;
#endif
#ifdef VK_EXT_descriptor_heap
  VkPhysicalDeviceDescriptorHeapFeaturesEXT descriptor_heap_ext;
#endif
  uint32_t in_use; /* Bits: which of these structs are in the chain. */
  const char* extensions[TRELLIS_VK_MOST_EXTENSIONS];
  uint32_t extension_count;
  /* Properties that the device must have: "VkPhysicalDeviceVulkan12Properties::shaderDenormPreserveFloat32". */
  const char* properties[TRELLIS_VK_MOST_PROPERTIES];
  uint32_t property_count;
  VkSubgroupFeatureFlags subgroup_operations; /* Required bits of VkPhysicalDeviceSubgroupProperties::supportedOperations. */
  const char* unknown;                        /* The name of the first need that this header does not know; NULL: all are known. */
} TrellisVkFeatures;

/* The feature structs and their fields, by name. Internal to this file. */
typedef struct TrellisVkStruct {
  VkStructureType type;
  size_t offset;
  const char* extension; /* The extension that adds it; "" if it is part of Vulkan 1.3. */
} TrellisVkStruct;
typedef struct TrellisVkField {
  const char* name;
  size_t offset;
  uint32_t owner; /* Index of its struct; UINT32_MAX: features2 itself. */
} TrellisVkField;

static inline const TrellisVkStruct* trellis_vk_structs(uint32_t* count) {
  static const TrellisVkStruct all[] = {
    {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES, offsetof(TrellisVkFeatures, v11), ""},
    {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES, offsetof(TrellisVkFeatures, v12), ""},
    {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES, offsetof(TrellisVkFeatures, v13), ""},
#ifdef VK_NV_cluster_acceleration_structure
    {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_CLUSTER_ACCELERATION_STRUCTURE_FEATURES_NV, offsetof(TrellisVkFeatures, cluster_acceleration_structure_nv), "VK_NV_cluster_acceleration_structure"},
#else
    {VK_STRUCTURE_TYPE_MAX_ENUM, 0, "VK_NV_cluster_acceleration_structure"},
#endif
#ifdef VK_KHR_compute_shader_derivatives
    {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_COMPUTE_SHADER_DERIVATIVES_FEATURES_KHR, offsetof(TrellisVkFeatures, compute_shader_derivatives_khr), "VK_KHR_compute_shader_derivatives"},
#else
    {VK_STRUCTURE_TYPE_MAX_ENUM, 0, "VK_KHR_compute_shader_derivatives"},
#endif
#ifdef VK_KHR_fragment_shader_barycentric
    {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FRAGMENT_SHADER_BARYCENTRIC_FEATURES_KHR, offsetof(TrellisVkFeatures, fragment_shader_barycentric_khr), "VK_KHR_fragment_shader_barycentric"},
#else
    {VK_STRUCTURE_TYPE_MAX_ENUM, 0, "VK_KHR_fragment_shader_barycentric"},
#endif
#ifdef VK_EXT_fragment_shader_interlock
    {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FRAGMENT_SHADER_INTERLOCK_FEATURES_EXT, offsetof(TrellisVkFeatures, fragment_shader_interlock_ext), "VK_EXT_fragment_shader_interlock"},
#else
    {VK_STRUCTURE_TYPE_MAX_ENUM, 0, "VK_EXT_fragment_shader_interlock"},
#endif
#ifdef VK_KHR_fragment_shading_rate
    {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FRAGMENT_SHADING_RATE_FEATURES_KHR, offsetof(TrellisVkFeatures, fragment_shading_rate_khr), "VK_KHR_fragment_shading_rate"},
#else
    {VK_STRUCTURE_TYPE_MAX_ENUM, 0, "VK_KHR_fragment_shading_rate"},
#endif
#ifdef VK_EXT_mesh_shader
    {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MESH_SHADER_FEATURES_EXT, offsetof(TrellisVkFeatures, mesh_shader_ext), "VK_EXT_mesh_shader"},
#else
    {VK_STRUCTURE_TYPE_MAX_ENUM, 0, "VK_EXT_mesh_shader"},
#endif
#ifdef VK_EXT_opacity_micromap
    {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_OPACITY_MICROMAP_FEATURES_EXT, offsetof(TrellisVkFeatures, opacity_micromap_ext), "VK_EXT_opacity_micromap"},
#else
    {VK_STRUCTURE_TYPE_MAX_ENUM, 0, "VK_EXT_opacity_micromap"},
#endif
#ifdef VK_KHR_opacity_micromap
    {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_OPACITY_MICROMAP_FEATURES_KHR, offsetof(TrellisVkFeatures, opacity_micromap_khr), "VK_KHR_opacity_micromap"},
#else
    {VK_STRUCTURE_TYPE_MAX_ENUM, 0, "VK_KHR_opacity_micromap"},
#endif
#ifdef VK_KHR_ray_query
    {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_RAY_QUERY_FEATURES_KHR, offsetof(TrellisVkFeatures, ray_query_khr), "VK_KHR_ray_query"},
#else
    {VK_STRUCTURE_TYPE_MAX_ENUM, 0, "VK_KHR_ray_query"},
#endif
#ifdef VK_EXT_ray_tracing_invocation_reorder
    {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_RAY_TRACING_INVOCATION_REORDER_FEATURES_EXT, offsetof(TrellisVkFeatures, ray_tracing_invocation_reorder_ext), "VK_EXT_ray_tracing_invocation_reorder"},
#else
    {VK_STRUCTURE_TYPE_MAX_ENUM, 0, "VK_EXT_ray_tracing_invocation_reorder"},
#endif
#ifdef VK_NV_ray_tracing_invocation_reorder
    {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_RAY_TRACING_INVOCATION_REORDER_FEATURES_NV, offsetof(TrellisVkFeatures, ray_tracing_invocation_reorder_nv), "VK_NV_ray_tracing_invocation_reorder"},
#else
    {VK_STRUCTURE_TYPE_MAX_ENUM, 0, "VK_NV_ray_tracing_invocation_reorder"},
#endif
#ifdef VK_KHR_ray_tracing_pipeline
    {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_RAY_TRACING_PIPELINE_FEATURES_KHR, offsetof(TrellisVkFeatures, ray_tracing_pipeline_khr), "VK_KHR_ray_tracing_pipeline"},
#else
    {VK_STRUCTURE_TYPE_MAX_ENUM, 0, "VK_KHR_ray_tracing_pipeline"},
#endif
#ifdef VK_KHR_ray_tracing_position_fetch
    {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_RAY_TRACING_POSITION_FETCH_FEATURES_KHR, offsetof(TrellisVkFeatures, ray_tracing_position_fetch_khr), "VK_KHR_ray_tracing_position_fetch"},
#else
    {VK_STRUCTURE_TYPE_MAX_ENUM, 0, "VK_KHR_ray_tracing_position_fetch"},
#endif
#ifdef VK_KHR_shader_clock
    {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_CLOCK_FEATURES_KHR, offsetof(TrellisVkFeatures, shader_clock_khr), "VK_KHR_shader_clock"},
#else
    {VK_STRUCTURE_TYPE_MAX_ENUM, 0, "VK_KHR_shader_clock"},
#endif
#ifdef VK_EXT_shader_image_atomic_int64
    {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_IMAGE_ATOMIC_INT64_FEATURES_EXT, offsetof(TrellisVkFeatures, shader_image_atomic_int64_ext), "VK_EXT_shader_image_atomic_int64"},
#else
    {VK_STRUCTURE_TYPE_MAX_ENUM, 0, "VK_EXT_shader_image_atomic_int64"},
#endif
#ifdef VK_EXT_shader_long_vector
    {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_LONG_VECTOR_FEATURES_EXT, offsetof(TrellisVkFeatures, shader_long_vector_ext), "VK_EXT_shader_long_vector"},
#else
    {VK_STRUCTURE_TYPE_MAX_ENUM, 0, "VK_EXT_shader_long_vector"},
#endif
#ifdef VK_KHR_shader_maximal_reconvergence
    {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_MAXIMAL_RECONVERGENCE_FEATURES_KHR, offsetof(TrellisVkFeatures, shader_maximal_reconvergence_khr), "VK_KHR_shader_maximal_reconvergence"},
#else
    {VK_STRUCTURE_TYPE_MAX_ENUM, 0, "VK_KHR_shader_maximal_reconvergence"},
#endif
#ifdef VK_EXT_transform_feedback
    {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TRANSFORM_FEEDBACK_FEATURES_EXT, offsetof(TrellisVkFeatures, transform_feedback_ext), "VK_EXT_transform_feedback"},
#else
    {VK_STRUCTURE_TYPE_MAX_ENUM, 0, "VK_EXT_transform_feedback"},
#endif
#ifdef VK_KHR_cooperative_matrix
    {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_COOPERATIVE_MATRIX_FEATURES_KHR, offsetof(TrellisVkFeatures, cooperative_matrix_khr), "VK_KHR_cooperative_matrix"},
#else
    {VK_STRUCTURE_TYPE_MAX_ENUM, 0, "VK_KHR_cooperative_matrix"},
#endif
#ifdef VK_EXT_shader_atomic_float
    {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_FLOAT_FEATURES_EXT, offsetof(TrellisVkFeatures, shader_atomic_float_ext), "VK_EXT_shader_atomic_float"},
#else
    {VK_STRUCTURE_TYPE_MAX_ENUM, 0, "VK_EXT_shader_atomic_float"},
#endif
#ifdef VK_NV_shader_atomic_float16_vector
    {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_FLOAT16_VECTOR_FEATURES_NV, offsetof(TrellisVkFeatures, shader_atomic_float16_vector_nv), "VK_NV_shader_atomic_float16_vector"},
#else
    {VK_STRUCTURE_TYPE_MAX_ENUM, 0, "VK_NV_shader_atomic_float16_vector"},
#endif
#ifdef VK_KHR_shader_untyped_pointers
    {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_UNTYPED_POINTERS_FEATURES_KHR, offsetof(TrellisVkFeatures, shader_untyped_pointers_khr), "VK_KHR_shader_untyped_pointers"},
#else
    {VK_STRUCTURE_TYPE_MAX_ENUM, 0, "VK_KHR_shader_untyped_pointers"},
#endif
#ifdef VK_EXT_descriptor_heap
    {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_HEAP_FEATURES_EXT, offsetof(TrellisVkFeatures, descriptor_heap_ext), "VK_EXT_descriptor_heap"},
#else
    {VK_STRUCTURE_TYPE_MAX_ENUM, 0, "VK_EXT_descriptor_heap"},
#endif
  };
  *count = (uint32_t)(sizeof all / sizeof all[0]);
  return all;
}

static inline const TrellisVkField* trellis_vk_fields(uint32_t* count) {
#define TRELLIS_VK_CORE(field) {"VkPhysicalDeviceFeatures::" #field, offsetof(TrellisVkFeatures, features2.features.field), UINT32_MAX}
#define TRELLIS_VK_FIELD(number, type, member, field) {#type "::" #field, offsetof(TrellisVkFeatures, member.field), number}
  static const TrellisVkField all[] = {
    TRELLIS_VK_CORE(fragmentStoresAndAtomics),
    TRELLIS_VK_CORE(geometryShader),
    TRELLIS_VK_CORE(imageCubeArray),
    TRELLIS_VK_CORE(multiViewport),
    TRELLIS_VK_CORE(sampleRateShading),
    TRELLIS_VK_CORE(shaderClipDistance),
    TRELLIS_VK_CORE(shaderCullDistance),
    TRELLIS_VK_CORE(shaderFloat64),
    TRELLIS_VK_CORE(shaderImageGatherExtended),
    TRELLIS_VK_CORE(shaderInt16),
    TRELLIS_VK_CORE(shaderInt64),
    TRELLIS_VK_CORE(shaderResourceMinLod),
    TRELLIS_VK_CORE(shaderResourceResidency),
    TRELLIS_VK_CORE(shaderSampledImageArrayDynamicIndexing),
    TRELLIS_VK_CORE(shaderStorageBufferArrayDynamicIndexing),
    TRELLIS_VK_CORE(shaderStorageImageArrayDynamicIndexing),
    TRELLIS_VK_CORE(shaderStorageImageExtendedFormats),
    TRELLIS_VK_CORE(shaderStorageImageMultisample),
    TRELLIS_VK_CORE(shaderStorageImageReadWithoutFormat),
    TRELLIS_VK_CORE(shaderStorageImageWriteWithoutFormat),
    TRELLIS_VK_CORE(shaderTessellationAndGeometryPointSize),
    TRELLIS_VK_CORE(shaderUniformBufferArrayDynamicIndexing),
    TRELLIS_VK_CORE(tessellationShader),
    TRELLIS_VK_CORE(vertexPipelineStoresAndAtomics),
    TRELLIS_VK_FIELD(0, VkPhysicalDeviceVulkan11Features, v11, multiview),
    TRELLIS_VK_FIELD(0, VkPhysicalDeviceVulkan11Features, v11, shaderDrawParameters),
    TRELLIS_VK_FIELD(0, VkPhysicalDeviceVulkan11Features, v11, storageBuffer16BitAccess),
    TRELLIS_VK_FIELD(0, VkPhysicalDeviceVulkan11Features, v11, storageInputOutput16),
    TRELLIS_VK_FIELD(1, VkPhysicalDeviceVulkan12Features, v12, bufferDeviceAddress),
    TRELLIS_VK_FIELD(1, VkPhysicalDeviceVulkan12Features, v12, runtimeDescriptorArray),
    TRELLIS_VK_FIELD(1, VkPhysicalDeviceVulkan12Features, v12, shaderBufferInt64Atomics),
    TRELLIS_VK_FIELD(1, VkPhysicalDeviceVulkan12Features, v12, shaderFloat16),
    TRELLIS_VK_FIELD(1, VkPhysicalDeviceVulkan12Features, v12, shaderInt8),
    TRELLIS_VK_FIELD(1, VkPhysicalDeviceVulkan12Features, v12, shaderOutputLayer),
    TRELLIS_VK_FIELD(1, VkPhysicalDeviceVulkan12Features, v12, shaderOutputViewportIndex),
    TRELLIS_VK_FIELD(1, VkPhysicalDeviceVulkan12Features, v12, shaderSampledImageArrayNonUniformIndexing),
    TRELLIS_VK_FIELD(1, VkPhysicalDeviceVulkan12Features, v12, shaderSharedInt64Atomics),
    TRELLIS_VK_FIELD(1, VkPhysicalDeviceVulkan12Features, v12, shaderStorageBufferArrayNonUniformIndexing),
    TRELLIS_VK_FIELD(1, VkPhysicalDeviceVulkan12Features, v12, shaderStorageImageArrayNonUniformIndexing),
    TRELLIS_VK_FIELD(1, VkPhysicalDeviceVulkan12Features, v12, shaderStorageTexelBufferArrayDynamicIndexing),
    TRELLIS_VK_FIELD(1, VkPhysicalDeviceVulkan12Features, v12, shaderStorageTexelBufferArrayNonUniformIndexing),
    TRELLIS_VK_FIELD(1, VkPhysicalDeviceVulkan12Features, v12, shaderSubgroupExtendedTypes),
    TRELLIS_VK_FIELD(1, VkPhysicalDeviceVulkan12Features, v12, shaderUniformBufferArrayNonUniformIndexing),
    TRELLIS_VK_FIELD(1, VkPhysicalDeviceVulkan12Features, v12, shaderUniformTexelBufferArrayDynamicIndexing),
    TRELLIS_VK_FIELD(1, VkPhysicalDeviceVulkan12Features, v12, shaderUniformTexelBufferArrayNonUniformIndexing),
    TRELLIS_VK_FIELD(2, VkPhysicalDeviceVulkan13Features, v13, shaderDemoteToHelperInvocation),
    TRELLIS_VK_FIELD(2, VkPhysicalDeviceVulkan13Features, v13, shaderIntegerDotProduct),
    TRELLIS_VK_FIELD(2, VkPhysicalDeviceVulkan13Features, v13, subgroupSizeControl),
#ifdef VK_NV_cluster_acceleration_structure
    TRELLIS_VK_FIELD(3, VkPhysicalDeviceClusterAccelerationStructureFeaturesNV, cluster_acceleration_structure_nv, clusterAccelerationStructure),
#endif
#ifdef VK_KHR_compute_shader_derivatives
    TRELLIS_VK_FIELD(4, VkPhysicalDeviceComputeShaderDerivativesFeaturesKHR, compute_shader_derivatives_khr, computeDerivativeGroupLinear),
    TRELLIS_VK_FIELD(4, VkPhysicalDeviceComputeShaderDerivativesFeaturesKHR, compute_shader_derivatives_khr, computeDerivativeGroupQuads),
#endif
#ifdef VK_KHR_fragment_shader_barycentric
    TRELLIS_VK_FIELD(5, VkPhysicalDeviceFragmentShaderBarycentricFeaturesKHR, fragment_shader_barycentric_khr, fragmentShaderBarycentric),
#endif
#ifdef VK_EXT_fragment_shader_interlock
    TRELLIS_VK_FIELD(6, VkPhysicalDeviceFragmentShaderInterlockFeaturesEXT, fragment_shader_interlock_ext, fragmentShaderPixelInterlock),
    TRELLIS_VK_FIELD(6, VkPhysicalDeviceFragmentShaderInterlockFeaturesEXT, fragment_shader_interlock_ext, fragmentShaderSampleInterlock),
#endif
#ifdef VK_KHR_fragment_shading_rate
    TRELLIS_VK_FIELD(7, VkPhysicalDeviceFragmentShadingRateFeaturesKHR, fragment_shading_rate_khr, pipelineFragmentShadingRate),
#endif
#ifdef VK_EXT_mesh_shader
    TRELLIS_VK_FIELD(8, VkPhysicalDeviceMeshShaderFeaturesEXT, mesh_shader_ext, meshShader),
#endif
#ifdef VK_EXT_opacity_micromap
    TRELLIS_VK_FIELD(9, VkPhysicalDeviceOpacityMicromapFeaturesEXT, opacity_micromap_ext, micromap),
#endif
#ifdef VK_KHR_opacity_micromap
    TRELLIS_VK_FIELD(10, VkPhysicalDeviceOpacityMicromapFeaturesKHR, opacity_micromap_khr, micromap),
#endif
#ifdef VK_KHR_ray_query
    TRELLIS_VK_FIELD(11, VkPhysicalDeviceRayQueryFeaturesKHR, ray_query_khr, rayQuery),
#endif
#ifdef VK_EXT_ray_tracing_invocation_reorder
    TRELLIS_VK_FIELD(12, VkPhysicalDeviceRayTracingInvocationReorderFeaturesEXT, ray_tracing_invocation_reorder_ext, rayTracingInvocationReorder),
#endif
#ifdef VK_NV_ray_tracing_invocation_reorder
    TRELLIS_VK_FIELD(13, VkPhysicalDeviceRayTracingInvocationReorderFeaturesNV, ray_tracing_invocation_reorder_nv, rayTracingInvocationReorder),
#endif
#ifdef VK_KHR_ray_tracing_pipeline
    TRELLIS_VK_FIELD(14, VkPhysicalDeviceRayTracingPipelineFeaturesKHR, ray_tracing_pipeline_khr, rayTracingPipeline),
    TRELLIS_VK_FIELD(14, VkPhysicalDeviceRayTracingPipelineFeaturesKHR, ray_tracing_pipeline_khr, rayTraversalPrimitiveCulling),
#endif
#ifdef VK_KHR_ray_tracing_position_fetch
    TRELLIS_VK_FIELD(15, VkPhysicalDeviceRayTracingPositionFetchFeaturesKHR, ray_tracing_position_fetch_khr, rayTracingPositionFetch),
#endif
#ifdef VK_KHR_shader_clock
    TRELLIS_VK_FIELD(16, VkPhysicalDeviceShaderClockFeaturesKHR, shader_clock_khr, shaderSubgroupClock),
#endif
#ifdef VK_EXT_shader_image_atomic_int64
    TRELLIS_VK_FIELD(17, VkPhysicalDeviceShaderImageAtomicInt64FeaturesEXT, shader_image_atomic_int64_ext, shaderImageInt64Atomics),
#endif
#ifdef VK_EXT_shader_long_vector
    TRELLIS_VK_FIELD(18, VkPhysicalDeviceShaderLongVectorFeaturesEXT, shader_long_vector_ext, longVector),
#endif
#ifdef VK_KHR_shader_maximal_reconvergence
    TRELLIS_VK_FIELD(19, VkPhysicalDeviceShaderMaximalReconvergenceFeaturesKHR, shader_maximal_reconvergence_khr, shaderMaximalReconvergence),
#endif
#ifdef VK_EXT_transform_feedback
    TRELLIS_VK_FIELD(20, VkPhysicalDeviceTransformFeedbackFeaturesEXT, transform_feedback_ext, geometryStreams),
    TRELLIS_VK_FIELD(20, VkPhysicalDeviceTransformFeedbackFeaturesEXT, transform_feedback_ext, transformFeedback),
#endif
#ifdef VK_KHR_cooperative_matrix
    TRELLIS_VK_FIELD(21, VkPhysicalDeviceCooperativeMatrixFeaturesKHR, cooperative_matrix_khr, cooperativeMatrix),
#endif
#ifdef VK_EXT_shader_atomic_float
    TRELLIS_VK_FIELD(22, VkPhysicalDeviceShaderAtomicFloatFeaturesEXT, shader_atomic_float_ext, shaderBufferFloat32AtomicAdd),
    TRELLIS_VK_FIELD(22, VkPhysicalDeviceShaderAtomicFloatFeaturesEXT, shader_atomic_float_ext, shaderImageFloat32AtomicAdd),
#endif
#ifdef VK_NV_shader_atomic_float16_vector
    TRELLIS_VK_FIELD(23, VkPhysicalDeviceShaderAtomicFloat16VectorFeaturesNV, shader_atomic_float16_vector_nv, shaderFloat16VectorAtomics),
#endif
#ifdef VK_KHR_shader_untyped_pointers
    TRELLIS_VK_FIELD(24, VkPhysicalDeviceShaderUntypedPointersFeaturesKHR, shader_untyped_pointers_khr, shaderUntypedPointers),
#endif
#ifdef VK_EXT_descriptor_heap
    TRELLIS_VK_FIELD(25, VkPhysicalDeviceDescriptorHeapFeaturesEXT, descriptor_heap_ext, descriptorHeap),
#endif
  };
#undef TRELLIS_VK_CORE
#undef TRELLIS_VK_FIELD
  *count = (uint32_t)(sizeof all / sizeof all[0]);
  return all;
}

static inline void trellis_vk_features_init(TrellisVkFeatures* features) {
  uint32_t count = 0, n = 0;
  const TrellisVkStruct* structs = trellis_vk_structs(&count);
  memset(features, 0, sizeof *features);
  features->features2.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
  for (n = 0; n < count; ++n) {
    VkBaseOutStructure* one = (VkBaseOutStructure*)(void*)((char*)features + structs[n].offset);
    if (structs[n].type != VK_STRUCTURE_TYPE_MAX_ENUM) one->sType = structs[n].type;
  }
}

/* Adds a name to a list. Returns 0 if the list is full. */
static inline uint32_t trellis_vk_add_name(const char** names, uint32_t* count, uint32_t most, const char* name) {
  uint32_t n = 0;
  for (n = 0; n < *count; ++n) {
    if (strcmp(names[n], name) == 0) return 1;
  }
  if (*count == most) return 0;
  names[(*count)++] = name;
  return 1;
}

/* Returns the bit for a name such as "VK_SUBGROUP_FEATURE_BALLOT_BIT"; 0 for other names. */
static inline VkSubgroupFeatureFlags trellis_vk_subgroup_bit(const char* name) {
  static const struct {
    const char* name;
    VkSubgroupFeatureFlags bit;
  } all[] = {{"VK_SUBGROUP_FEATURE_BASIC_BIT", VK_SUBGROUP_FEATURE_BASIC_BIT},
             {"VK_SUBGROUP_FEATURE_VOTE_BIT", VK_SUBGROUP_FEATURE_VOTE_BIT},
             {"VK_SUBGROUP_FEATURE_ARITHMETIC_BIT", VK_SUBGROUP_FEATURE_ARITHMETIC_BIT},
             {"VK_SUBGROUP_FEATURE_BALLOT_BIT", VK_SUBGROUP_FEATURE_BALLOT_BIT},
             {"VK_SUBGROUP_FEATURE_SHUFFLE_BIT", VK_SUBGROUP_FEATURE_SHUFFLE_BIT},
             {"VK_SUBGROUP_FEATURE_QUAD_BIT", VK_SUBGROUP_FEATURE_QUAD_BIT}};
  size_t n = 0;
  for (n = 0; n < sizeof all / sizeof all[0]; ++n) {
    if (strcmp(all[n].name, name) == 0) return all[n].bit;
  }
  return 0;
}

/* Enables a feature by its name, such as "VkPhysicalDeviceFeatures::shaderInt64". Returns 0 if this header does not know it.
 * The application is responsible for features that no module needs: set them in the structs, and set the structs' bits in
 * `in_use`. */
static inline uint32_t trellis_vk_enable(TrellisVkFeatures* features, const char* name) {
  uint32_t count = 0, structs = 0, n = 0;
  const TrellisVkField* fields = trellis_vk_fields(&count);
  const TrellisVkStruct* owners = trellis_vk_structs(&structs);
  for (n = 0; n < count; ++n) {
    if (strcmp(fields[n].name, name) != 0) continue;
    *(VkBool32*)(void*)((char*)features + fields[n].offset) = VK_TRUE;
    if (fields[n].owner == UINT32_MAX) return 1;
    features->in_use |= 1u << fields[n].owner;
    if (*owners[fields[n].owner].extension == '\0') return 1;
    return trellis_vk_add_name(features->extensions, &features->extension_count, TRELLIS_VK_MOST_EXTENSIONS,
                               owners[fields[n].owner].extension);
  }
  return 0;
}

/* Adds a need. Returns 0 if this header does not know it. Extensions that Vulkan 1.3 includes are not enabled. */
static inline uint32_t trellis_vk_add_need(TrellisVkFeatures* features, const TrellisDeviceNeed* need) {
  uint32_t known = 1;
  if (*need->bit != '\0') {
    const VkSubgroupFeatureFlags bit = trellis_vk_subgroup_bit(need->bit);
    features->subgroup_operations |= bit;
    known = bit != 0;
  } else if (strstr(need->feature, "Properties::") != NULL) {
    known = trellis_vk_add_name(features->properties, &features->property_count, TRELLIS_VK_MOST_PROPERTIES, need->feature);
  } else if (*need->feature != '\0') {
    known = trellis_vk_enable(features, need->feature);
  } else if (*need->extension != '\0' && strcmp(need->extension, "VK_KHR_shader_non_semantic_info") != 0 &&
             strcmp(need->extension, "VK_EXT_descriptor_indexing") != 0) {
    known = trellis_vk_add_name(features->extensions, &features->extension_count, TRELLIS_VK_MOST_EXTENSIONS, need->extension);
  }
  if (!known && features->unknown == NULL) features->unknown = need->name;
  return known;
}

/* Adds all needs of a module. The names belong to the library and remain valid after the module is destroyed. */
static inline void trellis_vk_add_module(TrellisVkFeatures* features, const TrellisModule* module) {
  const uint32_t count = trellis_module_need_count(module);
  uint32_t n = 0;
  for (n = 0; n < count; ++n) {
    TrellisDeviceNeed need = TRELLIS_DEVICE_NEED_INIT;
    if (trellis_module_need(module, n, &need) == TRELLIS_SUCCESS) trellis_vk_add_need(features, &need);
  }
}

/* Returns the chain for VkDeviceCreateInfo::pNext: features2 and the structs in use. It points into *features. */
static inline void* trellis_vk_features_chain(TrellisVkFeatures* features) {
  uint32_t count = 0, n = 0;
  const TrellisVkStruct* structs = trellis_vk_structs(&count);
  features->features2.pNext = NULL;
  for (n = count; n-- > 0;) {
    VkBaseOutStructure* one = (VkBaseOutStructure*)(void*)((char*)features + structs[n].offset);
    if ((features->in_use >> n & 1) == 0) continue;
    one->pNext = (VkBaseOutStructure*)features->features2.pNext;
    features->features2.pNext = one;
  }
  return &features->features2;
}

/* Returns the name of a feature that is enabled in `needed` but not in `offered`; NULL if there is none. */
static inline const char* trellis_vk_features_lacking(const TrellisVkFeatures* needed, const TrellisVkFeatures* offered) {
  uint32_t count = 0, n = 0;
  const TrellisVkField* fields = trellis_vk_fields(&count);
  for (n = 0; n < count; ++n) {
    VkBool32 wanted = VK_FALSE, had = VK_FALSE;
    memcpy(&wanted, (const char*)needed + fields[n].offset, sizeof wanted);
    memcpy(&had, (const char*)offered + fields[n].offset, sizeof had);
    if (wanted && !had) return fields[n].name;
  }
  return NULL;
}

/* Returns the Vulkan stage; 0 for stages that are not part of a pipeline (libraries, nodes). */
static inline VkShaderStageFlagBits trellis_vk_stage(TrellisStage stage) {
  switch (stage) {
    case TRELLIS_STAGE_PIXEL: return VK_SHADER_STAGE_FRAGMENT_BIT;
    case TRELLIS_STAGE_VERTEX: return VK_SHADER_STAGE_VERTEX_BIT;
    case TRELLIS_STAGE_GEOMETRY: return VK_SHADER_STAGE_GEOMETRY_BIT;
    case TRELLIS_STAGE_HULL: return VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT;
    case TRELLIS_STAGE_DOMAIN: return VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT;
    case TRELLIS_STAGE_COMPUTE: return VK_SHADER_STAGE_COMPUTE_BIT;
    case TRELLIS_STAGE_RAY_GENERATION: return VK_SHADER_STAGE_RAYGEN_BIT_KHR;
    case TRELLIS_STAGE_INTERSECTION: return VK_SHADER_STAGE_INTERSECTION_BIT_KHR;
    case TRELLIS_STAGE_ANY_HIT: return VK_SHADER_STAGE_ANY_HIT_BIT_KHR;
    case TRELLIS_STAGE_CLOSEST_HIT: return VK_SHADER_STAGE_CLOSEST_HIT_BIT_KHR;
    case TRELLIS_STAGE_MISS: return VK_SHADER_STAGE_MISS_BIT_KHR;
    case TRELLIS_STAGE_CALLABLE: return VK_SHADER_STAGE_CALLABLE_BIT_KHR;
    case TRELLIS_STAGE_MESH: return (VkShaderStageFlagBits)0x80;          /* VK_SHADER_STAGE_MESH_BIT_EXT */
    case TRELLIS_STAGE_AMPLIFICATION: return (VkShaderStageFlagBits)0x40; /* VK_SHADER_STAGE_TASK_BIT_EXT */
    default: return (VkShaderStageFlagBits)0;
  }
}

/* Returns a format with which a vertex buffer can provide an input, component for component: VK_FORMAT_R32G32_SFLOAT for a
 * float2. Narrower formats of the same kind (VK_FORMAT_R8G8_UNORM for floats) also work. VK_FORMAT_UNDEFINED: no vertex input
 * has this type. */
static inline VkFormat trellis_vk_vertex_format(TrellisComponentType component, uint32_t columns) {
  static const VkFormat formats[][4] = {
      {VK_FORMAT_R32_SFLOAT, VK_FORMAT_R32G32_SFLOAT, VK_FORMAT_R32G32B32_SFLOAT, VK_FORMAT_R32G32B32A32_SFLOAT},
      {VK_FORMAT_R32_SINT, VK_FORMAT_R32G32_SINT, VK_FORMAT_R32G32B32_SINT, VK_FORMAT_R32G32B32A32_SINT},
      {VK_FORMAT_R32_UINT, VK_FORMAT_R32G32_UINT, VK_FORMAT_R32G32B32_UINT, VK_FORMAT_R32G32B32A32_UINT},
      {VK_FORMAT_R16_SFLOAT, VK_FORMAT_R16G16_SFLOAT, VK_FORMAT_R16G16B16_SFLOAT, VK_FORMAT_R16G16B16A16_SFLOAT},
      {VK_FORMAT_R16_SINT, VK_FORMAT_R16G16_SINT, VK_FORMAT_R16G16B16_SINT, VK_FORMAT_R16G16B16A16_SINT},
      {VK_FORMAT_R16_UINT, VK_FORMAT_R16G16_UINT, VK_FORMAT_R16G16B16_UINT, VK_FORMAT_R16G16B16A16_UINT}};
  uint32_t row = 0;
  if (columns < 1 || columns > 4) return VK_FORMAT_UNDEFINED;
  switch (component) {
    case TRELLIS_COMPONENT_F32: row = 0; break;
    case TRELLIS_COMPONENT_I32: row = 1; break;
    case TRELLIS_COMPONENT_U32: row = 2; break;
    case TRELLIS_COMPONENT_F16: row = 3; break;
    case TRELLIS_COMPONENT_I16: row = 4; break;
    case TRELLIS_COMPONENT_U16: row = 5; break;
    default: return VK_FORMAT_UNDEFINED;
  }
  return formats[row][columns - 1];
}

#ifdef __cplusplus
}
#endif

#endif
