// The command line's options about what a module reports of its run.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "spirv_backend/options/instrumentation.hpp"
#include "tools/arguments/row_options.hpp"

namespace trellis::tools {

/// As given. A place is a binding and a set.
struct InstrumentArguments {
  std::pair<uint32_t, uint32_t> reports, resource_table, sampler_table, counters;
  std::string shader_hash;
};

void bind_instrument_arguments(RowOptions& rows, InstrumentArguments& arguments);
/// What is wrong with them; empty: nothing. `instrumentation` has the plain ones.
std::string read_instrument_arguments(const CLI::App& app, const InstrumentArguments& arguments,
                                      spirv::Instrumentation& instrumentation);

}  // namespace trellis::tools
