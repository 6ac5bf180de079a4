// Dispatches a module whose resources a Binder bound: fills the bindings, and returns their contents
// afterwards.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "tests/c_api/binding_modes/binder.hpp"
#include "tests/support/case_header.hpp"
#include "tests/vulkan/dispatch.hpp"

namespace trellis::test_c_api {

class BoundDispatch {
 public:
  BoundDispatch(const test_support::CaseHeader& header, Mode mode);

  void add(const TrellisResourceUse& use, const TrellisBinding& binding);
  vulkan::Dispatch dispatch() const;

  /// Returns the contents in `results` of a register line's buffer, or nullopt if the module does not use it.
  /// If the padding around the buffer was written to, returns the padded buffer, which matches no expected
  /// result.
  std::optional<std::vector<uint8_t>> contents(uint32_t line,
                                               const std::vector<std::vector<uint8_t>>& results) const;

 private:
  /// Where the contents of a register line are stored.
  struct Part {
    size_t resource = SIZE_MAX;  ///< Index in dispatch().resources.
    size_t first = 0, bytes = 0;
  };

  void add_register(const TrellisResourceInfo& info, const TrellisBinding& binding, uint32_t line_number,
                    uint32_t element);
  void add_counter(const TrellisBinding& binding, uint32_t element);
  void add_range(const TrellisBinding& binding, uint32_t element, uint32_t unit,
                 vulkan::BoundResource& resource, Part& part);
  /// Returns the index of the storage buffer at this binding, which it creates or enlarges to hold at least
  /// `bytes` bytes.
  uint32_t table(uint32_t set, uint32_t binding, size_t bytes);
  void put_root(uint32_t offset, uint32_t value);

  const test_support::CaseHeader& header_;
  Mode mode_;
  std::vector<vulkan::BoundResource> resources_;
  std::vector<vulkan::PlacedAddress> addresses_;
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> tables_;
  std::vector<uint8_t> root_ = std::vector<uint8_t>(kRootBytes, 0);
  std::vector<Part> parts_;
};

}  // namespace trellis::test_c_api
