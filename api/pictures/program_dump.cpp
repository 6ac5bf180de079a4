#include "api/pictures/program_dump.hpp"

#include <filesystem>
#include <fstream>
#include <system_error>

#include "api/pictures/dump_files.hpp"
#include "dxil_frontend/program/text/ir_text.hpp"
#include "dxil_frontend/program/text/program_text.hpp"

namespace trellis {

namespace fs = std::filesystem;

String dump_text(std::string_view pass, const lower::LoweredProgram& program) {
  const dxil::EntryPoint& entry = program.entry_point();
  String text = "; after the pass " + String(pass) + "\n";
  if (pass == "input") text = "; before all passes\n";
  text += "; entry point " + dxil::printable(entry.name) + ", a " + dxil::name_of(entry.kind) + " shader\n\n";
  text += dxil::program_to_text(program.shader(), program.reached());
  for (size_t f = 0; f < program.break_marks.size(); ++f) {
    for (const lower::BreakMark& mark : program.break_marks[f]) {
      text += "\n; @" + dxil::printable(program.module().functions[f].name) + ": block" +
              decimal(mark.block) + " breaks out of the loop that block" + decimal(mark.inside) + " is in";
    }
  }
  if (!program.break_marks.empty()) text += "\n";
  return text;
}

void ProgramDump::begin_entry(const lower::LoweredProgram& program) {
  next_number_ = 1;
  entry_folder_ =
      (fs::path(folder_) / new_file_name(program.entry_point().source_name, "entry", names_)).string();
  std::error_code error;
  fs::create_directories(entry_folder_, error);
  if (error && state_)
    state_ = bad_input("cannot create the folder " + entry_folder_ + ": " + error.message());
}

void ProgramDump::after_pass(std::string_view pass, const lower::LoweredProgram& program) {
  if (pass == "input") begin_entry(program);
  const std::string file =
      (fs::path(entry_folder_) / (numbered_name(next_number_++, pass) + ".txt")).string();
  if (!state_) return;
  std::ofstream stream(file, std::ios::binary);
  stream << dump_text(pass, program);
  stream.close();
  if (!stream) state_ = bad_input("cannot write " + file);
}

}  // namespace trellis
