#include "dxil_frontend/read_shader.hpp"

#include <chrono>
#include <optional>
#include <utility>

#include "dxil_frontend/bitcode_check/bitcode_check.hpp"
#include "dxil_frontend/container/container.hpp"
#include "dxil_frontend/container/read_parts.hpp"
#include "dxil_frontend/container/source_texts.hpp"
#include "dxil_frontend/debug_metadata/debug_metadata.hpp"
#include "dxil_frontend/debug_metadata/join_bindings.hpp"
#include "dxil_frontend/decode/decode.hpp"
#include "dxil_frontend/decode/llvm_metadata.hpp"
#include "dxil_frontend/decode/llvm_reader.hpp"
#include "dxil_frontend/decode/recorded_metadata.hpp"
#include "dxil_frontend/metadata/llvm_reflection.hpp"
#include "dxil_frontend/metadata/metadata.hpp"
#include "dxil_frontend/metadata/recorded_reflection.hpp"
#include "dxil_frontend/metadata/reflection_module.hpp"
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

// The program that the caller asked for. Raw bitcode counts as DXIL part.
Result<Program> choose_program(const Container& container, const ReadOptions& options) {
  const bool prefer_ildb = options.debug_info || !container.dxil;
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
  const Result<Program> program = choose_program(*container, options);
  if (!program) return program.error();
  if (container->pdb && container->pdb->copy != nullptr) {
    return unsupported("the bitcode lies in pieces: the blocks of the PDB file's stream " +
                       decimal(container->pdb->stream) + " do not follow one another");
  }
  return program->bitcode;
}

/// What the reflection module says: taken from its records, or from LLVM where they do not suffice.
static Result<ReflectionModule> read_reflection(const Program& program) {
  const Result<CheckedBitcode> checked =
      check_bitcode(program.bitcode, program.bitcode_offset, BitcodeUse::kRecords);
  if (!checked) return checked.error();
  const std::span<const uint8_t> bitcode = checked->of(program.bitcode);
  if (auto recorded = read_recorded_reflection(checked->code, bitcode)) return std::move(*recorded);
  // In a context of its own: its struct types have the names of the program's.
  LlvmReader llvm;
  Result<LlvmReader::ModulePointer> module = llvm.read_reflection(bitcode);
  if (!module) return std::move(module.error());
  Result<ReflectionModule> reflection =
      read_reflection_module(LlvmMetadata(**module), LlvmReflectionTypes(**module));
  module->reset();
  return reflection;
}

/// The names that the container has in a module of their own. Without them the shader is as good as before:
/// what is wrong with that part is noted.
static void read_names(const Container& container, Shader& shader) {
  const Part* part = container.find(fourcc("STAT"));
  const bool is_old = container.find(fourcc("SHEX")) != nullptr || container.find(fourcc("SHDR")) != nullptr;
  if (part == nullptr || is_old) return;  // The older models' part of this name holds something else.
  const auto read = [&]() -> Result<void> {
    const Result<Program> program = parse_program(*part);
    if (!program) return program.error();
    Result<ReflectionModule> reflection = read_reflection(*program);
    if (!reflection) return std::move(reflection.error());
    return add_reflection(std::move(*reflection), shader);
  };
  Result<void> done = read();
  if (done) return;
  done.error().message = "the reflection data (names) is ignored: " + done.error().message;
  done.error().where.part = "STAT";
  shader.left_out.push_back(std::move(done.error()));
}

/// The texts that are not in the program. Without them the debug information is as good as before.
void read_source_texts(const Container& container, Shader& shader) {
  Result<void> done = add_source_texts(container, shader.module);
  if (done) return;
  done.error().message = "the source's text is ignored: " + done.error().message;
  shader.left_out.push_back(std::move(done.error()));
}

struct ShaderReader::State {
  LlvmReader llvm;
  ModuleTables tables;

  Result<DecodeStatus> read_records(const RecordedCode& code, std::span<const uint8_t> bitcode,
                                    Shader& shader, Stopwatch& stopwatch);
  Result<DecodeStatus> read_with_llvm(std::span<const uint8_t> bitcode, bool keep_names, Shader& shader,
                                      Stopwatch& stopwatch);

 private:
  Result<DecodeStatus> decode(const llvm::Module& module, const MetadataSource& metadata, DecodeInput input,
                              size_t bitcode_size, Shader& shader);
  void release(LlvmReader::ModulePointer& module, Stopwatch& stopwatch);
};

/// Drops LLVM's context when it goes, unless told that the context is sound.
struct ContextGuard {
  LlvmReader* reader;
  ~ContextGuard() {
    if (reader != nullptr) reader->drop_context();
  }
};

ShaderReader::ShaderReader() : state_(make_routed<State>()) {}
ShaderReader::~ShaderReader() = default;
ShaderReader::ShaderReader(ShaderReader&&) noexcept = default;
ShaderReader& ShaderReader::operator=(ShaderReader&&) noexcept = default;

