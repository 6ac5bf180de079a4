// Records a function of a shader as each lowering pass left it, and what the pass changed in it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "api/pictures/cfg_picture.hpp"
#include "lower/lower.hpp"

namespace trellis::tools {

/// What a pass changed in the code of a block.
struct CodeChange {
  std::vector<uint32_t> added;                            ///< Lines of the new code.
  std::vector<std::pair<uint32_t, std::string>> removed;  ///< Old lines, each with the new line it precedes.

  bool is_empty() const { return added.empty() && removed.empty(); }
};

/// The function after a lowering pass that changed the program, or before all of them.
struct LoweringStage {
  std::string pass;  ///< "input" before all passes.
  cfg::Graph graph;
  BlockTexts texts;                 ///< Without module and function.
  std::vector<std::string> tests;   ///< By block: test_of().
  std::vector<CodeChange> changes;  ///< Indexed by block; empty before all passes.
  /// The other functions whose code it changed.
  std::vector<std::string> others;
};

/// Returns the condition of a block's branch if it is computed in the block: "icmp ult %5, 10". Edges are
/// labelled with this condition's value, which may be the opposite of the condition in the source.
std::string test_of(const dxil::Module& module, const dxil::Function& function, cfg::BlockId block);

/// Compares the code of blocks, given as text. Values that only have other numbers than before are the same.
/// A block that only one side has is compared with an empty one.
std::vector<CodeChange> compare_code(const Vector<String>& before, const Vector<String>& after);

/// Records the entry point's function. Passes append blocks to it, but neither remove nor renumber any.
class LoweringRecord final : public lower::PassObserver {
 public:
  void after_pass(std::string_view pass, const lower::LoweredProgram& program) override;

  std::vector<LoweringStage> stages;
  uint32_t function = dxil::kNone;  ///< Index of the entry point's function after the last pass.

 private:
  std::vector<std::string> find_others(const lower::LoweredProgram& program);

  std::vector<Vector<String>> codes_;  ///< By function and block: the code after the last pass.
};

}  // namespace trellis::tools
