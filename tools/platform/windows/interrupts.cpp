// On Windows, interrupts end the program at once; temporary files may remain.
#include "tools/platform/interrupts.hpp"

namespace trellis::tools::platform {

bool is_interrupted() { return false; }

InterruptWatch::InterruptWatch() : is_outer_(true) {}

InterruptWatch::~InterruptWatch() = default;

void InterruptWatch::forget_parents() {}

}  // namespace trellis::tools::platform
