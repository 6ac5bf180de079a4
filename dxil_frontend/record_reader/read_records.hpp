// A program read from the records of its bitcode.
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

/// Fills in the module of `shader` and all that its metadata say. `code` is what was recorded of `bitcode`, with names if
/// `depth` is kEverything; what is wrong with debug information is noted in Shader::left_out. `watch` may be null.
/// False: the records do not suffice, or the watch is over, and `shader` means nothing. Errors: those of read_with_llvm().
Result<bool> read_records(const RecordedCode& code, std::span<const uint8_t> bitcode, DebugDepth depth, WorkWatch* watch,
                          Shader& shader);

}  // namespace trellis::dxil
