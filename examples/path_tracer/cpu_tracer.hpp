// The path tracer once more, for the CPU: what the device's picture is compared with.
#pragma once

#include "path_tracer/scene.hpp"

namespace example {

/// The same scene, the same sequence of random numbers: path for path what the library does, but for
/// rounding.
Radiances trace_on_cpu(const Scene& scene, uint32_t size);

}  // namespace example
