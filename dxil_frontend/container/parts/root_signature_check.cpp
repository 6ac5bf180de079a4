#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "dxil_frontend/container/container.hpp"
#include "dxil_frontend/container/parts/root_signature_part.hpp"
#include "support/containers.hpp"

namespace trellis::dxil {

namespace {

constexpr uint32_t kKnownRootFlags = 0xfff | kRootLowTierConstantBuffers;
constexpr uint32_t kDataFlags = kDataVolatile | kDataStaticWhileSet | kDataStatic;
constexpr uint32_t kKnownRangeFlags = kDataFlags | kDescriptorsVolatile | kDescriptorsStaticKeepingBounds;
constexpr uint64_t kMaxDwords = 64;
constexpr uint64_t kMaxLocalDwords = 1024;  // A shader record has at most 4096 bytes.
constexpr uint64_t kMaxRanges = 1 << 16;
constexpr uint32_t kFirstReservedSpace = 0xfffffff0;
constexpr uint32_t kVisibilities = 8;

constexpr uint32_t kFilterBits = 0x1d5;
constexpr uint32_t kAnisotropicFilter = 0x55;
constexpr uint32_t kAnisotropicBit = 0x40;
constexpr uint32_t kComparisonFilter = 0x80;  // Bits 7 and 8 of filters that compare.

/// Ordered like ResourceClass: t, u, b, s.
char register_letter(DescriptorRangeType type) { return "tubs"[static_cast<size_t>(type)]; }

DescriptorRangeType range_type(RootDescriptorType type) {
  switch (type) {
    case RootDescriptorType::kCbv:
      return DescriptorRangeType::kCbv;
    case RootDescriptorType::kSrv:
      return DescriptorRangeType::kSrv;
    case RootDescriptorType::kUav:
      break;
  }
  return DescriptorRangeType::kUav;
}

String number(uint64_t value) { return decimal(value); }

/// The registers that a parameter or a static sampler occupies.
struct Claim {
  DescriptorRangeType type;
  ShaderVisibility visibility;
  uint32_t space;
  uint32_t first, last;
  bool is_static_sampler;
  uint32_t index;  ///< Index of the parameter or static sampler.
  uint64_t at;

  String holder() const {
    return (is_static_sampler ? "static sampler " : "root parameter ") + number(index);
  }
};

class SignatureCheck {
 public:
  explicit SignatureCheck(const RootSignature& signature) : signature_(signature) {}

  Result<void> run() {
    if ((signature_.flags & ~kKnownRootFlags) != 0) {
      return refuse("unknown root signature flags " + number(signature_.flags & ~kKnownRootFlags),
                    signature_.at + 20);
    }
    for (uint32_t i = 0; i < signature_.parameters.size(); ++i) {
      TRELLIS_RETURN_IF_ERROR(check_parameter(i));
    }
    for (uint32_t i = 0; i < signature_.static_samplers.size(); ++i) {
      TRELLIS_RETURN_IF_ERROR(check_sampler(i));
    }
    return check_registers();
  }

 private:
  static Diagnostic refuse(String message, uint64_t at) {
    Location where;
    where.part = "RTS0";
    where.offset = at;
    return bad_input(std::move(message), std::move(where));
  }

  Result<void> check_parameter(uint32_t index) {
    const RootParameter& parameter = signature_.parameters[index];
    const String name = "root parameter " + number(index);
    Result<void> done;
    if (const auto* table = std::get_if<DescriptorTable>(&parameter.value)) {
      dwords_ += 1;
      done = check_table(*table, parameter, index);
    } else if (const auto* constants = std::get_if<RootConstants>(&parameter.value)) {
      dwords_ += constants->dword_count;
      if (constants->dword_count == 0) return refuse(name + " has no constants", parameter.at);
      done = claim(DescriptorRangeType::kCbv, parameter, constants->register_index, 1, constants->space,
                   index, parameter.at);
    } else if (const auto* descriptor = std::get_if<RootDescriptor>(&parameter.value)) {
      dwords_ += 2;
      const uint32_t flags = descriptor->flags;
      if ((flags & ~kDataFlags) != 0 || std::popcount(flags) > 1) {
        return refuse(name + " has flags " + number(flags) + ", which are not allowed for root descriptors",
                      parameter.at);
      }
      done = claim(range_type(descriptor->type), parameter, descriptor->register_index, 1, descriptor->space,
                   index, parameter.at);
    }
    if (!done) return done;
    const uint64_t most = (signature_.flags & kRootLocal) != 0 ? kMaxLocalDwords : kMaxDwords;
    if (dwords_ > most) {
      return refuse(
          "the root parameters up to " + number(index) + " take more than " + number(most) + " dwords",
          parameter.at);
    }
    return {};
  }

