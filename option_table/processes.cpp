// How the program runs translations, and how it reads files.
#include "option_table/members.hpp"
#include "option_table/sections.hpp"

namespace trellis::option_table {
namespace {

constexpr double kMaxMebibytes = 1 << 24;

constexpr Row kProcessesRows[] = {
    {.flag = "-j,--jobs",
     .metavariable = "N",
     .help = "Inputs translated at the same time (default: one a processor)",
     .range = {1, 1024}},
    {.flag = "--time-limit",
     .metavariable = "SECONDS",
     .help = "Seconds after which an input is given up",
     .range = {0.01, 1e6},
     .initial = "60"},
    {.flag = "--memory-limit",
     .metavariable = "MIB",
     .help = "Address space of a translating process, in MiB",
     .range = {64, kMaxMebibytes},
     .initial = "4096"},
    {.flag = "--no-isolation",
     .help = "Translate in this process, without limits: for debuggers and profilers"},
    {.flag = "--depfile",
     .metavariable = "FILE",
     .help = "Write what each output was made of, as rules for make and ninja",
     .completion = Completion::kFiles},
    {.flag = "--watch", .help = "Stay, and translate again what changes"},
    {.flag = "-q,--quiet", .help = "Say nothing but errors"},
    {.flag = "-v,--verbose", .help = "Say of each input what became of it"},
    {.flag = "--error-format",
     .metavariable = "FORM",
     .help = "Form of errors and warnings on standard error: text, json (an object a line), sarif",
     .words = {"text", "json", "sarif"},
     .initial = "text"},
    {.flag = "--ignore-digest",
     .help = "Read containers whose digest is wrong",
     .field = C_FIELD(TrellisReadOptions, ignore_digest),
     .member = inverted<&ReadOptions::verify_digest>(),
     .more = "A field of `TrellisReadOptions`. A digest of zeros means that there is none"},
    {.flag = "--no-names",
     .help = "Do not read the container's reflection data (the part STAT)",
     .field = C_FIELD(TrellisReadOptions, no_names),
     .member = inverted<&ReadOptions::names>(),
     .more =
         "A field of `TrellisReadOptions`. The part has the names of resources and the structs of buffers",
     .cost = "nothing has a name; reading is faster",
     .wanted = "callers that make many modules and look at none"},
};

}  // namespace

std::span<const Row> process_rows() { return kProcessesRows; }

}  // namespace trellis::option_table
