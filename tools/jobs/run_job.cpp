#include "tools/jobs/run_job.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <utility>

#include "api/check_uniformity.hpp"
#include "api/findings/findings.hpp"
#include "api/modules/validate.hpp"
#include "api/pictures/cfg_dump.hpp"
#include "api/pictures/program_dump.hpp"
#include "api/pipeline_layout/local_root_signature.hpp"
#include "api/reflection/reflect.hpp"
#include "dxil_frontend/container/part_list.hpp"
#include "tools/build_systems/cache_key.hpp"
#include "tools/file_io.hpp"
#include "tools/gpu_stats.hpp"
#include "tools/inputs/foreign_input.hpp"
#include "tools/outputs/c_header.hpp"
#include "tools/outputs/strip.hpp"
#include "tools/platform/processes.hpp"
#include "tools/platform/terminal.hpp"
#include "tools/programs/compiler_messages.hpp"
#include "tools/programs/dxc.hpp"
#include "tools/programs/spirv_programs.hpp"
#include "tools/reports/terminal.hpp"

namespace trellis::tools {
namespace {

int exit_code_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::kBadInput:
      return kExitBadInput;
    case ErrorCode::kUnsupported:
    case ErrorCode::kLimit:
    case ErrorCode::kCancelled:
      return kExitUnsupported;
    case ErrorCode::kBadChoice:
      return kExitBadUsage;
    case ErrorCode::kInternalCheck:
      break;
  }
  return kExitInternalCheck;
}

Outcome failure(const Diagnostic& diagnostic) {
  Outcome outcome = tools::failure(exit_code_of(diagnostic.code), diagnostic.to_string());
  outcome.message = diagnostic.message;
  outcome.where = diagnostic.where;
  return outcome;
}

/// Returns the output of an entry point's module: its name goes before the suffix, without characters that
/// file names cannot contain.
std::string output_of_entry(const std::string& output, std::string_view entry) {
  namespace fs = std::filesystem;
  std::string name(entry);
  for (char& c : name) {
    if (c == '/' || static_cast<unsigned char>(c) < ' ') c = '_';
  }
  const fs::path path(output);
  return (path.parent_path() / (path.stem().string() + "." + name + path.extension().string())).string();
}

class JobRun {
 public:
  JobRun(SharedTools& shared, const Settings& settings, const Job& job, const ProgressCallback& progress)
      : shared_(shared),
        translator_(shared.translator),
        settings_(settings),
        job_(job),
        progress_(progress) {}

  Outcome run() {
    if (!job_.problem.empty()) return tools::failure(kExitBadInput, job_.problem);
    progress_(Progress::kOpening);
    std::vector<uint8_t> bytes;
    if (Problem wrong = read_input(job_.input, bytes); !wrong.empty()) {
      return tools::failure(kExitBadInput, std::move(wrong));
    }
    outcome_.bytes_in = bytes.size();
    if (settings_.prints_key) return print_key(bytes);
    if (settings_.emit == Emit::kPreprocessed) return preprocess(bytes);
    if (auto failed = compile(bytes)) return with_compiler(std::move(*failed));
    if (auto failed = make_output(bytes)) {
      find_source_line(bytes, *failed);
      return with_compiler(std::move(*failed));
    }
    find_lines_of_left_out(bytes);
    progress_(Progress::kWriting);
    if (auto failed = deliver()) return with_compiler(std::move(*failed));
    progress_(Progress::kIdle);
    outcome_.peak_kib = platform::peak_memory_kib();
    return std::move(outcome_);
  }

 private:
  /// Keeps dxc's messages and dependencies, which matter after a failure as well.
  Outcome with_compiler(Outcome failed) {
    failed.compiler_text = std::move(outcome_.compiler_text);
    failed.dependencies = std::move(outcome_.dependencies);
    return failed;
  }

