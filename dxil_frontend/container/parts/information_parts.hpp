// The parts ILDN, VERS, SRCI, PDBI and RDAT: where a program came from, and what a library exports.
// Translation does not need them.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::dxil {

// All of these functions take the data of the part and its offset in the container (for diagnostics). They
// check every offset, size and count. The results point into the part. Errors: kBadInput.

/// ILDN: the name of the file that contains the debug information.
Result<String> parse_debug_name(std::span<const uint8_t> part, uint64_t file_offset = 0);

/// VERS: the version of the compiler.
struct CompilerVersion {
  uint16_t major = 0, minor = 0;
  uint32_t flags = 0;
  uint32_t commit_count = 0;
  std::string_view commit;   ///< May be empty.
  std::string_view version;  ///< The compiler's version string; may be empty.
};
Result<CompilerVersion> parse_compiler_version(std::span<const uint8_t> part, uint64_t file_offset = 0);

/// SRCI: source files and compiler options.
struct SourceInfo {
  struct File {
    std::string_view name;
    uint32_t size = 0;  ///< Size of its text, in bytes.
  };
  struct Argument {
    std::string_view name, value;  ///< "T", "ps_6_0".
  };
  Vector<File> files;
  Vector<Argument> arguments;
  bool has_contents = false;
  bool is_compressed = false;  ///< The contents are compressed with zlib.
  uint32_t stored_bytes = 0;   ///< Size of the contents in the part.
  uint32_t unpacked_bytes = 0, text_count = 0;
  std::span<const uint8_t> contents;  ///< The texts of the files, in order (source_texts.cpp).
};
Result<SourceInfo> parse_source_info(std::span<const uint8_t> part, uint64_t file_offset = 0);

/// PDBI: a newer form of SRCI, as runtime data.
struct PdbInfo {
  uint16_t version = 0;
  bool is_compressed = false;  ///< Compressed with zlib.
  uint32_t size = 0;           ///< In bytes, as stored in the part.
  uint32_t unpacked_size = 0;  ///< In bytes, of the decompressed runtime data.
};
Result<PdbInfo> parse_pdb_info(std::span<const uint8_t> part, uint64_t file_offset = 0);

/// RDAT: tables about the functions of a library. The records are not examined; rdat_part.hpp does that.
struct RuntimeData {
  struct Table {
    uint32_t type = 0;    ///< 1 strings, 2 index arrays, 3 resources, 4 functions, 6 subobjects, ...
    uint32_t count = 0;   ///< Number of records; size in bytes for a table without records.
    uint32_t stride = 0;  ///< Size of a record in bytes; 0 if the table has no records.
    uint64_t at = 0;      ///< Offset of its data in the part: the records, or the bytes.
    uint32_t size = 0;    ///< Size of the data in bytes.
  };
  uint32_t version = 0;
  Vector<Table> tables;
};
Result<RuntimeData> parse_runtime_data(std::span<const uint8_t> part, uint64_t file_offset = 0);

}  // namespace trellis::dxil
