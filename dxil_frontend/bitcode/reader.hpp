// Reads the bitstream container format: blocks, abbreviations, records. It does not interpret records. Part
// of the bitcode check (bitcode_check.hpp).
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <utility>

#include "dxil_frontend/bitcode/codes.hpp"
#include "dxil_frontend/bitcode/metadata_tables.hpp"
#include "dxil_frontend/bitcode/operand_buffer.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::dxil::bitcode {

/// Reads bits from a position in the stream. Reads beyond the end return zeros and still advance the
/// position, so one position test per record is enough.
class BitCursor {
 public:
  explicit BitCursor(std::span<const uint8_t> bytes)
      : data_(bytes.data()), size_(bytes.size()), last_fast_(static_cast<int64_t>(bytes.size() * 8) - 64) {}

  uint64_t position() const { return position_; }
  void skip(uint64_t bits) { position_ += bits; }
  void align32() { position_ = (position_ + 31) & ~uint64_t{31}; }

  /// Reads `width` bits, 1 .. 32.
  uint64_t fixed(unsigned width) {
    const uint64_t value = window() & ((uint64_t{1} << width) - 1);
    position_ += width;
    return value;
  }

  /// Reads a variable-width number in chunks of `width` bits, 2 .. 32. If it has more than 64 bits,
  /// overlong() becomes true.
  uint64_t vbr(unsigned width) {
    const uint64_t bits = window();
    const uint64_t more = uint64_t{1} << (width - 1);
    if ((bits & more) == 0) [[likely]] {
      position_ += width;
      return bits & (more - 1);
    }
    return vbr_chunks(width);
  }

  /// Same as vbr(6), without a branch on the length, which varies: almost every operand is such a number.
  [[gnu::always_inline]] uint64_t vbr6() {
    uint64_t bits = window();
    if ((bits & 0x20) == 0) {
      position_ += 6;
      return bits & 0x1f;
    }
    const uint64_t last = ~bits & kLastChunk;
    if (last == 0) [[unlikely]]
      return vbr_chunks(6);
    const int end = std::countr_zero(last);
    position_ += static_cast<unsigned>(end) + 1;
    return joined(bits & ((uint64_t{1} << end) - 1));
  }

  bool overlong() const { return overlong_; }

 private:
  friend class BitRun;
  static constexpr uint64_t kLastChunk = 0x820820;  ///< The bits that are 0 in the last of four chunks.
  /// Joins up to four chunks of six bits, without the bits that mark the last one.
  static uint64_t joined(uint64_t bits) {
    return (bits & 0x1f) | (bits >> 1 & 0x3e0) | (bits >> 2 & 0x7c00) | (bits >> 3 & 0xf8000);
  }

  /// Returns at least 57 bits from the position on, zeros after the end.
  [[gnu::always_inline]] uint64_t window() const {
    if (static_cast<int64_t>(position_) > last_fast_) [[unlikely]]
      return last_window(data_, size_, position_);
    uint64_t word;
    std::memcpy(&word, data_ + (position_ >> 3), sizeof word);
    if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
    return word >> (position_ & 7);
  }
  uint64_t vbr_chunks(unsigned width) {
    const Number number = read_chunks(data_, size_, position_, width);
    position_ = number.end;
    overlong_ |= number.is_overlong;
    return number.value;
  }

  // Not members of the cursor, so that a local cursor can stay in registers.
  struct Number {
    uint64_t value = 0;
    uint64_t end = 0;  ///< Position after it.
    bool is_overlong = false;
  };
  static Number read_chunks(const uint8_t* data, uint64_t size, uint64_t position, unsigned width);
  static uint64_t last_window(const uint8_t* data, uint64_t size, uint64_t position);

  const uint8_t* data_;
  uint64_t size_;
  int64_t last_fast_;
  uint64_t position_ = 0;
  bool overlong_ = false;
};

/// Reads several numbers from one window of bits, which stays in registers. The cursor advances in finish().
class BitRun {
 public:
  explicit BitRun(BitCursor& cursor) : cursor_(cursor), bits_(cursor.window()) {}
  void finish() { cursor_.position_ += used_; }
  uint64_t position() const { return cursor_.position_ + used_; }

