// What a module reports of its run.
#include "option_table/members.hpp"
#include "option_table/sections.hpp"

namespace trellis::option_table {
namespace {

using spirv::Instrumentation;

constexpr Row kInstrumentationRows[] = {
    {.flag = "--check-descriptors",
     .help = "Report accesses to descriptors that are out of bounds, unwritten, or of the wrong type",
     .field = C_FIELD(TrellisInstrumentation, check_descriptors),
     .member = member<&Instrumentation::check_descriptors>(),
     .more = "[instrumentation.md](instrumentation.md) has the buffers. `--reflect` lists the accesses by "
             "their numbers",
     .cost = "two loads and two branches for each access to a heap",
     .wanted = "those who look for a fault: never a release"},
    {.flag = "--report-buffer",
     .metavariable = "N SET",
     .help = "Binding of the storage buffer of reports (default: 5003 0)",
     .also_in_c = "reports"},
    {.flag = "--resource-table",
     .metavariable = "N SET",
     .help = "Binding of the table of what is in the resource heap (default: 5004 0)",
     .also_in_c = "resource_table"},
    {.flag = "--sampler-table",
     .metavariable = "N SET",
     .help = "The same of the sampler heap (default: 5005 0)",
     .also_in_c = "sampler_table"},
    {.flag = "--shader-hash",
     .metavariable = "HEX",
     .help = "The shader's 64 bits in reports (default: the first 8 bytes of the container's part HASH)",
     .also_in_c = "shader_hash"},
    {.flag = "--count-instructions",
     .help = "Count how many lanes run each block, in a storage buffer",
     .field = C_FIELD(TrellisInstrumentation, count_instructions),
     .member = member<&Instrumentation::count_instructions>(),
     .more = "`--reflect` lists the blocks by their counters, with their instructions",
     .cost = "an atomic addition for each block and lane",
     .wanted = "those who want to know what a shader's time goes to, or which of its code runs at all"},
    {.flag = "--counter-buffer",
     .metavariable = "N SET",
     .help = "Binding of that buffer (default: 5006 0)",
     .also_in_c = "counters"},
    {.flag = "--first-counter",
     .metavariable = "N",
     .help = "Number of the first block's counter (default: {default})",
     .field = C_FIELD(TrellisInstrumentation, first_counter),
     .member = member<&Instrumentation::first_counter>(),
     .wanted = "several modules that share a buffer"},
};

}  // namespace

std::span<const Row> instrumentation_rows() { return kInstrumentationRows; }

}  // namespace trellis::option_table
