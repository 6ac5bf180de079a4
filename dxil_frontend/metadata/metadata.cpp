#include "dxil_frontend/metadata/metadata.hpp"

#include <utility>

#include "dxil_frontend/metadata/metadata_parts.hpp"
#include "dxil_frontend/program/registers.hpp"
#include "dxil_frontend/program/text/ir_text.hpp"
#include "support/containers.hpp"

namespace trellis::dxil {

namespace {

constexpr uint32_t kOfflineLibraryMinor = 15;

ShaderKind kind_from_prefix(const String& prefix) {
  for (uint32_t i = 0; i < static_cast<uint32_t>(ShaderKind::kInvalid); ++i) {
    const auto kind = static_cast<ShaderKind>(i);
    const bool is_model =
        kind <= ShaderKind::kLibrary || kind == ShaderKind::kMesh || kind == ShaderKind::kAmplification;
    if (is_model && prefix == short_name(kind)) return kind;
  }
  return ShaderKind::kInvalid;
}

class ModuleMetadata {
 public:
  ModuleMetadata(const MetadataSource& metadata, std::string_view data_layout, Shader& shader)
      : metadata_(metadata), data_layout_(data_layout), shader_(shader) {}

  Result<void> run(Vector<Constructor> constructors) {
    read_versions();
    read_shader_model();
    read_compiler();
    read_resource_lists();
    read_entries();
    read_payloads(metadata_, data_layout_, shader_, errors_);
    if (errors_.first) return std::move(*errors_.first);
    return run_constructors_first(std::move(constructors), shader_);
  }

 private:
  // Not present if the list is missing or empty.
  NodeView first_node(const char* name) { return {metadata_, name, 0, errors_}; }

  void fail(Diagnostic error) {
    if (!errors_.first) errors_.first = std::move(error);
  }
  static Location location() {
    Location where;
    where.part = "metadata";
    return where;
  }
  void fail_missing(const char* name) { fail(bad_input(String("the module has no !") + name, location())); }

  void read_versions() {
    const NodeView version = first_node("dx.version");
    if (!version.present()) return fail_missing("dx.version");
    if (!version.require_operands(2)) return;
    shader_.dxil_major = version.u32(0, "major");
    shader_.dxil_minor = version.u32(1, "minor");
    if (errors_.first) return;
    if (shader_.dxil_major != 1) {
      fail(unsupported("DXIL version " + decimal(shader_.dxil_major) + "." + decimal(shader_.dxil_minor),
                       location()));
    }
    shader_.validator_major = 1;  // The default, if the node is missing: validator 1.0.
    const NodeView validator = first_node("dx.valver");
    if (!validator.present() || !validator.require_operands(2)) return;
    shader_.validator_major = validator.u32(0, "major");
    shader_.validator_minor = validator.u32(1, "minor");
  }

  void read_shader_model() {
    const NodeView model = first_node("dx.shaderModel");
    if (!model.present()) return fail_missing("dx.shaderModel");
    if (!model.require_operands(3)) return;
    const String prefix = model.string(0, "shader kind");
    shader_.model_major = model.u32(1, "major");
    shader_.model_minor = model.u32(2, "minor", kOfflineLibraryMinor);
    if (errors_.first) return;
    shader_.kind = kind_from_prefix(prefix);
    if (shader_.kind == ShaderKind::kInvalid) {
      model.fail_operand(0, "shader kind", "is '" + printable(prefix) + "', which is not a shader kind");
    } else if (shader_.model_major != 6) {
      fail(unsupported("shader model " + decimal(shader_.model_major) + "." + decimal(shader_.model_minor),
                       location()));
    }
  }

  void read_compiler() {
    const NodeView ident = first_node("llvm.ident");
    if (ident.present() && ident.size() > 0) shader_.compiler = ident.string(0, "compiler");
  }

  void read_resource_lists() {
    const NodeView lists = first_node("dx.resources");
    if (!lists.present()) return;
    read_resources(lists, shader_.resources);
    assign_registers(shader_.resources);
  }

  void read_entries() {
    const uint32_t count = metadata_.list_size("dx.entryPoints");
    if (count == 0) return fail_missing("dx.entryPoints");
    const bool is_library = shader_.kind == ShaderKind::kLibrary;
    for (uint32_t i = 0; i < count && !errors_.first; ++i) {
      const NodeView node(metadata_, "dx.entryPoints", i, errors_);
      if (is_library && i == 0 && node.size() >= 5 && node.function(0, "function").is_nothing) {
        read_library_record(node);
        continue;
      }
      read_entry_point(node, shader_.kind, shader_.module, shader_.entry_points.emplace_back());
    }
    if (errors_.first) return;
    if (is_library) {
      hand_down_flags();
    } else {
      if (shader_.entry_points.size() != 1) {
        fail(bad_input("!dx.entryPoints has " + decimal(shader_.entry_points.size()) +
                           " entry points, a module that is not a library has one",
                       location()));
        return;
      }
      shader_.flags = shader_.entry_points.front().flags;
    }
  }

  // Copies flags of a library to its entry points, which have none. These flags are choices of the
  // compilation, not properties of its code.
  void hand_down_flags() {
    constexpr uint64_t kNative16Bit = uint64_t{1} << 23, kUavsDoNotAlias = uint64_t{1} << 33;
    for (EntryPoint& entry : shader_.entry_points) {
      entry.flags |= shader_.flags & (kNative16Bit | kUavsDoNotAlias);
    }
  }

  // The first node of a library describes the module.
  void read_library_record(const NodeView& node) {
    const NodeView tags = node.optional_node(4, "properties");
    tags.for_each_tag([&](uint32_t tag, uint32_t operand) {
      if (tag == 0) shader_.flags = tags.integer(operand, "shader flags");
    });
  }

  const MetadataSource& metadata_;
  std::string_view data_layout_;
  Shader& shader_;
  MetadataErrors errors_;
};

}  // namespace

void meet_payloads(const MetadataSource& metadata) {
  for (uint32_t n = 0; n < metadata.list_size(kPayloadAnnotations); ++n) {
    const MetadataItem node = metadata.list_node(kPayloadAnnotations, n);
    for (uint32_t i = 0; i < metadata.operand_count(node); ++i) {
      const MetadataItem item = metadata.operand(node, i);
      if (item != 0 && metadata.is_value(item)) metadata.struct_type(item);
    }
  }
}

Result<void> read_metadata(const MetadataSource& metadata, std::string_view data_layout,
                           Vector<Constructor> constructors, Shader& shader) {
  return ModuleMetadata(metadata, data_layout, shader).run(std::move(constructors));
}

}  // namespace trellis::dxil