  /// Same as BitCursor::fixed().
  [[gnu::always_inline]] uint64_t fixed(unsigned width) {
    if (used_ + width > kWindow) refill();
    return take(bits_ & ((uint64_t{1} << width) - 1), width);
  }
  /// Same as BitCursor::vbr().
  [[gnu::always_inline]] uint64_t vbr(unsigned width) {
    if (used_ + width > kWindow) refill();
    const uint64_t more = uint64_t{1} << (width - 1);
    if ((bits_ & more) == 0) [[likely]]
      return take(bits_ & (more - 1), width);
    return long_number(width);
  }
  /// Same as BitCursor::vbr6().
  [[gnu::always_inline]] uint64_t vbr6() {
    if (used_ > kWindow - 24) refill();  // Room for a number of four chunks.
    // Most numbers of code have one chunk; most characters have two.
    if ((bits_ & 0x20) == 0) return take(bits_ & 0x1f, 6);
    if ((bits_ & 0x800) == 0) return take((bits_ & 0x1f) | (bits_ >> 1 & 0x3e0), 12);
    const uint64_t last = ~bits_ & BitCursor::kLastChunk;
    if (last == 0) [[unlikely]]
      return long_number(6);
    const auto end = static_cast<unsigned>(std::countr_zero(last));
    return take(BitCursor::joined(bits_ & ((uint64_t{1} << end) - 1)), end + 1);
  }
  /// Reads four numbers as vbr6() does if each has two chunks, as those of characters have. Otherwise it
  /// reads nothing and returns false.
  [[gnu::always_inline]] bool four_characters(uint64_t* numbers) {
    if (used_ > kWindow - 4 * kCharacter) refill();
    if ((bits_ & kFourLengths) != kFourTwos) return false;
    for (unsigned i = 0; i < 4; ++i) numbers[i] = BitCursor::joined(bits_ >> (i * kCharacter) & 0xfff);
    take(0, 4 * kCharacter);
    return true;
  }
  static constexpr unsigned kWidestOfArray = 8;
  /// Reads numbers of a fixed width of 1 to kWidestOfArray as fixed() does, and calls `store` for each.
  template <class Store>
  [[gnu::always_inline]] void fixed_array(unsigned width, uint64_t count, Store&& store) {
    const uint64_t mask = (uint64_t{1} << width) - 1;
    const uint64_t most = kWindow / width;
    while (count != 0) {
      refill();
      const uint64_t taken = count < most ? count : most;
      for (uint64_t i = 0; i < taken; ++i) store(take(bits_ & mask, width));
      count -= taken;
    }
  }

 private:
  static constexpr unsigned kWindow = 57;
  static constexpr unsigned kCharacter = 12;  ///< Bits of a character: two chunks.
  static constexpr uint64_t kFourTwos = 0x20 * (1 | 1ull << 12 | 1ull << 24 | 1ull << 36);
  /// The bits that distinguish four numbers of two chunks, which are kFourTwos, from others.
  static constexpr uint64_t kFourLengths = kFourTwos | kFourTwos << 6;

  uint64_t take(uint64_t value, unsigned width) {
    bits_ >>= width;
    used_ += width;
    return value;
  }
  // Inline, because the run would otherwise be in memory.
  [[gnu::always_inline]] void refill() {
    cursor_.position_ += used_;
    bits_ = cursor_.window();
    used_ = 0;
  }
  [[gnu::always_inline]] uint64_t long_number(unsigned width) {
    cursor_.position_ += used_;
    const uint64_t value = cursor_.vbr_chunks(width);
    bits_ = cursor_.window();
    used_ = 0;
    return value;
  }

  BitCursor& cursor_;
  uint64_t bits_;
  unsigned used_ = 0;
};

/// Returns a character of bitcode's alphabet of 64.
char char6(uint64_t number);

/// The location of an operand of a record in the stream.
struct OperandPlace {
  uint64_t position = 0;     ///< Position of its first bit.
  uint32_t width = 0;        ///< Bits of a fixed-width operand, or of each chunk.
  uint32_t chunk_count = 0;  ///< Number of chunks of a variable-width operand; 0 if its width is fixed.
};

/// Overwrites an operand without changing its size. Returns false if the value does not fit.
bool write_operand(std::span<uint8_t> bytes, const OperandPlace& place, uint64_t value);

/// The result of next().
enum class Entry : uint8_t {
  kRecord,  ///< code() and operands() are set.
  kBlock,   ///< block() is the id of a sub-block; enter() must be called.
  kEnd,     ///< The block ended; the reader is in the enclosing block.
  kError,   ///< error() has the reason.
};

class BitstreamReader {
 public:
  BitstreamReader(std::span<const uint8_t> bytes, uint64_t file_offset);
  BitstreamReader(const BitstreamReader&) = delete;
  BitstreamReader& operator=(const BitstreamReader&) = delete;

