// What is asked for, and what is written.
#include "option_table/members.hpp"
#include "option_table/sections.hpp"

namespace trellis::option_table {
namespace {

using spirv::NonUniformIndices;
using spirv::Target;

constexpr Row kTranslationRows[] = {
    {.flag = "-h,--help", .help = "Print help on common options, or on a TOPIC, and exit"},
    {.flag = "--version", .help = "Print the version and exit"},
    {.flag = "IN",
     .help =
         "DXIL files, folders (searched for *.dxil and *.cso), or - for standard input; HLSL with --profile",
     .completion = Completion::kShaders},
    {.flag = "-o,--output",
     .metavariable = "OUT",
     .help = "Output file; a folder if there are several inputs; - for standard output",
     .completion = Completion::kFiles},
    {.flag = "--emit",
     .metavariable = "KIND",
     .help =
         "What to write: spv, spvasm (assembly), glsl or hlsl (by spirv-cross), llvm (the bitcode as text)",
     .words = {"spv", "spvasm", "glsl", "hlsl", "llvm"},
     .initial = "spv"},
    {.flag = "--target",
     .metavariable = "ENV",
     .help = "Vulkan version to target, vulkan1.1 to vulkan1.4, or SPIR-V version, spv1.3 to spv1.6",
     .field = C_FIELD(TrellisTranslateOptions, target),
     .member = member<&TranslateOptions::target>(),
     .words = {{"vulkan1.1", TRELLIS_TARGET_VULKAN_1_1, Target::kVulkan1_1},
               {"vulkan1.2", TRELLIS_TARGET_VULKAN_1_2, Target::kVulkan1_2},
               {"vulkan1.3", TRELLIS_TARGET_VULKAN_1_3, Target::kVulkan1_3},
               {"vulkan1.4", TRELLIS_TARGET_VULKAN_1_4, Target::kVulkan1_4},
               {"spv1.3", TRELLIS_TARGET_VULKAN_1_1, Target::kVulkan1_1},
               {"spv1.4", TRELLIS_TARGET_VULKAN_1_1_SPIRV_1_4, Target::kVulkan1_1Spirv1_4},
               {"spv1.5", TRELLIS_TARGET_VULKAN_1_2, Target::kVulkan1_2},
               {"spv1.6", TRELLIS_TARGET_VULKAN_1_3, Target::kVulkan1_3}},
     .no_such_word = "no such target: ",
     .shows_default = true,
     .more = "Vulkan 1.1 accepts SPIR-V 1.3, and 1.4 (`spv1.4`) if the device has `VK_KHR_spirv_1_4`; Vulkan "
             "1.2 accepts 1.5, Vulkan 1.3 and 1.4 accept 1.6",
     .cost = "older targets declare more extensions",
     .wanted = "devices of that version"},
    {.flag = "--nonuniform",
     .metavariable = "WHICH",
     .help = "Resource accesses to mark NonUniform: declared (by the shader), inferred (the index may "
             "diverge), inferred-or-declared, always",
     .field = C_FIELD(TrellisTranslateOptions, non_uniform),
     .member = member<&TranslateOptions::non_uniform>(),
     .words = {{"declared", TRELLIS_NON_UNIFORM_DECLARED, NonUniformIndices::kDeclared},
               {"inferred", TRELLIS_NON_UNIFORM_INFERRED, NonUniformIndices::kInferred},
               {"inferred-or-declared", TRELLIS_NON_UNIFORM_INFERRED_OR_DECLARED,
                NonUniformIndices::kInferredOrDeclared},
               {"always", TRELLIS_NON_UNIFORM_ALWAYS, NonUniformIndices::kAlways}},
     .no_such_word = "no such policy: ",
     .shows_default = true,
     .more = "Accesses with a constant index are never marked. An index is inferred to diverge unless it is "
             "proven uniform for a subgroup ([uniformity.md](uniformity.md))",
     .cost = "a driver may loop over the different indices of each marked access",
     .wanted = "drivers that assume unmarked indices are uniform, with shaders that forgot to mark one"},
    {.flag = "-T,--profile",
     .metavariable = "PROFILE",
     .help = "Compile HLSL inputs with dxc and this profile (ps_6_6); arguments after -- go to dxc",
     .more = "See [command-line.md](command-line.md#hlsl-as-input)"},
    {.flag = "-E,--entry",
     .metavariable = "NAME",
     .help = "Entry point to translate, or to compile from HLSL",
     .also_in_c = "entry_point"},
    {.flag = "--entry-name",
     .metavariable = "NAME",
     .help = "Name of the entry point in the module",
     .also_in_c = "module_entry_point",
     .wanted = "callers that create every pipeline with the name `main`"},
    {.flag = "--all-entries",
     .help = "Translate all entry points of a library into one module",
     .field = C_FIELD(TrellisTranslateOptions, all_entry_points),
     .member = member<&TranslateOptions::all_entries>(),
     .more = "Shared functions and resources are in it once. Entry points that are not supported are left "
             "out, with a warning that names them; the exit code is 3 then"},
    {.flag = "--each-entry",
     .help = "Translate all entry points of a library, each into a module of its own: OUT.NAME.spv",
     .also_in_c = "a translation for each, of one program",
     .more = "The library is read once. Names are those of `--list-entries`, inserted before the suffix of "
             "the file that `-o` names. Entry points that are not supported are left out, as with "
             "`--all-entries`",
     .wanted = "pipelines with a module per stage"},
    {.flag = "--list-entries", .help = "Print the entry points and stop"},
    {.flag = "--list-parts", .help = "Print the contents of each part of the container and stop"},
    {.flag = "--reflect",
     .help = "Print entry points, signatures, resources and device needs as JSON and stop",
     .also_in_c = "trellis_program_reflection(), trellis_module_reflection()",
     .more = "See [reflection.md](reflection.md)"},
    {.flag = "--list-operations",
     .help = "Print which DXIL operations are translated, and why others are not, and stop"},
    {.flag = "--shader-model",
     .metavariable = "MODEL",
     .help = "List only the operations that this shader model introduced (with --list-operations)",
     .words = {"6.0", "6.1", "6.2", "6.3", "6.4", "6.5", "6.6", "6.7", "6.8", "6.9", "6.10"}},
    {.flag = "--format",
     .metavariable = "FORM",
     .help = "Format of --list-operations (text, json, markdown), --check (text, json, sarif) or --gpu-stats "
             "(text, json)",
     .words = {"text", "json", "markdown", "sarif"},
     .initial = "text"},
    {.flag = "--validate",
     .help = "Check the module with SPIRV-Tools' validator",
     .field = C_FIELD(TrellisTranslateOptions, validate),
     .member = member<&TranslateOptions::validate>(),
     .cost = "about as long as the translation",
     .wanted = "tests"},
    {.flag = "-O,--optimize",
     .metavariable = "RECIPE",
     .help = "Optimize the module with spirv-opt for performance or size",
     .words = {"performance", "size"},
     .more = "The result is validated",
     .cost = "many times as long as the translation",
     .wanted = "drivers that optimize little on their own"},
    {.flag = "--dump-cfg",
     .metavariable = "DIR",
     .help = "Write each function's control-flow graph after every pass, as DOT and SVG",
     .completion = Completion::kFolders},
    {.flag = "--time", .help = "Print how long each stage took"},
    {.flag = "--debug-info",
     .help = "Keep source lines, names and text, if the shader has them; --debug-info=full: also scopes, "
             "types and values of variables, to step through HLSL",
     .field = C_FIELD(TrellisTranslateOptions, debug_info),
     .member = member<&TranslateOptions::debug_info>(),
     .words = {{"none", TRELLIS_DEBUG_INFO_NONE, spirv::DebugInfoLevel::kNone},
               {"lines", TRELLIS_DEBUG_INFO_LINES, spirv::DebugInfoLevel::kLines},
               {"full", TRELLIS_DEBUG_INFO_FULL, spirv::DebugInfoLevel::kFull}},
     .bare_word = "lines",
     .no_such_word = "no such debug information: ",
     .more = "`full` is `NonSemantic.Shader.DebugInfo.100` in place of `OpLine` and `OpSource`. In C and "
             "C++, the program must be read with debug information",
     .cost = "larger modules; with `full`, also values that are kept only for debugging",
     .wanted = "debuggers"},
    {.help = "Keep debug information (lines, names, source, scopes, variables) when a program is read; "
             "prefer the program that has them, if a "
             "container holds two",
     .field = C_FIELD(TrellisReadOptions, debug_info),
     .member = member<&ReadOptions::debug_info>(),
     .more = "A field of `TrellisReadOptions`",
     .cost = "time and memory"},
    {.flag = "--maximal-reconvergence",
     .help = "Declare MaximallyReconvergesKHR, or refuse the shader if that cannot be guaranteed",
     .field = C_FIELD(TrellisTranslateOptions, maximal_reconvergence),
     .member = member<&TranslateOptions::maximal_reconvergence>(),
     .cost = "`switch`es before wave operations become chains of branches",
     .wanted = "shaders whose wave operations rely on which lanes run together"},
};

}  // namespace

std::span<const Row> translation_rows() { return kTranslationRows; }

}  // namespace trellis::option_table