Result<DecodeStatus> ShaderReader::State::decode(const llvm::Module& module, const MetadataSource& metadata,
                                                 DecodeInput input, size_t bitcode_size, Shader& shader) {
  input.bitcode_size = bitcode_size;
  input.fresh_context = llvm.context_is_fresh();
  Result<DecodeStatus> status = decode_module(module, metadata, input, tables, shader.module);
  if (!status || *status != DecodeStatus::kDone) return status;
  if (Result<void> described = read_metadata(module, metadata, tables, shader); !described) {
    return std::move(described.error());
  }
  return status;
}

void ShaderReader::State::release(LlvmReader::ModulePointer& module, Stopwatch& stopwatch) {
  llvm.forget_names(tables.named_structs());
  stopwatch.lap(&ReadTimes::decode);
  module.reset();
  stopwatch.lap(&ReadTimes::llvm_read);
}

/// Without LLVM's reader. kNotCovered if the records do not suffice.
Result<DecodeStatus> ShaderReader::State::read_records(const RecordedCode& code,
                                                       std::span<const uint8_t> bitcode, Shader& shader,
                                                       Stopwatch& stopwatch) {
  Vector<llvm::Type*> types;
  LlvmReader::ModulePointer module = llvm.make_frame(code, bitcode.size(), types);
  stopwatch.lap(&ReadTimes::llvm_read);
  if (!module) return DecodeStatus::kNotCovered;
  DecodeInput input;
  input.code = &code;
  input.types = types;
  const RecordedMetadata metadata(code, bitcode, *module, types);
  Result<DecodeStatus> status = decode(*module, metadata, input, bitcode.size(), shader);
  release(module, stopwatch);
  return status;
}

Result<DecodeStatus> ShaderReader::State::read_with_llvm(std::span<const uint8_t> bitcode, bool keep_names,
                                                         Shader& shader, Stopwatch& stopwatch) {
  Result<LlvmReader::ModulePointer> module = llvm.read(bitcode, keep_names);
  stopwatch.lap(&ReadTimes::llvm_read);
  if (!module) return std::move(module.error());
  DecodeInput input;
  input.keep_names = keep_names;
  std::optional<DebugMetadata> debug;
  if (keep_names) {
    debug.emplace(shader.module).read_module(**module);
    input.debug = &*debug;
  }
  const LlvmMetadata metadata(**module);
  Result<DecodeStatus> status = decode(**module, metadata, input, bitcode.size(), shader);
  if (debug) {
    if (status && *status == DecodeStatus::kDone) join_bindings(shader.module);
    if (std::optional<Diagnostic> complaint = debug->complaint()) {
      shader.left_out.push_back(std::move(*complaint));
    }
  }
  release(*module, stopwatch);
  return status;
}

Result<Shader> ShaderReader::read(std::span<const uint8_t> bytes, const ReadOptions& options,
                                  ReadTimes* times) {
  Stopwatch stopwatch(times);
  Result<Container> container = locate_parts(bytes, options);
  if (!container) return std::move(container.error());
  Result<Program> program = choose_program(*container, options);
  if (!program) return std::move(program.error());
  stopwatch.lap(&ReadTimes::container);
  const BitcodeUse use = options.debug_info ? BitcodeUse::kAll : BitcodeUse::kRecords;
  const Result<CheckedBitcode> checked = check_bitcode(program->bitcode, program->bitcode_offset, use);
  stopwatch.lap(&ReadTimes::bitcode_check);
  if (!checked) return checked.error();
  const std::span<const uint8_t> bitcode = checked->of(program->bitcode);
  bool by_records = use == BitcodeUse::kRecords && checked->code.is_complete();
  for (;;) {
    Shader shader;
    // A module that was refused half-way, or for which there was too little memory, may have left names.
    ContextGuard guard{&state_->llvm};
    Result<DecodeStatus> status =
        by_records ? state_->read_records(checked->code, bitcode, shader, stopwatch)
                   : state_->read_with_llvm(bitcode, options.debug_info, shader, stopwatch);
    if (!status) return std::move(status.error());
    if (*status == DecodeStatus::kNamesUncertain) continue;  // Once: a fresh context leaves no doubt.
    if (*status == DecodeStatus::kNotCovered) {
      by_records = false;
      continue;
    }
    guard.reader = nullptr;
    if (Result<void> parts = read_parts(*container, shader); !parts) return std::move(parts.error());
    if (options.names) read_names(*container, shader);
    if (options.debug_info) read_source_texts(*container, shader);
    stopwatch.lap(&ReadTimes::container);
    return shader;
  }
}

Result<String> ShaderReader::disassemble(std::span<const uint8_t> bytes, const ReadOptions& options) {
  Result<Container> container = locate_parts(bytes, options);
  if (!container) return std::move(container.error());
  Result<Program> program = choose_program(*container, options);
  if (!program) return std::move(program.error());
  Result<CheckedBitcode> checked = check_bitcode(program->bitcode, program->bitcode_offset);
  if (!checked) return std::move(checked.error());
  return print_module(checked->of(program->bitcode));
}

}  // namespace trellis::dxil
