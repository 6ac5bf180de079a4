#include "c_api/options/device_options.hpp"

#include <bit>
#include <optional>

#include "c_api/objects.hpp"
#include "c_api/options/read_fields.hpp"
#include "c_api/options/versioned.hpp"
#include "support/containers.hpp"

namespace trellis::c_api {
namespace {

constexpr uint32_t kMaxListed = 4096;

Diagnostic bad_field(const char* field, String message) {
  return invalid_argument(String("options.device->") + field, std::move(message));
}

Result<void> read_extensions(const TrellisDeviceOptions& known, spirv::DeviceOptions& options) {
  if (known.extensions == nullptr) {
    if (known.extension_count == 0) return {};
    return bad_field("extensions", "is NULL, but extension_count is not 0");
  }
  if (known.extension_count > kMaxListed) return bad_field("extension_count", "is too large");
  options.extensions.emplace();
  std::optional<spirv::Extension> extension;
  for (uint32_t n = 0; n < known.extension_count; ++n) {
    const char* name = known.extensions[n];
    extension = name == nullptr ? std::nullopt : spirv::extension_from_name(name, extension);
    if (extension) {
      options.extensions->add(*extension);
      continue;
    }
    const String field = "extensions[" + decimal(n) + "]";
    if (name == nullptr) return bad_field(field.c_str(), "is NULL");
    return bad_field(field.c_str(),
                     String("no module uses an extension named ") + String(name).substr(0, 64));
  }
  return {};
}

Result<void> read_capabilities(const TrellisDeviceOptions& known, spirv::DeviceOptions& options) {
  if (known.capabilities == nullptr) {
    if (known.capability_count == 0) return {};
    return bad_field("capabilities", "is NULL, but capability_count is not 0");
  }
  if (known.capability_count > kMaxListed) return bad_field("capability_count", "is too large");
  options.capabilities.emplace(known.capabilities, known.capabilities + known.capability_count);
  return {};
}

Result<void> check_subgroup_sizes(const TrellisDeviceOptions& known, spirv::DeviceOptions&) {
  const struct {
    const char* name;
    uint32_t lanes;
  } sizes[] = {
      {"minimum_subgroup_size", known.minimum_subgroup_size},
      {"maximum_subgroup_size", known.maximum_subgroup_size},
      {"required_subgroup_size", known.required_subgroup_size},
  };
  for (const auto& size : sizes) {
    if (size.lanes != 0 && (!std::has_single_bit(size.lanes) || size.lanes > spirv::kMaxLanes)) {
      return bad_field(
          size.name, "is " + decimal(size.lanes) + ", not a power of two up to " + decimal(spirv::kMaxLanes));
    }
  }
  if (known.maximum_subgroup_size != 0 && known.minimum_subgroup_size > known.maximum_subgroup_size) {
    return bad_field("minimum_subgroup_size", "is above maximum_subgroup_size");
  }
  return {};
}

Result<void> read_full_min_precision(const TrellisDeviceOptions& known, spirv::DeviceOptions& options) {
  if (known.full_min_precision == 0) return {};
  if (options.min_precision == spirv::MinPrecision::kNative) {
    return bad_field("full_min_precision", "is set, but min_precision is TRELLIS_MIN_PRECISION_NATIVE");
  }
  options.min_precision = spirv::MinPrecision::kFull;
  return {};
}

Result<void> check_matrices(const TrellisDeviceOptions&, spirv::DeviceOptions& options) {
  if (!options.matrices.has_known_shape()) {
    return bad_field("matrix_rows", "matrix_rows, matrix_columns and matrix_inner must be 8 or 16");
  }
  if (options.matrices.formats == 0 || options.memory_model == spirv::MemoryModel::kVulkan) return {};
  return bad_field("matrix_formats", "requires memory_model TRELLIS_MEMORY_MODEL_VULKAN");
}

}  // namespace

Result<void> read_device_options(const TrellisDeviceOptions* given, option_table::Asked& asked) {
  TrellisDeviceOptions known = TRELLIS_DEVICE_OPTIONS_INIT;
  TRELLIS_RETURN_IF_ERROR(read_versioned(given, "options.device", known));
  if (given != nullptr) {  // Otherwise the defaults apply, which equal those of C++.
    TRELLIS_RETURN_IF_ERROR(read_fields(known, asked));
  }
  for (const auto read :
       {read_extensions, read_capabilities, check_subgroup_sizes, read_full_min_precision, check_matrices}) {
    TRELLIS_RETURN_IF_ERROR(read(known, asked.translate.device));
  }
  return {};
}

}  // namespace trellis::c_api

extern "C" {

const char* const* trellis_known_extensions(uint32_t* count) {
  const auto names = trellis::spirv::extension_names();
  if (count != nullptr) *count = static_cast<uint32_t>(names.size());
  return names.data();
}

TrellisResult trellis_module_pipeline_needs(const TrellisModule* module, uint32_t entry_point,
                                            TrellisPipelineNeeds* needs) {
  if (!trellis::c_api::is_live(module)) return TRELLIS_ERROR_INVALID_ARGUMENT;
  const auto& lanes = module->translation.required_subgroup_sizes;
  if (entry_point >= lanes.size()) return TRELLIS_ERROR_INVALID_ARGUMENT;
  TrellisPipelineNeeds known = TRELLIS_PIPELINE_NEEDS_INIT;
  known.required_subgroup_size = lanes[entry_point];
  return trellis::c_api::write_versioned(known, needs) ? TRELLIS_SUCCESS : TRELLIS_ERROR_INVALID_ARGUMENT;
}
}
