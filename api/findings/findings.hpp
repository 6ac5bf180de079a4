// What the checks of --check found, and reports of it: text, JSON, SARIF 2.1.0.
//
// A report is made in parts, one for each input, since inputs are looked at in processes of their own; the
// parts of a run become one document.
#pragma once

#include <cstdint>
#include <span>

#include "api/convergence.hpp"
#include "uniformity/analysis.hpp"

namespace trellis {

/// The form of a report of findings.
enum class ReportFormat : uint8_t { kText, kJson, kSarif };

/// What is looked for.
struct Checks {
  bool uniformity = false, convergence = false;
  bool any() const { return uniformity || convergence; }
};

/// What a check looks for.
struct Rule {
  const char* name = "";         ///< "barrier-divergence".
  const char* check = "";        ///< The word of --check: "uniformity".
  const char* description = "";  ///< One sentence without a full stop.
  const char* page = "";         ///< What explains it, in docs/: "uniformity.md#barriers-...".
};

/// All rules. A finding refers to them by index.
std::span<const Rule> rules();

/// kNote: nothing is wrong, but the translation rests on a guess. kError: the module does not have a meaning that the
/// program relies on, whatever the device does.
enum class Severity : uint8_t { kNote, kWarning, kError };

/// A finding of any check.
struct CheckFinding {
  uint32_t rule = 0;  ///< Into rules().
  Severity severity = Severity::kWarning;
  String what;       ///< "some threads of a group may reach this barrier without the others".
  String operation;  ///< "dx.op.barrier (Barrier, 80)".
  String scope;      ///< "quad", "wave" or "group"; empty: the check knows none.
  String grade;      ///< Of convergence: "maximal" or "none", what promises reconvergence. Else empty.
  uniformity::Step where;
  Vector<uniformity::Step> why;   ///< From the operation back to what differs.
  Vector<uniformity::Step> more;  ///< Operations of the same kind that are affected as well.
  String advice;
};

CheckFinding finding_of(const uniformity::Finding& finding);
CheckFinding finding_of(const ConvergenceNote& note);
CheckFinding finding_of(const LoopEndNote& note);

/// "note", "warning", "error": also the levels of SARIF.
const char* name_of(Severity severity);

/// The part of a report that is about one input, in text a paragraph for each finding. `file` is its name, or
/// "-". `graded`: the operations that the convergence check graded; only JSON lists them.
String report_part(const String& file, std::span<const CheckFinding> findings, ReportFormat format,
                   std::span<const GradedOperation> graded = {});

/// The report made of such parts, by the checks that were asked for.
String report_document(std::span<const String> parts, const Checks& checks, ReportFormat format);

}  // namespace trellis
