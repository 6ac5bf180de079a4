// The command line's options about shader model 6.6's descriptor heaps.
#pragma once

#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "api/pipeline_layout/pipeline_layout.hpp"
#include "spirv_backend/options/heap_options.hpp"
#include "tools/arguments/row_options.hpp"

namespace trellis::tools {

/// The options as written. A pair is a binding and a set.
struct HeapArguments {
  std::pair<uint32_t, uint32_t> resources, counters, samplers;
  std::vector<std::tuple<std::string, uint32_t, uint32_t>> apart;  ///< Type, binding, set.
  bool storage_constants = false;
};

void bind_heap_arguments(RowOptions& rows, HeapArguments& arguments);
/// Fills `heaps`. Returns a usage error, or an empty string.
std::string read_heap_arguments(const CLI::App& app, const HeapArguments& arguments,
                                spirv::HeapOptions& heaps);
/// Checks options for the device's own heaps, and makes the tables of a root signature slices of them.
/// Returns a usage error, or an empty string.
std::string finish_heap_arguments(const CLI::App& app, const spirv::HeapOptions& heaps,
                                  PipelineLayoutOptions& layout);

}  // namespace trellis::tools
