// The findings of the checks requested by --check, and reports of them as text, JSON or SARIF 2.1.0.
//
// A report is made in parts, one per input, since each input is checked in its own process. The parts of a
// run become one document.
#pragma once

#include <cstdint>
#include <span>

#include "api/convergence.hpp"
#include "uniformity/analysis.hpp"

namespace trellis {

/// The form of a report of findings.
enum class ReportFormat : uint8_t { kText, kJson, kSarif };

/// The checks to run.
struct Checks {
  bool uniformity = false, convergence = false;
  bool any() const { return uniformity || convergence; }
};

/// Something that a check looks for.
struct Rule {
  const char* name = "";         ///< For example "barrier-divergence".
  const char* check = "";        ///< The argument of --check that enables it, for example "uniformity".
  const char* description = "";  ///< One sentence without a full stop.
  const char* page = "";         ///< The page in docs/ that explains it: "uniformity.md#barriers-...".
  const char* help = "";         ///< What it means, and what to do about it, in sentences.
};

/// Returns all rules. A finding refers to them by index.
std::span<const Rule> rules();

/// kNote: nothing is wrong, but the translation rests on a guess. kError: the module lacks something that the
/// program relies on, on every device.
enum class Severity : uint8_t { kNote, kWarning, kError };

/// A finding of any check.
struct CheckFinding {
  uint32_t rule = 0;  ///< Index into rules().
  Severity severity = Severity::kWarning;
  String what;       ///< For example "some threads of a group may reach this barrier without the others".
  String operation;  ///< For example "dx.op.barrier (Barrier, 80)".
  String scope;      ///< "quad", "wave" or "group"; empty if the check has no scopes.
  /// For convergence: "maximal" or "none", what guarantees reconvergence. Empty for other checks.
  String grade;
  uniformity::Step where;
  Vector<uniformity::Step> why;   ///< The path from the operation back to what differs.
  Vector<uniformity::Step> more;  ///< Other affected operations of the same kind.
  String advice;
};

CheckFinding finding_of(const uniformity::Finding& finding);
CheckFinding finding_of(const ConvergenceNote& note);
CheckFinding finding_of(const LoopEndNote& note);

/// Returns "note", "warning" or "error", which are also the levels of SARIF.
const char* name_of(Severity severity);

/// Returns the part of a report for one input. In text, each finding is a paragraph. `file` is the input's
/// name, or "-". `graded`: the operations that the convergence check graded; only JSON lists them.
String report_part(const String& file, std::span<const CheckFinding> findings, ReportFormat format,
                   std::span<const GradedOperation> graded = {});

/// Returns the report made of such parts, for the checks that were requested.
String report_document(std::span<const String> parts, const Checks& checks, ReportFormat format);

}  // namespace trellis
