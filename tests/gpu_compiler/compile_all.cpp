// Compiles each module of the corpus, of every stage, with Mesa's null device for an AMD GPU. Every module
// must compile, and none may crash the driver, which runs in child processes.
//   trellis-compile-all FAMILY [--every N] [--form NAME] [--only PART-OF-LABEL] [--lacking FILE] [--least
//       FILE]
// --every: besides the default form, compiles each shader in every Nth of the other forms (module_forms.hpp),
// starting at another form for each shader. Default: 25.
// --form: only in this form
// --lacking: the modules that need something that the device lacks, one "label,reason" per line. Other
// modules that lack something fail, and so do listed ones that no longer do.
// --least: how many modules must compile in each form, one "form,count" per line
#include <sys/resource.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "tests/gpu_compiler/module_forms.hpp"
#include "tests/support/child_process.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"
#include "tools/gpu_compiler/compile.hpp"

namespace {

using namespace trellis;
using namespace trellis::gpu_compiler;

struct Item {
  std::string label;
  size_t form = 0;

  std::string text() const { return label + " (" + form_name(form) + ")"; }
};

struct Options {
  std::string family, form, only, lacking, least;
  size_t every = 25;
};

bool read_options(int count, char** words, Options& options) {
  if (count < 2 || count % 2 != 0) return false;
  options.family = words[1];
  for (int n = 2; n + 1 < count; n += 2) {
    const std::string option = words[n], value = words[n + 1];
    if (option == "--every")
      options.every = std::strtoul(value.c_str(), nullptr, 10);
    else if (option == "--form")
      options.form = value;
    else if (option == "--only")
      options.only = value;
    else if (option == "--lacking")
      options.lacking = value;
    else if (option == "--least")
      options.least = value;
    else
      return false;
  }
  return options.every != 0;
}

/// Reads a CSV file: returns, for each line, the label and the rest of the line.
std::map<std::string, std::string> read_rows(const std::string& file) {
  std::map<std::string, std::string> rows;
  std::ifstream text(file);
  for (std::string line; std::getline(text, line);) {
    if (const size_t comma = line.find(','); comma != std::string::npos)
      rows[line.substr(0, comma)] = line.substr(comma + 1);
  }
  return rows;
}

std::vector<std::string> list_labels(const std::string& only) {
  namespace fs = std::filesystem;
  std::vector<std::string> labels;
  for (const auto& entry : fs::recursive_directory_iterator(test_support::corpus_root())) {
    if (entry.path().extension() != ".dxil") continue;
    fs::path label = fs::relative(entry.path(), test_support::corpus_root());
    label.replace_extension();
    if (label.string().find(only) != std::string::npos) labels.push_back(label.string());
  }
  std::sort(labels.begin(), labels.end());
  return labels;
}

std::vector<Item> list_items(const Options& options) {
  std::vector<Item> items;
  const std::vector<std::string> labels = list_labels(options.only);
  for (size_t n = 0; n < labels.size(); ++n) {
    for (size_t form = 0; form < form_count(); ++form) {
      const bool is_chosen = options.form.empty() ? form == 0 || (form + n) % options.every == 0
                                                  : form_name(form) == options.form;
      if (is_chosen) items.push_back({labels[n], form});
    }
  }
  return items;
}

constexpr double kSeconds = 240.0;  // Time limit for one module, on a machine that also does other work.

// The first character of a worker's answer.
constexpr char kCompiled = 'c', kSame = 's', kRefused = 'r', kLacking = 'l', kFailed = 'f';

class Worker {
 public:
  explicit Worker(const std::string& family)
      : translator_(test_c_api::make_translator()), device_(CompilerDevice::create(family, [](Step) {})) {}

  std::string work(const Item& item) {
    if (!device_) return kFailed + device_.error().to_string();
    const auto bytes = test_support::read_binary_file(test_support::corpus_root() / (item.label + ".dxil"));
    if (!bytes) return kFailed + bytes.error().to_string();
    TrellisProgram* read = nullptr;
    if (trellis_program_read(translator_.get(), bytes->data(), bytes->size(), nullptr, &read) !=
        TRELLIS_SUCCESS)
      return kRefused + test_c_api::error_text(translator_);
    const test_c_api::Program program(read);
    const FormedModule formed = make_module(translator_, program, item.form);
    if (formed.kind == FormedModule::Kind::kSame) return std::string(1, kSame);
    if (formed.kind == FormedModule::Kind::kRefused) return kRefused + formed.text;
    if (formed.kind == FormedModule::Kind::kWrong) return kFailed + ("translator: " + formed.text);
    const auto compiled = compile(**device_, {formed.words, formed.subgroup_sizes, {}});
    if (!compiled) {
      const bool lacks = compiled.error().code == ErrorCode::kUnsupported;
      return (lacks ? kLacking : kFailed) + compiled.error().to_string();
    }
    if (!compiled->messages.empty()) return kFailed + ("the driver says: " + compiled->messages);
    return compiled->executables.empty() ? kFailed + std::string("no code came of it")
                                         : std::string(1, kCompiled);
  }

