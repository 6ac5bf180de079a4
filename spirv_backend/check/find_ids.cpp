#include "spirv_backend/check/find_ids.hpp"

#include "spirv_backend/check/module_state.hpp"

namespace trellis::module_check {
namespace {

// Memory access: the bit that adds a literal. The bits without one add an ID.
constexpr uint32_t kAligned = 2;
constexpr uint32_t kExecutionModeId = 331, kDecorateId = 332;

class IdFinder {
 public:
  IdFinder(const Row& row, std::span<const uint32_t> words, uint32_t case_words, uint16_t* ids)
      : row_(row), words_(words), size_(words.size()), case_words_(case_words), ids_(ids) {}

  uint16_t* run() { return matches() ? ids_ : nullptr; }

 private:
  bool matches() {
    // The result and the values after it need not be looked up one by one.
    const uint32_t plain = (row_.has_result() ? 2 : 0) + row_.values;
    if (size_ < 1 + plain) return false;
    const size_t end = row_.ends_in_values() ? size_ : 1 + plain;
    while (at_ < end) *ids_++ = static_cast<uint16_t>(at_++);
    if (row_.ends_in_values()) return true;
    for (const char* letter = row_.operands + plain; *letter != 0; ++letter) {
      const char next = letter[1];
      if (next != '?' && next != '*') {
        if (!read(*letter)) return false;
        continue;
      }
      while (at_ < size_) {
        if (!read(*letter)) return false;
        if (next == '?') break;
      }
      ++letter;
    }
    return at_ == size_;
  }

  bool read(char letter) {
    if (at_ >= size_) return false;
    switch (letter) {
      case 'l':
        ++at_;
        return true;
      case 'P':
        return id() && id();
      case 's':
        return string();
      case 'C':
        at_ += case_words_;
        return id();
      case 'm':
        at_ += (words_[at_] & kAligned) != 0 ? 2 : 1;
        return at_ <= size_ && rest_are_ids();
      case 'g':
        ++at_;
        return rest_are_ids();
      case 'd': {
        // A decoration or an execution mode. Only in two instructions is it followed by IDs rather than
        // literals or strings.
        ++at_;
        if (row_.opcode == kExecutionModeId || row_.opcode == kDecorateId) return rest_are_ids();
        at_ = size_;
        return true;
      }
      case 'n':
      case 'o':
        at_ = size_;
        return true;
      default:
        return id();
    }
  }

  bool id() {
    if (at_ >= size_) return false;
    *ids_++ = static_cast<uint16_t>(at_++);
    return true;
  }
  bool rest_are_ids() {
    while (at_ < size_) id();
    return true;
  }
  bool string() {
    const uint32_t count = string_words(words_.subspan(at_));
    at_ += count;
    return count != 0;
  }

  const Row& row_;
  std::span<const uint32_t> words_;
  size_t size_;
  uint32_t case_words_;
  uint16_t* ids_;
  size_t at_ = 1;
};

}  // namespace

uint16_t* find_ids(const Row& row, std::span<const uint32_t> words, uint32_t case_words, uint16_t* ids) {
  return IdFinder(row, words, case_words, ids).run();
}

}  // namespace trellis::module_check
