#include "tools/programs/debug_definitions.hpp"

#include <algorithm>
#include <spirv/unified1/spirv.hpp11>
#include <string_view>

namespace trellis::tools {
namespace {

using spv::Op;

constexpr size_t kHeaderWords = 5;
constexpr uint32_t kDebugFunctionDefinition = 101;

class DefinitionMover {
 public:
  explicit DefinitionMover(std::vector<uint32_t>& words) : words_(words) {}

  void run() {
    for (size_t at = kHeaderWords, next = 0; at < words_.size(); at = next) {
      if (size(at) == 0 || size(at) > words_.size() - at) return;
      next = at + size(at);
      read(at);
    }
  }

 private:
  uint32_t size(size_t at) const { return words_[at] >> 16; }
  Op op(size_t at) const { return static_cast<Op>(words_[at] & 0xFFFF); }

  void read(size_t at) {
    switch (op(at)) {
      case Op::OpExtInstImport: {
        if (size(at) < 3) break;
        const std::string_view name(reinterpret_cast<const char*>(&words_[at + 2]), (size(at) - 2) * 4);
        if (name.starts_with("NonSemantic.Shader.DebugInfo.100")) set_ = words_[at + 1];
        break;
      }
      case Op::OpFunction:
        blocks_ = 0;
        break;
      case Op::OpLabel:
        if (++blocks_ == 1) place_ = at + size(at);
        break;
      case Op::OpVariable:
        if (blocks_ == 1) place_ = at + size(at);
        break;
      case Op::OpExtInst:
        if (size(at) < 5) break;
        if (blocks_ > 1 && words_[at + 3] == set_ && words_[at + 4] == kDebugFunctionDefinition) move(at);
        break;
      default:
        break;
    }
  }

  /// Moves the instruction at `at` to place_. Both ranges keep their lengths, so offsets after it stay valid.
  void move(size_t at) {
    const auto first = words_.begin();
    std::rotate(first + static_cast<ptrdiff_t>(place_), first + static_cast<ptrdiff_t>(at),
                first + static_cast<ptrdiff_t>(at + size(at)));
  }

  std::vector<uint32_t>& words_;
  uint32_t set_ = 0, blocks_ = 0;
  size_t place_ = 0;  // In the function's first block, after the variables.
};

}  // namespace

void move_debug_definitions(std::vector<uint32_t>& words) { DefinitionMover(words).run(); }

}  // namespace trellis::tools
