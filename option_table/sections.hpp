// The sections of the table, one per file. table.cpp puts them in order.
#pragma once

#include <span>

#include "option_table/row.hpp"

namespace trellis::option_table {

std::span<const Row> translation_rows();
std::span<const Row> check_rows();
std::span<const Row> binding_rows();
std::span<const Row> root_signature_rows();
std::span<const Row> stage_rows();
std::span<const Row> view_rows();
std::span<const Row> instrumentation_rows();
std::span<const Row> device_rows();
std::span<const Row> process_rows();

}  // namespace trellis::option_table
