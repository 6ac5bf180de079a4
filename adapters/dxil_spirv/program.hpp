// A parsed program, which blobs and converters share, and conversions of its data to the interface's types.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "dxil_spirv_c.h"
#include "trellis/trellis.h"

namespace trellis::dxil_spirv {

dxil_spv_shader_stage stage_of(TrellisStage stage);

/// Returns the binding for a range of registers, with `size` as its range size.
dxil_spv_d3d_binding range_of(const TrellisResourceInfo& info, TrellisStage stage, uint32_t index_in_class,
                              uint32_t size);

/// The subobjects of a library in the form that the interface requires.
class Subobjects {
 public:
  /// Names belong to the program; root signatures point into the caller's bytes, as the interface requires.
  Subobjects(const TrellisProgram* program, const uint8_t* caller_bytes);
  const std::vector<dxil_spv_rdat_subobject>& rows() const { return rows_; }

 private:
  std::vector<dxil_spv_rdat_subobject> rows_;
  std::vector<std::vector<const char*>> exports_;
};

class Program {
 public:
  /// Takes ownership of `program`, which was read from these bytes of the caller's. The bytes are copied.
  /// Only root signatures of subobjects refer to the caller's own bytes.
  Program(TrellisProgram* program, std::span<const uint8_t> bytes);
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  ~Program() { trellis_program_destroy(program_); }

  const TrellisProgram* get() const { return program_; }
  const std::vector<uint8_t>& bytes() const { return bytes_; }
  const std::vector<TrellisEntryPointInfo>& entry_points() const { return entry_points_; }
  const std::vector<TrellisResourceInfo>& resources() const { return resources_; }
  const Subobjects& subobjects() const { return subobjects_; }
  /// Returns the index within its class of a resource, given its index in resources().
  uint32_t index_in_class(uint32_t resource) const { return index_in_class_[resource]; }
  /// Finds an entry point by name; returns the first one if the name is null or empty. Null if there is none.
  const TrellisEntryPointInfo* find_entry_point(const char* name) const;

 private:
  TrellisProgram* program_;
  std::vector<uint8_t> bytes_;
  std::vector<TrellisEntryPointInfo> entry_points_;
  std::vector<TrellisResourceInfo> resources_;
  std::vector<uint32_t> index_in_class_;
  Subobjects subobjects_;
};

}  // namespace trellis::dxil_spirv

/// A blob: the program, and the texts created for its getters.
struct dxil_spv_parsed_blob_s {
  std::shared_ptr<const trellis::dxil_spirv::Program> program;
  std::string disassembly;
};
