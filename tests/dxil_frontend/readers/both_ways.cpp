#include "tests/dxil_frontend/readers/both_ways.hpp"

#include <optional>
#include <utility>

#include "dxil_frontend/bitcode/bitcode_check.hpp"
#include "dxil_frontend/program/reflection/reflection.hpp"
#include "dxil_frontend/read_with_llvm.hpp"
#include "dxil_frontend/record_reader/read_records.hpp"
#include "tests/dxil_frontend/readers/same_module.hpp"

namespace trellis::dxil::test {
namespace {

struct Decoded {
  Shader shader;
  String said;  ///< The contents of the metadata.
};

Result<Decoded> from_instructions(std::span<const uint8_t> bitcode, DebugDepth depth) {
  Shader shader;
  TRELLIS_RETURN_IF_ERROR(read_with_llvm(bitcode, depth, nullptr, shader));
  String said = reflect_json(shader);
  return Decoded{std::move(shader), std::move(said)};
}

/// Returns nothing if the records do not suffice.
std::optional<Result<Decoded>> from_records(std::span<const uint8_t> bitcode, const RecordedCode& code,
                                            DebugDepth depth) {
  using Outcome = std::optional<Result<Decoded>>;
  Shader shader;
  const Result<bool> read = read_records(code, bitcode, depth, nullptr, shader);
  if (!read) return Outcome(read.error());
  if (!*read) return std::nullopt;
  String said = reflect_json(shader);
  return Outcome(Decoded{std::move(shader), std::move(said)});
}

std::string message(Result<Decoded>& decoded) {
  return decoded ? "" : std::string(decoded.error().to_string());
}

std::string left_out(const Shader& shader) {
  std::string text;
  for (const Diagnostic& one : shader.left_out) text += one.to_string() + "\n";
  return text;
}

std::string difference_between(const Decoded& a, const Decoded& b) {
  const std::string modules = first_difference(a.shader.module, b.shader.module);
  if (!modules.empty()) return modules;
  const std::string x = left_out(a.shader), y = left_out(b.shader);
  if (x != y) return "left out is '" + x + "' and '" + y + "'";
  if (a.said == b.said) return "";
  return "metadata say '" + std::string(a.said) + "' and '" + std::string(b.said) + "'";
}

}  // namespace

BothWays decode_both_ways(std::span<const uint8_t> bitcode, DebugDepth depth) {
  BothWays result;
  const Result<CheckedBitcode> whole = check_bitcode(bitcode);
  const Result<CheckedBitcode> checked = check_bitcode(
      bitcode, 0, depth == DebugDepth::kEverything ? BitcodeUse::kRecordsAndNames : BitcodeUse::kRecords);
  if (!whole || !checked) return result;
  std::optional<Result<Decoded>> decoded = from_records(checked->of(bitcode), checked->code, depth);
  result.is_recorded = decoded.has_value();
  if (!decoded) return result;
  if (*decoded) result.has_debug_info = !(**decoded).shader.module.debug.scopes.empty();
  Result<Decoded> expected = from_instructions(whole->of(bitcode), depth);
  if (expected && *decoded) {
    result.difference = difference_between(*expected, **decoded);
  } else if (message(expected) != message(*decoded)) {
    result.difference = "'" + message(expected) + "' and '" + message(*decoded) + "'";
  }
  return result;
}

}  // namespace trellis::dxil::test
