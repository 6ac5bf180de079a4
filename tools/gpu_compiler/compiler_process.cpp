#include "tools/gpu_compiler/compiler_process.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "tools/gpu_compiler/compiled_json.hpp"

namespace trellis::gpu_compiler {
namespace {

using tools::platform::Channel;
using tools::platform::Ending;
using tools::platform::WorkerProcess;

using Bytes = std::vector<uint8_t>;

// The child sends one byte for each step that it begins, and kReady when it can receive. Then the parent
// sends the length of a request and the request, and the child sends kAnswer, the length of the answer and
// the answer.
constexpr uint8_t kReady = 0xFE, kAnswer = 0xFF;
constexpr uint64_t kMostMessageBytes = uint64_t{1} << 28;

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

Bytes bytes_of(std::span<const uint32_t> words) {
  Bytes bytes(words.size_bytes());
  if (!bytes.empty()) std::memcpy(bytes.data(), words.data(), bytes.size());
  return bytes;
}

std::vector<uint32_t> words_of(const Bytes& bytes) {
  std::vector<uint32_t> words(bytes.size() / sizeof(uint32_t));
  if (!words.empty()) std::memcpy(words.data(), bytes.data(), words.size() * sizeof(uint32_t));
  return words;
}

constexpr const char* kWords = "words";
constexpr const char* kSubgroupSizes = "subgroup_sizes";
constexpr const char* kMoreRays = "more_rays";

Bytes request_of(const ModuleToCompile& module) {
  nlohmann::json request;
  request[kWords] = nlohmann::json::binary(bytes_of(module.words));
  request[kSubgroupSizes] = module.subgroup_sizes;
  request[kMoreRays] = nlohmann::json::array();
  for (std::span<const uint32_t> more : module.more_rays)
    request[kMoreRays].push_back(nlohmann::json::binary(bytes_of(more)));
  return nlohmann::json::to_cbor(request);
}

bool send_message(Channel channel, const void* bytes, uint64_t size) {
  return channel.send(&size, sizeof size) && channel.send(bytes, size);
}

template <typename Message>
bool receive_message(Channel channel, Message& message) {
  uint64_t length = 0;
  if (!channel.receive(&length, sizeof length) || length > kMostMessageBytes) return false;
  message.resize(length);
  return channel.receive(message.data(), length);
}

/// The words of a module that the child has received.
struct ReceivedModule {
  std::vector<uint32_t> words;
  std::vector<std::vector<uint32_t>> more_rays;
  ModuleToCompile module;

  explicit ReceivedModule(const nlohmann::json& request) : words(words_of(request.at(kWords).get_binary())) {
    for (const nlohmann::json& more : request.at(kMoreRays)) more_rays.push_back(words_of(more.get_binary()));
    module.words = words;
    request.at(kSubgroupSizes).get_to(module.subgroup_sizes);
    module.more_rays.assign(more_rays.begin(), more_rays.end());
  }
};

/// Compiles what the parent sends until it closes the channel.
void serve(Channel parent, const std::string& family, uint64_t memory_mib) {
  tools::platform::confine_worker(memory_mib);
  const auto step = [&](Step reached) {
    const auto byte = static_cast<uint8_t>(reached);
    parent.send(&byte, sizeof byte);
  };
  auto device = CompilerDevice::create(family, step);
  parent.send(&kReady, sizeof kReady);
  for (Bytes request; receive_message(parent, request);) {
    const ReceivedModule received(nlohmann::json::from_cbor(request));
    const std::string answer = answer_of(device ? compile(**device, received.module) : device.error());
    parent.send(&kAnswer, sizeof kAnswer);
    if (!send_message(parent, answer.data(), answer.size())) break;
  }
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

enum class Received : uint8_t { kAll, kNothing, kTooLate };

/// Waits for the byte. Sets `step` to the last step that the child began.
Received receive_byte(const WorkerProcess& process, uint8_t wanted, Clock::time_point deadline, Step& step) {
  while (true) {
    uint8_t byte = 0;
    if (!await_child(process, deadline)) return Received::kTooLate;
    if (!process.channel().receive(&byte, sizeof byte)) return Received::kNothing;
    if (byte == wanted) return Received::kAll;
    step = static_cast<Step>(byte);
  }
}

}  // namespace

CompilerProcess::CompilerProcess(std::string family, uint64_t memory_mib)
    : family_(std::move(family)), memory_mib_(memory_mib) {}

CompilerProcess::~CompilerProcess() {
  // Closing the channel would not be enough: children that were started later hold its end, too.
  if (process_.runs()) process_.end(true);
}

Result<CompiledModule> CompilerProcess::compile(const ModuleToCompile& module, double seconds) {
  const bool is_used = process_.runs();
  auto compiled = compile_once(module, seconds);
  // The modules before may have damaged the driver or filled its memory.
  const bool died = !compiled && compiled.error().code == ErrorCode::kInternalCheck;
  return died && is_used ? compile_once(module, seconds) : std::move(compiled);
}

Result<CompiledModule> CompilerProcess::compile_once(const ModuleToCompile& module, double seconds) {
  const auto deadline =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  Received received = Received::kAll;
  if (!process_.runs()) {
    const std::string wrong =
        process_.start([this](Channel parent) { serve(parent, family_, memory_mib_); }, {});
    if (!wrong.empty()) return unsupported("cannot start a process for the driver: " + wrong);
    step_ = Step::kLoading;
    // A child that is not ready would not read: sending a large module to it could block forever.
    received = receive_byte(process_, kReady, deadline, step_);
  }
  std::string answer;
  if (received == Received::kAll) {
    // If the child ends meanwhile, there is no answer either.
    const Bytes request = request_of(module);
    (void)send_message(process_.channel(), request.data(), request.size());
    received = receive_byte(process_, kAnswer, deadline, step_);
  }
  if (received == Received::kTooLate) {
    process_.end(true);
    CompiledModule late;
    late.is_late = true;
    return late;
  }
  const bool has_answer = received == Received::kAll && receive_message(process_.channel(), answer);
  return has_answer ? compiled_of(answer) : death(family_, step_, process_.end(true));
}

Result<CompiledModule> compile_in_child(const std::string& family, const ModuleToCompile& module,
                                        uint64_t memory_mib, double seconds) {
  return CompilerProcess(family, memory_mib).compile(module, seconds);
}

}  // namespace trellis::gpu_compiler
