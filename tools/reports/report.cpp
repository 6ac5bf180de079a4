#include "tools/reports/report.hpp"

#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <utility>

#include "api/findings/findings.hpp"
#include "tools/build_systems/depfile.hpp"
#include "tools/file_io.hpp"
#include "tools/gpu_stats.hpp"
#include "tools/platform/terminal.hpp"
#include "tools/reports/problems.hpp"
#include "tools/reports/terminal.hpp"

namespace trellis::tools {
namespace {

const char* shown_name(const Job& job) { return job.input == "-" ? "<stdin>" : job.input.c_str(); }

void print_line(const Job& job, std::string_view word, const std::string& text) {
  std::fprintf(stderr, "trellis: %s: %.*s %s\n", shown_name(job), static_cast<int>(word.size()), word.data(),
               text.c_str());
}

/// Prints in the format of compilers if the source line is known: "sky.hlsl:6:8: error: ...".
void print_problem(const Job& job, std::string_view word, const std::string& text, const Location& where) {
  if (where.line == 0 || where.file.empty()) return print_line(job, word, text);
  const std::string column = where.column == 0 ? "" : ":" + std::to_string(where.column);
  const bool is_source = job.input == std::string_view(where.file);
  std::fprintf(stderr, "%s:%u%s: %.*s %s%s%s\n", where.file.c_str(), where.line, column.c_str(),
               static_cast<int>(word.size()), word.data(), text.c_str(), is_source ? "" : ", in ",
               is_source ? "" : shown_name(job));
}

/// Returns "out/a.spv, 1204 bytes from 3348, 812 us".
std::string result_of(const Report& report, size_t index) {
  const Outcome& outcome = report.outcomes[index];
  const std::string& output = report.jobs[index].output;
  std::string text = output.empty() ? "" : (output == "-" ? "standard output" : output) + ", ";
  text += std::to_string(outcome.bytes_out) + " bytes from " + std::to_string(outcome.bytes_in);
  return text + ", " + std::to_string(outcome.times.total() / 1000) + " us";
}

const char* meaning_of(const Outcome& outcome) {
  if (outcome.is_compiler_error) return "not compiled";
  switch (outcome.exit_code) {
    case kExitBadInput:
      return "bad input";
    case kExitBadUsage:
      return "bad usage or output not written";
    case kExitUnsupported:
      return "unsupported";
    default:
      return "internal check failed";
  }
}

/// Prints dxc's messages unchanged, because editors and build systems know their format.
void print_compiler_text(const Outcome& outcome, Talk talk) {
  if (outcome.compiler_text.empty() || (talk == Talk::kQuiet && outcome.done())) return;
  std::fputs(outcome.compiler_text.c_str(), stderr);
  if (!outcome.compiler_text.ends_with('\n')) std::fputs("\n", stderr);
}

void print_problems(const Report& report) {
  const bool coloured = has_colours(platform::Stream::kErrors);
  for (size_t i = 0; i < report.jobs.size(); ++i) {
    const Outcome& outcome = report.outcomes[i];
    print_compiler_text(outcome, report.talk);
    if (report.talk != Talk::kQuiet) {
      for (const Warning& warning : outcome.warnings) {
        print_problem(report.jobs[i], warning_word(coloured), warning.text, warning.where);
      }
    }
    if (!outcome.done()) {
      print_problem(report.jobs[i], error_word(coloured), outcome.error, outcome.where);
    }
    if (outcome.done() && report.talk == Talk::kVerbose)
      print_line(report.jobs[i], "done:", result_of(report, i));
  }
}

void print_summary(const Report& report) {
  size_t done = 0, questionable = 0;
  std::map<std::pair<int, std::string>, size_t> failed;  // Counts by exit code and its meaning.
  uint64_t bytes_in = 0, bytes_out = 0;
  for (const Outcome& outcome : report.outcomes) {
    if (outcome.done()) {
      ++done;
      if (outcome.findings != 0) ++questionable;
      bytes_in += outcome.bytes_in;
      bytes_out += outcome.bytes_out;
    } else {
      ++failed[{outcome.exit_code, meaning_of(outcome)}];
    }
  }
  std::string text =
      "trellis: " + std::to_string(done) + " of " + std::to_string(report.outcomes.size()) + " done";
  if (!failed.empty()) {
    text += ", " + std::to_string(report.outcomes.size() - done) + " failed (";
    bool first = true;
    for (const auto& [kind, count] : failed) {
      if (!first) text += ", ";
      first = false;
      text += std::to_string(count) + " " + kind.second;
    }
    text += ")";
  }
  if (questionable != 0) text += ", " + std::to_string(questionable) + " with findings";
  std::fprintf(stderr, "%s; %.1f KB in, %.1f KB out, %.2f s\n", text.c_str(),
               static_cast<double>(bytes_in) / 1024.0, static_cast<double>(bytes_out) / 1024.0,
               report.seconds);
}

void print_times(const Report& report) {
  StageTimes times;
  uint64_t peak_kib = 0;
  for (const Outcome& outcome : report.outcomes) {
    times += outcome.times;
    peak_kib = std::max(peak_kib, outcome.peak_kib);
  }
  const double total = static_cast<double>(times.total());
  std::fprintf(stderr, "%-18s %12s %7s\n", "stage", "microseconds", "share");
  for (const NamedTime& stage : named_times(times)) {
    const double time = static_cast<double>(stage.nanoseconds);
    if (stage.nanoseconds == 0) continue;  // The stage did not run.
    std::fprintf(stderr, "%-18s %12.1f %6.1f%%\n", stage.name, time / 1e3,
                 total > 0 ? 100.0 * time / total : 0.0);
  }
  std::fprintf(stderr, "%-18s %12.1f\n%-18s %12.1f MiB\n", "total", total / 1e3, "peak memory",
               static_cast<double>(peak_kib) / 1024.0);
}

}  // namespace

int print_report(const Report& report) {
  if (report.format == ErrorFormat::kText) {
    print_problems(report);
  } else {
    std::vector<Job> jobs = report.jobs;
    std::vector<Outcome> outcomes = report.outcomes;
    for (const std::string& error : report.general_errors) {
      jobs.push_back({"", {}, {}, {}});
      outcomes.push_back(failure(kExitBadUsage, error));
    }
    const bool is_sarif = report.format == ErrorFormat::kSarif;
    std::fputs((is_sarif ? problem_log(jobs, outcomes) : problem_lines(jobs, outcomes)).c_str(), stderr);
  }
  int exit_code = kExitDone;
  for (const Outcome& outcome : report.outcomes) exit_code = std::max(exit_code, outcome.exit_code);
  if (report.show_times) print_times(report);
  // Do not mix text for people into machine-readable output.
  if (report.many && report.talk != Talk::kQuiet && report.format == ErrorFormat::kText)
    print_summary(report);
  return exit_code;
}

namespace {

void add_error(Report& report, const std::string& text) {
  if (report.format == ErrorFormat::kText) {
    print_general_error(report.format, kExitBadUsage, text);
  } else {
    report.general_errors.push_back(text);
  }
}

bool write(Report& report, const std::string& name, const std::string& text) {
  if (text.empty() && name == "-") return true;
  Problem wrong = name == "-" ? Problem() : make_parent_folder(name);
  if (wrong.empty()) wrong = write_output(name, text);
  if (wrong.empty()) return true;
  add_error(report, wrong);
  return false;
}

}  // namespace

bool write_reports(Report& report, const Settings& settings) {
  std::vector<std::string> parts;
  for (const Outcome& outcome : report.outcomes) {
    if (outcome.done()) parts.push_back(outcome.report);
  }
  // If no job succeeded there is nothing to report on; the errors have been printed.
  if (parts.empty()) return true;
  if (!settings.gpu_family.empty())
    return write(report, settings.report, gpu_stats_document(parts, settings));
  const Vector<String> of_checks(parts.begin(), parts.end());
  return write(report, settings.report, report_document(of_checks, settings.checks, settings.report_format));
}

void print_clean_checks(const Report& report, const Settings& settings) {
  const bool is_clean =
      std::all_of(report.outcomes.begin(), report.outcomes.end(),
                  [](const Outcome& outcome) { return outcome.done() && outcome.findings == 0; });
  if (!settings.checks.any() || !is_clean || report.talk == Talk::kQuiet) return;
  if (settings.report_format != ReportFormat::kText || !platform::is_terminal(platform::Stream::kErrors))
    return;
  std::fputs("trellis: no findings\n", stderr);
}

bool write_layout_of_modules(Report& report, const Settings& settings) {
  Vector<ModuleInterface> modules;
  for (const Outcome& outcome : report.outcomes) {
    if (!outcome.done()) return true;
    modules.insert(modules.end(), outcome.interfaces.begin(), outcome.interfaces.end());
  }
  const auto layout = layout_of_modules(modules, settings.layout.options);
  if (layout) return write(report, settings.layout.output, pipeline_layout_text(*layout));
  add_error(report, std::string(layout.error().to_string()));
  return false;
}

bool write_dependencies(Report& report, const Settings& settings) {
  const auto is_done = [](const Outcome& outcome) { return outcome.done(); };
  // If all jobs failed, the previous rules still apply.
  if (std::none_of(report.outcomes.begin(), report.outcomes.end(), is_done)) return true;
  return write(report, settings.depfile,
               dependency_rules(report.jobs, report.outcomes, settings.files_of_options()));
}

bool print_texts(Report& report) {
  std::string text;
  for (size_t i = 0; i < report.jobs.size(); ++i) {
    const std::string& lines = report.outcomes[i].text;
    if (!report.many || !report.names_inputs) {
      text += lines;
      continue;
    }
    for (size_t begin = 0; begin < lines.size();) {
      const size_t end = std::min(lines.find('\n', begin), lines.size());
      text += std::string(shown_name(report.jobs[i])) + ": " + lines.substr(begin, end - begin) + "\n";
      begin = end + 1;
    }
  }
  return write(report, "-", text);
}

}  // namespace trellis::tools
