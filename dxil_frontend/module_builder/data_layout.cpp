#include "dxil_frontend/module_builder/data_layout.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <iterator>

namespace trellis::dxil {

namespace {

uint64_t round_up(uint64_t value, uint64_t multiple) { return (value + multiple - 1) / multiple * multiple; }

/// Returns the numbers of a text like "32:32:64", at most four. Empty if the text contains anything else.
std::optional<Vector<uint32_t>> numbers_of(std::string_view text) {
  Vector<uint32_t> numbers;
  while (numbers.size() < 4) {
    uint32_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc()) return std::nullopt;
    numbers.push_back(number);
    text.remove_prefix(static_cast<size_t>(end - text.data()));
    if (text.empty()) return numbers;
    if (text.front() != ':') return std::nullopt;
    text.remove_prefix(1);
  }
  return std::nullopt;
}

bool is_alignment(uint32_t bits) { return bits % 8 == 0 && std::has_single_bit(bits) && bits <= 1u << 18; }

}  // namespace

bool DataLayout::is_usual(std::string_view text) {
  // Layouts with native 16-bit types, with min precision, and the latter as current LLVM writes it.
  constexpr std::string_view kUsual[] = {
      "", "e-m:e-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64",
      "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64",
      "e-m:e-p:32:32-i1:32-i8:8-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"};
  return std::find(std::begin(kUsual), std::end(kUsual), text) != std::end(kUsual);
}

std::optional<DataLayout> DataLayout::parse(std::string_view text) {
  DataLayout layout;
  while (!text.empty()) {
    const size_t end = std::min(text.find('-'), text.size());
    if (!layout.take(text.substr(0, end))) return std::nullopt;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return layout;
}

bool DataLayout::take(std::string_view part) {
  // Little-endian, name mangling, native widths of integers: these do not affect memory.
  if (part == "e" || part == "m:e") return true;
  if (part.empty()) return false;
  const char kind = part.front();
  const std::optional<Vector<uint32_t>> numbers = numbers_of(part.substr(1));
  if (kind == 'n') return numbers.has_value();
  if (kind == 'p' && part.starts_with("p:")) {
    const std::optional<Vector<uint32_t>> sizes = numbers_of(part.substr(2));
    if (!sizes || sizes->size() < 2 || (*sizes)[0] == 0 || (*sizes)[0] % 8 != 0 || !is_alignment((*sizes)[1]))
      return false;
    pointer_ = {(*sizes)[0] / 8, (*sizes)[1] / 8};
    return true;
  }
  if (kind == 'a' && part.starts_with("a:")) {
    const std::optional<Vector<uint32_t>> sizes = numbers_of(part.substr(2));
    if (!sizes || ((*sizes)[0] != 0 && !is_alignment((*sizes)[0]))) return false;
    struct_alignment_ = std::max((*sizes)[0] / 8, 1u);
    return true;
  }
  if (!numbers || numbers->size() < 2 || (*numbers)[0] == 0 || !is_alignment((*numbers)[1])) return false;
  const uint32_t bits = (*numbers)[0], bytes = kind == 'i' && bits == 8 ? 1 : (*numbers)[1] / 8;
  switch (kind) {
    case 'i':
      set(integers_, bits, bytes);
      return true;
    case 'f':
      set(floats_, bits, bytes);
      return true;
    case 'v':
      set(vectors_, bits, bytes);
      return true;
    default:
      return false;
  }
}

void DataLayout::set(Vector<Alignment>& alignments, uint32_t bits, uint32_t bytes) {
  const auto at = std::lower_bound(alignments.begin(), alignments.end(), bits,
                                   [](const Alignment& one, uint32_t wanted) { return one.bits < wanted; });
  if (at != alignments.end() && at->bits == bits) {
    at->bytes = bytes;
  } else {
    alignments.insert(at, {bits, bytes});
  }
}

/// An unlisted width has the alignment of the next larger listed one, or else of the largest.
uint64_t DataLayout::scalar_alignment(const Vector<Alignment>& alignments, uint32_t bits) const {
  const auto at = std::lower_bound(alignments.begin(), alignments.end(), bits,
                                   [](const Alignment& one, uint32_t wanted) { return one.bits < wanted; });
  return at == alignments.end() ? alignments.back().bytes : at->bytes;
}

/// An unlisted size is its own alignment, rounded up to a power of two.
uint64_t DataLayout::vector_alignment(uint64_t bits) const {
  for (const Alignment& one : vectors_) {
    if (one.bits == bits) return one.bytes;
  }
  return std::bit_ceil(std::clamp<uint64_t>((bits + 7) / 8, 1, uint64_t{1} << 31));
}

Extent DataLayout::struct_extent(const Module& module, const Type& type, Vector<Extent>& known,
                                 Vector<uint64_t>* offsets) const {
  Extent whole = {0, type.is_packed ? 1 : struct_alignment_};
  for (const TypeId member : type.members) {
    const Extent one = extent_of(module, member, known);
    const uint64_t offset = type.is_packed ? whole.size : round_up(whole.size, one.alignment);
    if (offsets != nullptr) offsets->push_back(offset);
    whole.size = offset + one.size;
    if (!type.is_packed) whole.alignment = std::max(whole.alignment, one.alignment);
  }
  whole.size = round_up(whole.size, whole.alignment);
  return whole;
}

/// `known`: indexed by type; an alignment of 0 marks types whose extent is not known yet.
Extent DataLayout::extent_of(const Module& module, TypeId id, Vector<Extent>& known) const {
  if (known[id].alignment != 0) return known[id];
  const Type& type = module.types[id];
  Extent found = {0, 1};
  switch (type.kind) {
    case TypeKind::kInt:
    case TypeKind::kFloat: {
      const uint64_t alignment =
          scalar_alignment(type.kind == TypeKind::kInt ? integers_ : floats_, type.bits);
      found = {round_up((uint64_t{type.bits} + 7) / 8, alignment), alignment};
      break;
    }
    case TypeKind::kPointer:
      found = pointer_;
      break;
    case TypeKind::kVector: {
      const Type& element = module.types[type.element];
      const uint64_t bits =
          type.count * (element.kind == TypeKind::kPointer ? pointer_.size * 8 : element.bits);
      const uint64_t alignment = vector_alignment(bits);
      found = {round_up((bits + 7) / 8, alignment), alignment};
      break;
    }
    case TypeKind::kArray: {
      const Extent element = extent_of(module, type.element, known);
      found = {element.size * type.count, element.alignment};
      break;
    }
    case TypeKind::kStruct:
      found = struct_extent(module, type, known, nullptr);
      break;
    default:
      break;
  }
  known[id] = found;
  return found;
}

Extent DataLayout::extent(const Module& module, TypeId type) const {
  Vector<Extent> known(module.types.size(), Extent{0, 0});
  return extent_of(module, type, known);
}

Vector<uint64_t> DataLayout::member_offsets(const Module& module, TypeId structure) const {
  Vector<Extent> known(module.types.size(), Extent{0, 0});
  Vector<uint64_t> offsets;
  struct_extent(module, module.types[structure], known, &offsets);
  return offsets;
}

}  // namespace trellis::dxil
