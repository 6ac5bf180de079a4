// The command line's options about shader model 6.6's descriptor heaps.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "spirv_backend/options/heap_options.hpp"

namespace trellis::tools {

/// As given.
struct HeapArguments {
  std::pair<uint32_t, uint32_t> places[3] = {{5000, 0}, {5001, 0}, {5002, 0}};  ///< Binding, set.
  std::vector<std::tuple<std::string, uint32_t, uint32_t>> apart;               ///< Type, binding, set.
  bool storage_constants = false;
};

/// `arguments` must live until the command line is parsed.
void add_heap_options(CLI::App& app, HeapArguments& arguments);
/// What is wrong with them; empty: nothing.
std::string read_heap_options(const HeapArguments& arguments, spirv::HeapOptions& heaps);

}  // namespace trellis::tools