  Result<void> check_table(const DescriptorTable& table, const RootParameter& parameter, uint32_t index) {
    range_count_ += table.ranges.size();
    if (range_count_ > kMaxRanges) {
      return refuse("root signature has more than " + number(kMaxRanges) + " descriptor ranges",
                    parameter.at);
    }
    uint64_t next = 0;
    bool has_end = true;
    for (uint32_t r = 0; r < table.ranges.size(); ++r) {
      const DescriptorRange& range = table.ranges[r];
      const String name = "range " + number(r) + " of root parameter " + number(index);
      if (range.count == 0) return refuse(name + " has no descriptors", range.at);
      const bool is_sampler = range.type == DescriptorRangeType::kSampler;
      if (is_sampler != (table.ranges.front().type == DescriptorRangeType::kSampler)) {
        return refuse(name + ": samplers and other descriptors cannot share a table", range.at);
      }
      TRELLIS_RETURN_IF_ERROR(check_range_flags(range, name));
      if (range.table_offset == kAppendDescriptors && !has_end) {
        return refuse(name + " is appended to an unbounded range", range.at);
      }
      const uint64_t offset = range.table_offset == kAppendDescriptors ? next : range.table_offset;
      has_end = range.count != kUnboundedDescriptors;
      next = offset + range.count;
      if (offset > UINT32_MAX || (has_end && next > UINT32_MAX)) {
        return refuse(name + " extends past the last descriptor that a table can have", range.at);
      }
      if (auto done =
              claim(range.type, parameter, range.base_register, range.count, range.space, index, range.at);
          !done) {
        return done;
      }
    }
    return {};
  }

  Result<void> check_range_flags(const DescriptorRange& range, const String& name) const {
    const uint32_t flags = range.flags;
    const bool is_volatile = (flags & kDescriptorsVolatile) != 0;
    if ((flags & ~kKnownRangeFlags) != 0)
      return refuse(name + " has unknown flags " + number(flags), range.at);
    if (std::popcount(flags & kDataFlags) > 1) {
      return refuse(name + " has flags " + number(flags) + ": its data is volatile or static, not both",
                    range.at);
    }
    if (range.type == DescriptorRangeType::kSampler && (flags & kDataFlags) != 0) {
      return refuse(name + " has flags " + number(flags) + ": samplers have no data", range.at);
    }
    if (is_volatile && (flags & (kDataStatic | kDescriptorsStaticKeepingBounds)) != 0) {
      return refuse(
          name + " has flags " + number(flags) + ": volatile descriptors cannot be flagged as static too",
          range.at);
    }
    return {};
  }

  Result<void> check_sampler(uint32_t index) {
    const StaticSampler& sampler = signature_.static_samplers[index];
    const auto wrong = [&](const char* what) {
      return refuse("static sampler " + number(index) + " " + what, sampler.at);
    };
    if ((sampler.filter & ~kFilterBits) != 0 ||
        ((sampler.filter & kAnisotropicBit) != 0 &&
         (sampler.filter & kAnisotropicFilter & ~1u) != (kAnisotropicFilter & ~1u))) {
      return wrong("has an unknown filter");
    }
    if ((sampler.filter & 0x180) == kComparisonFilter && sampler.comparison == 0) {
      return wrong("has a comparison filter, but no comparison function");
    }
    if (sampler.max_anisotropy > 16) return wrong("has a maximum anisotropy above 16");
    if (!(sampler.mip_lod_bias >= -16.0f && sampler.mip_lod_bias < 16.0f)) {
      return wrong("has a LOD bias outside -16 to 15.99");
    }
    if (std::isnan(sampler.min_lod) || std::isnan(sampler.max_lod))
      return wrong("has a minimum or maximum LOD that is not a number");
    if ((sampler.flags & ~(kSamplerUintBorder | kSamplerUnnormalized)) != 0)
      return wrong("has unknown flags");
    if ((sampler.flags & kSamplerUnnormalized) != 0) {
      const auto stays_inside = [](uint32_t mode) { return mode == 3 || mode == 4; };
      // Point or linear filters, equal for minification and magnification, without mip levels or comparison.
      const bool is_plain = sampler.filter == 0 || sampler.filter == 0x14;
      if (!is_plain || !stays_inside(sampler.address_u) || !stays_inside(sampler.address_v) ||
          sampler.min_lod != 0 || sampler.max_lod != 0) {
        return wrong(
            "has unnormalized coordinates, which its filter, address mode or LOD range does not allow");
      }
    }
    return claim(sampler.register_index, index, sampler);
  }

