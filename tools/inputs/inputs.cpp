#include "tools/inputs/inputs.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <system_error>
#include <utility>

#include "tools/platform/files.hpp"
#include "tools/programs/profiles.hpp"

namespace trellis::tools {
namespace {

namespace fs = std::filesystem;

bool is_folder(const std::string& name) {
  std::error_code error;
  return fs::is_directory(name, error);
}

/// Returns true if both names refer to the same existing file. Most outputs do not exist yet.
bool are_one_file(const std::string& input, const std::string& output) {
  std::error_code error;
  return platform::status_of(output).kind == platform::FileKind::kRegular &&
         fs::equivalent(input, output, error);
}

/// Also accepts HLSL if there is a profile. If the profile lacks a stage, the file's name must have one.
bool looks_like_shader(const fs::path& path, const std::string& profile) {
  std::string extension = path.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  if (extension == ".hlsl") return !profile.empty() && !profile_for(profile, path.string()).empty();
  return extension == ".dxil" || extension == ".cso";
}

/// A shader in a folder.
struct Found {
  fs::path path, relative;  ///< As found, and relative to the folder.
  /// Sorted by this, paths are in the order of std::filesystem: component by component. Comparing paths takes
  /// much longer.
  std::string key;
};

std::string sort_key(const fs::path& relative) {
  std::string key = relative.generic_string();
  std::replace(key.begin(), key.end(), '/', '\0');
  return key;
}

/// Finds the shaders below a folder, sorted by name. Returns what is wrong with the folder, or an empty
/// string. Does not follow links to folders.
std::string find_shaders(const std::string& folder, const std::string& profile, std::vector<Found>& found) {
  std::error_code error;
  fs::recursive_directory_iterator entry(folder, error), end;
  while (!error && entry != end) {
    std::error_code kind_error;
    if (looks_like_shader(entry->path(), profile) && entry->is_regular_file(kind_error)) {
      fs::path relative = entry->path().lexically_relative(folder);
      std::string key = sort_key(relative);
      found.push_back({entry->path(), std::move(relative), std::move(key)});
    }
    entry.increment(error);
  }
  if (error) return "cannot read the folder: " + error.message();
  if (found.empty()) {
    if (profile.empty()) return "the folder contains no *.dxil or *.cso files; *.hlsl files need --profile";
    const bool by_name = lacks_stage(profile);
    return std::string("the folder contains no *.dxil or *.cso files, and no *.hlsl files") +
           (by_name ? " with a stage in their names (sky.ps.hlsl)" : "");
  }
  std::sort(found.begin(), found.end(), [](const Found& a, const Found& b) { return a.key < b.key; });
  return {};
}

class Lister {
 public:
  explicit Lister(const Settings& settings) : settings_(settings) {}

  JobList run() {
    if (settings_.inputs.empty()) return std::move(list_);
    list_.many = settings_.inputs.size() > 1 ||
                 std::any_of(settings_.inputs.begin(), settings_.inputs.end(), is_folder);
    if (list_.many) {
      add_many();
    } else {
      add_single(settings_.inputs.front());
    }
    return std::move(list_);
  }

 private:
  void add_single(const std::string& input) {
    Job job{input, settings_.output, settings_.dump_folder, {}, settings_.program_folder};
    if (job.output.empty()) {
      if (settings_.is_report_only() || settings_.prints_key) {
        job.output.clear();
      } else if (!is_text(settings_.emit) && input != "-" && !settings_.dumps()) {
        list_.usage_error = "no output given: add -o FILE (or -o - for standard output)";
      } else if (is_text(settings_.emit) || input == "-") {
        job.output = "-";
      } else {
        job.output = platform::kNullFile;  // With --dump-cfg, the dumps are the wanted output.
      }
    } else if (job.output.ends_with('/') || is_folder(job.output)) {
      job.output = (fs::path(job.output) / output_name(input == "-" ? "stdin" : input)).string();
    } else if (job.output != "-" && !settings_.output_part.empty()) {
      job.output = output_name(job.output, fs::path(job.output).extension().string());
    }
    refuse_overwriting(job);
    list_.jobs.push_back(std::move(job));
  }

  void add_many() {
    if (settings_.output == "-") {
      list_.usage_error = "several inputs cannot go to standard output: give a folder with -o";
      return;
    }
    if (settings_.output.empty() && settings_.emit != Emit::kEntries && settings_.emit != Emit::kParts &&
        !settings_.prints_key && !settings_.is_report_only()) {
      list_.usage_error = "several inputs need a folder for their output: add -o FOLDER";
      return;
    }
    std::error_code error;
    if (!settings_.output.empty() && fs::exists(settings_.output, error) && !is_folder(settings_.output)) {
      list_.usage_error =
          "several inputs need a folder for their output, but " + settings_.output + " is a file";
      return;
    }
    if (fs::path(settings_.output).extension() == extension_of(settings_.emit) &&
        !is_folder(settings_.output)) {
      list_.usage_error = "several inputs need a folder for their output, but " + settings_.output +
                          " looks like a file name; add a / if it is a folder";
      return;
    }
    for (const std::string& input : settings_.inputs) {
      if (is_folder(input)) {
        add_folder(input);
      } else {
        add(input, input == "-" ? fs::path("stdin") : fs::path(input).filename());
      }
      if (!list_.usage_error.empty()) return;
    }
  }

