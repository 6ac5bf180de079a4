#include "tools/jobs/deaths.hpp"

namespace trellis::tools {
namespace {

const char* doing(Progress progress) {
  switch (progress) {
    case Progress::kIdle:
    case Progress::kOpening:
      return "opening the file";
    case Progress::kReading:
      return "reading the shader";
    case Progress::kTranslating:
      return "translating";
    case Progress::kDriver:
      return "waiting for the driver";
    case Progress::kWriting:
      break;
  }
  return "writing the output";
}

Outcome death(Progress progress, const std::string& how) {
  const bool reading = progress <= Progress::kReading;
  return failure(reading ? kExitBadInput : kExitInternalCheck,
                 "the translator " + how + " while " + doing(progress));
}

}  // namespace

Outcome crashed(Progress progress, const std::string& reason) {
  return death(progress, "crashed (" + reason + ")");
}

Outcome ran_out_of_memory(Progress progress, const Settings& settings) {
  return death(progress, "ran out of memory (limit " + std::to_string(settings.memory_mib) + " MiB)");
}

Outcome took_too_long(Progress progress, const Settings& settings) {
  return death(progress, "took longer than " + seconds_text(settings.seconds) + " s");
}

Outcome ended_unexpectedly(Progress progress) { return death(progress, "ended unexpectedly"); }

}  // namespace trellis::tools
