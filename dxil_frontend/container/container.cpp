#include "dxil_frontend/container/container.hpp"

#include <algorithm>
#include <cstdio>

#include "dxil_frontend/container/byte_view.hpp"
#include "dxil_frontend/container/digest.hpp"
#include "support/containers.hpp"

namespace trellis::dxil {

namespace {

constexpr uint32_t kContainerMagic = fourcc("DXBC");
constexpr uint32_t kBitcodeMagic = 0xdec04342;
constexpr uint32_t kWrapperMagic = 0x0b17c0de;
constexpr uint64_t kHeaderSize = 32;
constexpr uint64_t kPartHeaderSize = 8;
constexpr uint64_t kProgramHeaderSize = 24;
constexpr uint64_t kBitcodeHeaderOffset = 8;  // The bitcode offset is relative to this.
constexpr uint64_t kDigestOffset = 4;
constexpr uint64_t kDigestedFrom = 20;
constexpr uint32_t kMaxSize = 0x80000000;

template <typename... Values>
String format(const char* text, Values... values) {
  char buffer[256];
  std::snprintf(buffer, sizeof buffer, text, values...);
  return buffer;
}

unsigned long long wide(uint64_t value) { return value; }

Diagnostic bad_part(String message, String part, uint64_t offset) {
  Location where;
  where.part = std::move(part);
  where.offset = offset;
  return bad_input(std::move(message), std::move(where));
}

Diagnostic bad_file(String message, uint64_t offset) { return bad_part(std::move(message), "", offset); }

bool all_equal(std::span<const uint8_t> bytes, uint8_t value) {
  return std::all_of(bytes.begin(), bytes.end(), [value](uint8_t byte) { return byte == value; });
}

String hex(std::span<const uint8_t> bytes) {
  String text;
  for (uint8_t byte : bytes) text += format("%02x", byte);
  return text;
}

/// Reads the whole part table. `file` is as long as the header states.
Result<Vector<Part>> locate_parts(std::span<const uint8_t> file) {
  const ByteView view(file);
  const uint32_t count = view.u32(28);
  // Each part needs an offset and a header. This bounds the count before anything is allocated.
  const uint64_t room = (file.size() - kHeaderSize) / (4 + kPartHeaderSize);
  if (count > room) {
    return bad_file(format("part count %u is too large: a container of %llu bytes has room for at most %llu",
                           count, wide(file.size()), wide(room)),
                    28);
  }
  const uint64_t first_part = kHeaderSize + uint64_t{count} * 4;
  Vector<Part> parts;
  parts.reserve(count);
  for (uint32_t i = 0; i < count; ++i) {
    const uint64_t entry = kHeaderSize + uint64_t{i} * 4;
    const uint64_t offset = view.u32(entry);
    if (offset < first_part || !view.fits(offset, kPartHeaderSize)) {
      return bad_file(format("part %u starts at 0x%llx, outside 0x%llx to 0x%llx", i, wide(offset),
                             wide(first_part), wide(file.size() - kPartHeaderSize)),
                      entry);
    }
    const uint32_t name = view.u32(offset);
    const uint32_t size = view.u32(offset + 4);
    if (!view.fits(offset + kPartHeaderSize, size)) {
      return bad_part(format("part %u has %u bytes, but only %llu follow its header", i, size,
                             wide(file.size() - offset - kPartHeaderSize)),
                      fourcc_name(name), offset + 4);
    }
    parts.push_back({name, offset + kPartHeaderSize, file.subspan(offset + kPartHeaderSize, size)});
  }
  return parts;
}

/// Checks that parts share no bytes, headers included, and no names.
Result<void> check_apart(const Vector<Part>& parts) {
  Vector<const Part*> sorted;
  sorted.reserve(parts.size());
  for (const Part& part : parts) sorted.push_back(&part);
  std::sort(sorted.begin(), sorted.end(), [](auto* a, auto* b) { return a->offset < b->offset; });
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    const Part& before = *sorted[i - 1];
    const Part& part = *sorted[i];
    const uint64_t start = part.offset - kPartHeaderSize;
    const uint64_t end = before.offset + before.data.size();
    if (start < end) {
      return bad_part(format("part starts at 0x%llx, before part %s ends at 0x%llx", wide(start),
                             fourcc_name(before.name).c_str(), wide(end)),
                      fourcc_name(part.name), start);
    }
  }
  std::sort(sorted.begin(), sorted.end(),
            [](auto* a, auto* b) { return a->name != b->name ? a->name < b->name : a->offset < b->offset; });
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    if (sorted[i]->name == sorted[i - 1]->name) {
      return bad_part(format("second part of this name; the first is at 0x%llx",
                             wide(sorted[i - 1]->offset - kPartHeaderSize)),
                      fourcc_name(sorted[i]->name), sorted[i]->offset - kPartHeaderSize);
    }
  }
  return {};
}

