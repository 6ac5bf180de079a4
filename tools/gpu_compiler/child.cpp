#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <vector>

#include "tools/gpu_compiler/compile.hpp"
#include "tools/gpu_compiler/compiled_json.hpp"
#include "tools/platform/processes.hpp"

namespace trellis::gpu_compiler {
namespace {

using tools::platform::Channel;
using tools::platform::Ending;
using tools::platform::WorkerProcess;

// The child sends one byte for each step that it begins, then this byte, the length of the answer and the
// answer.
constexpr uint8_t kAnswer = 0xFF;
constexpr uint64_t kMostAnswerBytes = uint64_t{1} << 28;

constexpr const char* kError = "error";
constexpr const char* kCode = "code";

std::string answer_of(const Result<CompiledModule>& compiled) {
  if (compiled) return json_of(*compiled).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  const nlohmann::json error = {{kError, compiled.error().message},
                                {kCode, static_cast<int>(compiled.error().code)}};
  return error.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

Result<CompiledModule> compiled_of(const std::string& answer) {
  const nlohmann::json read = nlohmann::json::parse(answer, nullptr, false);
  if (read.is_object() && read.contains(kError)) {
    Diagnostic error = internal_check(read.value(kError, std::string()));
    error.code = static_cast<ErrorCode>(read.value(kCode, static_cast<int>(ErrorCode::kInternalCheck)));
    return error;
  }
  CompiledModule compiled;
  if (!read_json(read, compiled)) return internal_check("the driver's process sent a damaged answer");
  return compiled;
}

void serve(Channel parent, const std::string& family, const ModuleToCompile& module, uint64_t memory_mib) {
  tools::platform::confine_worker(memory_mib);
  const auto step = [&](Step reached) {
    const auto byte = static_cast<uint8_t>(reached);
    parent.send(&byte, sizeof byte);
  };
  auto device = CompilerDevice::create(family, step);
  const std::string answer = answer_of(device ? compile(**device, module) : device.error());
  const uint64_t length = answer.size();
  parent.send(&kAnswer, sizeof kAnswer);
  parent.send(&length, sizeof length);
  parent.send(answer.data(), answer.size());
  // Leak the device: the driver's cleanup could fail, and its result does not matter.
  if (device) static_cast<void>(device->release());
}

/// Returns the diagnostic for a child that ended without an answer.
Diagnostic death(const std::string& family, Step step, const Ending& ending) {
  if (step == Step::kChoosingFamily)
    return unsupported("Mesa's driver does not support the AMD GPU '" + family +
                       "' (names are those of Mesa, such as navi31 and vega10)");
  std::string how = "ended";
  if (ending.kind == Ending::Kind::kCrashed) how = "crashed (" + ending.reason + ")";
  if (ending.kind == Ending::Kind::kExited && ending.exit_status == tools::platform::kOutOfMemoryStatus)
    how = "ran out of memory";
  const char* const doing = step == Step::kCompiling      ? "compiling the module"
                            : step == Step::kMakingDevice ? "creating a device"
                                                          : "being loaded";
  return internal_check("the driver " + how + " while " + doing);
}

using Clock = std::chrono::steady_clock;

/// Waits until the child has sent something or has ended. Returns false if the deadline passes first.
bool await_child(const WorkerProcess& child, Clock::time_point deadline) {
  const WorkerProcess* const children[] = {&child};
  while (true) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (left < 0) return false;
    const auto wait = static_cast<int>(std::min<int64_t>(left + 1, 1'000'000));
    const std::vector<bool> ready = tools::platform::wait_for_any(children, wait);
    if (!ready.empty() && ready[0]) return true;
  }
}

enum class Answer : uint8_t { kThere, kNone, kLate };

/// Sets `step` to the last step that the child began.
Answer receive_answer(const WorkerProcess& process, Clock::time_point deadline, Step& step,
                      std::string& answer) {
  const Channel child = process.channel();
  uint8_t byte = 0;
  while (true) {
    if (!await_child(process, deadline)) return Answer::kLate;
    if (!child.receive(&byte, sizeof byte)) return Answer::kNone;
    if (byte != kAnswer) {
      step = static_cast<Step>(byte);
      continue;
    }
    uint64_t length = 0;
    if (!child.receive(&length, sizeof length) || length > kMostAnswerBytes) return Answer::kNone;
    answer.resize(length);
    return child.receive(answer.data(), answer.size()) ? Answer::kThere : Answer::kNone;
  }
}

}  // namespace

Result<CompiledModule> compile_in_child(const std::string& family, const ModuleToCompile& module,
                                        uint64_t memory_mib, double seconds) {
  WorkerProcess child;
  const auto deadline =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  const std::string wrong =
      child.start([&](Channel parent) { serve(parent, family, module, memory_mib); }, {});
  if (!wrong.empty()) return unsupported("cannot start a process for the driver: " + wrong);
  Step step = Step::kLoading;
  std::string answer;
  const Answer received = receive_answer(child, deadline, step, answer);
  const Ending ending = child.end(received == Answer::kLate);
  if (received == Answer::kLate) {
    CompiledModule late;
    late.is_late = true;
    return late;
  }
  return received == Answer::kThere ? compiled_of(answer) : death(family, step, ending);
}

}  // namespace trellis::gpu_compiler
