#include "dxil_frontend/bitcode/reader.hpp"

#include <algorithm>
#include <limits>

#include "support/containers.hpp"

namespace trellis::dxil::bitcode {

namespace {

enum AbbreviationId : uint64_t {
  kEndBlock = 0,
  kEnterSubBlock = 1,
  kDefineAbbreviation = 2,
  kUnabbreviated = 3
};
enum Encoding : uint64_t {
  kLiteralEncoding = 0,  // Not in the file, where a bit of its own stands for it.
  kFixedEncoding = 1,
  kVbrEncoding = 2,
  kArrayEncoding = 3,
  kChar6Encoding = 4,
  kBlobEncoding = 5
};

constexpr uint32_t kFirstApplicationAbbreviation = 4;
constexpr uint64_t kMaxWidth = 32;
constexpr uint64_t kMagicBits = 32;
// LLVM stores eight bytes for each operand of a record, even for those that take no bits in the file.
constexpr uint64_t kMaxOperands = 1 << 22;
constexpr std::size_t kMaxDepth = 8;

String describe_block(uint32_t block) {
  if (block == kNoBlock) return "top of the stream";
  if (const char* name = block_name(block)) return name;
  return "block " + decimal(block);
}

}  // namespace

uint64_t BitCursor::last_window(const uint8_t* data, uint64_t size, uint64_t position) {
  uint64_t bits = 0;
  const uint64_t first = position >> 3;
  for (uint64_t i = 0; i < 8 && first + i < size; ++i) bits |= uint64_t{data[first + i]} << (8 * i);
  return bits >> (position & 7);
}

BitCursor::Number BitCursor::read_chunks(const uint8_t* data, uint64_t size, uint64_t position,
                                         unsigned width) {
  BitCursor cursor({data, static_cast<size_t>(size)});
  cursor.skip(position);
  const unsigned payload = width - 1;
  const uint64_t more = uint64_t{1} << payload;
  uint64_t value = 0;
  for (unsigned shift = 0; shift < 64; shift += payload) {
    const uint64_t chunk = cursor.fixed(width);
    value |= (chunk & (more - 1)) << shift;
    if ((chunk & more) == 0) return {value, cursor.position(), false};
  }
  return {value, cursor.position(), true};
}

char char6(uint64_t number) {
  static constexpr char kAlphabet[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";
  return kAlphabet[number & 63];
}

/// Reads an operand from a BitCursor or a BitRun.
template <class Source>
[[gnu::always_inline]] inline uint64_t BitstreamReader::read_from(Source& source,
                                                                  const AbbreviationOperand& operand) {
  switch (operand.kind) {
    case AbbreviationOperand::kFixed:
      return source.fixed(operand.width);
    case AbbreviationOperand::kVbr:
      return operand.width == 6 ? source.vbr6() : source.vbr(operand.width);
    case AbbreviationOperand::kChar6:
      return static_cast<uint8_t>(char6(source.fixed(6)));
    case AbbreviationOperand::kLiteral:
      break;
  }
  return operand.literal;
}

uint64_t BitstreamReader::read_scalar(BitCursor& cursor, const AbbreviationOperand& operand) {
  return read_from(cursor, operand);
}

bool write_operand(std::span<uint8_t> bytes, const OperandPlace& place, uint64_t value) {
  const bool is_fixed = place.chunk_count == 0;
  const uint32_t payload = is_fixed ? place.width : place.width - 1;
  const uint32_t count = is_fixed ? 1 : place.chunk_count;
  if (payload * count < 64 && value >> (payload * count) != 0) return false;
  uint64_t at = place.position;
  if (at + uint64_t{place.width} * count > bytes.size() * 8) return false;
  for (uint32_t chunk = 0; chunk < count; ++chunk) {
    const uint32_t shift = chunk * payload;
    uint64_t bits = (shift < 64 ? value >> shift : 0) & ((uint64_t{1} << payload) - 1);
    // The last bit of a chunk is set if another one follows.
    if (chunk + 1 < count) bits |= uint64_t{1} << payload;
    for (uint32_t left = place.width; left != 0;) {
      const uint32_t skipped = at & 7, taken = std::min(left, 8 - skipped);
      const uint32_t mask = ((1u << taken) - 1) << skipped;
      uint8_t& byte = bytes[at >> 3];
      byte = static_cast<uint8_t>((byte & ~mask) | (static_cast<uint32_t>(bits << skipped) & mask));
      bits >>= taken;
      at += taken;
      left -= taken;
    }
  }
  return true;
}

BitstreamReader::BitstreamReader(std::span<const uint8_t> bytes, uint64_t file_offset)
    : bytes_(bytes), file_offset_(file_offset), cursor_(bytes) {
  scopes_.reserve(kMaxDepth);
  scope_ = {kNoBlock, 2, bytes.size() * 8, 0};
  active_.reserve(64);
  abbreviations_.reserve(64);
  abbreviation_operands_.reserve(256);
  own_buffer_.resize(256);
  read_into(own_buffer_);
  cursor_.skip(kMagicBits);
}

bool BitstreamReader::fail_as(ErrorCode code, const String& message) {
  if (error_) return false;
  String text = describe_block(scope_.block);
  if (in_record_) {
    const char* name = record_name(scope_.block, code_);
    text += ", record " + (name ? String(name) + " (" + decimal(code_) + ")" : decimal(code_));
  }
  Location where;
  where.part = "bitcode";
  where.offset = file_offset_ + std::min<uint64_t>(entry_start_ / 8, bytes_.size());
  error_ = Diagnostic{code, text + ": " + message, std::move(where)};
  return false;
}

bool BitstreamReader::fail(const char* message) { return fail_as(ErrorCode::kBadInput, message); }

void BitstreamReader::read_into(OperandBuffer& buffer) {
  buffer_ = &buffer;
  operands_ = buffer.data();
  operands_end_ = operands_ + buffer.size();
}

/// Makes the buffer at least twice as large.
void BitstreamReader::grow(uint64_t count) {
  const size_t kept = kept_operands();
  buffer_->resize(std::max<size_t>(kept + operand_count_ + count, buffer_->size() * 2));
  operands_ = buffer_->data() + kept;
  operands_end_ = buffer_->data() + buffer_->size();
}

bool BitstreamReader::fail_position() {
  if (cursor_.overlong()) return fail("variable-width number of more than 64 bits");
  return fail(scope_.block == kNoBlock ? "bitcode is truncated" : "contents go past the end of the block");
}

// Both are inline in next(), so that the run stays in registers.

[[gnu::always_inline]] inline bool BitstreamReader::read_unabbreviated(BitRun& run) {
  const uint64_t code = run.vbr6();
  const uint64_t count = run.vbr6();
  if (code > std::numeric_limits<uint32_t>::max() || count > kMaxOperands ||
      run.position() + count * 6 > scope_.end) [[unlikely]] {
    run.finish();
    return fail_size(code, count);
  }
  code_ = static_cast<uint32_t>(code);
  reserve(count);
  uint64_t* const end = operands_ + count;
  uint64_t* operand = operands_;
  // A third of the unabbreviated operands are characters of names, which may follow a number.
  if (count > 4) {
    *operand++ = run.vbr6();
    while (end - operand >= 4 && run.four_characters(operand)) operand += 4;
  }
  for (; operand != end; ++operand) *operand = run.vbr6();
  run.finish();
  operand_count_ = count;
  return true;
}

[[gnu::always_inline]] inline bool BitstreamReader::read_abbreviated(BitRun& run,
                                                                     const Abbreviation& abbreviation) {
  const AbbreviationOperand* operand = abbreviation_operands_.data() + abbreviation.first;
  code_ = abbreviation.code;
  if (!abbreviation.has_code) {
    const uint64_t code = read_from(run, *operand);
    if (code > std::numeric_limits<uint32_t>::max()) [[unlikely]]
      return fail_code();
    code_ = static_cast<uint32_t>(code);
  }
  reserve(abbreviation.count);
  uint64_t* out = operands_;
  for (uint32_t i = 1; i < abbreviation.count; ++i) *out++ = read_from(run, *++operand);
  run.finish();
  operand_count_ = abbreviation.count - 1;
  switch (abbreviation.tail) {
    case Tail::kNone:
      return true;
    case Tail::kArray:
      return read_array(*++operand);
    case Tail::kBlob:
      return read_blob();
  }
  return true;
}

/// Reads what is no record. Returns nothing if next() is to go on.
std::optional<Entry> BitstreamReader::read_structure(uint64_t id) {
  switch (id) {
    case kEndBlock: {
      const bool is_info = scope_.block == kBlockInfoBlock;
      if (!end_block()) return Entry::kError;
      return is_info ? std::nullopt : std::optional(Entry::kEnd);
    }
    case kEnterSubBlock:
      if (!read_header()) return Entry::kError;
      if (next_block_ != kBlockInfoBlock) return Entry::kBlock;
      return enter_block_info() ? std::nullopt : std::optional(Entry::kError);
    default:
      return define_abbreviation() ? std::nullopt : std::optional(Entry::kError);
  }
}

Entry BitstreamReader::next() {
  while (true) {
    entry_start_ = cursor_.position();
    if (cursor_.position() >= scope_.end) {
      in_record_ = false;
      fail("block does not end where its length says");
      return Entry::kError;
    }
    BitRun run(cursor_);
    const uint64_t id = run.fixed(scope_.width);
    if (id < kUnabbreviated) {
      in_record_ = false;
      run.finish();
      if (const std::optional<Entry> entry = read_structure(id)) return *entry;
      continue;
    }
    in_record_ = true;
    operand_count_ = skipped_elements_ = 0;
    blob_ = {};
    if (id == kUnabbreviated) {
      if (!read_unabbreviated(run)) return Entry::kError;
    } else {
      const uint64_t index = scope_.first_abbreviation + (id - kFirstApplicationAbbreviation);
      if (index >= active_.size()) return fail_abbreviation(id);
      if (!read_abbreviated(run, abbreviations_[active_[index]])) return Entry::kError;
    }
    if (!check_position()) return Entry::kError;
    if (scope_.block != kBlockInfoBlock) return Entry::kRecord;
    if (!read_block_info_record()) return Entry::kError;
  }
}

/// LLVM reads function bodies out of order, so a BLOCKINFO is unambiguous only before all of them.
bool BitstreamReader::enter_block_info() {
  if (scope_.block != kModuleBlock || seen_block_) {
    return fail("BLOCKINFO is not the first block of the module");
  }
  block_info_target_ = kNoBlock;
  return enter();
}

bool BitstreamReader::read_block_info_record() {
  if (code_ != kSetBid) return true;  // Names of blocks and records, for dumps.
  if (operand_count_ != 1 || operands_[0] >= kNoBlock) return fail("SETBID needs one block id");
  block_info_target_ = static_cast<uint32_t>(operands_[0]);
  return true;
}

bool BitstreamReader::end_block() {
  if (scopes_.empty()) return fail("END_BLOCK outside any block");
  cursor_.align32();
  if (cursor_.position() != scope_.end) {
    return fail("block ends at bit " + decimal(cursor_.position()) + ", its length says " +
                decimal(scope_.end));
  }
  active_.resize(scope_.first_abbreviation);
  scope_ = scopes_.back();
  scopes_.pop_back();
  return true;
}

bool BitstreamReader::read_header() {
  const uint64_t block = cursor_.vbr(8);
  if (!check_position()) return false;
  if (block >= kNoBlock) return fail("block id is out of range");
  next_block_ = static_cast<uint32_t>(block);
  return true;
}

bool BitstreamReader::enter() {
  Scope scope;
  scope.block = next_block_;
  scope.width = static_cast<uint32_t>(std::min<uint64_t>(cursor_.vbr(4), 64));
  cursor_.align32();
  const uint64_t words = cursor_.fixed(32);
  if (!check_position()) return false;
  if (scope.width < 2 || scope.width > kMaxWidth) {
    return fail(describe_block(scope.block) + " has abbreviation ids of " + decimal(scope.width) +
                " bits, expected 2 to 32");
  }
  scope.end = cursor_.position() + words * 32;
  if (scope.end > scope_.end) {
    return fail(describe_block(scope.block) + " of " + decimal(words) +
                " words goes past the end of what is around it");
  }
  if (scopes_.size() >= kMaxDepth) return fail("blocks are nested too deeply");
  seen_block_ |= scope_.block == kModuleBlock;
  scope.first_abbreviation = static_cast<uint32_t>(active_.size());
  for (const BlockAbbreviation& given : block_info_) {
    if (given.block == scope.block) active_.push_back(given.abbreviation);
  }
  scopes_.push_back(scope_);
  scope_ = scope;
  return true;
}

// Inline in define_abbreviation(), so that the run stays in registers. Leaves the position to the caller:
// bits past the end of the bitcode are zeros, an unknown encoding, so a definition ends there at the latest.
[[gnu::always_inline]] inline bool BitstreamReader::read_abbreviation_operand(BitRun& run,
                                                                              AbbreviationOperand& operand,
                                                                              uint64_t& encoding) {
  if (run.fixed(1) != 0) {
    operand = {AbbreviationOperand::kLiteral, 0, run.vbr(8)};
    encoding = kLiteralEncoding;
    return true;
  }
  encoding = run.fixed(3);
  uint64_t width = 0;
  switch (encoding) {
    case kFixedEncoding:
    case kVbrEncoding:
      width = run.vbr(5);
      // LLVM's writer encodes the literal 0 like this.
      if (width == 0) {
        operand = {AbbreviationOperand::kLiteral, 0, 0};
        encoding = kLiteralEncoding;
        return true;
      }
      if (width > kMaxWidth || (encoding == kVbrEncoding && width < 2)) [[unlikely]] {
        return fail_definition(run, "abbreviation has an operand of " + decimal(width) + " bits");
      }
      operand = {encoding == kFixedEncoding ? AbbreviationOperand::kFixed : AbbreviationOperand::kVbr,
                 static_cast<uint8_t>(width), 0};
      return true;
    case kChar6Encoding:
      operand = {AbbreviationOperand::kChar6, 6, 0};
      return true;
    case kArrayEncoding:
    case kBlobEncoding:
      return true;
    default:
      return fail_definition(run, "abbreviation has unknown encoding " + decimal(encoding));
  }
}

/// Fails because of what a definition of an abbreviation contains. If not all of it is in the block, that is
/// the error.
bool BitstreamReader::fail_definition(const BitRun& run, const String& message) {
  return check_position(run) && fail(message);
}

bool BitstreamReader::define_abbreviation() {
  BitRun run(cursor_);
  const uint64_t count = run.vbr(5);
  if (!check_position(run)) return false;
  if (count == 0 || count > scope_.end - run.position()) {
    return fail("abbreviation of " + decimal(count) + " operands");
  }
  Abbreviation abbreviation;
  abbreviation.first = static_cast<uint32_t>(abbreviation_operands_.size());
  for (uint64_t i = 0; i < count; ++i) {
    AbbreviationOperand operand;
    uint64_t encoding = 0;
    if (!read_abbreviation_operand(run, operand, encoding)) return false;
    const bool compound = encoding == kArrayEncoding || encoding == kBlobEncoding;
    if (compound && (i == 0 || i + (encoding == kArrayEncoding ? 2 : 1) != count)) {
      return fail_definition(run, "abbreviation has an array or blob that is not its last operand");
    }
    if (encoding == kBlobEncoding) {
      if (abbreviation.tail == Tail::kArray) {
        return fail_definition(run, "abbreviation has an array of blobs");
      }
      abbreviation.tail = Tail::kBlob;
    } else if (encoding == kArrayEncoding) {
      abbreviation.tail = Tail::kArray;
    } else {
      if (abbreviation.tail == Tail::kArray && operand.kind == AbbreviationOperand::kLiteral) {
        return fail_definition(run, "abbreviation has an array of literals");
      }
      abbreviation_operands_.push_back(operand);
      abbreviation.count += abbreviation.tail == Tail::kArray ? 0 : 1;
    }
  }
  if (!check_position(run)) return false;
  run.finish();
  const AbbreviationOperand& code = abbreviation_operands_[abbreviation.first];
  if (code.kind == AbbreviationOperand::kLiteral && code.literal <= std::numeric_limits<uint32_t>::max()) {
    abbreviation.has_code = true;
    abbreviation.code = static_cast<uint32_t>(code.literal);
  }
  const uint32_t index = static_cast<uint32_t>(abbreviations_.size());
  abbreviations_.push_back(abbreviation);
  if (scope_.block != kBlockInfoBlock) {
    active_.push_back(index);
    return true;
  }
  if (block_info_target_ == kNoBlock) return fail("abbreviation before SETBID");
  block_info_.push_back({block_info_target_, index});
  return true;
}

bool BitstreamReader::fail_code() {
  code_ = 0;
  return fail("record code is out of range");
}

/// Fails because of the size of an unabbreviated record, or of its code.
bool BitstreamReader::fail_size(uint64_t code, uint64_t count) {
  if (code > std::numeric_limits<uint32_t>::max()) return fail_code();
  code_ = static_cast<uint32_t>(code);
  if (count > bits_left() / 6) {
    return fail("record of " + decimal(count) + " operands does not fit the block");
  }
  return fail_unsupported("record of more than 4194304 operands");
}

Entry BitstreamReader::fail_abbreviation(uint64_t id) {
  in_record_ = false;
  fail("abbreviation " + decimal(id) + " is not defined");
  return Entry::kError;
}

std::optional<OperandPlace> BitstreamReader::place_of(uint64_t operand) const {
  constexpr AbbreviationOperand kVbr6 = {AbbreviationOperand::kVbr, 6, 0};
  if (operand >= operand_count_) return std::nullopt;
  BitCursor cursor(bytes_);
  cursor.skip(entry_start_);
  const uint64_t id = cursor.fixed(scope_.width);
  AbbreviationOperand form = kVbr6;
  if (id == kUnabbreviated) {
    for (uint64_t i = 0; i < operand + 2; ++i)
      cursor.vbr6();  // Also skips the code and the count, which come first.
  } else {
    const Abbreviation& abbreviation =
        abbreviations_[active_[scope_.first_abbreviation + (id - kFirstApplicationAbbreviation)]];
    const AbbreviationOperand* forms = abbreviation_operands_.data() + abbreviation.first;
    const uint64_t scalars = std::min<uint64_t>(abbreviation.count, operand + 1);
    for (uint64_t i = 0; i < scalars; ++i) read_scalar(cursor, forms[i]);
    form = forms[scalars];
    if (operand + 1 >= abbreviation.count) {
      cursor.vbr6();  // Skips the array's length.
      for (uint64_t i = abbreviation.count - 1; i < operand; ++i) read_scalar(cursor, form);
    }
  }
  if (form.kind != AbbreviationOperand::kFixed && form.kind != AbbreviationOperand::kVbr) return std::nullopt;
  OperandPlace place{cursor.position(), form.width, 0};
  if (form.kind == AbbreviationOperand::kFixed) return place;
  read_scalar(cursor, form);
  place.chunk_count = static_cast<uint32_t>((cursor.position() - place.position) / form.width);
  return place;
}

std::optional<OperandPlace> BitstreamReader::place_of_code() const {
  BitCursor cursor(bytes_);
  cursor.skip(entry_start_);
  if (cursor.fixed(scope_.width) != kUnabbreviated) return std::nullopt;
  return place_of_chunk(cursor, 6, code_);
}

/// Returns the location of the next number if it is `value` in one chunk.
std::optional<OperandPlace> BitstreamReader::place_of_chunk(BitCursor cursor, uint32_t width,
                                                            uint64_t value) const {
  const OperandPlace place{cursor.position(), width, 1};
  if (cursor.fixed(width) != value || value >> (width - 1) != 0) return std::nullopt;
  return place;
}

String BitstreamReader::skipped_text() const {
  BitCursor cursor(bytes_);
  cursor.skip(cursor_.position() - skipped_elements_ * skipped_form_.width);
  String text(skipped_elements_, '\0');
  for (char& character : text) character = static_cast<char>(read_scalar(cursor, skipped_form_));
  return text;
}

std::optional<RecordedText> BitstreamReader::place_of_text(uint32_t head) const {
  RecordedText text;
  BitCursor start(bytes_);
  start.skip(entry_start_);
  if (start.fixed(scope_.width) == kUnabbreviated) {
    start.vbr6();  // Skips the code.
    text.length = static_cast<uint32_t>(start.vbr6()) - head;
    for (uint32_t i = 0; i < head; ++i) start.vbr6();
    text.position = start.position();
    text.form = RecordedText::Form::kVbr6;
    return text;
  }
  if (operand_count_ != head) return std::nullopt;
  if (skipped_elements_ == 0) return text;
  text.position = cursor_.position() - skipped_elements_ * skipped_form_.width;
  text.length = static_cast<uint32_t>(skipped_elements_);
  text.width = skipped_form_.width;
  if (skipped_form_.kind == AbbreviationOperand::kChar6) text.form = RecordedText::Form::kChar6;
  return text;
}

bool BitstreamReader::read_array(const AbbreviationOperand& element) {
  const uint64_t count = cursor_.vbr6();
  if (count > bits_left() / element.width) {
    return fail("array of " + decimal(count) + " elements does not fit the block");
  }
  if (count > kMaxOperands) return fail_unsupported("array of more than 4194304 elements");
  const bool skippable = code_ < 64 && (skipped_codes_ >> code_ & 1) != 0;
  if (skippable && element.kind != AbbreviationOperand::kVbr) {
    cursor_.skip(count * element.width);
    skipped_elements_ = count;
    skipped_form_ = element;
    return true;
  }
  reserve(count);
  uint64_t* operand = operands_ + operand_count_;
  operand_count_ += count;
  BitRun run(cursor_);
  uint64_t* const end = operand + count;
  if (element.kind == AbbreviationOperand::kChar6) {
    run.fixed_array(6, count,
                    [&operand](uint64_t number) { *operand++ = static_cast<uint8_t>(char6(number)); });
  } else if (element.kind == AbbreviationOperand::kFixed && element.width <= BitRun::kWidestOfArray) {
    run.fixed_array(element.width, count, [&operand](uint64_t number) { *operand++ = number; });
  } else {
    for (; operand != end; ++operand) *operand = read_from(run, element);
  }
  run.finish();
  return true;
}

bool BitstreamReader::read_blob() {
  const uint64_t size = cursor_.vbr6();
  cursor_.align32();
  if (!check_position()) return false;
  if (size > bits_left() / 8) return fail("blob of " + decimal(size) + " bytes does not fit the block");
  blob_ = bytes_.subspan(cursor_.position() / 8, size);
  cursor_.skip(size * 8);
  cursor_.align32();
  return true;
}

}  // namespace trellis::dxil::bitcode
