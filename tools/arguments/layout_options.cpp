#include "tools/arguments/layout_options.hpp"

#include <CLI/CLI.hpp>
#include <array>
#include <utility>

#include "dxil_frontend/program/library_data.hpp"
#include "tools/file_io.hpp"

namespace trellis::tools {
namespace {

constexpr const char* kEmbedded = "embedded";
constexpr const char* kRootSignatureSection = "Root signature";

constexpr std::array<std::pair<const char*, uint32_t>, 9> kStages = {{{"vertex", 0x1},
                                                                      {"hull", 0x2},
                                                                      {"domain", 0x4},
                                                                      {"geometry", 0x8},
                                                                      {"pixel", 0x10},
                                                                      {"compute", 0x20},
                                                                      {"amplification", 0x40},
                                                                      {"mesh", 0x80},
                                                                      {"raytracing", 0x3f00}}};

/// Adds the stages of a list such as "vertex,pixel". Returns false if a name is not a stage.
bool add_stages(const std::string& list, uint32_t& stages) {
  size_t begin = 0;
  while (begin <= list.size()) {
    const size_t comma = std::min(list.find(',', begin), list.size());
    const std::string name = list.substr(begin, comma - begin);
    bool is_known = false;
    for (const auto& [known, bits] : kStages) {
      if (name != known) continue;
      stages |= bits;
      is_known = true;
    }
    if (!is_known) return false;
    begin = comma + 1;
  }
  return true;
}

bool is_of_records(const std::string& option) {
  return option == "--local-root-signature" || option.starts_with("--record-");
}

/// Reads a root signature from a file.
Result<dxil::RootSignature> read_signature(const std::string& path, bool verify_digest) {
  std::vector<uint8_t> bytes;
  Location where;
  where.part = path;
  if (Problem wrong = read_input(path, bytes); !wrong.empty()) {
    return bad_input("the root signature: " + wrong, std::move(where));
  }
  auto signature = dxil::read_root_signature(bytes, verify_digest);
  if (!signature) signature.error().message = path + ": " + signature.error().message;
  return signature;
}

}  // namespace

void bind_layout_options(RowOptions& rows, LayoutSettings& settings) {
  rows.bind("--root-signature", settings.root_signature);
  rows.bind("--root-descriptors", settings.descriptors);
  rows.bind("--root-stages", settings.stages);
  rows.bind("--local-root-signature", settings.local);
  rows.bind("--layout", settings.output);
  rows.bind("--refine-layout", settings.refine);
}

std::string finish_layout_options(const CLI::App& app, LayoutSettings& settings) {
  if (settings.root_signature.empty()) {
    for (const Row& row : option_table::rows_of(kRootSignatureSection)) {
      const std::string option = row.flag;
      if (option == "--root-signature" || option == "--refine-layout" || is_of_records(option)) continue;
      if (option == "--layout") continue;  // Also valid for the layout of modules or of shader records.
      if (is_given(app, row)) return option + " requires --root-signature";
    }
  } else {
    for (const char* option : {"--b-shift", "--t-shift", "--u-shift", "--s-shift", "--resource-heap",
                               "--counter-heap", "--sampler-heap", "--dense-sets", "--space-set"}) {
      if (is_given(app, option)) {
        return std::string(option) +
               " and --root-signature cannot be combined: the root signature determines all bindings";
      }
    }
  }
  for (const char* option : {"--record-resource-shift", "--record-sampler-shift"}) {
    if (settings.local.empty() && is_given(app, option)) {
      return std::string(option) + " requires --local-root-signature";
    }
  }
  if (settings.refine && settings.output.empty()) return "--refine-layout requires --layout";
  if (settings.refine && settings.root_signature.empty()) return "--refine-layout requires --root-signature";
  PipelineLayoutOptions& options = settings.options;
  if (settings.descriptors != "addresses") options.root_uavs = RootDescriptorForm::kDescriptor;
  if (settings.descriptors == "descriptors") {
    options.root_cbvs = options.root_srvs = RootDescriptorForm::kDescriptor;
  }
  if (is_given(app, "--root-stages") && !add_stages(settings.stages, options.stages)) {
    return "--root-stages: '" + settings.stages +
           "' is not a list of stages (vertex, hull, domain, geometry, pixel, compute, amplification, mesh, "
           "raytracing)";
  }
  return {};
}

Result<PipelineLayout> make_layout(const LayoutSettings& settings, const Program& program,
                                   bool verify_digest) {
  if (settings.root_signature == kEmbedded) {
    const auto& signature = program.shader.root_signature;
    if (!signature) return bad_input("the shader has no root signature of its own");
    TRELLIS_RETURN_IF_ERROR(dxil::check_root_signature(*signature));
    return make_pipeline_layout(*signature, settings.options);
  }
  auto signature = read_signature(settings.root_signature, verify_digest);
  if (!signature) return signature.error();
  return make_pipeline_layout(*signature, settings.options);
}

Result<dxil::RootSignature> read_local_signature(const LayoutSettings& settings, const Program& program,
                                                 bool verify_digest) {
  const std::string prefix = std::string(kEmbedded) + ":";
  if (!settings.local.starts_with(prefix)) return read_signature(settings.local, verify_digest);
  const std::string name = settings.local.substr(prefix.size());
  if (program.shader.library_data != nullptr) {
    for (const dxil::Subobject& subobject : program.shader.library_data->subobjects) {
      const auto* found = std::get_if<dxil::RootSignatureSubobject>(&subobject.value);
      if (found == nullptr || !found->is_local || std::string_view(subobject.name) != name) continue;
      if (found->signature) return *found->signature;
      return unsupported("the local root signature " + name + " is of an unsupported version");
    }
  }
  return bad_input("the library has no local root signature " + name);
}

}  // namespace trellis::tools
