// Checks of a program for questionable code.
#include "api/check_uniformity.hpp"
#include "api/findings/findings.hpp"
#include "c_api/objects.hpp"
#include "c_api/options/versioned.hpp"

namespace trellis::c_api {
namespace {

constexpr uint32_t kAllChecks = TRELLIS_CHECK_UNIFORMITY | TRELLIS_CHECK_CONVERGENCE;

Result<TrellisCheckOptions> read_options(const TrellisCheckOptions* options) {
  TrellisCheckOptions given = TRELLIS_CHECK_OPTIONS_INIT;
  TRELLIS_RETURN_IF_ERROR(read_versioned(options, "options", given));
  if (given.checks == 0 || (given.checks & ~kAllChecks) != 0) {
    return invalid_argument("options.checks",
                            given.checks == 0 ? "is 0: choose at least one check" : "has an unknown bit");
  }
  if (given.format > TRELLIS_REPORT_SARIF) {
    return invalid_argument("options.format", decimal(given.format) + " is not a format");
  }
  return given;
}

struct Found {
  Vector<CheckFinding> findings;
  Vector<GradedOperation> graded;
};

Result<Found> find(Translator& translator, const Program& program, const TrellisCheckOptions& given) {
  Found all;
  Vector<CheckFinding>& findings = all.findings;
  if ((given.checks & TRELLIS_CHECK_UNIFORMITY) != 0) {
    auto found = check_uniformity(program, {given.trust_uavs != 0, given.trust_groupshared != 0});
    if (!found) return found.error();
    for (const uniformity::Finding& finding : *found) findings.push_back(finding_of(finding));
  }
  if ((given.checks & TRELLIS_CHECK_CONVERGENCE) != 0) {
    TranslateOptions options;
    options.all_entries = program.shader.entry_points.size() > 1;
    auto translation = translator.translate(program, options);
    if (!translation) return translation.error();
    all.graded = grade_operations(program.shader.module, translation->convergence);
    for (const ConvergenceNote& note : translation->convergence) findings.push_back(finding_of(note));
    for (const LoopEndNote& note : translation->loop_ends) findings.push_back(finding_of(note));
  }
  return all;
}

TrellisResult check(TrellisTranslator& translator, const TrellisProgram* program,
                    const TrellisCheckOptions* options, uint32_t* finding_count, const char** report) {
  const auto refuse = [&](Diagnostic what) {
    return translator.fail(std::move(what), TRELLIS_ERROR_INVALID_ARGUMENT);
  };
  if (report == nullptr) return refuse(invalid_argument("report", "is NULL"));
  if (!is_live(program)) return refuse(invalid_argument("program", "the program is NULL, or was destroyed"));
  const auto given = read_options(options);
  if (!given) return refuse(given.error());
  const auto found = find(translator.translator, *program->program, *given);
  if (!found) return translator.fail(found.error());
  const auto format = static_cast<ReportFormat>(given->format);
  const Checks checks = {.uniformity = (given->checks & TRELLIS_CHECK_UNIFORMITY) != 0,
                         .convergence = (given->checks & TRELLIS_CHECK_CONVERGENCE) != 0};
  const String part =
      report_part(given->file == nullptr ? "-" : given->file, found->findings, format, found->graded);
  translator.answer = report_document({&part, 1}, checks, format);
  *report = translator.answer.c_str();
  if (finding_count != nullptr) *finding_count = static_cast<uint32_t>(found->findings.size());
  return TRELLIS_SUCCESS;
}

}  // namespace

static_assert(static_cast<uint32_t>(ReportFormat::kText) == TRELLIS_REPORT_TEXT);
static_assert(static_cast<uint32_t>(ReportFormat::kJson) == TRELLIS_REPORT_JSON);
static_assert(static_cast<uint32_t>(ReportFormat::kSarif) == TRELLIS_REPORT_SARIF);

}  // namespace trellis::c_api

extern "C" TrellisResult trellis_program_check(TrellisTranslator* translator, const TrellisProgram* program,
                                               const TrellisCheckOptions* options, uint32_t* finding_count,
                                               const char** report) {
  if (report != nullptr) *report = nullptr;
  if (finding_count != nullptr) *finding_count = 0;
  return trellis::c_api::guarded(translator, [&](TrellisTranslator& live) {
    return trellis::c_api::check(live, program, options, finding_count, report);
  });
}