  /// Returns the key and its input in the format of sha256sum.
  Outcome print_key(std::span<const uint8_t> bytes) {
    std::string key;
    if (auto failed = cache_key(settings_, job_, bytes, key, outcome_))
      return with_compiler(std::move(*failed));
    outcome_.text = key + "  " + (job_.output.empty() ? job_.input : job_.output) + "\n";
    progress_(Progress::kIdle);
    return std::move(outcome_);
  }

  /// Runs dxc's preprocessor on HLSL, for -P.
  Outcome preprocess(std::span<const uint8_t> bytes) {
    if (foreign_input(bytes, job_.input).empty())
      return tools::failure(kExitBadUsage, "-P preprocesses HLSL, but this file is already compiled");
    Compiled compiled;
    auto failed = preprocess_hlsl(settings_, job_.input, bytes, compiled);
    outcome_.compiler_text = std::move(compiled.messages);
    outcome_.dependencies = std::move(compiled.dependencies);
    if (failed) return with_compiler(std::move(*failed));
    output_.assign(compiled.dxil.begin(), compiled.dxil.end());
    progress_(Progress::kWriting);
    if (auto not_written = deliver()) return with_compiler(std::move(*not_written));
    progress_(Progress::kIdle);
    return std::move(outcome_);
  }

  /// Compiles the input to DXIL if it is HLSL and a profile is given.
  std::optional<Outcome> compile(std::vector<uint8_t>& bytes) {
    if (settings_.hlsl.profile.empty() || foreign_input(bytes, job_.input).empty()) return std::nullopt;
    Compiled compiled;
    auto failed = compile_hlsl(settings_, job_.input, bytes, compiled);
    outcome_.compiler_text = std::move(compiled.messages);
    outcome_.dependencies = std::move(compiled.dependencies);
    is_compiled_ = true;
    if (ignores_vulkan_attributes(outcome_.compiler_text)) {
      outcome_.warnings.push_back(
          {"vk:: attributes have no effect: DXIL does not carry them; use --bind, --root-signature or the "
           "shifts (docs/from-dxc-spirv.md)"});
    }
    source_ = std::move(bytes);
    bytes = std::move(compiled.dxil);
    if (failed) return failed;
    return std::nullopt;
  }

  std::optional<Outcome> make_output(std::span<const uint8_t> bytes) {
    progress_(Progress::kReading);
    if (settings_.emit == Emit::kLlvm) {
      auto text = translator_.llvm_text(bytes, settings_.read);
      if (!text) return unreadable(text.error(), bytes);
      output_ = std::move(*text);
      return std::nullopt;
    }
    if (settings_.emit == Emit::kParts) return list_parts(bytes);
    auto program = translator_.read(bytes, settings_.read);
    if (!program) return unreadable(program.error(), bytes);
    outcome_.times = program->read_times;
    if (settings_.emit == Emit::kReflection) {
      return reflect(*program);
    } else if (settings_.emit == Emit::kEntries) {
      output_ = entry_list(*program);
    } else {
      return check_and_translate(*program);
    }
    return std::nullopt;
  }

  /// Finds the source line of an error in an instruction.
  void find_source_line(std::span<const uint8_t> bytes, Outcome& failed) {
    if (!failed.where.instruction_number || failed.where.line != 0 || settings_.each_entry) return;
    const auto program = read_with_lines(bytes);
    if (!program) return;
    const auto again = translate(*program);
    if (again && again->message == failed.message) failed.where = again->where;
  }

  /// The same for warnings of entry points that are left out.
  void find_lines_of_left_out(std::span<const uint8_t> bytes) {
    std::optional<Program> program;
    for (const auto& [number, entry] : left_out_) {
      Warning& warning = outcome_.warnings[number];
      if (!warning.where.instruction_number || warning.where.line != 0) continue;
      if (!program && !(program = read_with_lines(bytes))) return;
      TranslateOptions options = settings_.translate;
      options.all_entries = false;
      options.entry = entry;
      const auto again = translator_.translate(*program, options);
      if (again || warning.text.find(again.error().message) == std::string::npos) continue;
      warning.where = again.error().where;
    }
  }

