#include "tools/arguments/instrument_arguments.hpp"

#include <charconv>
#include <optional>

namespace trellis::tools {
namespace {

/// Parses "0123456789abcdef", with or without a leading "0x".
std::optional<uint64_t> parse_hash(std::string_view text) {
  if (text.starts_with("0x") || text.starts_with("0X")) text.remove_prefix(2);
  uint64_t hash = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), hash, 16);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return hash;
}

}  // namespace

void bind_instrument_arguments(RowOptions& rows, InstrumentArguments& arguments) {
  rows.bind("--report-buffer", arguments.reports);
  rows.bind("--resource-table", arguments.resource_table);
  rows.bind("--sampler-table", arguments.sampler_table);
  rows.bind("--shader-hash", arguments.shader_hash);
  rows.bind("--counter-buffer", arguments.counters);
}

std::string read_instrument_arguments(const CLI::App& app, const InstrumentArguments& arguments,
                                      spirv::Instrumentation& instrumentation) {
  std::string wrong;
  const auto is_used = [&](const char* option, bool is_wanted, const char* by) {
    if (!is_given(app, option)) return false;
    if (!is_wanted && wrong.empty()) wrong = std::string(option) + " requires " + by;
    return true;
  };
  const auto is_given_for_checks = [&](const char* option) {
    return is_used(option, instrumentation.check_descriptors, "--check-descriptors");
  };
  const auto is_given_for_counts = [&](const char* option) {
    return is_used(option, instrumentation.count_instructions, "--count-instructions");
  };
  const auto read_place = [&](const char* option, const std::pair<uint32_t, uint32_t>& given,
                              spirv::BindingPlace& place) {
    if (is_given_for_checks(option)) place = {given.second, given.first};
  };
  read_place("--report-buffer", arguments.reports, instrumentation.reports);
  read_place("--resource-table", arguments.resource_table, instrumentation.resource_table);
  read_place("--sampler-table", arguments.sampler_table, instrumentation.sampler_table);
  is_given_for_checks("--descriptor-format");
  if (is_given_for_checks("--shader-hash")) {
    const auto hash = parse_hash(arguments.shader_hash);
    if (!hash) return "--shader-hash: '" + arguments.shader_hash + "' is not a 64-bit hexadecimal number";
    instrumentation.shader_hash = *hash;
  }
  if (is_given_for_counts("--counter-buffer")) {
    instrumentation.counters = {arguments.counters.second, arguments.counters.first};
  }
  is_given_for_counts("--first-counter");
  return wrong;
}

}  // namespace trellis::tools
