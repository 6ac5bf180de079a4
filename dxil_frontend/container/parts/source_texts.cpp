#include "dxil_frontend/container/parts/source_texts.hpp"

#include <algorithm>
#include <utility>

#include "dxil_frontend/container/byte_view.hpp"
#include "dxil_frontend/container/inflate.hpp"
#include "dxil_frontend/container/parts/information_parts.hpp"

namespace trellis::dxil {

namespace {

/// Normalizes a file name: slashes, and no leading "./". The names in a program and in SRCI may differ in
/// these.
String comparable(std::string_view name) {
  String made(name);
  std::replace(made.begin(), made.end(), '\\', '/');
  while (made.starts_with("./")) made.erase(0, 2);
  return made;
}

/// Splits the contents into texts. Layout of an entry: its size, which is a multiple of 4, flags, the size of
/// the text with its NUL, and the text.
Result<Vector<std::string_view>> split_contents(std::span<const uint8_t> contents, uint32_t count) {
  constexpr uint64_t kEntryHeaderSize = 12;
  const ByteView view(contents);
  Vector<std::string_view> texts;
  uint64_t at = 0;
  for (uint32_t n = 0; n < count; ++n) {
    const uint64_t size = view.u32(at), length = view.u32(at + 8);
    if (!view.fits(at, kEntryHeaderSize) || !view.fits(at, size) || size < kEntryHeaderSize ||
        length > size - kEntryHeaderSize) {
      return bad_input("source " + decimal(n) + " of " + decimal(count) + " does not end in the contents");
    }
    const auto* text = reinterpret_cast<const char*>(contents.data() + at + kEntryHeaderSize);
    const bool has_end = length != 0 && text[length - 1] == 0;
    texts.emplace_back(text, length - (has_end ? 1 : 0));
    at += size;
  }
  return texts;
}

Result<void> attach(const SourceInfo& info, Module& module) {
  Vector<uint8_t> unpacked;
  std::span<const uint8_t> contents = info.contents;
  if (info.is_compressed) {
    Result<Vector<uint8_t>> inflated = inflate_zlib(contents, info.unpacked_bytes);
    if (!inflated) return std::move(inflated.error());
    unpacked = std::move(*inflated);
    contents = unpacked;
  }
  const Result<Vector<std::string_view>> texts = split_contents(contents, info.text_count);
  if (!texts) return texts.error();
  const size_t count = std::min(texts->size(), info.files.size());
  for (size_t i = 0; i < count; ++i) {
    const String name = comparable(info.files[i].name);
    for (SourceFile& file : module.source_files) {
      if (file.text.empty() && comparable(file.name) == name) file.text = (*texts)[i];
    }
  }
  return {};
}

}  // namespace

Result<void> add_source_texts(const Container& container, Module& module) {
  const Part* part = container.find(fourcc("SRCI"));
  const bool lack_text = std::any_of(module.source_files.begin(), module.source_files.end(),
                                     [](const SourceFile& file) { return file.text.empty(); });
  if (part == nullptr || !lack_text) return {};
  const Result<SourceInfo> info = parse_source_info(part->data, part->offset);
  if (!info) return info.error();
  if (!info->has_contents) return {};
  Result<void> done = attach(*info, module);
  if (!done) {
    done.error().where.part = "SRCI";
    done.error().where.offset = part->offset;
  }
  return done;
}

}  // namespace trellis::dxil
