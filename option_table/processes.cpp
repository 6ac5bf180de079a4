// Options for how the program runs translations and reads files.
#include "option_table/members.hpp"
#include "option_table/sections.hpp"

namespace trellis::option_table {
namespace {

constexpr double kMaxMebibytes = 1 << 24;

constexpr Row kProcessesRows[] = {
    {.flag = "-j,--jobs",
     .metavariable = "N",
     .help =
         "Inputs to translate in parallel (default: one per processor, or what the jobserver of make grants)",
     .range = {1, 1024}},
    {.flag = "--time-limit",
     .metavariable = "SECONDS",
     .help = "Time limit for each input",
     .range = {0.01, 1e6},
     .initial = "60"},
    {.flag = "--memory-limit",
     .metavariable = "MIB",
     .help = "Memory limit for each input, in MiB of address space",
     .range = {64, kMaxMebibytes},
     .initial = "4096"},
    {.flag = "--no-isolation",
     .help = "Translate in this process without limits, for debuggers and profilers"},
    {.flag = "--depfile",
     .metavariable = "FILE",
     .help = "Write the dependencies as a rule for make or ninja",
     .completion = Completion::kFiles},
    {.flag = "--write-ninja",
     .metavariable = "FILE",
     .help = "Write a Ninja file that makes the outputs, in place of making them",
     .completion = Completion::kFiles,
     .more = "See [large-builds.md](large-builds.md)"},
    {.flag = "--keep-unchanged",
     .help = "Leave an output that would not change as it is, with its time, as Ninja's restat expects"},
    {.flag = "--print-cache-key",
     .help = "Print, for each output, a key that changes whenever the output may change, and stop",
     .more = "See [large-builds.md](large-builds.md#caches)"},
    {.flag = "--watch", .help = "Keep running, and translate inputs again when they change"},
    {.flag = "-q,--quiet", .help = "Print errors only"},
    {.flag = "-v,--verbose", .help = "Print a line for each input"},
    {.flag = "--error-format",
     .metavariable = "FORM",
     .help = "Format of errors and warnings on standard error: text, json (an object per line), sarif",
     .words = {"text", "json", "sarif"},
     .initial = "text"},
    {.help = "What a call of the library may cost, in blocks, instructions, words of output and time, and a "
             "callback that ends it",
     .also_in_c = "limits",
     .more = "`TrellisLimits`, of `TrellisReadOptions` and `TrellisTranslateOptions`: see "
             "[untrusted-input.md](untrusted-input.md#limits)",
     .cost = "next to none",
     .wanted = "shaders from untrusted sources; applications that must be able to stop at once"},
    {.flag = "--ignore-digest",
     .help = "Accept containers with a wrong digest",
     .field = C_FIELD(TrellisReadOptions, ignore_digest),
     .member = inverted<&ReadOptions::verify_digest>(),
     .more = "A field of `TrellisReadOptions`. A digest of zeros is never checked"},
    {.flag = "--no-names",
     .help = "Ignore the container's reflection data (part STAT)",
     .field = C_FIELD(TrellisReadOptions, no_names),
     .member = inverted<&ReadOptions::names>(),
     .more = "A field of `TrellisReadOptions`. It contains the names of resources and the structs of buffers",
     .cost = "no names; reading is faster",
     .wanted = "callers that translate many shaders and need no names"},
    {.flag = "--reader",
     .metavariable = "READER",
     .help = "What reads the bitcode: records (Trellis' own reader) or llvm (default: records, and llvm for "
             "the rest)",
     .field = C_FIELD(TrellisReadOptions, reader),
     .member = member<&ReadOptions::reader>(),
     .words = {{"any", TRELLIS_READER_ANY, dxil::Reader::kAny},
               {"records", TRELLIS_READER_RECORDS, dxil::Reader::kRecords},
               {"llvm", TRELLIS_READER_LLVM, dxil::Reader::kLlvm}},
     .no_such_word = "no such reader: ",
     .more = "A field of `TrellisReadOptions`. Both readers make the same of a program",
     .wanted = "comparing the readers"},
};

}  // namespace

std::span<const Row> process_rows() { return kProcessesRows; }

}  // namespace trellis::option_table
