#include "c_api/device_options.hpp"

#include <bit>

#include "c_api/objects.hpp"
#include "c_api/versioned.hpp"
#include "support/containers.hpp"

namespace trellis::c_api {
namespace {

constexpr uint32_t kMostListed = 4096;

Diagnostic bad_field(const char* field, String message) {
  return invalid_argument(String("options.device->") + field, std::move(message));
}

Result<void> read_extensions(const TrellisDeviceOptions& known, spirv::DeviceOptions& options) {
  if (known.extensions == nullptr) {
    if (known.extension_count == 0) return {};
    return bad_field("extensions", "is NULL, but extension_count is not 0");
  }
  if (known.extension_count > kMostListed) return bad_field("extension_count", "is too large");
  options.extensions.emplace();
  for (uint32_t n = 0; n < known.extension_count; ++n) {
    const String field = "extensions[" + decimal(n) + "]";
    if (known.extensions[n] == nullptr) return bad_field(field.c_str(), "is NULL");
    const auto extension = spirv::extension_from_name(known.extensions[n]);
    if (!extension) {
      return bad_field(field.c_str(), String("no module uses an extension named ") +
                                          String(known.extensions[n]).substr(0, 64));
    }
    options.extensions->add(*extension);
  }
  return {};
}

Result<void> read_capabilities(const TrellisDeviceOptions& known, spirv::DeviceOptions& options) {
  if (known.capabilities == nullptr) {
    if (known.capability_count == 0) return {};
    return bad_field("capabilities", "is NULL, but capability_count is not 0");
  }
  if (known.capability_count > kMostListed) return bad_field("capability_count", "is too large");
  options.capabilities.emplace(known.capabilities, known.capabilities + known.capability_count);
  return {};
}

Result<void> read_subgroup_sizes(const TrellisDeviceOptions& known, spirv::DeviceOptions& options) {
  const struct {
    const char* name;
    uint32_t given;
    uint32_t& wanted;
  } sizes[] = {
      {"minimum_subgroup_size", known.minimum_subgroup_size, options.subgroups.minimum},
      {"maximum_subgroup_size", known.maximum_subgroup_size, options.subgroups.maximum},
      {"required_subgroup_size", known.required_subgroup_size, options.subgroups.required},
  };
  for (const auto& size : sizes) {
    if (size.given != 0 && (!std::has_single_bit(size.given) || size.given > spirv::kMostLanes)) {
      return bad_field(size.name, "is " + decimal(size.given) + ", not a power of two up to " +
                                      decimal(spirv::kMostLanes));
    }
    size.wanted = size.given;
  }
  if (known.maximum_subgroup_size != 0 && known.minimum_subgroup_size > known.maximum_subgroup_size) {
    return bad_field("minimum_subgroup_size", "is above maximum_subgroup_size");
  }
  return {};
}

/// The C enumerations have the numbers of the C++ ones.
template <class T>
Result<void> read_enum(const char* name, uint32_t given, T last, T& wanted) {
  if (given > static_cast<uint32_t>(last)) return bad_field(name, "has no meaning " + decimal(given));
  wanted = static_cast<T>(given);
  return {};
}

Result<void> read_widths(const char* name, TrellisFloatWidths given, uint8_t& wanted) {
  constexpr uint32_t kAll = TRELLIS_FLOATS_16 | TRELLIS_FLOATS_32 | TRELLIS_FLOATS_64;
  if ((given & ~kAll) != 0) return bad_field(name, "has bits that are no widths: " + decimal(given));
  wanted = static_cast<uint8_t>(given);
  return {};
}

static_assert(TRELLIS_FLOATS_16 == spirv::kFloats16 && TRELLIS_FLOATS_32 == spirv::kFloats32 &&
              TRELLIS_FLOATS_64 == spirv::kFloats64);

Result<void> read_float_controls(const TrellisDeviceOptions& known, spirv::FloatControls& floats) {
  using Floats = spirv::FloatControls;
  static_assert(TRELLIS_FLOAT_NOTHING == static_cast<uint32_t>(Floats::Policy::kNever) &&
                TRELLIS_DENORMS_DEPENDENT == static_cast<uint32_t>(Floats::Independence::kNone));
  if (auto done = read_enum("float_policy", known.float_policy, Floats::Policy::kNever, floats.policy); !done)
    return done;
  if (auto done = read_widths("preserves_denorms", known.preserves_denorms, floats.preserves_denorms); !done)
    return done;
  if (auto done = read_widths("flushes_denorms", known.flushes_denorms, floats.flushes_denorms); !done)
    return done;
  if (auto done = read_widths("keeps_special_values", known.keeps_special_values, floats.keeps_special);
      !done)
    return done;
  return read_enum("denorm_independence", known.denorm_independence, Floats::Independence::kNone,
                   floats.independence);
}

Result<void> read_policies(const TrellisDeviceOptions& known, spirv::DeviceOptions& options) {
  using spirv::MemoryModel, spirv::MinPrecision, spirv::Precise;
  static_assert(TRELLIS_MEMORY_MODEL_VULKAN == static_cast<uint32_t>(MemoryModel::kVulkan) &&
                TRELLIS_PRECISE_ALL == static_cast<uint32_t>(Precise::kAll));
  if (auto done = read_enum("memory_model", known.memory_model, MemoryModel::kVulkan, options.memory_model);
      !done)
    return done;
  static_assert(TRELLIS_MIN_PRECISION_NATIVE == static_cast<uint32_t>(MinPrecision::kNative));
  if (auto done =
          read_enum("min_precision", known.min_precision, MinPrecision::kNative, options.min_precision);
      !done)
    return done;
  if (known.full_min_precision != 0) {
    if (options.min_precision == MinPrecision::kNative)
      return bad_field("full_min_precision", "is set, and min_precision is TRELLIS_MIN_PRECISION_NATIVE");
    options.min_precision = MinPrecision::kFull;
  }
  options.bounded_arrays = known.bounded_arrays != 0;
  return read_enum("precise", known.precise, Precise::kAll, options.precise);
}

}  // namespace

Result<spirv::DeviceOptions> device_options_of(const TrellisDeviceOptions* given) {
  TrellisDeviceOptions known = TRELLIS_DEVICE_OPTIONS_INIT;
  if (auto read = read_versioned(given, "options.device", known); !read) return read.error();
  spirv::DeviceOptions options;
  options.demote = known.no_demote == 0;
  if (auto done = read_extensions(known, options); !done) return done.error();
  if (auto done = read_capabilities(known, options); !done) return done.error();
  if (auto done = read_subgroup_sizes(known, options); !done) return done.error();
  if (auto done = read_float_controls(known, options.float_controls); !done) return done.error();
  if (auto done = read_policies(known, options); !done) return done.error();
  return options;
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
