// Options for the checks of a shader whose findings the program reports.
#include "option_table/sections.hpp"

namespace trellis::option_table {
namespace {

constexpr Row kChecksRows[] = {
    {.flag = "--check",
     .metavariable = "KIND,...",
     .help = "Check the program: uniformity (barriers, derivatives and descriptor indices in divergent "
             "control flow), convergence (wave operations that may run in smaller groups in the module)",
     .words = {"uniformity", "convergence"},
     .also_in_c = "checks"},
    {.flag = "--report",
     .metavariable = "FILE",
     .help = "Where --check and --gpu-stats write their reports (default: standard output)",
     .completion = Completion::kFiles,
     .more = "In the format of `--format`. Only modules go to `-o`, never reports"},
    {.flag = "--gpu-stats",
     .metavariable = "FAMILY",
     .help = "Report Mesa's statistics of the modules compiled for an AMD GPU (navi31, vega10, ...; it need "
             "not be present): instructions, registers, code size, latency; or those of this machine's GPU "
             "(local)",
     .more = "Mesa's Vulkan driver for AMD GPUs must be installed, except for `local`. See "
             "[gpu-statistics.md](gpu-statistics.md) for the statistics"},
    {.flag = "--gpu-time-limit",
     .metavariable = "SECONDS",
     .help = "Time limit of the driver for the statistics of each module",
     .range = {0.01, 1e6},
     .initial = "300",
     .more = "Not part of `--time-limit`. A driver that takes longer is ended, with exit code 6"},
    {.flag = "--error-on-findings", .help = "Exit with code 5 if --check finds anything"},
    {.flag = "--trust-uavs",
     .help = "Assume that UAVs hold uniform values at uniform addresses",
     .also_in_c = "trust_uavs"},
    {.flag = "--trust-groupshared",
     .help = "Likewise for groupshared memory",
     .also_in_c = "trust_groupshared"},
};

}  // namespace

std::span<const Row> check_rows() { return kChecksRows; }

}  // namespace trellis::option_table