  /// Reads the program, or even compiles it, with debug information. Returns nothing if it had been read with
  /// it.
  std::optional<Program> read_with_lines(std::span<const uint8_t> bytes) {
    if (settings_.read.debug_info || settings_.dumps()) return std::nullopt;
    Settings with_lines = settings_;
    with_lines.read.debug_info = true;
    Compiled compiled;
    if (is_compiled_) {
      if (compile_hlsl(with_lines, job_.input, source_, compiled)) return std::nullopt;
      bytes = compiled.dxil;
    }
    auto program = translator_.read(bytes, with_lines.read);
    if (!program) return std::nullopt;
    return std::move(*program);
  }

  std::optional<Outcome> check_and_translate(const Program& program) {
    // If all debug information was left out as damaged, another warning says so.
    if (settings_.translate.debug_info != spirv::DebugInfoLevel::kNone &&
        program.shader.module.source_files.empty() && program.shader.left_out.empty()) {
      outcome_.warnings.push_back(
          {"the shader has no debug information to keep: compile it with -Zi -Qembed_debug"});
    }
    if (settings_.checks.uniformity) {
      const auto findings = check_uniformity(program, settings_.uniformity);
      if (!findings) return failure(findings.error());
      for (const uniformity::Finding& finding : *findings) findings_.push_back(finding_of(finding));
    }
    if (settings_.is_translation_wanted()) {
      if (auto failed = settings_.each_entry ? translate_each(program) : translate(program)) return failed;
    }
    if (!settings_.checks.any()) return std::nullopt;
    Vector<GradedOperation> graded;
    if (settings_.checks.convergence) graded = grade_operations(program.shader.module, losses_);
    outcome_.report = report_part(job_.input, findings_, settings_.report_format, graded);
    outcome_.findings = findings_.size();
    const bool has_any = std::any_of(findings_.begin(), findings_.end(), [](const CheckFinding& finding) {
      return finding.severity != Severity::kNote;
    });
    if (has_any && settings_.error_on_findings) outcome_.exit_code = kExitFindings;
    return std::nullopt;
  }

  /// If the file has another format, name the format instead of reporting a bad container.
  Outcome unreadable(const Diagnostic& error, std::span<const uint8_t> bytes) const {
    std::string foreign =
        error.code == ErrorCode::kBadInput ? foreign_input(bytes, job_.input) : std::string();
    return foreign.empty() ? failure(error) : tools::failure(kExitBadInput, std::move(foreign));
  }

  /// Writes the table even if one of the parts is damaged.
  std::optional<Outcome> list_parts(std::span<const uint8_t> bytes) {
    const auto lines = dxil::list_parts(bytes);
    if (!lines) return unreadable(lines.error(), bytes);
    output_ = dxil::part_table(*lines);
    for (const dxil::PartLine& line : *lines) {
      if (!line.is_damaged) continue;
      outcome_.exit_code = kExitBadInput;
      outcome_.error += (outcome_.error.empty() ? "damaged: " : ", ") + std::string(line.name);
    }
    return std::nullopt;
  }

  /// A program that cannot be translated or has several entry points is not a failure: it can still be
  /// described.
  std::optional<Outcome> reflect(const Program& program) {
    progress_(Progress::kTranslating);
    TranslateOptions options = settings_.translate;
    RootSignatures signatures;
    if (auto failed = read_root_signatures(program, signatures, options)) return failed;
    const auto translation = translator_.translate(program, options);
    output_ = translation ? reflection_text(program, *translation, translation->spirv)
                          : reflection_text(program, translation.error());
    if (translation) outcome_.times += translation->times;
    return std::nullopt;
  }