  Result<void> claim(uint32_t register_index, uint32_t index, const StaticSampler& sampler) {
    if (sampler.space >= kFirstReservedSpace) return reserved_space(sampler.space, sampler.at);
    claims_.push_back({DescriptorRangeType::kSampler, sampler.visibility, sampler.space, register_index,
                       register_index, true, index, sampler.at});
    return {};
  }

  Result<void> claim(DescriptorRangeType type, const RootParameter& parameter, uint32_t first, uint32_t count,
                     uint32_t space, uint32_t index, uint64_t at) {
    const uint64_t last = count == kUnboundedDescriptors ? UINT32_MAX : uint64_t{first} + count - 1;
    if (last > UINT32_MAX) {
      return refuse("root parameter " + number(index) + ": " + number(count) + " registers from " +
                        register_letter(type) + number(first) + " on are out of range",
                    at);
    }
    if (space >= kFirstReservedSpace) return reserved_space(space, at);
    claims_.push_back(
        {type, parameter.visibility, space, first, static_cast<uint32_t>(last), false, index, at});
    return {};
  }

  static Diagnostic reserved_space(uint32_t space, uint64_t at) {
    return refuse("register space " + number(space) + " is reserved", at);
  }

  /// Checks that no stage sees a register of a class twice.
  Result<void> check_registers() {
    std::sort(claims_.begin(), claims_.end(), [](const Claim& a, const Claim& b) {
      if (a.type != b.type) return a.type < b.type;
      if (a.space != b.space) return a.space < b.space;
      if (a.first != b.first) return a.first < b.first;
      return a.at < b.at;
    });
    // For each stage: among the claims so far that it sees in this class and space, the one with the highest
    // last register.
    std::array<const Claim*, kVisibilities> furthest{};
    for (const Claim& claim : claims_) {
      for (uint32_t stage = 0; stage < kVisibilities; ++stage) {
        if (claim.visibility != ShaderVisibility::kAll && static_cast<uint32_t>(claim.visibility) != stage) {
          continue;
        }
        const Claim*& before = furthest[stage];
        const bool is_near = before != nullptr && before->type == claim.type && before->space == claim.space;
        if (is_near && claim.first <= before->last) return overlap(*before, claim);
        before = &claim;
      }
    }
    return {};
  }

  static Result<void> overlap(const Claim& a, const Claim& b) {
    return refuse(String(1, register_letter(b.type)) + number(b.first) + " of space " + number(b.space) +
                      " is in " + a.holder() + " and in " + b.holder(),
                  std::max(a.at, b.at));
  }

  const RootSignature& signature_;
  Vector<Claim> claims_;
  uint64_t dwords_ = 0;
  uint64_t range_count_ = 0;
};

}  // namespace

Result<void> check_root_signature(const RootSignature& signature) { return SignatureCheck(signature).run(); }

Vector<uint32_t> table_offsets(const DescriptorTable& table) {
  Vector<uint32_t> offsets;
  offsets.reserve(table.ranges.size());
  uint32_t next = 0;
  for (const DescriptorRange& range : table.ranges) {
    const uint32_t offset = range.table_offset == kAppendDescriptors ? next : range.table_offset;
    offsets.push_back(offset);
    next = offset + range.count;
  }
  return offsets;
}

Result<RootSignature> read_root_signature(std::span<const uint8_t> file, bool verify_digest) {
  constexpr std::array<uint8_t, 4> kMagic = {'D', 'X', 'B', 'C'};
  std::span<const uint8_t> data = file;
  uint64_t offset = 0;
  Result<Container> container = Container{};
  if (file.size() >= kMagic.size() && std::equal(kMagic.begin(), kMagic.end(), file.begin())) {
    container = parse_container(file, {.verify_digest = verify_digest, .require_program = false});
    if (!container) return std::move(container.error());
    const Part* part = container->find(fourcc("RTS0"));
    if (part == nullptr) return bad_input("the container has no root signature (part RTS0)");
    data = part->data;
    offset = part->offset;
  }
  Result<RootSignature> signature = parse_root_signature(data, offset);
  if (!signature) return signature;
  TRELLIS_RETURN_IF_ERROR(check_root_signature(*signature));
  return signature;
}

}  // namespace trellis::dxil
