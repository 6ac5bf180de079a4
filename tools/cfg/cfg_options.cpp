// The options of `trellis cfg`.
#include "tools/cfg/cfg_command.hpp"

namespace trellis::tools {
namespace {

using option_table::Completion;

constexpr option_table::Row kCfgRows[] = {
    {.flag = "-h,--help", .help = "Print this help message and exit"},
    {.flag = "FILE",
     .help = "A graph as text or DOT, or a DXIL file; HLSL with --profile; - for standard input",
     .completion = Completion::kFiles},
    {.flag = "-o,--output",
     .metavariable = "OUT",
     .help = "Output file (default: standard output)",
     .completion = Completion::kFiles},
    {.flag = "--emit",
     .metavariable = "KIND",
     .help = "What to write: text, dot, svg, html, json (default: by the suffix of OUT, else text)",
     .words = {"text", "dot", "svg", "html", "json"}},
    {.flag = "--pass",
     .metavariable = "PASS",
     .help = "Write the graph after this pass (input: before the first; default: the last)"},
    {.flag = "--random",
     .metavariable = "SEED SIZE",
     .help = "Use a random graph of SIZE blocks instead of FILE"},
    {.flag = "--branches",
     .help = "FILE lists branches: `b x a` (x to a), `c x a b` (x to a if true, else to b)"},
    {.flag = "-E,--entry",
     .metavariable = "NAME",
     .help = "Entry point, for shaders that have several, or to compile from HLSL"},
    {.flag = "-T,--profile",
     .metavariable = "PROFILE",
     .help =
         "Compile FILE, HLSL, with dxc and this profile: ps_6_6, or 6_6 with the stage in the file's name; "
         "-I, -D, -Od and the like, and all arguments after --, go to dxc"},
    {.flag = "--inputs",
     .metavariable = "JSON",
     .help = "Contents of buffers and stage inputs, for the lanes of a page (default: generated)",
     .completion = Completion::kFiles},
    {.flag = "--structurize", .help = "Write the structured graph (default)"},
    {.flag = "--no-legend", .help = "Omit the legend from pictures"},
    {.flag = "--check", .help = "Print the verdicts of the three checkers"},
    {.flag = "--stats", .help = "Print statistics of the graph and of the result"},
    {.flag = "--reduce", .help = "Reduce the graph to a minimal one that still fails a check"},
    {.flag = "--reduce-if",
     .metavariable = "COMMAND",
     .help = "Reduce the graph to a minimal one for which a shell command fails; {} is the graph's file"},
    {.flag = "--reduce-tests",
     .metavariable = "N",
     .help = "Maximum number of smaller graphs to try",
     .range = {1, 1'000'000},
     .shows_default = true},
};
const option_table::Section kCfgSections[] = {{"Options", kCfgRows}};

}  // namespace

std::span<const option_table::Section> cfg_sections() { return kCfgSections; }

}  // namespace trellis::tools
