/* Part of trellis.h: what is said of the device a module is made for, and of how close to it the module goes. docs/options.md
 * tells what each costs and when a driver needs it. */
#ifndef TRELLIS_DEVICE_OPTIONS_H
#define TRELLIS_DEVICE_OPTIONS_H

#include <trellis/base.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct TrellisDeviceOptions {
  uint32_t struct_size;

  /* Discard by a flag and a kill at the end, though the device demotes. Without the extension it is done anyway. */
  uint32_t no_demote;

  /* The SPIR-V extensions ("SPV_KHR_ray_query") that are enabled; NULL: all that the target allows. What Vulkan promises of
   * every device of the target needs no mention. Another way is taken where there is one; else the shader is refused
   * (TRELLIS_ERROR_UNSUPPORTED) with the operation and the extension. Names that trellis_known_extensions() does not hold are
   * wrong arguments. */
  const char* const* extensions;
  /* The same of SPIR-V capabilities, by number; those that need no feature of Vulkan's need no mention. */
  const uint32_t* capabilities;
  uint32_t extension_count, capability_count;

  /* Lanes of a subgroup that the device can be asked for (VkPhysicalDeviceSubgroupSizeControlProperties); 0: not known. */
  uint32_t minimum_subgroup_size, maximum_subgroup_size;
  /* The size the pipeline will be made with, if that is decided: WaveGetLaneCount becomes a constant. 0: it is not. */
  uint32_t required_subgroup_size;
} TrellisDeviceOptions;
#define TRELLIS_DEVICE_OPTIONS_INIT {sizeof(TrellisDeviceOptions), 0, NULL, NULL, 0, 0, 0, 0, 0}

/* The names of all extensions that a module may come to use. They live as long as the library. */
TRELLIS_API const char* const* trellis_known_extensions(uint32_t* count);

/* What a module asks of the pipeline it goes into, beyond capabilities and extensions. */
typedef struct TrellisPipelineNeeds {
  uint32_t struct_size;
  /* For VkPipelineShaderStageRequiredSubgroupSizeCreateInfo; 0: nothing to require. */
  uint32_t required_subgroup_size;
} TrellisPipelineNeeds;
#define TRELLIS_PIPELINE_NEEDS_INIT {sizeof(TrellisPipelineNeeds), 0}

#ifdef __cplusplus
}
#endif

#endif
