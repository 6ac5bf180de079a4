// What the program reports of a shader.
#include "option_table/sections.hpp"

namespace trellis::option_table {
namespace {

constexpr Row kChecksRows[] = {
    {.flag = "--check",
     .metavariable = "KIND,...",
     .help = "Report what is questionable: uniformity (barriers, derivatives and descriptor indices that "
             "invocations may disagree about), convergence (wave operations and barriers that may run "
             "in smaller groups in the module), or both",
     .words = {"uniformity", "convergence"}},
    {.flag = "--report",
     .metavariable = "FILE",
     .help = "Where the report of --check goes (default: standard output)",
     .completion = Completion::kFiles,
     .more = "Its form is that of `--format`. Modules go to `-o`, reports never do"},
    {.flag = "--error-on-findings", .help = "Exit code 5 if there is anything to report"},
    {.flag = "--trust-uavs", .help = "Take what UAVs hold at a uniform address for uniform"},
    {.flag = "--trust-groupshared",
     .help = "Take what groupshared memory holds at a uniform address for uniform"},
};

}  // namespace

std::span<const Row> check_rows() { return kChecksRows; }

}  // namespace trellis::option_table