  /// The root signatures that options refer to.
  struct RootSignatures {
    std::optional<PipelineLayout> layout;
    std::optional<dxil::RootSignature> local;
  };
  std::optional<Outcome> read_root_signatures(const Program& program, RootSignatures& signatures,
                                              TranslateOptions& options) const {
    if (!settings_.layout.root_signature.empty()) {
      auto made = make_layout(settings_.layout, program, settings_.read.verify_digest);
      if (!made) return failure(made.error());
      options.layout = &signatures.layout.emplace(std::move(*made));
    }
    if (!settings_.layout.local.empty()) {
      auto read = read_local_signature(settings_.layout, program, settings_.read.verify_digest);
      if (!read) return failure(read.error());
      options.local.signature = &signatures.local.emplace(std::move(*read));
    }
    return std::nullopt;
  }

  /// Writes nothing until all entry points have been translated. Leaves out those that are not supported.
  std::optional<Outcome> translate_each(const Program& program) {
    // It reports that there are no entry points.
    if (program.shader.entry_points.empty()) return translate(program);
    std::set<std::string> taken;
    std::optional<Outcome> first_failure;
    size_t left_out = 0;
    for (const dxil::EntryPoint& entry : program.shader.entry_points) {
      if (auto failed = translate(program, entry.name)) {
        if (failed->exit_code != kExitUnsupported) return failed;
        ++left_out;
        const std::string name(entry.source_name);
        left_out_.emplace_back(outcome_.warnings.size(), entry.name);
        outcome_.warnings.push_back(
            {"entry point " + name + " is left out: " + failed->error, failed->where});
        if (!first_failure) first_failure = std::move(failed);
        continue;
      }
      if (settings_.is_report_only()) continue;
      std::string path = output_of_entry(job_.output, program.shader.shortest_name(entry));
      std::error_code none;
      if (!taken.insert(path).second || std::filesystem::equivalent(path, job_.input, none)) {
        return tools::failure(kExitBadUsage,
                              "entry point " + std::string(entry.source_name) +
                                  " would overwrite the input or another entry point's output, " + path +
                                  ": choose another name with -o");
      }
      entry_outputs_.emplace_back(std::move(path), std::move(output_));
    }
    if (left_out == program.shader.entry_points.size()) return first_failure;
    note_left_out(left_out, program);
    return std::nullopt;
  }

  void note_warnings(const Translation& translation) {
    for (const String& text : translation.warnings) {
      Warning warning{std::string(text)};
      for (const LeftOutEntry& entry : translation.left_out) {
        if (entry.to_string() != text) continue;
        warning.where = entry.why.where;
        left_out_.emplace_back(outcome_.warnings.size(), entry.name);
      }
      outcome_.warnings.push_back(std::move(warning));
    }
  }

  /// The remaining entry points are still written.
  void note_left_out(size_t count, const Program& program) {
    if (count == 0) return;
    outcome_.exit_code = kExitUnsupported;
    outcome_.error = std::to_string(count) + " of " + std::to_string(program.shader.entry_points.size()) +
                     (count == 1 ? " entry points is" : " entry points are") +
                     " not supported and left out; the others are translated";
  }

  /// The input is fine, but the command line does not say which entry point to translate.
  static std::optional<Outcome> refuse_several_entries(const Program& program,
                                                       const TranslateOptions& options) {
    constexpr size_t kShown = 8;
    const auto& entries = program.shader.entry_points;
    if (entries.size() < 2 || !options.entry.empty() || options.all_entries) return std::nullopt;
    std::string names;
    for (size_t n = 0; n < std::min(entries.size(), kShown); ++n) {
      names += (n == 0 ? "" : ", ") + std::string(program.shader.shortest_name(entries[n]));
    }
    if (entries.size() > kShown) names += ", ...";
    return tools::failure(kExitBadUsage,
                          "the shader has " + std::to_string(entries.size()) +
                              " entry points: choose one with "
                              "--entry NAME, or take all with --all-entries or --each-entry; they are: " +
                              names);
  }

