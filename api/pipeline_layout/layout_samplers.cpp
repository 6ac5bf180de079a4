// Converts D3D12's static samplers to the values of VkSamplerCreateInfo.
#include <algorithm>

#include "api/pipeline_layout/pipeline_layout.hpp"

namespace trellis {
namespace {

/// D3D12_TEXTURE_ADDRESS_MODE counts from 1, VkSamplerAddressMode from 0. Otherwise they agree: wrap, mirror,
/// clamp, border, mirror once.
uint32_t address_mode(uint32_t mode) { return mode - 1; }

uint32_t border_color(const dxil::StaticSampler& sampler) {
  constexpr uint32_t kBlackTransparent = 0, kIntBlackTransparent = 1, kBlack = 2, kIntBlack = 3, kWhite = 4,
                     kIntWhite = 5;
  const bool is_uint = (sampler.flags & dxil::kSamplerUintBorder) != 0;
  switch (sampler.border_color) {
    case 1:
      return is_uint ? kIntBlack : kBlack;
    case 2:
      return is_uint ? kIntWhite : kWhite;
    case 3:
      return kIntBlack;
    case 4:
      return kIntWhite;
    default:
      return is_uint ? kIntBlackTransparent : kBlackTransparent;
  }
}

}  // namespace

ImmutableSampler immutable_sampler(const dxil::StaticSampler& sampler) {
  ImmutableSampler result;
  const uint32_t reduction = sampler.filter >> 7 & 3;  // 0: average, 1: comparison, 2: minimum, 3: maximum.
  result.min_filter = sampler.filter >> 4 & 1;
  result.mag_filter = sampler.filter >> 2 & 1;
  result.mipmap_mode = sampler.filter & 1;
  result.anisotropy = (sampler.filter >> 6 & 1) != 0;
  if (result.anisotropy) {
    result.max_anisotropy = static_cast<float>(std::clamp(sampler.max_anisotropy, 1u, 16u));
  }
  result.compare = reduction == 1;
  // D3D12_COMPARISON_FUNC counts from 1.
  if (result.compare) result.compare_op = sampler.comparison - 1;
  result.reduction_mode = reduction >= 2 ? reduction - 1 : 0;
  result.address_u = address_mode(sampler.address_u);
  result.address_v = address_mode(sampler.address_v);
  result.address_w = address_mode(sampler.address_w);
  result.mip_lod_bias = sampler.mip_lod_bias;
  // D3D clamps levels to the minimum and then to the maximum; Vulkan requires that the minimum is not
  // greater.
  result.max_lod = sampler.max_lod;
  result.min_lod = std::min(sampler.min_lod, sampler.max_lod);
  result.border_color = border_color(sampler);
  result.unnormalized_coordinates = (sampler.flags & dxil::kSamplerUnnormalized) != 0;
  return result;
}

}  // namespace trellis