  /// Reads the next record, or up to the next block's header, or past the block's end.
  Entry next();

  /// Enters the block whose header next() found. Returns false if that fails; error() is then set.
  bool enter();

  /// Reads operands into `buffer`, which is larger than its contents until release_buffer() returns it.
  void read_into(OperandBuffer& buffer);
  /// Returns the number of operands that were kept, which are in front of the current record's.
  size_t kept_operands() const { return static_cast<size_t>(operands_ - buffer_->data()); }
  /// Keeps the current record's operands where they are in the buffer, without a copy. The record has none
  /// afterwards.
  void keep_operands() { operands_ += std::exchange(operand_count_, 0); }
  void drop_operands() { operand_count_ = 0; }
  /// Appends an operand to those of the current record.
  void add_operand(uint64_t operand) {
    reserve(1);
    operands_[operand_count_++] = operand;
  }
  void release_buffer() { buffer_->resize(kept_operands()); }

  /// Skips arrays of fixed-width elements in records of certain codes: bit n for code n (below 64). The
  /// operands of such a record end before the array; skipped_elements() is its length. Holds until set again.
  void skip_arrays_of(uint64_t codes) { skipped_codes_ = codes; }

  uint32_t block() const { return next_block_; }  ///< After kBlock.
  uint32_t current_block() const { return scope_.block; }
  uint32_t code() const { return code_; }  ///< After kRecord.
  std::span<const uint64_t> operands() const { return {operands_, static_cast<size_t>(operand_count_)}; }
  uint64_t skipped_elements() const { return skipped_elements_; }
  /// Returns the skipped array as text.
  String skipped_text() const;
  /// Returns the location of the text after the first `head` operands of the current record, whose code must
  /// be one with skipped arrays. Empty if an abbreviation encodes the text in another way than such an array.
  std::optional<RecordedText> place_of_text(uint32_t head = 0) const;
  String read(const RecordedText& text) const { return text.read(bytes_); }
  std::span<const uint8_t> blob() const { return blob_; }  ///< The record's blob; empty if it has none.
  /// Bit position of the blob.
  uint64_t blob_start() const { return static_cast<uint64_t>(blob_.data() - bytes_.data()) * 8; }
  /// Returns the location of an operand of the record that next() found. Rereads the record. Empty if the
  /// operand is a literal of the abbreviation, or encoded as char6.
  std::optional<OperandPlace> place_of(uint64_t operand) const;
  /// Returns the location of the record's code; empty if it is a literal of the abbreviation.
  std::optional<OperandPlace> place_of_code() const;

  /// Returns the number of abbreviations defined so far.
  std::size_t abbreviation_count() const { return abbreviations_.size(); }
  uint64_t entry_start() const { return entry_start_; }  ///< Bit position of the record or block header.
  bool at_end() const {
    return cursor_.position() + 64 > bytes_.size() * 8;
  }  ///< Whether fewer than 64 bits are left.
  /// Returns the number of bits left in the current block, which bounds every count of things that need a
  /// record each.
  uint64_t bits_left() const { return scope_.end > cursor_.position() ? scope_.end - cursor_.position() : 0; }

  /// Sets error() to `message`, with block, record and offset. Always returns false.
  [[gnu::cold]] bool fail(const String& message) { return fail_as(ErrorCode::kBadInput, message); }
  [[gnu::cold]] bool fail(const char* message);  ///< Not inline, so that callers need no memory for a String.
  [[gnu::cold]] bool fail_unsupported(const String& message) {
    return fail_as(ErrorCode::kUnsupported, message);
  }
  const Diagnostic& error() const { return *error_; }
  bool failed() const { return error_.has_value(); }

 private:
  struct AbbreviationOperand {
    enum Kind : uint8_t { kLiteral, kFixed, kVbr, kChar6 };
    Kind kind = kLiteral;
    uint8_t width = 0;
    uint64_t literal = 0;
  };
  enum class Tail : uint8_t { kNone, kArray, kBlob };
  struct Abbreviation {
    uint32_t first = 0;  ///< Index into abbreviation_operands_.
    uint32_t count = 0;  ///< Number of scalars. The form of the array's elements follows them.
    Tail tail = Tail::kNone;
    bool has_code = false;  ///< The first scalar, the record's code, is a literal; it is `code`.
    uint32_t code = 0;
  };
  struct Scope {
    uint32_t block = kNoBlock;
    uint32_t width = 2;  ///< Bits of an abbreviation id.
    uint64_t end = 0;    ///< Bit position after the block's END_BLOCK.
    uint32_t first_abbreviation = 0;
  };
  struct BlockAbbreviation {
    uint32_t block;
    uint32_t abbreviation;
  };