Result<Container> parse_raw_bitcode(std::span<const uint8_t> file) {
  const ByteView view(file);
  Container container;
  container.raw_bitcode = true;
  Program& program = container.dxil.emplace();
  program.bitcode = file;
  if (view.u32(0) == kWrapperMagic) {
    // The 20-byte wrapper: magic, version, offset, size, CPU type.
    const uint64_t offset = view.u32(8);
    const uint64_t size = view.u32(12);
    if (!view.fits(0, 20) || offset < 20 || !view.fits(offset, size)) {
      return bad_part(format("bitcode wrapper of a %llu-byte file points at 0x%llx with 0x%llx bytes",
                             wide(view.size()), wide(offset), wide(size)),
                      "bitcode", 8);
    }
    program.bitcode_offset = offset;
    program.bitcode = file.subspan(offset, size);
    if (size < 4 || view.u32(offset) != kBitcodeMagic) {
      return bad_part("bitcode wrapper does not contain bitcode ('BC' C0 DE)", "bitcode", offset);
    }
  }
  return container;
}

Result<std::span<const uint8_t>> check_header(std::span<const uint8_t> file) {
  const ByteView view(file);
  if (file.size() < kHeaderSize) {
    return bad_file(format("container is truncated: %llu bytes, its header alone needs %llu",
                           wide(file.size()), wide(kHeaderSize)),
                    file.size());
  }
  if (view.u16(20) != 1 || view.u16(22) != 0) {
    return bad_file(format("container version %u.%u, expected 1.0", view.u16(20), view.u16(22)), 20);
  }
  const uint32_t size = view.u32(24);
  if (size < kHeaderSize || size > kMaxSize) {
    return bad_file(format("container size field 0x%x is outside 0x20 to 0x%x", size, kMaxSize), 24);
  }
  if (size > file.size()) {
    return bad_file(format("container is truncated: its header says %u bytes, the file has %llu", size,
                           wide(file.size())),
                    24);
  }
  return file.first(size);
}

String part_names(const Container& container) {
  String names;
  for (const Part& part : container.parts) names += (names.empty() ? "" : ", ") + fourcc_name(part.name);
  return names.empty() ? "none" : names;
}

/// Explains why there is no program: the container may hold bytecode of an older shader model, or the program
/// may be in another file.
Diagnostic no_program(const Container& container) {
  for (const uint32_t old : {fourcc("SHEX"), fourcc("SHDR")}) {
    if (const Part* part = container.find(old)) {
      Location where;
      where.part = fourcc_name(old);
      where.offset = part->offset;
      return unsupported("shader model 5 or older bytecode; DXIL (shader model 6) is needed", where);
    }
  }
  if (container.pdb) {
    return bad_file("the PDB file contains no program (DXIL or ILDB), only data about one (parts " +
                        part_names(container) + "): translate the container it was written for instead",
                    28);
  }
  return bad_file("container has no DXIL part; its parts: " + part_names(container), 28);
}

/// Reads a container that begins at the start of `file`; ignores bytes after its end.
Result<void> read_container(std::span<const uint8_t> file, const ContainerOptions& options,
                            Container& container) {
  Result<std::span<const uint8_t>> contents = check_header(file);
  if (!contents) return std::move(contents.error());
  container.bytes = *contents;
  container.digest = DigestState::kNotChecked;
  if (options.verify_digest) {
    Result<DigestState> digest = check_digest(*contents);
    if (!digest) return std::move(digest.error());
    container.digest = *digest;
  }
  Result<Vector<Part>> parts = locate_parts(*contents);
  if (!parts) return std::move(parts.error());
  container.parts = std::move(*parts);
  return check_apart(container.parts);
}

/// Reads a container inside a PDB file. Offsets count from the container's start.
Result<void> read_pdb(std::span<const uint8_t> file, const ContainerOptions& options, Container& container) {
  Result<MsfContainer> found = find_msf_container(file);
  if (!found) return std::move(found.error());
  container.pdb = std::move(*found);
  if (container.pdb->copy == nullptr) {
    container.file_offset = static_cast<uint64_t>(container.pdb->bytes.data() - file.data());
  }
  Result<void> done = read_container(container.pdb->bytes, options, container);
  if (!done)
    done.error().message =
        "in the PDB file, stream " + decimal(container.pdb->stream) + ": " + done.error().message;
  return done;
}

}  // namespace

String fourcc_name(uint32_t name) {
  String text;
  for (unsigned i = 0; i < 4; ++i) {
    const char c = static_cast<char>(name >> (8 * i) & 0xff);
    if (c < 0x20 || c > 0x7e) return format("0x%08x", name);
    text += c;
  }
  return text;
}

const Part* Container::find(uint32_t name) const {
  for (const Part& part : parts) {
    if (part.name == name) return &part;
  }
  return nullptr;
}

