// Writes the program as text before the lowering passes and after each that changed it:
// FOLDER/ENTRY/01-input.txt, 02-..., with a folder for each entry point that is translated.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "lower/lower.hpp"
#include "support/result.hpp"

namespace trellis {

/// Give it to a translation as its program observer. Not to be shared between translations.
class ProgramDump final : public lower::PassObserver {
 public:
  explicit ProgramDump(std::string folder) : folder_(std::move(folder)) {}

  void after_pass(std::string_view pass, const lower::LoweredProgram& program) override;

  /// The first file that could not be written. The code is kBadInput, because the caller chose the folder.
  const Result<void>& state() const { return state_; }

 private:
  void begin_entry(const lower::LoweredProgram& program);

  std::string folder_, entry_folder_;
  std::set<std::string> names_;
  uint32_t next_number_ = 1;
  Result<void> state_;
};

/// What a dump writes of the program: its entry point, program_to_text() of the functions that are reached,
/// and the marks of breaks.
String dump_text(std::string_view pass, const lower::LoweredProgram& program);

}  // namespace trellis
