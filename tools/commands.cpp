#include "tools/commands.hpp"

#include "option_table/table.hpp"
#include "tools/tinywgsl_command.hpp"

namespace trellis::tools {

std::span<const Command> commands() {
  static const Command kCommands[] = {
      {"", "Translate shaders", option_table::sections()},
      {"tinywgsl", "Analyse and execute a shader in TinyWGSL", tinywgsl_sections()},
  };
  return kCommands;
}

const char* const kExamples =
    R"(  trellis shader.dxil -o shader.spv              translate one shader
  trellis shader.dxil -o shader.spv --validate   ... and have SPIRV-Tools check the module
  trellis shaders/ -o out/ --jobs 8              a folder: out/ gets the same tree of .spv files
  trellis a.dxil b.dxil -o out/                  several files: out/a.spv, out/b.spv
  trellis - -o - <in.dxil >out.spv               standard input to standard output
  trellis shader.dxil --emit spvasm              SPIR-V assembly, to the terminal
  trellis shader.dxil --check uniformity         what may go wrong in divergent control flow, and why
  trellis shader.dxil --check convergence        do lanes run together as they did?
  trellis shader.dxil --reflect                  what the shader says of itself, as JSON
  trellis shader.dxil --list-parts               what is in the file, a line for each part
  trellis shader.dxil --dump-cfg cfg/            the control-flow graph after every pass, as pictures
  trellis shader.dxil -o s.spv --t-shift 100 0   t registers of space 0 from binding 100 on
  trellis shader.dxil -o s.spv --bind albedo=0.3 the resource albedo in set 0, binding 3
  trellis s.dxil -o s.spv --root-signature embedded --layout layout.json
  trellis --list-operations                      the operations of DXIL, and which are translated
)";

}  // namespace trellis::tools
