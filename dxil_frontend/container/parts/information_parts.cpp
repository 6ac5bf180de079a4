#include "dxil_frontend/container/parts/information_parts.hpp"

#include <optional>
#include <utility>

#include "dxil_frontend/container/byte_view.hpp"

namespace trellis::dxil {

namespace {

constexpr uint16_t kNoCompression = 0, kZlib = 1;

/// A part with its name, for diagnostics.
struct NamedPart {
  const char* name;
  std::span<const uint8_t> data;
  uint64_t file_offset;
  ByteView view{data};

  Diagnostic bad(String message, uint64_t offset) const {
    Location where;
    where.part = name;
    where.offset = file_offset + offset;
    return bad_input(std::move(message), std::move(where));
  }
  Diagnostic ends_before(const char* what, uint64_t offset) const {
    return bad(String("part ends before ") + what, offset);
  }
  Diagnostic bad_compression(uint16_t kind, uint64_t offset) const {
    return bad("compression " + decimal(kind) + "; 0 (none) and 1 (zlib) are known", offset);
  }
};

/// Reads a part, or a section of one, sequentially.
class Cursor {
 public:
  Cursor(const NamedPart& part, uint64_t begin, uint64_t end) : part_(part), at_(begin), end_(end) {}

  uint64_t at() const { return at_; }
  uint64_t left() const { return end_ - at_; }
  bool take(uint64_t bytes, uint64_t& start) {
    if (bytes > left()) return false;
    start = at_;
    at_ += bytes;
    return true;
  }
  /// Reads a text and the NUL after it.
  bool take_text(std::string_view& text) {
    const auto found = part_.view.string(at_);
    if (!found || found->size() >= left()) return false;
    text = *found;
    at_ += found->size() + 1;
    return true;
  }

 private:
  const NamedPart& part_;
  uint64_t at_, end_;
};

class SourceInfoReader {
 public:
  explicit SourceInfoReader(const NamedPart& part) : part_(part) {}

  Result<SourceInfo> read() {
    constexpr uint64_t kHeaderSize = 8, kSectionHeaderSize = 8;
    if (!part_.view.fits(0, kHeaderSize)) return part_.ends_before("the header", 0);
    const uint32_t size = part_.view.u32(0);
    const uint16_t sections = part_.view.u16(6);
    if (size < kHeaderSize || size > part_.view.size()) {
      return part_.bad("a size of " + decimal(size) + " bytes in a part of " + decimal(part_.view.size()), 0);
    }
    uint64_t at = kHeaderSize;
    for (uint32_t n = 0; n < sections; ++n) {
      if (size - at < kSectionHeaderSize) return part_.ends_before("a section", at);
      const uint32_t length = part_.view.u32(at);
      if (length < kSectionHeaderSize || length > size - at) {
        return part_.bad("section " + decimal(n) + " has " + decimal(length) + " bytes, " +
                             decimal(size - at) + " are left",
                         at);
      }
      const Cursor cursor(part_, at + kSectionHeaderSize, at + length);
      TRELLIS_RETURN_IF_ERROR(read_section(part_.view.u16(at + 6), cursor));
      at += length;
    }
    return std::move(info_);
  }

 private:
  Result<void> read_section(uint16_t type, Cursor cursor) {
    enum : uint16_t { kContents = 0, kNames = 1, kArguments = 2 };
    switch (type) {
      case kContents:
        return read_contents(cursor);
      case kNames:
        return read_names(cursor);
      case kArguments:
        return read_arguments(cursor);
      default:
        return {};  // A section of a later compiler.
    }
  }

