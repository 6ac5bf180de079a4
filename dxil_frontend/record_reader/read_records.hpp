// Reads a program from the records of its bitcode.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "dxil_frontend/bitcode/recorded_code.hpp"
#include "dxil_frontend/debug_info/debug_reader.hpp"
#include "dxil_frontend/program/shader.hpp"
#include "support/result.hpp"
#include "support/work_watch.hpp"

namespace trellis::dxil {

/// Fills in the module of `shader` and everything that its metadata describes. `code` contains the records of
/// `bitcode`, with names if `depth` is kEverything. Errors in debug information are only recorded in
/// Shader::left_out. `watch` may be null. Returns false if the records do not suffice or `watch`
/// stops the read; the contents of `shader` are then unspecified. Errors: those of read_with_llvm().
Result<bool> read_records(const RecordedCode& code, std::span<const uint8_t> bitcode, DebugDepth depth,
                          WorkWatch* watch, Shader& shader);

}  // namespace trellis::dxil
