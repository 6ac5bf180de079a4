#include "dxil_frontend/record_reader/read_records.hpp"

#include <utility>

#include "dxil_frontend/debug_info/debug_reader.hpp"
#include "dxil_frontend/metadata/metadata.hpp"
#include "dxil_frontend/module_builder/finish_module.hpp"
#include "dxil_frontend/record_reader/record_decoder.hpp"
#include "dxil_frontend/record_reader/record_tables.hpp"
#include "dxil_frontend/record_reader/recorded_debug_source.hpp"
#include "dxil_frontend/record_reader/recorded_metadata.hpp"

namespace trellis::dxil {

namespace {

struct Bodies {
  bool are_decoded = true;  ///< False if the records do not suffice.
  bool have_pointer_phis = false;
};

Result<Bodies> decode_bodies(const RecordedCode& code, std::span<const uint8_t> bitcode, RecordTables& tables,
                             const RecordedDebugSource& source, DebugReader& debug) {
  Bodies bodies;
  FunctionDebug said;
  std::optional<StatementReader> statements;
  if (debug.reads_everything()) statements.emplace(code, bitcode, tables);
  for (uint32_t number = 0; number < code.values.size(); ++number) {
    const uint32_t index = tables.function_index(number);
    if (index == kNone) continue;
    Function& function = tables.module().functions[index];
    RecordDecoder decoder(code, tables, function, said, statements ? &*statements : nullptr);
    const Result<bool> decoded =
        decoder.run(code.functions[code.values[number].index], tables.name_of(number));
    if (!decoded) return decoded.error();
    if (!*decoded || is_over_by_now(tables.watch)) {
      bodies.are_decoded = false;
      return bodies;
    }
    source.collect_function(number, debug.reads_everything(), said);
    debug.read_function(said, function);
    bodies.have_pointer_phis |= decoder.has_pointer_phis();
  }
  return bodies;
}

}  // namespace

Result<bool> read_records(const RecordedCode& code, std::span<const uint8_t> bitcode, DebugDepth depth,
                          WorkWatch* watch, Shader& shader) {
  if (!code.is_complete()) return false;
  RecordTables tables(code, shader.module);
  tables.watch = watch;
  const bool is_declared = tables.declare_all();
  if (tables.failed()) return std::move(tables.error());
  if (!is_declared) return false;
  const RecordedMetadata metadata(code, bitcode, tables);
  const RecordedDebugSource source(metadata, bitcode, tables);
  DebugReader debug(source, shader.module, depth);
  debug.read_module();
  const Result<Bodies> bodies = decode_bodies(code, bitcode, tables, source, debug);
  if (!bodies) return bodies.error();
  auto constructors = tables.constructors();
  if (!bodies->are_decoded || !constructors) return false;
  meet_payloads(metadata);
  TRELLIS_RETURN_IF_ERROR(finish_module(tables, bodies->have_pointer_phis));
  debug.finish();
  if (std::optional<Diagnostic> complaint = debug.complaint())
    shader.left_out.push_back(std::move(*complaint));
  if (!*constructors) return std::move(constructors->error());
  TRELLIS_RETURN_IF_ERROR(read_metadata(metadata, code.frame.data_layout, std::move(**constructors), shader));
  return true;
}

}  // namespace trellis::dxil
