#include "dxil_frontend/container/part_list.hpp"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "dxil_frontend/container/byte_view.hpp"
#include "dxil_frontend/container/container.hpp"
#include "dxil_frontend/container/describe_part.hpp"

namespace trellis::dxil {

namespace {

constexpr uint32_t kBitcodeWrapperMagic = 0x0b17c0de;

/// Turns the line into an error. A part of a later version counts as unknown, not as damaged.
PartLine damaged(PartLine line, const Diagnostic& why) {
  line.is_damaged = why.code != ErrorCode::kUnsupported;
  line.meaning = (line.is_damaged ? "damaged: " : "unknown: ") + why.message;
  return line;
}

PartLine container_line(const Container& container) {
  PartLine line{"DXBC", 0, container.bytes.size(), "container 1.0, ", false};
  const Result<DigestState> digest = check_digest(container.bytes);
  if (!digest) return damaged(std::move(line), digest.error());
  switch (*digest) {
    case DigestState::kVerified:
      line.meaning += "digest verified";
      break;
    case DigestState::kVerifiedDebug:
      line.meaning += "digest verified, from a debug build of the validator";
      break;
    case DigestState::kBypass:
      line.meaning += "signed, without a digest";
      break;
    default:
      line.meaning += "no digest";
      break;
  }
  return line;
}

PartLine bitcode_line(std::span<const uint8_t> file, const Container& container) {
  const Program& program = *container.dxil;
  PartLine line{"BC", program.bitcode_offset, program.bitcode.size(), "LLVM bitcode without a container",
                false};
  if (ByteView(file).u32(0) == kBitcodeWrapperMagic) line.meaning += ", in a wrapper";
  return line;
}

}  // namespace

Result<Vector<PartLine>> list_parts(std::span<const uint8_t> file) {
  ContainerOptions options;
  options.verify_digest = options.require_program = options.read_programs = false;
  const Result<Container> container = parse_container(file, options);
  if (!container) return container.error();
  Vector<PartLine> lines;
  if (container->raw_bitcode) {
    lines.push_back(bitcode_line(file, *container));
    return lines;
  }
  if (container->pdb) {
    const MsfContainer& pdb = *container->pdb;
    lines.push_back({"MSF", 0, file.size(),
                     "PDB file, " + decimal(pdb.stream_count) + " streams in blocks of " +
                         decimal(pdb.block_size) + " bytes; the container is stream " + decimal(pdb.stream),
                     false});
  }
  lines.push_back(container_line(*container));
  for (const Part& part : container->parts) {
    PartLine line{fourcc_name(part.name), part.offset, part.data.size(), {}, false};
    Result<String> meaning = describe_part(*container, part);
    if (meaning) line.meaning = std::move(*meaning);
    lines.push_back(meaning ? std::move(line) : damaged(std::move(line), meaning.error()));
  }
  return lines;
}

String part_table(const Vector<PartLine>& lines) {
  String text;
  for (const PartLine& line : lines) {
    char columns[64];
    std::snprintf(columns, sizeof columns, "%-4.10s %#10llx %9llu  ", line.name.c_str(),
                  static_cast<unsigned long long>(line.offset), static_cast<unsigned long long>(line.size));
    text += columns + line.meaning + "\n";
  }
  return text;
}

}  // namespace trellis::dxil
