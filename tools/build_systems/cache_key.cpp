#include "tools/build_systems/cache_key.hpp"

#include <algorithm>
#include <filesystem>

#include "api/cache_version.hpp"
#include "support/sha256.hpp"
#include "tools/file_io.hpp"
#include "tools/inputs/foreign_input.hpp"
#include "tools/programs/dxc.hpp"
#include "tools/programs/spirv_programs.hpp"

namespace trellis::tools {
namespace {

/// Writes the length first, so that two different lists of texts never produce the same bytes.
void add_text(Sha256& hash, std::string_view text) {
  hash.add(std::to_string(text.size()) + ":");
  hash.add(text);
}

std::string_view text_from(std::span<const uint8_t> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Adds the versions of the external programs that change the output.
std::optional<Outcome> add_programs(const Settings& settings, const std::string& suffix, Sha256& hash) {
  std::string version;
  const auto asks_for = [&](const char* word) {
    return std::find(settings.call.begin(), settings.call.end(), word) != settings.call.end();
  };
  if (settings.optimize != Optimize::kNothing) {
    if (auto failed = version_of_program("spirv-opt", version)) return failed;
    add_text(hash, version);
  }
  const bool is_source = asks_for("--emit=glsl") || asks_for("--emit=hlsl") || asks_for("--emit=msl") ||
                         suffix == ".glsl" || suffix == ".hlsl" || suffix == ".metal" || suffix == ".msl";
  if (!is_source) return std::nullopt;
  if (auto failed = version_of_program("spirv-cross", version)) return failed;
  add_text(hash, version);
  return std::nullopt;
}

}  // namespace

std::optional<Outcome> cache_key(const Settings& settings, const Job& job, std::span<const uint8_t> input,
                                 std::string& key, Outcome& noted) {
  Sha256 hash;
  add_text(hash, "trellis 1");  // The version of the key's format.
  add_text(hash, cache_version());
  for (const std::string& word : settings.call) add_text(hash, word);
  // The suffix may determine the kind of output, and the stem may name the array of a header.
  const std::filesystem::path output(job.output);
  const std::string suffix = output.extension().string();
  add_text(hash, suffix);
  const bool is_header =
      suffix == ".h" || suffix == ".hpp" || suffix == ".inc" ||
      std::find(settings.call.begin(), settings.call.end(), "--emit=header") != settings.call.end();
  if (is_header && settings.array_name.empty()) add_text(hash, output.stem().string());
  for (const std::string& file : settings.files_of_options()) {
    std::vector<uint8_t> bytes;
    if (Problem wrong = read_input(file, bytes); !wrong.empty())
      return failure(kExitBadUsage, file + ": " + wrong);
    add_text(hash, text_from(bytes));
  }
  if (!settings.hlsl.profile.empty() && !foreign_input(input, job.input).empty()) {
    Compiled source;
    auto failed = preprocess_hlsl(settings, job.input, input, source);
    noted.compiler_text = std::move(source.messages);
    noted.dependencies = std::move(source.dependencies);
    if (failed) return failed;
    std::vector<uint8_t> compiler;
    if (auto unknown = identity_of_dxc(settings, compiler)) return unknown;
    add_text(hash, text_from(compiler));
    for (const std::string& word : settings.hlsl.arguments) add_text(hash, word);
    add_text(hash, text_from(source.dxil));
  } else {
    add_text(hash, text_from(input));
  }
  if (auto failed = add_programs(settings, suffix, hash)) return failed;
  key = text_of(hash.finish());
  return std::nullopt;
}

}  // namespace trellis::tools
