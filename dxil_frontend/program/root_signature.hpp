// A root signature of version 1.0, 1.1 or 1.2, as plain structs.
#pragma once

#include <cstdint>
#include <variant>

#include "support/containers.hpp"

namespace trellis::dxil {

/// The stages that see a parameter or a static sampler. Numbers as in D3D12.
enum class ShaderVisibility : uint8_t {
  kAll,
  kVertex,
  kHull,
  kDomain,
  kGeometry,
  kPixel,
  kAmplification,
  kMesh
};

enum class DescriptorRangeType : uint8_t { kSrv, kUav, kCbv, kSampler };
enum class RootDescriptorType : uint8_t { kCbv = 2, kSrv = 3, kUav = 4 };

inline constexpr uint32_t kUnboundedDescriptors = UINT32_MAX;  ///< DescriptorRange::count: no upper bound.
inline constexpr uint32_t kAppendDescriptors =
    UINT32_MAX;  ///< DescriptorRange::table_offset: right after the preceding range.

/// Registers base_register .. base_register + count - 1 of one space, somewhere in a descriptor table.
struct DescriptorRange {
  DescriptorRangeType type = DescriptorRangeType::kSrv;
  uint32_t count = 0;  ///< kUnboundedDescriptors: no upper bound.
  uint32_t base_register = 0;
  uint32_t space = 0;
  uint32_t flags = 0;         ///< D3D12_DESCRIPTOR_RANGE_FLAGS; 0 in version 1.0.
  uint32_t table_offset = 0;  ///< In descriptors from the table's start, or kAppendDescriptors.
  uint64_t at = 0;            ///< Byte offset in the file.
};

struct DescriptorTable {
  Vector<DescriptorRange> ranges;
};

struct RootConstants {
  uint32_t register_index = 0;
  uint32_t space = 0;
  uint32_t dword_count = 0;
};

struct RootDescriptor {
  RootDescriptorType type = RootDescriptorType::kCbv;
  uint32_t register_index = 0;
  uint32_t space = 0;
  uint32_t flags = 0;  ///< D3D12_ROOT_DESCRIPTOR_FLAGS; 0 in version 1.0.
};

struct RootParameter {
  ShaderVisibility visibility = ShaderVisibility::kAll;
  std::variant<DescriptorTable, RootConstants, RootDescriptor> value;
  uint64_t at = 0;  ///< Byte offset in the file.
};

/// Numbers as in D3D12 (D3D12_STATIC_SAMPLER_DESC).
struct StaticSampler {
  uint32_t filter = 0;
  uint32_t address_u = 0, address_v = 0,
           address_w = 0;  ///< 1 wrap, 2 mirror, 3 clamp, 4 border, 5 mirror once.
  float mip_lod_bias = 0;
  uint32_t max_anisotropy = 0;
  uint32_t comparison = 0;  ///< 1 never .. 8 always; 0 when the filter does not compare.
  /// 0 transparent black, 1 opaque black, 2 opaque white, 3 opaque black as uint, 4 opaque white as uint.
  uint32_t border_color = 0;
  float min_lod = 0, max_lod = 0;
  uint32_t register_index = 0;
  uint32_t space = 0;
  ShaderVisibility visibility = ShaderVisibility::kAll;
  uint32_t flags = 0;  ///< SamplerFlags; 0 before version 1.2.
  uint64_t at = 0;     ///< Byte offset in the file.
};

/// D3D12_ROOT_SIGNATURE_FLAGS.
enum RootFlags : uint32_t {
  kRootAllowInputLayout = 0x1,
  kRootDenyVertex = 0x2,
  kRootDenyHull = 0x4,
  kRootDenyDomain = 0x8,
  kRootDenyGeometry = 0x10,
  kRootDenyPixel = 0x20,
  kRootAllowStreamOutput = 0x40,
  kRootLocal = 0x80,
  kRootDenyAmplification = 0x100,
  kRootDenyMesh = 0x200,
  kRootResourceHeapIndexed = 0x400,
  kRootSamplerHeapIndexed = 0x800,
  kRootLowTierConstantBuffers = 0x80000000,
};

/// D3D12_DESCRIPTOR_RANGE_FLAGS. The flags about data are also those of D3D12_ROOT_DESCRIPTOR_FLAGS.
enum RangeFlags : uint32_t {
  kDescriptorsVolatile = 0x1,
  kDataVolatile = 0x2,
  kDataStaticWhileSet = 0x4,
  kDataStatic = 0x8,
  kDescriptorsStaticKeepingBounds = 0x10000,
};

/// D3D12_SAMPLER_FLAGS.
enum SamplerFlags : uint32_t { kSamplerUintBorder = 1, kSamplerUnnormalized = 2 };

struct RootSignature {
  uint32_t version = 0;  ///< As stored: 1 is 1.0, 2 is 1.1, 3 is 1.2.
  uint32_t flags = 0;    ///< RootFlags.
  Vector<RootParameter> parameters;
  Vector<StaticSampler> static_samplers;
  uint64_t at = 0;  ///< Byte offset in the file.
};

}  // namespace trellis::dxil
