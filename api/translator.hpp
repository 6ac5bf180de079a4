// Translates DXIL to a SPIR-V module for Vulkan. This is the interface inside this repository; programs that
// link the installed library include trellis/trellis.h or trellis/trellis.hpp.
//
//   trellis::Translator translator;
//   auto translation = translator.translate(bytes, {});
//   if (!translation) report(translation.error().to_string());
//   else use(translation->spirv);
//
// Nothing here throws, aborts or writes to the console. The diagnostic's code distinguishes bad input,
// unsupported features, and faults of the translator. The same input and options give the same words on every
// machine.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "api/convergence.hpp"
#include "api/options.hpp"
#include "dxil_frontend/program/shader.hpp"
#include "dxil_frontend/read_shader.hpp"
#include "spirv_backend/options/instrument_tables.hpp"
#include "spirv_backend/plan/stage/stage_locations.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis {

/// A shader that is read once and can be translated many times (for several entry points, targets, bindings).
/// It is read-only after reading: several threads may translate it at the same time, each with its own
/// Translator.
struct Program {
  dxil::Shader shader;
  StageTimes read_times;  ///< Only container, bitcode_check, llvm_read and decode are set.
};

/// A resource that the module uses, and its binding.
struct BoundResource {
  /// `use.info` points into the program or Translation::rewritten, or to `heap_range`.
  spirv::ResourceUse use;
  spirv::Binding binding;
  std::shared_ptr<const dxil::Resource> heap_range;  ///< A kind of descriptor in a heap; else null.
};

/// An entry point of a library that is not in the module of all entry points, because it is not supported.
struct LeftOutEntry {
  String name;  ///< The entry point's name in the program.
  Diagnostic why;

  String to_string() const { return "entry point " + name + " is left out: " + why.to_string(); }
};

struct Translation {
  Vector<uint32_t> spirv;         ///< The module, in this machine's byte order.
  Vector<String> entry_points;    ///< Names in the module; several only if all were requested.
  Vector<LeftOutEntry> left_out;  ///< Set only if all were requested; also in the warnings.
  uint32_t entry_point = 0;       ///< Index of the first one among the program's entry points.
  /// By entry point: the subgroup size that the pipeline must require
  /// (VkPipelineShaderStageRequiredSubgroupSizeCreateInfo); 0 if any size will do.
  Vector<uint32_t> required_subgroup_sizes;
  spirv::RootData root_data;       ///< From the options or the pipeline layout.
  Vector<BoundResource> bindings;  ///< In the order of the program's resources, then those in heaps.
  /// The signature elements that have variables, and the locations of these. Empty if several entry points
  /// were requested. `info` points into the program, or into `rewritten`.
  Vector<spirv::LocatedElement> elements;
  std::optional<spirv::ViewUse> views;  ///< Only for a single entry point that is not a compute shader.
  /// Copies of programs whose resources or signatures lowering changed, without their code. Textures may have
  /// 64-bit texels there and not in the program.
  Vector<std::shared_ptr<const dxil::Shader>> rewritten;
  spirv::InstrumentTables instruments;  ///< The meaning of the numbers that an instrumented module writes.
  Vector<String> warnings;              ///< From find_warnings() (warnings.hpp); also written to the log.
  Vector<ConvergenceNote> convergence;  ///< From the convergence checker; empty if all is preserved.
  Vector<LoopEndNote> loop_ends;        ///< Loops whose ends had to be guessed.
  StageTimes times;                     ///< Includes reading if the same call read the shader.
};

/// Keeps what translations can reuse (an LLVM context): create one per thread and use it for many shaders.
/// Not thread-safe.
class Translator {
 public:
  /// Reads a DXBC container, a PDB file that contains one, or raw LLVM bitcode. The result does not refer to
  /// the bytes.
  Result<Program> read(std::span<const uint8_t> dxil, const ReadOptions& options = {});

  /// Translates one entry point, or all of a library, to a module. The path and structure checkers check
  /// every function first; if one of them fails, the error is kInternalCheck and there is no module.
  Result<Translation> translate(const Program& program, const TranslateOptions& options = {}) const;

  /// Reads and translates.
  Result<Translation> translate(std::span<const uint8_t> dxil, const TranslateOptions& options = {},
                                const ReadOptions& read_options = {});

  /// Returns the LLVM module as text.
  Result<String> llvm_text(std::span<const uint8_t> dxil, const ReadOptions& options = {});

  /// Returns the bitcode of the program that read() would read: a part of `dxil`.
  static Result<std::span<const uint8_t>> find_bitcode(std::span<const uint8_t> dxil,
                                                       const ReadOptions& options = {});

 private:
};

/// The translator's version: "0.1.0".
const char* version();

}  // namespace trellis