  void add_folder(const std::string& folder) {
    std::vector<Found> found;
    std::string problem = find_shaders(folder, settings_.hlsl.profile, found);
    if (!problem.empty()) list_.jobs.push_back({folder, {}, {}, std::move(problem)});
    for (const Found& shader : found) add(shader.path.string(), shader.relative);
  }

  void add(const std::string& input, const fs::path& relative) {
    Job job{input, {}, {}, {}};
    job.dump_folder = dump_folder(settings_.dump_folder, relative);
    job.program_folder = dump_folder(settings_.program_folder, relative);
    if (!settings_.output.empty()) {
      job.output = (fs::path(settings_.output) / relative.parent_path() / output_name(relative)).string();
      refuse_overwriting(job);
      const auto [other, is_new] = taken_.emplace(job.output, input);
      if (!is_new) {
        list_.usage_error = other->second + " and " + input + " would both be written to " + job.output +
                            ": translate them to different folders";
        return;
      }
    }
    list_.jobs.push_back(std::move(job));
  }

  void refuse_overwriting(const Job& job) {
    if (are_one_file(job.input, job.output)) {
      list_.usage_error = "the output " + job.output + " is the input itself: choose another name with -o";
    }
  }

  static std::string dump_folder(const std::string& folder, fs::path relative) {
    return folder.empty() ? std::string() : (fs::path(folder) / relative.replace_extension()).string();
  }

  std::string output_name(const fs::path& input) const {
    return output_name(input.filename(), extension_of(settings_.emit));
  }
  std::string output_name(const fs::path& file, const std::string& suffix) const {
    return (file.parent_path() / (file.stem().string() + settings_.output_part + suffix)).string();
  }

  const Settings& settings_;
  JobList list_;
  std::map<std::string, std::string> taken_;  // Maps outputs to inputs.
};

/// Lists the jobs of all variants, each with its own settings.
JobList list_variants(const Settings& settings) {
  JobList whole;
  whole.many = true;
  std::map<std::string, std::string> taken;  // Maps outputs to inputs.
  for (const std::shared_ptr<const Settings>& variant : settings.variants) {
    JobList list = Lister(*variant).run();
    if (!list.usage_error.empty()) return list;
    for (Job& job : list.jobs) {
      job.own = variant;
      if (!job.output.empty()) {
        const auto [other, is_new] =
            taken.emplace(fs::path(job.output).lexically_normal().string(), job.input);
        if (!is_new) {
          whole.usage_error = other->second + " and " + job.input + " would both be written to " +
                              job.output + ": name the outputs with -o" +
                              (other->second == job.input ? ", or the entry points with -E" : "");
          return whole;
        }
      }
      whole.jobs.push_back(std::move(job));
    }
  }
  return whole;
}

/// Returns why the destinations of outputs, report and layout conflict; empty if they do not.
std::string find_clash(const Settings& settings, const JobList& list) {
  const std::string &layout = settings.layout.output, report = settings.has_report() ? settings.report : "";
  if (list.many && !layout.empty() && !settings.layout.is_of_modules())
    return "--layout with a root signature takes one input, but there are several";
  if (layout == "-" && report == "-") {
    return "the report and --layout cannot both go to standard output: add --report FILE";
  }
  if (!report.empty() && report == layout)
    return "the report and --layout would both be written to " + report +
           ": choose another name for one of them";
  for (const Job& job : list.jobs) {
    if (layout == "-" && job.output == "-")
      return "the output and --layout cannot both go to standard output: give one of them a file name";
    if (report == "-" && job.output == "-") {
      return "the output and the report cannot both go to standard output: add --report FILE, or -o FILE";
    }
    if (report.empty() || report == "-") continue;
    if (are_one_file(job.input, report))
      return "the report " + report + " is the input itself: choose another name with --report";
    if (fs::path(job.output).lexically_normal() == fs::path(report).lexically_normal()) {
      return "the output and the report would both be written to " + report +
             ": choose another name for one of them";
    }
  }
  return {};
}

}  // namespace

JobList list_jobs(const Settings& settings) {
  JobList list = settings.variants.empty() ? Lister(settings).run() : list_variants(settings);
  if (list.usage_error.empty()) list.usage_error = find_clash(settings, list);
  return list;
}

}  // namespace trellis::tools
