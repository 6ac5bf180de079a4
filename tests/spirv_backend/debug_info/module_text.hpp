// Reads a module's words once: its types, where its IDs are defined, and its debug instructions in text
// order.
#pragma once

#include <cstdint>
#include <map>
#include <spirv/unified1/spirv.hpp11>
#include <string>
#include <tuple>
#include <vector>

namespace trellis::test_backend {

struct ModuleType {
  spv::Op op = spv::Op::OpTypeVoid;
  uint32_t bits = 32, element = 0, count = 0;
  uint32_t stride = 0;  ///< For arrays, in bytes.
  std::vector<uint32_t> members, offsets;
};

/// What a debug instruction describes: a variable, or a part of it, in a function that may be inlined.
struct DebugSlot {
  uint32_t variable = 0, inlined = 0;
  std::string name;                   ///< For example "acc" or "id.0".
  std::vector<uint32_t> overlapping;  ///< The slots that contain this one, or that it contains.
};

struct SlotInView {
  uint32_t slot = 0;
  uint32_t said = 0;  ///< Word index of the last debug instruction before the line in the text, or 0.
};

/// A DebugLine instruction.
struct LinePlace {
  uint32_t line = 0;
  std::vector<SlotInView> slots;
};

class ModuleText {
 public:
  /// Keeps a reference to the words.
  explicit ModuleText(const std::vector<uint32_t>& words);

  uint32_t word(size_t at, uint32_t n) const { return words_[at + n]; }
  uint32_t size(size_t at) const { return words_[at] >> 16; }
  spv::Op op(size_t at) const { return static_cast<spv::Op>(words_[at] & 0xFFFF); }
  std::string text(size_t at, uint32_t n) const { return reinterpret_cast<const char*>(&words_[at + n]); }
  uint32_t bound() const { return words_[3]; }
  size_t end() const { return words_.size(); }

  size_t where(uint32_t id) const { return at_[id]; }
  size_t first_block() const { return first_block_; }
  const ModuleType& type(uint32_t id) const { return types_.at(id); }
  uint32_t scalars(uint32_t type) const;
  uint32_t bytes(uint32_t type) const;
  /// Returns the type of a part and its byte offset.
  std::pair<uint32_t, uint32_t> part(uint32_t type, uint32_t index) const;
  std::string name(uint32_t id) const;
  uint32_t builtin(uint32_t id) const;
  uint32_t group_size(uint32_t n) const { return group_size_[n]; }
  bool is_debug(size_t at) const { return op(at) == spv::Op::OpExtInst && word(at, 3) == debug_set_; }

  const std::vector<DebugSlot>& slots() const { return slots_; }
  uint32_t slot_of(size_t at) const { return slot_of_.at(at); }
  const LinePlace& line_of(size_t at) const { return lines_.at(at); }

 private:
  void read_global(size_t at);
  void read_type(size_t at);
  void read_function();
  void read_debug(size_t at);
  uint32_t add_slot(size_t at);
  bool is_in_view(const DebugSlot& slot, uint32_t line) const;
  uint32_t depth_of(uint32_t scope) const;
  void begin_line(size_t at);

  const std::vector<uint32_t>& words_;
  std::vector<size_t> at_;
  std::map<uint32_t, ModuleType> types_;
  std::map<uint32_t, std::string> names_;
  std::map<uint32_t, uint32_t> builtins_, strides_;
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> offsets_;
  std::map<std::tuple<uint32_t, uint32_t, std::string>, uint32_t> slot_numbers_;
  std::vector<DebugSlot> slots_;
  std::map<size_t, uint32_t> slot_of_;
  std::map<size_t, LinePlace> lines_;
  std::vector<uint32_t> said_;  ///< By slot: the last debug instruction so far, in text order.
  uint32_t debug_set_ = 0, scope_ = 0, inlined_ = 0, group_size_[3] = {1, 1, 1};
  size_t first_block_ = 0;
};

}  // namespace trellis::test_backend
