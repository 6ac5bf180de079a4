#include "tests/dxil_frontend/decode/both_ways.hpp"

#include <llvm/IR/Module.h>

#include <optional>
#include <utility>

#include "dxil_frontend/bitcode_check/bitcode_check.hpp"
#include "dxil_frontend/decode/decode.hpp"
#include "dxil_frontend/decode/llvm_metadata.hpp"
#include "dxil_frontend/decode/llvm_reader.hpp"
#include "dxil_frontend/decode/recorded_metadata.hpp"
#include "dxil_frontend/metadata/metadata.hpp"
#include "dxil_frontend/program/reflection.hpp"
#include "tests/dxil_frontend/decode/same_module.hpp"

namespace trellis::dxil::test {
namespace {

struct Decoded {
  Shader shader;
  String said;  ///< What metadata say, or what is wrong with them.
};

Result<Decoded> finished(const Result<DecodeStatus>& status, const llvm::Module& source,
                         const MetadataSource& metadata, const ModuleTables& tables, Shader& shader) {
  if (!status) return status.error();
  Result<void> read = read_metadata(source, metadata, tables, shader);
  String said = read ? reflect_json(shader) : read.error().to_string();
  return Decoded{std::move(shader), std::move(said)};
}

Result<Decoded> from_instructions(std::span<const uint8_t> bitcode) {
  LlvmReader reader;
  Result<LlvmReader::ModulePointer> source = reader.read(bitcode);
  if (!source) return std::move(source.error());
  const LlvmMetadata metadata(**source);
  DecodeInput input;
  input.bitcode_size = bitcode.size();
  ModuleTables tables;
  Shader shader;
  const Result<DecodeStatus> status = decode_module(**source, metadata, input, tables, shader.module);
  return finished(status, **source, metadata, tables, shader);
}

/// Null if the records do not suffice.
std::optional<Result<Decoded>> from_records(std::span<const uint8_t> bitcode, const RecordedCode& code) {
  if (!code.is_complete()) return std::nullopt;
  LlvmReader reader;
  Vector<llvm::Type*> types;
  const LlvmReader::ModulePointer source = reader.make_frame(code, bitcode.size(), types);
  if (!source) return std::nullopt;
  DecodeInput input;
  input.bitcode_size = bitcode.size();
  input.code = &code;
  input.types = types;
  ModuleTables tables;
  const RecordedMetadata metadata(code, bitcode, *source, types);
  Shader shader;
  const Result<DecodeStatus> status = decode_module(*source, metadata, input, tables, shader.module);
  if (status && *status == DecodeStatus::kNotCovered) return std::nullopt;
  return finished(status, *source, metadata, tables, shader);
}

std::string message(Result<Decoded>& decoded) {
  return decoded ? "" : std::string(decoded.error().to_string());
}

std::string difference_between(const Decoded& a, const Decoded& b) {
  const std::string modules = first_difference(a.shader.module, b.shader.module);
  if (!modules.empty() || a.said == b.said) return modules;
  return "metadata say '" + std::string(a.said) + "' and '" + std::string(b.said) + "'";
}

}  // namespace

BothWays decode_both_ways(std::span<const uint8_t> bitcode) {
  BothWays result;
  const Result<CheckedBitcode> whole = check_bitcode(bitcode);
  const Result<CheckedBitcode> checked = check_bitcode(bitcode, 0, BitcodeUse::kRecords);
  if (!whole || !checked) return result;
  std::optional<Result<Decoded>> decoded = from_records(checked->of(bitcode), checked->code);
  result.is_recorded = decoded.has_value();
  if (!decoded) return result;
  Result<Decoded> expected = from_instructions(whole->of(bitcode));
  if (expected && *decoded) {
    result.difference = difference_between(*expected, **decoded);
  } else if (message(expected) != message(*decoded)) {
    result.difference = "'" + message(expected) + "' and '" + message(*decoded) + "'";
  }
  return result;
}

}  // namespace trellis::dxil::test
