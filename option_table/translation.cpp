// What is asked for, and what is written.
#include "option_table/members.hpp"
#include "option_table/sections.hpp"

namespace trellis::option_table {
namespace {

using spirv::NonUniformIndices;
using spirv::Target;

constexpr Row kRows[] = {
    {.flag = "-h,--help", .help = "Print this help message and exit"},
    {.flag = "--version", .help = "Display program version information and exit"},
    {.flag = "IN",
     .help = "DXIL containers, folders of them (searched for *.dxil and *.cso), or - for standard input",
     .completion = Completion::kShaders},
    {.flag = "-o,--output",
     .metavariable = "OUT",
     .help = "Output file; a folder if there are several inputs; - for standard output",
     .completion = Completion::kFiles},
    {.flag = "--emit",
     .metavariable = "KIND",
     .help = "What to write: spv (a module), spvasm (its assembly), glsl (by spirv-cross), llvm (the "
             "bitcode inside, as text)",
     .words = {"spv", "spvasm", "glsl", "llvm"},
     .initial = "spv"},
    {.flag = "--target",
     .metavariable = "ENV",
     .help = "Environment the module is made for: vulkan1.1, vulkan1.2, vulkan1.3",
     .field = C_FIELD(TrellisTranslateOptions, target),
     .member = member<&TranslateOptions::target>(),
     .words = {{"vulkan1.1", TRELLIS_TARGET_VULKAN_1_1, Target::kVulkan1_1},
               {"vulkan1.2", TRELLIS_TARGET_VULKAN_1_2, Target::kVulkan1_2},
               {"vulkan1.3", TRELLIS_TARGET_VULKAN_1_3, Target::kVulkan1_3}},
     .no_such_word = "no such target: ",
     .shows_default = true,
     .more = "The module is SPIR-V 1.3, 1.5 or 1.6",
     .cost = "older targets declare more extensions",
     .wanted = "devices of that version"},
    {.flag = "--nonuniform",
     .metavariable = "WHICH",
     .help = "Resource accesses marked NonUniform: declared (by the shader), inferred (the index may differ "
             "in a wave), inferred-or-declared, always",
     .field = C_FIELD(TrellisTranslateOptions, non_uniform),
     .member = member<&TranslateOptions::non_uniform>(),
     .words = {{"declared", TRELLIS_NON_UNIFORM_DECLARED, NonUniformIndices::kDeclared},
               {"inferred", TRELLIS_NON_UNIFORM_INFERRED, NonUniformIndices::kInferred},
               {"inferred-or-declared", TRELLIS_NON_UNIFORM_INFERRED_OR_DECLARED,
                NonUniformIndices::kInferredOrDeclared},
               {"always", TRELLIS_NON_UNIFORM_ALWAYS, NonUniformIndices::kAlways}},
     .no_such_word = "no such policy: ",
     .shows_default = true,
     .more = "Accesses by a constant index are never marked. An index is inferred to differ if it is not "
             "proven to be the same for a subgroup ([uniformity.md](uniformity.md))",
     .cost = "a driver may loop over the different indices of each marked access",
     .wanted = "drivers that take unmarked indices for uniform: shaders that forgot to mark one"},
    {.flag = "--entry",
     .metavariable = "NAME",
     .help = "Entry point to translate, if the shader has several",
     .also_in_c = "entry_point"},
    {.flag = "--all-entries",
     .help = "Translate all entry points of a library into one module",
     .field = C_FIELD(TrellisTranslateOptions, all_entry_points),
     .member = member<&TranslateOptions::all_entries>(),
     .more = "What they share is in it once"},
    {.flag = "--list-entries", .help = "Print the entry points and stop"},
    {.flag = "--reflect",
     .help = "Print the shader model, entry points, signatures and resources as JSON, and stop",
     .also_in_c = "trellis_program_reflection(), trellis_module_reflection()",
     .more = "[reflection.md](reflection.md) describes it"},
    {.flag = "--list-operations",
     .help = "Print all operations of DXIL as translated, or refused with the reason, and stop"},
    {.flag = "--format",
     .metavariable = "FORM",
     .help = "Form of that list (text, json, markdown) or of a report (text, json, sarif)",
     .words = {"text", "json", "markdown", "sarif"},
     .initial = "text"},
    {.flag = "--validate",
     .help = "Check the module with SPIRV-Tools' validator",
     .field = C_FIELD(TrellisTranslateOptions, validate),
     .member = member<&TranslateOptions::validate>(),
     .cost = "about the time of the translation again",
     .wanted = "tests"},
    {.flag = "--dump-cfg",
     .metavariable = "DIR",
     .help = "Write each function's graph after every pass: DOT files, and SVG if dot is installed",
     .completion = Completion::kFolders},
    {.flag = "--time", .help = "Print how long each stage took"},
    {.flag = "--debug-info",
     .help = "Carry over lines, names and source, if the shader has them",
     .field = C_FIELD(TrellisTranslateOptions, debug_info),
     .member = member<&TranslateOptions::debug_info>(),
     .more = "In C and C++ the program has to be read with them",
     .cost = "larger modules",
     .wanted = "debuggers"},
    {.help = "Keep lines, names and source when a program is read; prefer the program that has them, if a "
             "container holds two",
     .field = C_FIELD(TrellisReadOptions, debug_info),
     .member = member<&ReadOptions::debug_info>(),
     .more = "A field of `TrellisReadOptions`",
     .cost = "time and memory to keep them"},
    {.flag = "--maximal-reconvergence",
     .help = "Declare MaximallyReconvergesKHR; refuse the shader if that cannot be promised",
     .field = C_FIELD(TrellisTranslateOptions, maximal_reconvergence),
     .member = member<&TranslateOptions::maximal_reconvergence>(),
     .cost = "`switch`es before wave operations become chains of branches",
     .wanted = "shaders whose wave operations count on who runs together"},
};

}  // namespace

std::span<const Row> translation_rows() { return kRows; }

}  // namespace trellis::option_table
