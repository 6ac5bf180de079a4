#include "dxil_frontend/read_shader.hpp"

#include <chrono>
#include <optional>
#include <utility>

#include "dxil_frontend/bitcode/bitcode_check.hpp"
#include "dxil_frontend/container/container.hpp"
#include "dxil_frontend/container/parts/source_texts.hpp"
#include "dxil_frontend/container/read_parts.hpp"
#include "dxil_frontend/read_with_llvm.hpp"
#include "dxil_frontend/record_reader/read_records.hpp"
#include "dxil_frontend/record_reader/recorded_reflection.hpp"
#include "support/containers.hpp"

namespace trellis::dxil {

namespace {

// Adds the time since its construction, or since the last lap, to one of the counters.
class Stopwatch {
 public:
  explicit Stopwatch(ReadTimes* times) : times_(times) {
    if (times_ != nullptr) last_ = Clock::now();
  }
  void lap(uint64_t ReadTimes::*stage) {
    if (times_ == nullptr) return;
    const Clock::time_point now = Clock::now();
    times_->*stage +=
        static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(now - last_).count());
    last_ = now;
  }

 private:
  using Clock = std::chrono::steady_clock;
  ReadTimes* times_;
  Clock::time_point last_;
};

Result<Container> locate_parts(std::span<const uint8_t> bytes, const ReadOptions& options) {
  ContainerOptions container_options;
  container_options.verify_digest = options.verify_digest;
  return parse_container(bytes, container_options);
}

// Returns the program that the caller wants. Raw bitcode counts as a DXIL part.
Result<Program> choose_program(const Container& container, bool with_debug_info) {
  const bool prefer_ildb = with_debug_info || !container.dxil;
  const std::optional<Program>& program = prefer_ildb && container.ildb ? container.ildb : container.dxil;
  if (program) return *program;
  Location where;
  where.part = "DXIL";
  return bad_input("the container holds no program", where);
}

}  // namespace

Result<std::span<const uint8_t>> find_bitcode(std::span<const uint8_t> bytes, const ReadOptions& options) {
  const Result<Container> container = locate_parts(bytes, options);
  if (!container) return container.error();
  const Result<Program> program = choose_program(*container, options.debug_info);
  if (!program) return program.error();
  if (container->pdb && container->pdb->copy != nullptr) {
    return unsupported("the bitcode lies in pieces: the blocks of the PDB file's stream " +
                       decimal(container->pdb->stream) + " do not follow one another");
  }
  return program->bitcode;
}

/// Reads the container's reflection module.
static Result<ReflectionModule> read_reflection(const Program& program, WorkWatch* watch) {
  const Result<CheckedBitcode> checked =
      check_bitcode(program.bitcode, program.bitcode_offset, BitcodeUse::kRecords, watch);
  if (!checked) return checked.error();
  const std::span<const uint8_t> bitcode = checked->of(program.bitcode);
  if (auto recorded = read_recorded_reflection(checked->code, bitcode)) return std::move(*recorded);
  return read_reflection_with_llvm(bitcode);
}

/// Reads the resource names that the container stores in a separate module. The shader is usable without
/// them: errors in that part are only recorded in Shader::left_out.
static void read_names(const Container& container, WorkWatch* watch, Shader& shader) {
  const Part* part = container.find(fourcc("STAT"));
  const bool is_old = container.find(fourcc("SHEX")) != nullptr || container.find(fourcc("SHDR")) != nullptr;
  if (part == nullptr || is_old) return;  // In older shader models, the part of this name has another format.
  const auto read = [&]() -> Result<void> {
    const Result<Program> program = parse_program(*part);
    if (!program) return program.error();
    Result<ReflectionModule> reflection = read_reflection(*program, watch);
    if (!reflection) return std::move(reflection.error());
    return add_reflection(std::move(*reflection), shader);
  };
  Result<void> done = read();
  if (done) return;
  done.error().message = "the reflection data (names) is ignored: " + done.error().message;
  done.error().where.part = "STAT";
  shader.left_out.push_back(std::move(done.error()));
}

