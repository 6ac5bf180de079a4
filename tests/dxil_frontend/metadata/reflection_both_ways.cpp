#include "tests/dxil_frontend/metadata/reflection_both_ways.hpp"

#include <optional>
#include <sstream>
#include <utility>

#include "dxil_frontend/bitcode/bitcode_check.hpp"
#include "dxil_frontend/metadata/reflection_module.hpp"
#include "dxil_frontend/read_with_llvm.hpp"
#include "dxil_frontend/record_reader/recorded_reflection.hpp"

namespace trellis::dxil::test {
namespace {

// The structured bindings fail to compile if a struct has a field that is not compared here.

void write_resource(std::ostream& out, const Resource& resource) {
  const auto& [resource_class, kind, id, name, symbol, space, lower_bound, count, stride, size,
               component_type, sample_count, sampler_kind, globally_coherent, reorder_coherent, has_counter,
               rasterizer_ordered, uses_64bit_atomics, struct_index] = resource;
  out << "resource " << static_cast<int>(resource_class) << ' ' << static_cast<int>(kind) << ' ' << id << " '"
      << name << "' " << symbol << ' ' << space << ' ' << lower_bound << ' ' << count << ' ' << stride << ' '
      << size << ' ' << static_cast<int>(component_type) << ' ' << sample_count << ' ' << sampler_kind << ' '
      << globally_coherent << reorder_coherent << has_counter << rasterizer_ordered << uses_64bit_atomics
      << ' ' << struct_index << '\n';
}

void write_member(std::ostream& out, const StructMember& member) {
  const auto& [name, offset, component_type, rows, columns, is_column_major, array_sizes, struct_index] =
      member;
  out << "  member '" << name << "' " << offset << ' ' << static_cast<int>(component_type) << ' ' << rows
      << ' ' << columns << ' ' << is_column_major << ' ' << struct_index;
  for (const uint32_t size : array_sizes) out << " [" << size << ']';
  out << '\n';
}

std::string text_of(const ReflectionModule& reflection) {
  const auto& [resources, structs] = reflection;
  std::ostringstream out;
  for (const Resource& resource : resources) write_resource(out, resource);
  for (const StructLayout& layout : structs) {
    const auto& [name, size, members] = layout;
    out << "struct '" << name << "' " << size << '\n';
    for (const StructMember& member : members) write_member(out, member);
  }
  return out.str();
}

std::string text_of(const Result<ReflectionModule>& reflection) {
  return reflection ? text_of(*reflection) : "error: " + std::string(reflection.error().to_string());
}

uint32_t count_names(const ReflectionModule& reflection) {
  uint32_t names = 0;
  for (const Resource& resource : reflection.resources) names += resource.name.empty() ? 0 : 1;
  for (const StructLayout& layout : reflection.structs) {
    for (const StructMember& member : layout.members) names += member.name.empty() ? 0 : 1;
  }
  return names;
}

std::string first_difference(const std::string& by_llvm, const std::string& by_records) {
  if (by_llvm == by_records) return "";
  std::istringstream a(by_llvm), b(by_records);
  std::string x, y;
  do {
    x = y = "nothing";
    std::getline(a, x);
    std::getline(b, y);
  } while (x == y && a && b);
  return "LLVM has '" + x + "', the records '" + y + "'";
}

}  // namespace

ReflectionBothWays read_reflection_both_ways(std::span<const uint8_t> bitcode) {
  ReflectionBothWays result;
  const Result<CheckedBitcode> whole = check_bitcode(bitcode);
  const Result<CheckedBitcode> checked = check_bitcode(bitcode, 0, BitcodeUse::kRecords);
  result.is_checked = checked.ok();
  if (!whole || !checked) {
    const std::string a = whole ? "accepted" : std::string(whole.error().to_string());
    result.difference = first_difference(a, checked ? "accepted" : std::string(checked.error().to_string()));
    return result;
  }
  const auto recorded = read_recorded_reflection(checked->code, checked->of(bitcode));
  const Result<ReflectionModule> expected = read_reflection_with_llvm(whole->of(bitcode));
  result.is_read = expected.ok();
  if (expected) result.names = count_names(*expected);
  result.is_recorded = recorded.has_value();
  if (recorded) result.difference = first_difference(text_of(expected), text_of(*recorded));
  return result;
}

}  // namespace trellis::dxil::test
