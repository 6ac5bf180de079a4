// A program that was parsed, as blobs and converters share it, and the interface's words for what it has.
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

/// A range of registers, of `size` registers of it (or one).
dxil_spv_d3d_binding range_of(const TrellisResourceInfo& info, TrellisStage stage, uint32_t index_in_class,
                              uint32_t size);

/// The subobjects of a library in the interface's form.
class Subobjects {
 public:
  /// Names are the program's; root signatures lie in the caller's bytes, as the interface has it.
  Subobjects(const TrellisProgram* program, const uint8_t* caller_bytes);
  const std::vector<dxil_spv_rdat_subobject>& rows() const { return rows_; }

 private:
  std::vector<dxil_spv_rdat_subobject> rows_;
  std::vector<std::vector<const char*>> exports_;
};

class Program {
 public:
  /// Owns `program`, which was read from these bytes of the caller's. They are copied; only root signatures
  /// of subobjects are looked up in the caller's own.
  Program(TrellisProgram* program, std::span<const uint8_t> bytes);
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  ~Program() { trellis_program_destroy(program_); }

  const TrellisProgram* get() const { return program_; }
  const std::vector<uint8_t>& bytes() const { return bytes_; }
  const std::vector<TrellisEntryPointInfo>& entry_points() const { return entry_points_; }
  const std::vector<TrellisResourceInfo>& resources() const { return resources_; }
  const Subobjects& subobjects() const { return subobjects_; }
  /// Of a resource by its index in resources().
  uint32_t index_in_class(uint32_t resource) const { return index_in_class_[resource]; }
  /// By name; without one, or with an empty one, the first. Null: there is none.
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

/// A blob: the program, and the texts made for whoever asked.
struct dxil_spv_parsed_blob_s {
  std::shared_ptr<const trellis::dxil_spirv::Program> program;
  std::string disassembly;
};