/// Adds source texts that are not in the program. Errors are only recorded: the debug information is usable
/// without them.
static void read_source_texts(const Container& container, Shader& shader) {
  Result<void> done = add_source_texts(container, shader.module);
  if (done) return;
  done.error().message = "the source's text is ignored: " + done.error().message;
  shader.left_out.push_back(std::move(done.error()));
}

static Location bitcode_location() {
  Location where;
  where.part = "bitcode";
  return where;
}

/// Reads the program with the reader of the options. Returns whether LLVM has read it.
static Result<bool> read_program(const CheckedBitcode& checked, std::span<const uint8_t> bitcode,
                                 const ReadOptions& options, WorkWatch* watch, Shader& shader) {
  const DebugDepth depth = options.debug_info ? DebugDepth::kEverything : DebugDepth::kPositions;
  if (options.reader != Reader::kLlvm) {
    const Result<bool> is_read = read_records(checked.code, bitcode, depth, watch, shader);
    if (!is_read) return is_read.error();
    if (*is_read || is_over(watch)) return false;
    if (options.reader == Reader::kRecords) {
      return unsupported("the records do not suffice to read the program without LLVM", bitcode_location());
    }
    shader = Shader();
  }
  TRELLIS_RETURN_IF_ERROR(read_with_llvm(bitcode, depth, watch, shader));
  return true;
}

static BitcodeUse use_of(const ReadOptions& options) {
  if (options.reader == Reader::kLlvm) return BitcodeUse::kAll;
  return options.debug_info ? BitcodeUse::kRecordsAndNames : BitcodeUse::kRecords;
}

/// `watch` may be null. If it stops the read, the result is incomplete, or an arbitrary error.
static Result<Shader> read_watched(std::span<const uint8_t> bytes, const ReadOptions& options,
                                   ReadTimes* times, WorkWatch* watch) {
  Stopwatch stopwatch(times);
  Result<Container> container = locate_parts(bytes, options);
  if (!container) return std::move(container.error());
  Result<Program> program = choose_program(*container, options.debug_info);
  if (!program) return std::move(program.error());
  stopwatch.lap(&ReadTimes::container);
  const Result<CheckedBitcode> checked =
      check_bitcode(program->bitcode, program->bitcode_offset, use_of(options), watch);
  stopwatch.lap(&ReadTimes::bitcode_check);
  if (!checked) return checked.error();
  Shader shader;
  shader.vendor_slots = options.vendor_slots;
  if (is_over(watch)) return shader;
  const Result<bool> read = read_program(*checked, checked->of(program->bitcode), options, watch, shader);
  if (!read) return read.error();
  if (is_over(watch)) return shader;
  stopwatch.lap(*read ? &ReadTimes::llvm_read : &ReadTimes::decode);
  TRELLIS_RETURN_IF_ERROR(read_parts(*container, shader));
  if (options.names) read_names(*container, watch, shader);
  if (options.debug_info) read_source_texts(*container, shader);
  stopwatch.lap(&ReadTimes::container);
  return shader;
}

Result<Shader> read_shader(std::span<const uint8_t> bytes, const ReadOptions& options, ReadTimes* times) {
  if (!options.limits.any()) return read_watched(bytes, options, times, nullptr);
  WorkWatch watch(options.limits);
  Result<Shader> shader = read_watched(bytes, options, times, &watch);
  // If the watch stopped the read, other errors may only be consequences of that.
  TRELLIS_RETURN_IF_ERROR(watch.check());
  if (!shader) return shader;
  const auto [blocks, instructions] = shader->module.size();
  TRELLIS_RETURN_IF_ERROR(watch.check_size(blocks, instructions));
  return shader;
}

Result<String> disassemble(std::span<const uint8_t> bytes, const ReadOptions& options) {
  Result<Container> container = locate_parts(bytes, options);
  if (!container) return std::move(container.error());
  Result<Program> program = choose_program(*container, options.debug_info);
  if (!program) return std::move(program.error());
  Result<CheckedBitcode> checked = check_bitcode(program->bitcode, program->bitcode_offset);
  if (!checked) return std::move(checked.error());
  return disassemble_with_llvm(checked->of(program->bitcode));
}

}  // namespace trellis::dxil
