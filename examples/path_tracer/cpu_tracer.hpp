// A CPU version of the path tracer, with which the device's picture is compared.
#pragma once

#include "path_tracer/scene.hpp"

namespace example {

/// Renders the same scene with the same sequence of random numbers. Each path equals that of the library
/// except for rounding.
Radiances trace_on_cpu(const Scene& scene, uint32_t size);

}  // namespace example
