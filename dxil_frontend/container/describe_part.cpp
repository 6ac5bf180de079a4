#include "dxil_frontend/container/describe_part.hpp"

#include <cstdio>
#include <iterator>
#include <string_view>

#include "dxil_frontend/container/byte_view.hpp"
#include "dxil_frontend/container/parts/information_parts.hpp"
#include "dxil_frontend/container/parts/pipeline_state_part.hpp"
#include "dxil_frontend/container/parts/root_signature_part.hpp"
#include "dxil_frontend/container/parts/signature_part.hpp"
#include "dxil_frontend/program/reflection/reflection.hpp"
#include "dxil_frontend/program/text/ir_text.hpp"

namespace trellis::dxil {

namespace {

constexpr size_t kMostItems = 8;

/// Returns "1 element", "2 elements".
String count_of(uint64_t count, const char* what) {
  return decimal(count) + " " + what + (count == 1 ? "" : "s");
}

/// A text of items separated by commas. Items after the first kMostItems are only counted.
class Items {
 public:
  void add(const String& item) {
    if (++count_ > kMostItems) return;
    text_ += (text_.empty() ? "" : ", ") + item;
  }
  String text() const { return count_ <= kMostItems ? text_ : text_ + ", ... (" + decimal(count_) + ")"; }

 private:
  size_t count_ = 0;
  String text_;
};

String with_items(String text, const Items& items) {
  const String list = items.text();
  return list.empty() ? text : text + ": " + list;
}

Result<String> describe_program(const char* what, const Part& part) {
  const Result<Program> program = parse_program(part);
  if (!program) return program.error();
  const uint32_t minor = program->shader_model_minor;
  return String(what) + ", " + short_name(program->kind) + "_" + decimal(program->shader_model_major) + "_" +
         (minor == 15 ? "x" : decimal(minor)) + ", DXIL " + decimal(program->dxil_major) + "." +
         decimal(program->dxil_minor) + ", " + decimal(program->bitcode.size()) + " bytes of bitcode";
}

Result<String> describe_signature(const char* what, const Part& part) {
  const auto rows = parse_signature_part(part.data, fourcc_name(part.name), part.offset);
  if (!rows) return rows.error();
  Items items;
  for (const SignatureRow& row : *rows) {
    items.add(printable(row.semantic) + (row.semantic_index == 0 ? "" : decimal(row.semantic_index)));
  }
  return with_items(String(what) + ", " + count_of(rows->size(), "row"), items);
}

Result<String> describe_pipeline_state(const Container& container, const Part& part) {
  ShaderKind kind = ShaderKind::kInvalid;
  for (const uint32_t name : {fourcc("DXIL"), fourcc("ILDB")}) {
    const Part* program_part = container.find(name);
    if (program_part == nullptr || kind != ShaderKind::kInvalid) continue;
    if (const Result<Program> program = parse_program(*program_part)) kind = program->kind;
  }
  const auto state = parse_pipeline_state(part.data, kind, part.offset);
  if (!state) return state.error();
  String text = "pipeline state validation, version " + decimal(state->version);
  if (state->kind != ShaderKind::kInvalid) text += String(", ") + name_of(state->kind);
  text += ", " + count_of(state->resources.size(), "resource");
  if (!state->entry_name.empty()) text += ", entry point " + printable(state->entry_name);
  return text;
}

Result<String> describe_root_signature(const Part& part) {
  const auto signature = parse_root_signature(part.data, part.offset);
  if (!signature) return signature.error();
  return "root signature 1." + decimal(signature->version - 1) + ", " +
         count_of(signature->parameters.size(), "parameter") + ", " +
         count_of(signature->static_samplers.size(), "static sampler");
}

Result<String> describe_features(const Part& part) {
  const auto flags = parse_feature_flags(part.data, part.offset);
  if (!flags) return flags.error();
  Items items;
  for (const String& name : feature_names(*flags)) items.add(name);
  return *flags == 0 ? String("feature flags, none set") : with_items("feature flags", items);
}

Result<String> describe_hash(const Part& part) {
  const auto hash = parse_shader_hash(part.data, part.offset);
  if (!hash) return hash.error();
  String text = hash->includes_source ? "hash of the program with its source: " : "hash of the bitcode: ";
  for (const uint8_t byte : hash->digest) {
    char digits[3];
    std::snprintf(digits, sizeof digits, "%02x", byte);
    text += digits;
  }
  return text;
}

Result<String> describe_debug_name(const Part& part) {
  const Result<String> name = parse_debug_name(part.data, part.offset);
  if (!name) return name.error();
  return "name of the debug information: " + printable(*name);
}

Result<String> describe_compiler(const Part& part) {
  const auto version = parse_compiler_version(part.data, part.offset);
  if (!version) return version.error();
  String text = "compiler version " + decimal(version->major) + "." + decimal(version->minor);
  if (!version->version.empty()) text += " (" + printable(version->version) + ")";
  if (!version->commit.empty()) text += ", commit " + printable(version->commit);
  return text;
}

Result<String> describe_sources(const Part& part) {
  const auto info = parse_source_info(part.data, part.offset);
  if (!info) return info.error();
  Items files, arguments;
  for (const SourceInfo::File& file : info->files) {
    files.add(printable(file.name) + " (" + count_of(file.size, "byte") + ")");
  }
  for (const SourceInfo::Argument& argument : info->arguments) {
    arguments.add("-" + printable(argument.name) +
                  (argument.value.empty() ? String() : " " + printable(argument.value)));
  }
  String text = "source, ";
  text += !info->has_contents ? "names only" : info->is_compressed ? "compressed" : "uncompressed";
  text = with_items(std::move(text), files);
  return arguments.text().empty() ? text : text + "; options: " + arguments.text();
}

Result<String> describe_pdb_info(const Part& part) {
  const auto info = parse_pdb_info(part.data, part.offset);
  if (!info) return info.error();
  return "PDB information, version " + decimal(info->version) +
         (info->is_compressed ? ", compressed, " : ", ") + count_of(info->unpacked_size, "byte");
}

String table_text(const RuntimeData::Table& table) {
  static constexpr const char* kNames[] = {nullptr,      "strings",         "index arrays", "resources",
                                           "functions",  "raw bytes",       "subobjects",   "node IDs",
                                           "node ports", "node attributes", "node records", "nodes"};
  const char* name = table.type < std::size(kNames) ? kNames[table.type] : nullptr;
  const String text = name == nullptr ? "table " + decimal(table.type) : String(name);
  return text + " (" + decimal(table.count) + (table.stride == 0 ? " bytes)" : ")");
}

Result<String> describe_runtime_data(const Part& part) {
  const auto data = parse_runtime_data(part.data, part.offset);
  if (!data) return data.error();
  Items items;
  for (const RuntimeData::Table& table : data->tables) items.add(table_text(table));
  return with_items("runtime data", items);
}

/// STAT of shader model 5 holds statistics, not a module.
Result<String> describe_reflection(const Container& container, const Part& part) {
  const bool is_old = container.find(fourcc("SHEX")) != nullptr || container.find(fourcc("SHDR")) != nullptr;
  if (is_old && ByteView(part.data).u32(8) != fourcc("DXIL")) {
    return String("statistics of shader model 5 bytecode");
  }
  return describe_program("reflection (the module without code)", part);
}

/// Known parts that are not examined.
struct PlainPart {
  uint32_t name;
  const char* meaning;
};
constexpr PlainPart kPlainParts[] = {
    {fourcc("PRIV"), "private data"},
    {fourcc("SHEX"), "shader model 5 bytecode"},
    {fourcc("SHDR"), "shader model 4 bytecode"},
    {fourcc("RDEF"), "reflection of shader model 5 bytecode"},
    {fourcc("ISGN"), "input signature of shader model 5 bytecode"},
    {fourcc("OSGN"), "output signature of shader model 5 bytecode"},
    {fourcc("OSG5"), "output signature of shader model 5 bytecode"},
    {fourcc("PCSG"), "patch constant signature of shader model 5 bytecode"},
    {fourcc("Aon9"), "level 9 bytecode"},
    {fourcc("SPDB"), "debug information of shader model 5 bytecode"},
    {fourcc("SDBG"), "debug information of shader model 5 bytecode"},
};

}  // namespace

Result<String> describe_part(const Container& container, const Part& part) {
  switch (part.name) {
    case fourcc("DXIL"):
      return describe_program("program", part);
    case fourcc("ILDB"):
      return describe_program("program with debug information", part);
    case fourcc("STAT"):
      return describe_reflection(container, part);
    case fourcc("ISG1"):
      return describe_signature("input signature", part);
    case fourcc("OSG1"):
      return describe_signature("output signature", part);
    case fourcc("PSG1"):
      return describe_signature("signature of patch constants or primitives", part);
    case fourcc("PSV0"):
      return describe_pipeline_state(container, part);
    case fourcc("RTS0"):
      return describe_root_signature(part);
    case fourcc("SFI0"):
      return describe_features(part);
    case fourcc("HASH"):
      return describe_hash(part);
    case fourcc("ILDN"):
      return describe_debug_name(part);
    case fourcc("VERS"):
      return describe_compiler(part);
    case fourcc("SRCI"):
      return describe_sources(part);
    case fourcc("PDBI"):
      return describe_pdb_info(part);
    case fourcc("RDAT"):
      return describe_runtime_data(part);
    default:
      break;
  }
  for (const PlainPart& known : kPlainParts) {
    if (known.name == part.name) return String(known.meaning);
  }
  return String("not known");
}

}  // namespace trellis::dxil
