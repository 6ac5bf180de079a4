// The command line's options about what a module reports while it runs.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "spirv_backend/options/instrumentation.hpp"
#include "tools/arguments/row_options.hpp"

namespace trellis::tools {

/// The options as written. A pair is a binding and a set.
struct InstrumentArguments {
  std::pair<uint32_t, uint32_t> reports, resource_table, sampler_table, counters;
  std::string shader_hash;
};

void bind_instrument_arguments(RowOptions& rows, InstrumentArguments& arguments);
/// Completes `instrumentation`, in which the plain options are already set. Returns a usage error, or an
/// empty string.
std::string read_instrument_arguments(const CLI::App& app, const InstrumentArguments& arguments,
                                      spirv::Instrumentation& instrumentation);

}  // namespace trellis::tools
