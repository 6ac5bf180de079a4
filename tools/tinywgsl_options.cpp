// The options of `trellis tinywgsl`.
#include "tinywgsl/semantics/explorer.hpp"
#include "tools/tinywgsl_command.hpp"

namespace trellis::tools {
namespace {

constexpr option_table::Row kRows[] = {
    {.flag = "-h,--help", .help = "Print this help message and exit"},
    {.flag = "FILE",
     .help = "A TinyWGSL shader; - for standard input",
     .completion = option_table::Completion::kFiles},
    {.flag = "--threads",
     .metavariable = "N",
     .help = "Threads to execute with (default: the workgroup size)",
     .range = {1, tinywgsl::kMaxThreads}},
    {.flag = "--analyse", .help = "Only analyse"},
    {.flag = "--run", .help = "Only execute"},
    {.flag = "--initial",
     .metavariable = "VALUES",
     .help = "Possible initial values of shared memory's elements: each is tried (default: 0,1)"},
    {.flag = "--states",
     .metavariable = "N",
     .help = "Maximum number of states to explore",
     .range = {1, 10'000'000},
     .shows_default = true},
    {.flag = "--keep-locals",
     .help = "A function's variables keep their values between calls, as in the paper's figure 5"},
    {.flag = "--count-continues",
     .help = "Threads reconverge at the end of each iteration, whichever continue they took"},
};
const option_table::Section kSections[] = {{"Options", kRows}};

}  // namespace

std::span<const option_table::Section> tinywgsl_sections() { return kSections; }

}  // namespace trellis::tools
