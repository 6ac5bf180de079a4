// Getters of the structs of a program's buffers.
#include "c_api/objects.hpp"
#include "c_api/options/versioned.hpp"

using namespace trellis::c_api;

namespace {

using Structs = trellis::Vector<trellis::dxil::StructLayout>;

/// Returns null if there is no such struct.
const trellis::dxil::StructLayout* struct_at(const TrellisProgram* program, uint32_t index) {
  if (!is_live(program)) return nullptr;
  const Structs& all = program->program->shader.structs;
  return index < all.size() ? &all[index] : nullptr;
}

}  // namespace

extern "C" {

uint32_t trellis_program_struct_count(const TrellisProgram* program) {
  return is_live(program) ? static_cast<uint32_t>(program->program->shader.structs.size()) : 0;
}

TrellisResult trellis_program_struct(const TrellisProgram* program, uint32_t index, TrellisStructInfo* info) {
  const auto* layout = struct_at(program, index);
  if (layout == nullptr) return TRELLIS_ERROR_INVALID_ARGUMENT;
  TrellisStructInfo known = TRELLIS_STRUCT_INFO_INIT;
  known.byte_size = layout->size;
  known.name = layout->name.c_str();
  known.member_count = static_cast<uint32_t>(layout->members.size());
  return write_versioned(known, info) ? TRELLIS_SUCCESS : TRELLIS_ERROR_INVALID_ARGUMENT;
}

TrellisResult trellis_program_struct_member(const TrellisProgram* program, uint32_t index, uint32_t member,
                                            TrellisStructMemberInfo* info) {
  const auto* layout = struct_at(program, index);
  if (layout == nullptr || member >= layout->members.size()) return TRELLIS_ERROR_INVALID_ARGUMENT;
  const trellis::dxil::StructMember& found = layout->members[member];
  TrellisStructMemberInfo known = TRELLIS_STRUCT_MEMBER_INFO_INIT;
  known.byte_offset = found.offset;
  known.name = found.name.c_str();
  known.component = static_cast<TrellisComponentType>(found.component_type);
  known.struct_index = found.struct_index;
  known.rows = found.rows;
  known.columns = found.columns;
  known.is_column_major = found.is_column_major ? 1 : 0;
  known.array_size_count = static_cast<uint32_t>(found.array_sizes.size());
  known.array_sizes = found.array_sizes.empty() ? nullptr : found.array_sizes.data();
  return write_versioned(known, info) ? TRELLIS_SUCCESS : TRELLIS_ERROR_INVALID_ARGUMENT;
}

}  // extern "C"
