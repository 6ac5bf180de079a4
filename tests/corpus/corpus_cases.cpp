#include "tests/corpus/corpus_cases.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include "tests/support/files.hpp"

namespace trellis::test_corpus {
namespace {

using test_support::CorpusShader;
using test_support::Execution;

constexpr std::string_view kFolders[] = {"control_flow", "programs",  "uniformity", "reconvergence",
                                         "ops",          "resources", "variants",   "large",
                                         "wild",         "sm69",      "reports",    "vendor"};

// A source that contains one of these words uses more than buffers; TextureBuffer, which is a buffer, does
// not count.
constexpr std::string_view kBeyondBuffers[] = {"Texture",    "Sampler",  "ResourceDescriptorHeap",
                                               "Raytracing", "RayQuery", "Feedback"};

/// Returns the source without its comments, which may mention things that the code does not use.
std::string code_of(std::string_view source) {
  std::string code;
  while (!source.empty()) {
    const std::string_view line = source.substr(0, source.find('\n'));
    code += line.substr(0, line.find("//"));
    code += '\n';
    source.remove_prefix(std::min(source.size(), line.size() + 1));
  }
  for (size_t at = code.find("TextureBuffer"); at != std::string::npos; at = code.find("TextureBuffer")) {
    code.erase(at, std::string_view("Texture").size());
  }
  return code;
}

bool uses_buffers_only(std::string_view source) {
  const std::string code = code_of(source);
  return std::none_of(std::begin(kBeyondBuffers), std::end(kBeyondBuffers),
                      [&](std::string_view word) { return code.find(word) != std::string::npos; });
}

std::vector<CorpusCase> gather_cases() {
  std::vector<CorpusCase> cases;
  const auto shaders = test_support::list_corpus(test_support::corpus_root(), kFolders);
  if (!shaders) return cases;
  for (const CorpusShader& shader : *shaders) {
    const auto source = test_support::read_text_file(shader.hlsl);
    if (!source) return {};
    const auto header = test_support::parse_case_header(*source);
    if (!header) return {};
    // Libraries that are run have one entry point, a compute shader.
    const bool is_run_library = header->profile.starts_with("lib_") && header->execution == Execution::kYes;
    if ((header->is_compute() || is_run_library) && uses_buffers_only(*source))
      cases.push_back({shader, header->execution, header->nvapi});
  }
  return cases;
}

std::vector<CorpusCase> cases_with(Execution execution) {
  std::vector<CorpusCase> cases = all_cases();
  std::erase_if(cases, [&](const CorpusCase& item) { return item.execution != execution; });
  return cases;
}

}  // namespace

TranslateOptions options_of(const CorpusCase& item) {
  TranslateOptions options;
  if (item.nvapi) options.vendor_slots.nvapi = {(*item.nvapi)[0], (*item.nvapi)[1]};
  return options;
}

void PrintTo(const CorpusCase& item, std::ostream* stream) { *stream << item.shader.label(); }

const std::vector<CorpusCase>& all_cases() {
  static const std::vector<CorpusCase> kCases = gather_cases();
  return kCases;
}

std::vector<CorpusCase> executed_cases() { return cases_with(Execution::kYes); }

std::vector<CorpusCase> slow_cases() { return cases_with(Execution::kSlow); }

}  // namespace trellis::test_corpus
