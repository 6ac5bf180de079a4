// The options of `trellis cfg`.
#include "tools/cfg/cfg_command.hpp"

namespace trellis::tools {
namespace {

using option_table::Completion;

constexpr option_table::Row kCfgRows[] = {
    {.flag = "-h,--help", .help = "Print this help message and exit"},
    {.flag = "FILE",
     .help = "A graph as text or DOT, or a DXIL container; - for standard input",
     .completion = Completion::kFiles},
    {.flag = "-o,--output",
     .metavariable = "OUT",
     .help = "Output file (default: standard output)",
     .completion = Completion::kFiles},
    {.flag = "--emit",
     .metavariable = "KIND",
     .help = "What to write: text, dot, svg, html (default: as OUT is called, else text)",
     .words = {"text", "dot", "svg", "html"}},
    {.flag = "--pass",
     .metavariable = "PASS",
     .help = "Write the graph after this pass (input: before all; default: the last)"},
    {.flag = "--random",
     .metavariable = "SEED SIZE",
     .help = "Take a random graph of so many blocks, in place of FILE"},
    {.flag = "--branches", .help = "FILE is in the branch form: `b x a; c x a b`"},
    {.flag = "--entry", .metavariable = "NAME", .help = "Entry point of a shader that has several"},
    {.flag = "--structurize", .help = "Write the structured graph (default)"},
    {.flag = "--no-legend", .help = "Pictures without a legend"},
    {.flag = "--check", .help = "Print what the three checkers say of the result"},
    {.flag = "--stats", .help = "Print what is in the graph and in the result"},
    {.flag = "--reduce", .help = "Make the graph as small as it can be and still fail a check"},
    {.flag = "--reduce-if",
     .metavariable = "COMMAND",
     .help = "The same for a shell command that fails; {} is the file with the graph as text"},
    {.flag = "--reduce-tests",
     .metavariable = "N",
     .help = "Smaller graphs to try at most",
     .range = {1, 1'000'000},
     .shows_default = true},
};
const option_table::Section kCfgSections[] = {{"Options", kCfgRows}};

}  // namespace

std::span<const option_table::Section> cfg_sections() { return kCfgSections; }

}  // namespace trellis::tools