Result<DigestState> check_digest(std::span<const uint8_t> container) {
  const std::span<const uint8_t> stored = container.subspan(kDigestOffset, 16);
  if (all_equal(stored, 0)) return DigestState::kAbsent;
  if (all_equal(stored, 1) || all_equal(stored, 2)) return DigestState::kBypass;
  const auto [retail, debug] = container_digests(container.subspan(kDigestedFrom));
  if (std::equal(stored.begin(), stored.end(), retail.begin())) return DigestState::kVerified;
  if (std::equal(stored.begin(), stored.end(), debug.begin())) return DigestState::kVerifiedDebug;
  return bad_file(
      "container digest does not match its contents: stored " + hex(stored) + ", computed " + hex(retail),
      kDigestOffset);
}

Result<Program> parse_program(const Part& part) {
  const String name = fourcc_name(part.name);
  const ByteView view(part.data);
  if (!view.fits(0, kProgramHeaderSize)) {
    return bad_part(format("part has %llu bytes, a program header needs %llu", wide(view.size()),
                           wide(kProgramHeaderSize)),
                    name, part.offset);
  }
  Program program;
  const uint32_t version = view.u32(0);
  const uint32_t kind = version >> 16;
  if (kind >= static_cast<uint32_t>(ShaderKind::kInvalid)) {
    return bad_part(format("unknown shader kind %u", kind), name, part.offset);
  }
  program.kind = static_cast<ShaderKind>(kind);
  program.shader_model_major = version >> 4 & 0xf;
  program.shader_model_minor = version & 0xf;
  if (program.shader_model_major != 6) {
    return unsupported(format("shader model %u.%u; 6.x is supported", program.shader_model_major,
                              program.shader_model_minor),
                       {.part = name,
                        .offset = part.offset,
                        .function = {},
                        .block = {},
                        .instruction = {},
                        .operation = {}});
  }
  const uint64_t size = uint64_t{view.u32(4)} * 4;
  if (size < kProgramHeaderSize || size > view.size()) {
    return bad_part(
        format("program size of %llu bytes does not fit the part of %llu", wide(size), wide(view.size())),
        name, part.offset + 4);
  }
  if (view.u32(8) != fourcc("DXIL")) {
    return bad_part("program header holds \"" + fourcc_name(view.u32(8)) + "\" where \"DXIL\" belongs", name,
                    part.offset + 8);
  }
  program.dxil_major = view.u32(12) >> 8;
  program.dxil_minor = view.u32(12) & 0xff;
  const uint64_t start = kBitcodeHeaderOffset + view.u32(16);
  const uint64_t length = view.u32(20);
  if (start < kProgramHeaderSize || !view.fits(start, length)) {
    return bad_part(format("bitcode at 0x%llx with 0x%llx bytes does not fit the part of 0x%llx bytes",
                           wide(start), wide(length), wide(view.size())),
                    name, part.offset + 16);
  }
  program.bitcode_offset = part.offset + start;
  program.bitcode = part.data.subspan(start, length);
  const uint32_t magic = view.fits(start, 4) && length >= 4 ? view.u32(start) : 0;
  if (magic != kBitcodeMagic) {
    return bad_part(format("bitcode starts with 0x%08x, expected 0x%08x ('BC' C0 DE)", magic, kBitcodeMagic),
                    name, program.bitcode_offset);
  }
  return program;
}

Result<Container> parse_container(std::span<const uint8_t> file, const ContainerOptions& options) {
  if (file.empty()) return bad_file("file is empty", 0);
  const ByteView view(file);
  if (file.size() < 4) {
    return bad_file(format("file of %llu bytes is too short for any magic number", wide(file.size())), 0);
  }
  const uint32_t magic = view.u32(0);
  if (magic == kBitcodeMagic || magic == kWrapperMagic) return parse_raw_bitcode(file);
  const bool is_pdb = is_msf(file);
  if (magic != kContainerMagic && !is_pdb) {
    return bad_file("file starts with \"" + fourcc_name(magic) +
                        "\", expected a DXBC container, a PDB file or LLVM bitcode ('BC' C0 DE)",
                    0);
  }
  Container container;
  if (!is_pdb) container.file_offset = 0;
  Result<void> located =
      is_pdb ? read_pdb(file, options, container) : read_container(file, options, container);
  if (!located) return std::move(located.error());
  for (const Part& part : container.parts) {
    if (!options.read_programs || (part.name != fourcc("DXIL") && part.name != fourcc("ILDB"))) continue;
    Result<Program> program = parse_program(part);
    if (!program) return program.error();
    (part.name == fourcc("DXIL") ? container.dxil : container.ildb) = *program;
  }
  if (options.require_program && !container.dxil && !container.ildb) return no_program(container);
  return container;
}

}  // namespace trellis::dxil