 private:
  test_c_api::Translator translator_;
  Result<std::unique_ptr<CompilerDevice>> device_;
};

class Run {
 public:
  explicit Run(const Options& options) : options_(options), items_(list_items(options)) {
    if (!options.lacking.empty()) lacking_ = read_rows(options.lacking);
  }

  bool run() {
    const auto start = [this] {
      auto worker = std::make_shared<Worker>(options_.family);
      return [this, worker](size_t n) { return worker->work(items_[n]); };
    };
    const auto ran = test_support::run_in_workers(
        items_.size(), {2, kSeconds}, start,
        [this](size_t n, const test_support::ChildOutcome& outcome) { end(items_[n], outcome); });
    if (!ran) fail("all", ran.error().to_string());
    find_stale();
    if (!options_.least.empty()) check_counts();
    report();
    return failures_ == 0;
  }

 private:
  void fail(const std::string& what, const std::string& text) {
    ++failures_;
    std::printf("FAILED %s: %s\n", what.c_str(), text.c_str());
  }

  void end(const Item& item, const test_support::ChildOutcome& outcome) {
    if (!outcome.finished) return fail(item.text(), "the driver's process " + outcome.text);
    const char kind = outcome.text.empty() ? kFailed : outcome.text[0];
    const std::string text = outcome.text.substr(std::min<size_t>(1, outcome.text.size()));
    ++counts_[form_name(item.form)][kind];
    if (kind == kFailed) return fail(item.text(), text);
    if (kind == kRefused && !options_.only.empty())
      std::printf("refused %s: %s\n", item.text().c_str(), text.c_str());
    if (kind != kLacking) return;
    seen_lacking_.insert(item.label);
    const auto row = lacking_.find(item.label);
    if (row == lacking_.end()) return fail(item.text(), "skipped, and not listed: " + text);
    if (text.find(row->second) == std::string::npos) fail(item.text(), "skipped for another reason: " + text);
  }

  void find_stale() {
    if (!options_.only.empty() || !options_.form.empty()) return;
    for (const auto& [label, reason] : lacking_) {
      if (seen_lacking_.count(label) == 0)
        fail(label, "listed as one that is skipped, and is not: " + reason);
    }
  }

  void check_counts() {
    for (const auto& [form, least] : read_rows(options_.least)) {
      const size_t compiled = counts_[form][kCompiled];
      if (compiled < std::strtoul(least.c_str(), nullptr, 10))
        fail(form, std::to_string(compiled) + " modules were compiled, it has to be " + least);
    }
  }

  void report() {
    size_t all = 0;
    for (size_t form = 0; form < form_count(); ++form) {
      auto& count = counts_[form_name(form)];
      if (count.empty()) continue;
      all += count[kCompiled];
      std::printf("%-24s %5zu compiled, %4zu refused by the translator, %4zu as before, %3zu skipped\n",
                  form_name(form).c_str(), count[kCompiled], count[kRefused], count[kSame], count[kLacking]);
    }
    rusage usage = {};
    ::getrusage(RUSAGE_CHILDREN, &usage);
    std::printf("%s: %zu modules compiled, %zu failures, %ld s of processor time\n", options_.family.c_str(),
                all, failures_, static_cast<long>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec));
  }

  Options options_;
  std::vector<Item> items_;
  std::map<std::string, std::string> lacking_;
  std::set<std::string> seen_lacking_;
  std::map<std::string, std::map<char, size_t>> counts_;
  size_t failures_ = 0;
};

}  // namespace

int main(int count, char** words) {
  Options options;
  if (!read_options(count, words, options)) {
    std::fputs(
        "usage: trellis-compile-all FAMILY [--every N] [--form NAME] [--only PART] [--lacking FILE] [--least "
        "FILE]\n",
        stderr);
    return 2;
  }
  return Run(options).run() ? 0 : 1;
}
