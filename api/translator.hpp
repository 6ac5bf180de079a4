// The translator: DXIL bytes in, a SPIR-V module for Vulkan out. This is its face inside this repository;
// programs that link the installed library include trellis/trellis.h or trellis/trellis.hpp.
//
//   trellis::Translator translator;
//   auto translation = translator.translate(bytes, {});
//   if (!translation) report(translation.error().to_string());
//   else use(translation->spirv);
//
// Nothing here throws, aborts or writes to the console. Bad input, things that are not translated, and faults
// of our own are told apart by the diagnostic's code. The same input and options give the same words on every
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
#include "spirv_backend/plan/stage_locations.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis {

/// A shader read once, to be translated as often as wanted (for several entry points, targets, bindings).
/// Read-only from then on: several threads may translate it at the same time, each with a Translator of its
/// own.
struct Program {
  dxil::Shader shader;
  StageTimes read_times;  ///< container, bitcode_check, llvm_read and decode are set.
};

/// A resource the module uses, and where it is bound.
struct BoundResource {
  /// `use.info` points into the program or Translation::rewritten, or to `heap_range`.
  spirv::ResourceUse use;
  spirv::Binding binding;
  std::shared_ptr<const dxil::Resource> heap_range;  ///< One form of descriptor of a heap; else null.
};

/// An entry point of a library that is not in the module with all of them: it is not supported.
struct LeftOutEntry {
  String name;  ///< As the program calls it.
  Diagnostic why;

  String to_string() const { return "entry point " + name + " is left out: " + why.to_string(); }
};

struct Translation {
  Vector<uint32_t> spirv;         ///< The module, in this machine's byte order.
  Vector<String> entry_points;    ///< As named in the module; several if all were asked for.
  Vector<LeftOutEntry> left_out;  ///< If all were asked for. The warnings name them, too.
  uint32_t entry_point = 0;       ///< Which of the program's the first of them is.
  /// By entry point: what the pipeline must require of its subgroups
  /// (VkPipelineShaderStageRequiredSubgroupSizeCreateInfo); 0: nothing.
  Vector<uint32_t> required_subgroup_sizes;
  spirv::RootData root_data;       ///< As the options gave it.
  Vector<BoundResource> bindings;  ///< In the order of the program's resources; those of heaps last.
  /// The elements of the signatures that have variables, and where those are; empty if several entry points
  /// were asked for. `info` points into the program, or into `rewritten`.
  Vector<spirv::LocatedElement> elements;
  std::optional<spirv::ViewUse> views;  ///< Of one entry point that is a graphics stage.
  /// Programs that used vendors' intrinsics, without these and without code. Textures of theirs may have
  /// texels of 64 bits that the program's do not have.
  Vector<std::shared_ptr<const dxil::Shader>> rewritten;
  spirv::InstrumentTables instruments;  ///< What an instrumented module's numbers mean.
  Vector<String> warnings;              ///< What find_warnings() says (warnings.hpp); the log has it too.
  Vector<ConvergenceNote> convergence;  ///< What the convergence checker found; empty: all is kept.
  Vector<LoopEndNote> loop_ends;        ///< Loops whose ends had to be guessed.
  StageTimes times;                     ///< Of this translation; includes reading if the same call did it.
};

/// Translates. Keeps what is worth keeping between translations (an LLVM context): make one a thread and use
/// it for many shaders. One thread at a time.
class Translator {
 public:
  /// A DXBC container, a PDB file with one in it, or raw LLVM bitcode. The bytes are not referred to after
  /// the call.
  Result<Program> read(std::span<const uint8_t> dxil, const ReadOptions& options = {});

  /// One entry point to a module. Every function passes the path and the structure checker first: a failure
  /// there is kInternalCheck and gives no module.
  Result<Translation> translate(const Program& program, const TranslateOptions& options = {}) const;

  /// Both at once.
  Result<Translation> translate(std::span<const uint8_t> dxil, const TranslateOptions& options = {},
                                const ReadOptions& read_options = {});

  /// The LLVM module inside, as text.
  Result<String> llvm_text(std::span<const uint8_t> dxil, const ReadOptions& options = {});

  /// The bitcode of the program that read() would read: a part of `dxil`.
  static Result<std::span<const uint8_t>> find_bitcode(std::span<const uint8_t> dxil,
                                                       const ReadOptions& options = {});

 private:
};

/// The translator's own version, "0.1.0".
const char* version();

}  // namespace trellis
