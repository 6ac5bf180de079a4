#include "dxil_frontend/program/registers.hpp"

#include <algorithm>
#include <utility>

#include "support/containers.hpp"

namespace trellis::dxil {

namespace {

constexpr uint64_t kEnd = uint64_t{1} << 32;

bool is_endless(const Resource& resource) { return resource.count == kUnboundedDescriptors; }

// Bounds the time spent on malicious libraries. Real ones have far fewer resources.
constexpr uint32_t kMostAssigned = 4096;

/// The used registers of a class in a space, as ranges [first, end) in ascending order.
class TakenRegisters {
 public:
  /// Adds the registers of a resource. Call sort() before the queries below.
  void add(const Resource& resource) { ranges_.push_back(range_of(resource)); }
  void sort() { std::sort(ranges_.begin(), ranges_.end()); }

  void take(const Resource& resource) {
    const Range range = range_of(resource);
    ranges_.insert(std::upper_bound(ranges_.begin(), ranges_.end(), range), range);
  }

  /// Returns the first register of a free range as large as the resource, or kNoRegister.
  uint32_t first_free(const Resource& resource) const {
    uint64_t at = 0;
    for (const auto& [first, end] : ranges_) {
      if (!is_endless(resource) && at + resource.count <= first) break;
      at = std::max(at, end);
    }
    const uint64_t end = at + (is_endless(resource) ? 1 : resource.count);
    return end < kEnd ? static_cast<uint32_t>(at) : kNoRegister;
  }

 private:
  using Range = std::pair<uint64_t, uint64_t>;

  static Range range_of(const Resource& resource) {
    const uint64_t first = resource.lower_bound;
    return {first, is_endless(resource) ? kEnd : first + resource.count};
  }

  Vector<Range> ranges_;
};

}  // namespace

void assign_registers(Vector<Resource>& resources) {
  const auto has_none = [](const Resource& resource) { return resource.lower_bound == kNoRegister; };
  if (std::none_of(resources.begin(), resources.end(), has_none)) return;
  Map<std::pair<ResourceClass, uint32_t>, TakenRegisters> taken;
  for (Resource& resource : resources) {
    if (resource.space == kNoRegister && has_none(resource)) resource.space = 0;
    TakenRegisters& registers = taken[{resource.resource_class, resource.space}];
    if (!has_none(resource)) registers.add(resource);
  }
  for (auto& [place, registers] : taken) registers.sort();
  uint32_t assigned = 0;
  for (const bool endless : {false, true}) {
    for (Resource& resource : resources) {
      if (!has_none(resource) || is_endless(resource) != endless || assigned == kMostAssigned) continue;
      ++assigned;
      TakenRegisters& registers = taken[{resource.resource_class, resource.space}];
      resource.lower_bound = registers.first_free(resource);
      if (!has_none(resource)) registers.take(resource);
    }
  }
}

}  // namespace trellis::dxil