  std::optional<Outcome> translate(const Program& program, const String& entry = {}) {
    progress_(Progress::kTranslating);
    TranslateOptions options = settings_.translate;
    if (!entry.empty()) options.entry = entry;
    if (auto ambiguous = refuse_several_entries(program, options)) return ambiguous;
    RootSignatures signatures;
    if (auto failed = read_root_signatures(program, signatures, options)) return failed;
    std::optional<CfgDump> dump;
    Result<uniformity::Analysis> analysis = uniformity::Analysis{};
    if (!job_.dump_folder.empty()) {
      options.pass_sink = &dump.emplace(job_.dump_folder);
      // If the analysis refuses the program, the pictures only lack its colours; the translation refuses it
      // below.
      analysis = uniformity::analyse(program.shader);
      if (analysis) dump->show_uniformity(*analysis);
    }
    std::optional<ProgramDump> program_dump;
    if (!job_.program_folder.empty()) options.program_observer = &program_dump.emplace(job_.program_folder);
    auto translation = translator_.translate(program, options);
    if (program_dump && !program_dump->state()) {
      return tools::failure(kExitBadUsage, program_dump->state().error().to_string());
    }
    if (dump) {
      if (auto written = dump->finish(); !written) {
        return tools::failure(kExitBadUsage, written.error().to_string());
      }
      for (const std::string& warning : dump->warnings()) outcome_.warnings.push_back({warning});
    }
    if (!translation) return failure(translation.error());
    note_left_out(translation->left_out.size(), program);
    outcome_.times += translation->times;
    note_warnings(*translation);
    if (settings_.checks.convergence) {
      for (const ConvergenceNote& note : translation->convergence) findings_.push_back(finding_of(note));
      losses_.insert(losses_.end(), translation->convergence.begin(), translation->convergence.end());
      for (const LoopEndNote& note : translation->loop_ends) findings_.push_back(finding_of(note));
    }
    if (settings_.layout.is_of_modules()) {
      outcome_.interfaces.push_back(module_interface(program.shader, *translation));
    } else if (auto failed = write_layout(signatures.layout, options.local, *translation)) {
      return failed;
    }
    std::vector<uint32_t> spirv = std::move(translation->spirv);
    if (settings_.optimize != Optimize::kNothing && needs_module()) {
      if (auto failed = optimize(settings_, spirv, outcome_.warnings)) return failed;
    }
    if (!settings_.gpu_family.empty()) {
      progress_(Progress::kDriver);
      if (auto failed = add_gpu_stats(settings_, gpu_compiler(), *translation, spirv, job_.input, outcome_))
        return failed;
    }
    if (settings_.is_report_only()) return std::nullopt;
    if (settings_.strip) strip_debug_words(spirv);
    const dxil::EntryPoint& translated = program.shader.entry_points[translation->entry_point];
    return format(std::move(spirv), entry.empty() ? entry : String(program.shader.shortest_name(translated)));
  }

  gpu_compiler::CompilerProcess& gpu_compiler() {
    auto& compiler = shared_.gpu_compiler;
    if (!compiler || compiler->family() != settings_.gpu_family)
      compiler.emplace(settings_.gpu_family, settings_.memory_mib);
    return *compiler;
  }

  /// Writes the layout if --layout was given. Then there is a layout or a local root signature, or both.
  std::optional<Outcome> write_layout(std::optional<PipelineLayout>& layout, const LocalRootSignature& local,
                                      const Translation& translation) {
    const std::string& output = settings_.layout.output;
    if (output.empty()) return std::nullopt;
    if (settings_.layout.refine && layout) {
      const Translation* const modules[] = {&translation};
      auto refined = refine_pipeline_layout(*layout, modules);
      if (!refined) return failure(refined.error());
      layout = std::move(*refined);
    }
    std::string text;
    if (local.signature != nullptr) {
      auto both = pipeline_layout_text(layout ? &*layout : nullptr, local);
      if (!both) return failure(both.error());
      text = *both;
    } else {
      text = pipeline_layout_text(*layout);
    }
    if (output == "-") {
      outcome_.text = std::move(text);
      return std::nullopt;
    }
    Problem wrong = make_parent_folder(output);
    if (wrong.empty()) wrong = write_output(output, text);
    if (!wrong.empty()) return tools::failure(kExitBadUsage, output + ": " + wrong);
    return std::nullopt;
  }