  /// Layout: an unused size, flags, compression; stored and unpacked sizes; a count; the contents.
  Result<void> read_contents(Cursor cursor) {
    uint64_t at = 0, contents = 0;
    if (!cursor.take(20, at)) return part_.ends_before("the header of the contents", cursor.at());
    const uint16_t compression = part_.view.u16(at + 6);
    if (compression != kNoCompression && compression != kZlib) {
      return part_.bad_compression(compression, at + 6);
    }
    info_.has_contents = true;
    info_.is_compressed = compression == kZlib;
    info_.stored_bytes = part_.view.u32(at + 8);
    info_.unpacked_bytes = part_.view.u32(at + 12);
    info_.text_count = part_.view.u32(at + 16);
    if (!cursor.take(info_.stored_bytes, contents)) {
      return part_.bad(
          "contents of " + decimal(info_.stored_bytes) + " bytes, " + decimal(cursor.left()) + " are left",
          at + 8);
    }
    info_.contents = part_.data.subspan(contents, info_.stored_bytes);
    return {};
  }

  /// Layout: flags, a count and 16 bits of size; for each file the size of its entry, flags, the sizes of its
  /// name (with the NUL) and of its text, and the name.
  Result<void> read_names(Cursor cursor) {
    constexpr uint64_t kEntryHeaderSize = 16;
    uint64_t at = 0;
    if (!cursor.take(10, at)) return part_.ends_before("the header of the names", cursor.at());
    const uint32_t count = part_.view.u32(at + 4);
    for (uint32_t n = 0; n < count; ++n) {
      uint64_t entry = 0, rest = 0;
      if (!cursor.take(kEntryHeaderSize, entry)) return part_.ends_before("a file's name", cursor.at());
      const uint32_t length = part_.view.u32(entry);
      SourceInfo::File file;
      file.size = part_.view.u32(entry + 12);
      Cursor name(part_, cursor.at(), cursor.at() + cursor.left());
      if (length < kEntryHeaderSize || !cursor.take(length - kEntryHeaderSize, rest)) {
        return part_.bad("the entry of a file's name has " + decimal(length) + " bytes, " +
                             decimal(kEntryHeaderSize + cursor.left()) + " are left",
                         entry);
      }
      if (!name.take_text(file.name) || name.at() > cursor.at()) {
        return part_.bad("a file name is not terminated inside its entry", rest);
      }
      info_.files.push_back(file);
    }
    return {};
  }

  /// Layout: flags, the size of the rest, a count, and pairs of texts.
  Result<void> read_arguments(Cursor cursor) {
    uint64_t at = 0;
    if (!cursor.take(12, at)) return part_.ends_before("the header of the arguments", cursor.at());
    const uint32_t count = part_.view.u32(at + 8);
    for (uint32_t n = 0; n < count; ++n) {
      SourceInfo::Argument argument;
      if (!cursor.take_text(argument.name) || !cursor.take_text(argument.value)) {
        return part_.bad("argument " + decimal(n) + " of " + decimal(count) + " does not end in its section",
                         cursor.at());
      }
      info_.arguments.push_back(argument);
    }
    return {};
  }

