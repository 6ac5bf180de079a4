#include "spirv_backend/plan/stage/subgroup_size.hpp"

#include <algorithm>
#include <bit>

#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

bool is_size(uint32_t lanes) { return std::has_single_bit(lanes) && lanes <= kMaxLanes; }

Result<void> check_sizes(const SubgroupSizes& device) {
  const auto wrong = [](const char* what, uint32_t lanes) {
    return bad_input(String("the device's ") + what + " subgroup size is " + decimal(lanes) +
                     ", not a power of two up to " + decimal(kMaxLanes));
  };
  if (device.minimum != 0 && !is_size(device.minimum)) return wrong("minimum", device.minimum);
  if (device.maximum != 0 && !is_size(device.maximum)) return wrong("maximum", device.maximum);
  if (device.required != 0 && !is_size(device.required)) return wrong("required", device.required);
  if (device.maximum != 0 && device.minimum > device.maximum) {
    return bad_input("the device's minimum subgroup size is above the maximum");
  }
  return {};
}

struct Range {
  uint32_t first, last;
  bool has(uint32_t lanes) const { return lanes >= first && lanes <= last; }
  String text() const { return first == last ? decimal(first) : decimal(first) + " to " + decimal(last); }
};

}  // namespace

Result<uint32_t> required_subgroup_size(const dxil::EntryPoint& entry, const SubgroupSizes& device) {
  TRELLIS_RETURN_IF_ERROR(check_sizes(device));
  const Range can = {std::max(device.minimum, 1u), device.maximum != 0 ? device.maximum : kMaxLanes};
  if (device.required != 0 && !can.has(device.required)) {
    return bad_input("the required subgroup size is " + decimal(device.required) + ", the device's are " +
                     can.text());
  }
  if (!entry.wave_size) return device.required;
  const dxil::WaveSize& wish = *entry.wave_size;
  const Range wanted = {wish.minimum, wish.maximum != 0 ? wish.maximum : wish.minimum};
  const auto refuse = [&](const String& instead) {
    Location where;
    where.function = entry.name;
    return unsupported("the shader requires waves of " + wanted.text() + " lanes (WaveSize), " + instead,
                       std::move(where));
  };
  if (device.required != 0) {
    if (wanted.has(device.required)) return device.required;
    return refuse("the required subgroup size is " + decimal(device.required));
  }
  const Range both = {std::max(wanted.first, can.first), std::min(wanted.last, can.last)};
  if (both.first > both.last) return refuse("the device's subgroups have " + can.text());
  return wish.preferred != 0 && both.has(wish.preferred) ? wish.preferred : both.first;
}

uint32_t known_subgroup_size(const SubgroupSizes& device) {
  if (device.required != 0) return device.required;
  return device.minimum == device.maximum ? device.minimum : 0;
}

}  // namespace trellis::spirv
