// What compiling one module for one GPU costs, and the comparison of such figures.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace trellis::gpu_compiler {

/// The members are in the order of kMeasured. Latency is the compiler's own estimate, in cycles.
struct Figures {
  uint64_t instructions = 0, registers = 0, latency = 0, code_size = 0, scratch = 0, words = 0;

  bool operator==(const Figures&) const = default;
};

struct Measured {
  const char* name;       ///< The column's name.
  const char* of_mesa;    ///< The name that Mesa's driver for AMD uses; null for the module's own words.
  const char* of_nvidia;  ///< The name that NVIDIA's driver uses; null if it does not count this.
  const char* of_intel;   ///< The name that Mesa's driver for Intel uses; null if it does not count this.
  uint64_t Figures::*member;
};
inline constexpr Measured kMeasured[] = {
    {"instructions", "Instructions", nullptr, "Instruction Count", &Figures::instructions},
    {"registers", "VGPRs", "Register Count", "Max live registers", &Figures::registers},
    {"latency", "Latency", nullptr, "Cycle Count", &Figures::latency},
    {"code_size", "Code size", "Binary Size", nullptr, &Figures::code_size},
    {"scratch", "Scratch size", "Stack Size", "Scratch Memory Size", &Figures::scratch},
    {"words", nullptr, nullptr, nullptr, &Figures::words},
};

/// How far a shader came.
enum class Fate : uint8_t {
  kMeasured,
  kUnreadable,     ///< The file cannot be read, is empty, or is not a container.
  kRefused,        ///< The translator ended with an error.
  kCrashed,        ///< The translator crashed.
  kLate,           ///< The translator exceeded the time limit.
  kNoModule,       ///< The translator wrote no SPIR-V.
  kInvalid,        ///< SPIRV-Tools' validator rejects the module.
  kDriverRefused,  ///< The GPU lacks what the module needs, or the driver refuses it.
  kDriverCrashed,
  kDriverLate,
};
inline constexpr size_t kFates = 10;

/// Returns the words for a fate, as in "3 crashed the translator".
const char* name_of(Fate fate);

/// The result of one translator on one shader, for one GPU.
struct Measurement {
  Fate fate = Fate::kUnreadable;
  std::string why;  ///< Empty if measured.
  Figures figures;  ///< Valid if measured.
};

/// One shader of the folder.
struct Row {
  std::string shader;  ///< The path below the folder.
  Measurement first, second;

  bool is_pair() const { return first.fate == Fate::kMeasured && second.fate == Fate::kMeasured; }
};

struct Totals {
  size_t shaders = 0;
  Figures first, second;
  std::vector<double> ratios;  ///< Of instructions, for each shader.
};

/// Returns first / second; 1 if both are 0.
double ratio(uint64_t first, uint64_t second);

/// Returns the middle of the values; 1 if there are none.
double median(std::vector<double> values);

/// Adds up the shaders that were measured: with `pairs`, only those that both translators finished.
Totals add_up(const std::vector<Row>& rows, bool pairs);

/// Sorts the rows by code base: the first folder in the path of each shader. Files that lie directly in the
/// folder belong to ".".
std::map<std::string, std::vector<Row>> by_code_base(const std::vector<Row>& rows);

/// Returns the pairs whose instructions or latency exceed `limit` times the second translator's. The largest
/// excess of instructions comes first.
std::vector<Row> beyond(const std::vector<Row>& rows, double limit);

}  // namespace trellis::gpu_compiler