  bool needs_module() const { return !settings_.is_report_only() || !settings_.gpu_family.empty(); }

  /// `entry` is the entry point with --each-entry; empty otherwise.
  std::string array_name(const String& entry) const {
    if (!settings_.array_name.empty()) {
      return settings_.array_name + (entry.empty() ? "" : identifier_from("_" + std::string(entry) + "."));
    }
    const bool has_name = !job_.output.empty() && job_.output != "-";
    if (has_name && !entry.empty()) return identifier_from(output_of_entry(job_.output, entry));
    return identifier_from(has_name ? job_.output : job_.input == "-" ? "shader" : job_.input);
  }

  std::optional<Outcome> format(std::vector<uint32_t> spirv, const String& entry) {
    switch (settings_.emit) {
      case Emit::kAssembly: {
        auto text = assembly_text(spirv, job_.output == "-" && has_colours(platform::Stream::kOutput));
        if (!text) return failure(text.error());
        output_ = std::move(*text);
        return std::nullopt;
      }
      case Emit::kGlsl:
        return write_source(spirv, SourceLanguage::kGlsl, output_);
      case Emit::kHlsl:
        return write_source(spirv, SourceLanguage::kHlsl, output_);
      case Emit::kMsl:
        return write_source(spirv, SourceLanguage::kMsl, output_);
      case Emit::kHeader:
        output_ = c_header(spirv, array_name(entry));
        return std::nullopt;
      default:
        output_.assign(bytes_of(spirv));
        return std::nullopt;
    }
  }

  std::optional<Outcome> deliver() {
    for (const auto& [path, bytes] : entry_outputs_) {
      outcome_.bytes_out += bytes.size();
      if (settings_.keep_unchanged && holds(path, bytes)) continue;
      Problem wrong = make_parent_folder(path);
      if (wrong.empty()) wrong = write_output(path, bytes);
      if (!wrong.empty()) return tools::failure(kExitBadUsage, std::move(wrong));
    }
    if (!entry_outputs_.empty()) return std::nullopt;
    outcome_.bytes_out = output_.size();
    if (job_.output.empty()) {
      outcome_.text += output_;
      return std::nullopt;
    }
    if (!is_text(settings_.emit) && job_.output == "-" && platform::is_terminal(platform::Stream::kOutput)) {
      return tools::failure(
          kExitBadUsage, "refusing to write a SPIR-V module to the terminal: use -o FILE or --emit spvasm");
    }
    if (settings_.keep_unchanged && holds(job_.output, output_)) return std::nullopt;
    if (Problem wrong = job_.output == "-" ? Problem() : make_parent_folder(job_.output); !wrong.empty()) {
      return tools::failure(kExitBadUsage, std::move(wrong));
    }
    if (Problem wrong = write_output(job_.output, output_); !wrong.empty()) {
      return tools::failure(kExitBadUsage, std::move(wrong));
    }
    return std::nullopt;
  }

  SharedTools& shared_;
  Translator& translator_;
  const Settings& settings_;
  const Job& job_;
  const ProgressCallback& progress_;
  Outcome outcome_;
  bool is_compiled_ = false;  // The input was compiled from HLSL, which is in source_.
  std::vector<uint8_t> source_;
  std::string output_;
  std::vector<std::pair<std::string, std::string>> entry_outputs_;  // With --each-entry: file and contents.
  std::vector<std::pair<size_t, String>> left_out_;  ///< Numbers of warnings, and the entry points left out.
  Vector<CheckFinding> findings_;
  Vector<ConvergenceNote> losses_;
};

}  // namespace

Outcome run_job(SharedTools& shared, const Settings& settings, const Job& job,
                const ProgressCallback& progress) {
  return JobRun(shared, settings, job, progress).run();
}

}  // namespace trellis::tools
