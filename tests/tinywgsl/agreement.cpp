#include "tests/tinywgsl/agreement.hpp"

#include "tests/tinywgsl/soundness.hpp"
#include "tinywgsl/analysis/analysis.hpp"
#include "tinywgsl/analysis/behaviours.hpp"
#include "tinywgsl/syntax/parser.hpp"
#include "uniformity/analysis.hpp"

namespace trellis::tinywgsl {
namespace {

/// Finds barriers and calls in a loop from which its next iteration cannot be reached. In a graph of blocks
/// they are after the loop, where all threads that leave it meet: nothing distinguishes them from what
/// follows it.
class WayOut {
 public:
  explicit WayOut(const Program& program) : program_(program), behaviours_(program) {
    for (const Function& function : program.functions) {
      behaviours_.add_list(function.body);
      find(function.body, kContinue, false);
    }
  }
  bool found() const { return found_; }

 private:
  /// Returns true if the list contains a barrier or call. `after` is what may happen between its end and the
  /// next iteration.
  bool find(uint32_t first, Behaviours after, bool in_loop) {
    bool synchronises = false;
    for (uint32_t i = first; i != kNone; i = program_.statements[i].next) {
      const Statement& statement = program_.statements[i];
      Behaviours rest = behaviours_.of_list(statement.next);
      if (rest & kNext) rest = static_cast<Behaviours>((rest & ~kNext) | after);
      bool here = statement.kind == StatementKind::kBarrier || statement.kind == StatementKind::kCall;
      if (statement.kind == StatementKind::kIf) {
        synchronises |= find(statement.first, rest, in_loop);
        synchronises |= find(statement.second, rest, in_loop);
      } else if (statement.kind == StatementKind::kLoop) {
        here |= find(statement.first, kContinue, true);
        here |= find(statement.second, kContinue, true);
      }
      found_ |= here && in_loop && !(rest & kContinue);
      synchronises |= here;
      if (!(behaviours_.of(i) & kNext)) break;
    }
    return synchronises;
  }

  const Program& program_;
  BehaviourAnalysis behaviours_;
  bool found_ = false;
};

void compare(const std::string& text, LocalsAs locals, Agreement& agreement) {
  ++agreement.programs;
  const auto program = parse(text);
  bool failed = !program.ok();
  const bool tiny = !failed && analyse(*program)->accepted();
  const bool dxil = !failed && dxil_accepts(*program, locals, failed);
  if (failed) return agreement.failures.push_back(text);
  agreement.both_accept += tiny && dxil;
  agreement.both_reject += !tiny && !dxil;
  if (dxil == tiny) return;
  if (tiny) {
    has_endless_loop(*program) ? void(++agreement.endless) : agreement.less_precise.push_back(text);
    return;
  }
  SoundnessOptions options;
  options.choices.continues = Continues::kCounted;
  if (judge(*program, options).verdict == Verdict::kDiverges) {
    has_barrier_on_way_out(*program) ? void(++agreement.on_way_out) : agreement.unsound.push_back(text);
    return;
  }
  options.choices.continues = Continues::kTold;
  const bool parts = judge(*program, options).verdict == Verdict::kDiverges;
  ++(parts ? agreement.other_continue : agreement.more_precise);
}

}  // namespace

bool dxil_accepts(const Program& program, LocalsAs locals, bool& failed) {
  const dxil::Shader shader = lower(program, locals);
  const auto analysis = uniformity::analyse(shader);
  failed = !analysis.ok();
  return analysis.ok() && analysis->findings.empty();
}

bool has_endless_loop(const Program& program) {
  BehaviourAnalysis behaviours(program);
  for (const Function& function : program.functions) behaviours.add_list(function.body);
  for (uint32_t i = 0; i < program.statements.size(); ++i) {
    if (program.statements[i].kind == StatementKind::kLoop && behaviours.of(i) == 0) return true;
  }
  return false;
}

bool has_barrier_on_way_out(const Program& program) { return WayOut(program).found(); }

void compare_family(const Family& family, LocalsAs locals, Agreement& agreement) {
  for_each_program(family, [&](const std::string& text) { compare(text, locals, agreement); });
}

std::string to_string(const Agreement& agreement) {
  const auto number = [](uint64_t count) { return std::to_string(count); };
  return number(agreement.programs) + " programs: both accept " + number(agreement.both_accept) +
         ", both reject " + number(agreement.both_reject) + "; only DXIL's analysis rejects " +
         number(agreement.endless) + " with an endless loop and " + number(agreement.less_precise.size()) +
         " others; only it accepts " + number(agreement.more_precise) + " that never diverge, " +
         number(agreement.other_continue) + " with different continues, " + number(agreement.on_way_out) +
         " with a barrier on the way out of a loop and " + number(agreement.unsound.size()) + " others\n";
}

}  // namespace trellis::tinywgsl
