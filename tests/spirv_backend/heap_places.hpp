// Options that translate a test's module for the device's own heaps.
#pragma once

#include "api/options.hpp"
#include "tests/vulkan/heaps/test_places.hpp"

namespace trellis::test_backend {

/// Changes the options as TRELLIS_TEST_PLACES chooses, so that all resources are in the device's heaps.
/// Options that bind resources themselves or check descriptors stay as they are. Returns where the module
/// finds its resources.
vulkan::TestPlaces place_in_heaps(TranslateOptions& options);

}  // namespace trellis::test_backend