  const NamedPart& part_;
  SourceInfo info_;
};

}  // namespace

Result<String> parse_debug_name(std::span<const uint8_t> data, uint64_t file_offset) {
  const NamedPart part{"ILDN", data, file_offset};
  const std::optional<std::string_view> name = part.view.string(4);
  if (!part.view.fits(0, 4) || !name || name->size() != part.view.u16(2)) {
    return part.bad("the name of the debug information does not end inside its part", 0);
  }
  return String(*name);
}

Result<CompilerVersion> parse_compiler_version(std::span<const uint8_t> data, uint64_t file_offset) {
  constexpr uint64_t kHeaderSize = 16;
  const NamedPart part{"VERS", data, file_offset};
  if (!part.view.fits(0, kHeaderSize)) return part.ends_before("the header", 0);
  CompilerVersion version;
  version.major = part.view.u16(0);
  version.minor = part.view.u16(2);
  version.flags = part.view.u32(4);
  version.commit_count = part.view.u32(8);
  const uint32_t texts = part.view.u32(12);
  if (!part.view.fits(kHeaderSize, texts)) {
    return part.bad("texts of " + decimal(texts) + " bytes go past the end of the part", 12);
  }
  Cursor cursor(part, kHeaderSize, kHeaderSize + texts);
  for (std::string_view* text : {&version.commit, &version.version}) {
    if (cursor.left() != 0 && !cursor.take_text(*text)) {
      return part.bad("a string is not terminated", cursor.at());
    }
  }
  return version;
}

Result<SourceInfo> parse_source_info(std::span<const uint8_t> data, uint64_t file_offset) {
  const NamedPart part{"SRCI", data, file_offset};
  return SourceInfoReader(part).read();
}

Result<PdbInfo> parse_pdb_info(std::span<const uint8_t> data, uint64_t file_offset) {
  constexpr uint64_t kHeaderSize = 12;
  const NamedPart part{"PDBI", data, file_offset};
  if (!part.view.fits(0, kHeaderSize)) return part.ends_before("the header", 0);
  PdbInfo info;
  info.version = part.view.u16(0);
  const uint16_t compression = part.view.u16(2);
  if (compression != kNoCompression && compression != kZlib) return part.bad_compression(compression, 2);
  info.is_compressed = compression == kZlib;
  info.size = part.view.u32(4);
  info.unpacked_size = part.view.u32(8);
  if (!part.view.fits(kHeaderSize, info.size)) {
    return part.bad(decimal(info.size) + " bytes of data go past the end of the part", 4);
  }
  if (!info.is_compressed) {
    auto plain = parse_runtime_data(data.subspan(kHeaderSize, info.size), file_offset + kHeaderSize);
    if (!plain) {
      plain.error().where.part = "PDBI";
      return std::move(plain.error());
    }
  }
  return info;
}

Result<RuntimeData> parse_runtime_data(std::span<const uint8_t> data, uint64_t file_offset) {
  enum : uint32_t { kStrings = 1, kIndexArrays = 2, kRawBytes = 5, kSubobjects = 6 };
  constexpr uint64_t kHeaderSize = 8, kTableHeaderSize = 8;
  const NamedPart part{"RDAT", data, file_offset};
  if (!part.view.fits(0, kHeaderSize)) return part.ends_before("the header", 0);
  RuntimeData runtime;
  runtime.version = part.view.u32(0);
  const uint32_t count = part.view.u32(4);
  if (!part.view.fits_array(kHeaderSize, count, 4)) {
    return part.bad(decimal(count) + " tables go past the end of the part", 4);
  }
  for (uint32_t n = 0; n < count; ++n) {
    const uint64_t entry = kHeaderSize + uint64_t{n} * 4;
    const uint64_t at = part.view.u32(entry);
    const uint32_t size = part.view.u32(at + 4);
    if (!part.view.fits(at, kTableHeaderSize) || !part.view.fits(at + kTableHeaderSize, size)) {
      return part.bad("table " + decimal(n) + " goes past the end of the part", entry);
    }
    RuntimeData::Table table{part.view.u32(at), size, 0, at + kTableHeaderSize, size};
    const bool has_no_records =
        table.type == kStrings || table.type == kIndexArrays || table.type == kRawBytes;
    const bool is_known = table.type <= kSubobjects;
    if (!has_no_records && is_known && size < 8) {
      return part.bad("table " + decimal(n) + " ends before its header", at + 4);
    }
    if (!has_no_records && size >= 8) {
      const uint32_t records = part.view.u32(at + 8), stride = part.view.u32(at + 12);
      const bool fits = uint64_t{records} * stride <= size - 8;
      if (!fits && is_known) {
        return part.bad("table " + decimal(n) + " has " + decimal(records) + " records of " +
                            decimal(stride) + " bytes in " + decimal(size) +
                            ": they go past the end of the table",
                        at + 8);
      }
      // The contents of tables of later versions are unknown; they need not be records.
      if (fits) table = {table.type, records, stride, table.at + 8, size - 8};
    }
    runtime.tables.push_back(table);
  }
  return runtime;
}

}  // namespace trellis::dxil