  [[gnu::cold]] bool fail_as(ErrorCode code, const String& message);
  bool end_block();
  bool read_header();
  bool define_abbreviation();
  bool read_abbreviation_operand(BitRun& run, AbbreviationOperand& operand, uint64_t& encoding);
  std::optional<Entry> read_structure(uint64_t id);
  bool read_unabbreviated(BitRun& run);
  bool read_abbreviated(BitRun& run, const Abbreviation& abbreviation);
  bool read_array(const AbbreviationOperand& element);
  bool read_blob();
  bool enter_block_info();
  bool read_block_info_record();
  static uint64_t read_scalar(BitCursor& cursor, const AbbreviationOperand& operand);
  template <class Source>
  static uint64_t read_from(Source& source, const AbbreviationOperand& operand);
  std::optional<OperandPlace> place_of_chunk(BitCursor cursor, uint32_t width, uint64_t value) const;
  [[gnu::cold]] bool fail_position();
  [[gnu::cold]] bool fail_definition(const BitRun& run, const String& message);
  [[gnu::cold]] bool fail_code();
  [[gnu::cold]] bool fail_size(uint64_t code, uint64_t count);
  [[gnu::cold]] Entry fail_abbreviation(uint64_t id);
  /// Whether everything read lies in the block. One test for each record suffices, because reads past the end
  /// return zeros.
  bool check_position() { return check_position(cursor_); }
  template <class Source>
  bool check_position(const Source& source) {
    if (source.position() <= scope_.end && !cursor_.overlong()) [[likely]]
      return true;
    return fail_position();
  }

  /// Makes room for `count` more operands.
  void reserve(uint64_t count) {
    if (static_cast<uint64_t>(operands_end_ - operands_) - operand_count_ < count) [[unlikely]]
      grow(count);
  }
  void grow(uint64_t count);

  std::span<const uint8_t> bytes_;
  uint64_t file_offset_;
  BitCursor cursor_;
  Scope scope_;           ///< The innermost open block.
  Vector<Scope> scopes_;  ///< The enclosing blocks.
  Vector<Abbreviation> abbreviations_;
  Vector<AbbreviationOperand> abbreviation_operands_;
  Vector<uint32_t> active_;  ///< Abbreviations of the open blocks, innermost last.
  Vector<BlockAbbreviation> block_info_;
  uint32_t block_info_target_ = kNoBlock;
  bool seen_block_ = false;  ///< A block in the module has been seen, including BLOCKINFO.

  OperandBuffer own_buffer_;
  OperandBuffer* buffer_ = &own_buffer_;
  uint64_t* operands_ = nullptr;      ///< Those of the current record, in the buffer.
  uint64_t* operands_end_ = nullptr;  ///< End of the buffer.
  uint64_t operand_count_ = 0;
  uint64_t skipped_elements_ = 0;
  std::span<const uint8_t> blob_;
  AbbreviationOperand skipped_form_;
  uint32_t code_ = 0;
  bool in_record_ = false;
  uint32_t next_block_ = kNoBlock;
  uint64_t entry_start_ = 0;
  uint64_t skipped_codes_ = 0;
  std::optional<Diagnostic> error_;
};

/// Visits the rest of the block that the reader is in: calls `on_record` for each record and `on_block` for
/// each sub-block's header, up to the block's end. Returns false if a callback does or if reading fails; the
/// reader has the error in both cases.
template <class OnRecord, class OnBlock>
bool for_each_entry(BitstreamReader& reader, OnRecord&& on_record, OnBlock&& on_block) {
  while (true) {
    switch (reader.next()) {
      case Entry::kRecord:
        if (!on_record()) return false;
        break;
      case Entry::kBlock:
        if (!on_block()) return false;
        break;
      case Entry::kEnd:
        return true;
      case Entry::kError:
        return false;
    }
  }
}

/// Like for_each_entry() for a block without sub-blocks: a sub-block fails with the message
/// `unexpected_block`.
template <class OnRecord>
bool for_each_record(BitstreamReader& reader, const char* unexpected_block, OnRecord&& on_record) {
  while (true) {
    const Entry entry = reader.next();
    if (entry != Entry::kRecord) {
      return entry == Entry::kBlock ? reader.fail(unexpected_block) : entry == Entry::kEnd;
    }
    if (!on_record()) return false;
  }
}

}  // namespace trellis::dxil::bitcode
