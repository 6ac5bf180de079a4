#include "tests/dxil_frontend/decode/both_ways.hpp"

#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

#include <utility>

#include "dxil_frontend/bitcode_check/bitcode_check.hpp"
#include "dxil_frontend/decode/decode.hpp"
#include "dxil_frontend/decode/llvm_reader.hpp"
#include "tests/dxil_frontend/decode/same_module.hpp"

namespace trellis::dxil::test {
namespace {

Result<Module> decode(llvm::Module& source, DecodeInput input, size_t size) {
  Module module;
  ModuleTables tables;
  input.bitcode_size = size;
  Result<DecodeStatus> status = decode_module(source, input, tables, module);
  if (!status) return std::move(status.error());
  return module;
}

Result<Module> from_instructions(std::span<const uint8_t> bitcode) {
  LlvmReader reader;
  Result<LlvmReader::ModulePointer> source = reader.read(bitcode);
  if (!source) return std::move(source.error());
  return decode(**source, {}, bitcode.size());
}

Result<Module> from_records(std::span<const uint8_t> bitcode, const RecordedCode& code, BothWays& result) {
  LlvmReader reader;
  Vector<llvm::Type*> types;
  Result<LlvmReader::ModulePointer> source = reader.read_frame(bitcode, code, types);
  if (!source) return std::move(source.error());
  for (const llvm::Function& function : **source) result.bodies += function.isMaterializable() ? 1 : 0;
  DecodeInput input;
  input.code = &code;
  input.types = types;
  Result<Module> module = decode(**source, input, bitcode.size());
  result.bodies_of_llvm = result.bodies;
  for (const llvm::Function& function : **source)
    result.bodies_of_llvm -= function.isMaterializable() ? 1 : 0;
  return module;
}

std::string message(Result<Module>& module) { return module ? "" : std::string(module.error().to_string()); }

}  // namespace

BothWays decode_both_ways(std::span<const uint8_t> bitcode) {
  BothWays result;
  const Result<CheckedBitcode> checked = check_bitcode(bitcode, 0, BitcodeUse::kCode);
  if (!checked) return result;
  const std::span<const uint8_t> sound = checked->of(bitcode);
  Result<Module> expected = from_instructions(sound);
  Result<Module> module = from_records(sound, checked->code, result);
  if (expected && module) {
    result.difference = first_difference(*expected, *module);
  } else if (message(expected) != message(module)) {
    result.difference = "'" + message(expected) + "' and '" + message(module) + "'";
  }
  return result;
}

}  // namespace trellis::dxil::test
