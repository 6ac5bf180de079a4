// Options for what a module reports at run time.
#include "option_table/members.hpp"
#include "option_table/sections.hpp"

namespace trellis::option_table {
namespace {

using spirv::DescriptorFormat;
using spirv::Instrumentation;

constexpr Row kInstrumentationRows[] = {
    {.flag = "--check-descriptors",
     .help = "Report accesses to descriptors that are out of bounds, unwritten, or of the wrong type",
     .field = C_FIELD(TrellisInstrumentation, check_descriptors),
     .member = member<&Instrumentation::check_descriptors>(),
     .more = "See [instrumentation.md](instrumentation.md) for the buffers. `--reflect` lists the accesses "
             "by number",
     .cost = "two loads and two branches per heap access",
     .wanted = "debugging; never use it in a release"},
    {.flag = "--descriptor-format",
     .metavariable = "FORMAT",
     .help = "With --check-descriptors: format of the tables and reports: tables, or cookies (that of D3D12 "
             "layers: numbers of resources, with a list of those that exist)",
     .field = C_FIELD(TrellisInstrumentation, descriptor_format),
     .member = member<&Instrumentation::descriptor_format>(),
     .words = {{"tables", TRELLIS_DESCRIPTORS_BY_TABLES, DescriptorFormat::kTables},
               {"cookies", TRELLIS_DESCRIPTORS_BY_COOKIES, DescriptorFormat::kCookies}},
     .no_such_word = "no such format: ",
     .shows_default = true,
     .more = "See [instrumentation.md](instrumentation.md#the-format-of-cookies). Only the resource heap is "
             "checked with `cookies`",
     .cost = "with `cookies`, six loads and two branches per heap access",
     .wanted = "layers that have these buffers, and callers who want to find uses of destroyed resources"},
    {.flag = "--report-buffer",
     .metavariable = "N SET",
     .help = "Binding of the storage buffer of reports (default: 5003 0)",
     .also_in_c = "reports"},
    {.flag = "--resource-table",
     .metavariable = "N SET",
     .help = "Binding of the table that describes the resource heap (default: 5004 0)",
     .also_in_c = "resource_table"},
    {.flag = "--sampler-table",
     .metavariable = "N SET",
     .help = "Likewise for the sampler heap (default: 5005 0)",
     .also_in_c = "sampler_table"},
    {.flag = "--shader-hash",
     .metavariable = "HEX",
     .help = "64-bit ID of the shader in reports (default: the first 8 bytes of the container's part HASH)",
     .also_in_c = "shader_hash"},
    {.flag = "--count-instructions",
     .help = "Count how many lanes run each block, in a storage buffer",
     .field = C_FIELD(TrellisInstrumentation, count_instructions),
     .member = member<&Instrumentation::count_instructions>(),
     .more = "`--reflect` lists each block's counter and instructions",
     .cost = "an atomic addition per block and lane",
     .wanted = "profiling, and finding code that never runs"},
    {.flag = "--counter-buffer",
     .metavariable = "N SET",
     .help = "Binding of the storage buffer of block counts (default: 5006 0)",
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
