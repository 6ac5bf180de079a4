// The views of a pipeline (D3D12_VIEW_INSTANCING_DESC): how a draw is repeated for them, and where each goes.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

namespace trellis::spirv {

inline constexpr uint32_t kMaxViews = 4;  ///< D3D12_MAX_VIEW_INSTANCE_COUNT.

/// A number that is known, or that of a specialization constant (32 bits): `value` is its default then.
struct ViewNumber {
  uint32_t value = 0;
  std::optional<uint32_t> spec_id = {};
};

/// Added to the array indices that the last stage before rasterization writes; to 0 where it writes none.
struct ViewLocation {
  ViewNumber viewport, layer;
};

enum class ViewWay : uint8_t {
  /// Vulkan draws once for each bit of its view mask, and layer n is the view whose location says so:
  /// VkRenderPassMultiviewCreateInfo, VkPipelineRenderingCreateInfo.
  kMultiview,
  /// The draw has as many times its instances (mesh shaders: groups in x) as there are views, and the view
  /// changes fastest.
  kInstances,
};

/// The same for all stages of a pipeline, but for `is_last`.
struct ViewOptions {
  ViewWay way = ViewWay::kMultiview;
  /// 1 to kMaxViews. 0, for multiview only: not told; SV_ViewID is the number of the layer then, and the
  /// rest of this means nothing.
  ViewNumber count;
  /// Each view in a layer of its own, unless told otherwise.
  std::array<ViewLocation, kMaxViews> locations = {
      ViewLocation{{0, {}}, {0, {}}}, ViewLocation{{0, {}}, {1, {}}}, ViewLocation{{0, {}}, {2, {}}},
      ViewLocation{{0, {}}, {3, {}}}};
  /// Of kMultiview, in place of `count` and `locations`: the ids of specialization constants that hold them
  /// packed, for pipelines whose views are known later than their modules.
  struct Packed {
    std::optional<uint32_t> views;      ///< 2 bits a layer, the first lowest: which view it is. Of 16 layers.
    std::optional<uint32_t> viewports;  ///< 8 bits a view: what it adds to the viewport's index.
    bool is_any() const { return views || viewports; }
  };
  Packed packed;
  /// Of kInstances: a bit for each view that is drawn; instances are multiplied by the number of set bits.
  /// One of the two, or neither: all views.
  std::optional<ViewNumber> mask;
  std::optional<uint32_t> mask_offset;  ///< Byte of the root data whose word it is.
  /// The stage (vertex, domain, geometry) feeds the rasterizer: it adds the locations. Mesh shaders do
  /// anyway.
  bool is_last = false;
  /// Of kInstances: the location at which stages hand the view to the next one. Nothing else may be there.
  /// Every device has 16 locations between any two stages; more are not certain.
  uint32_t handed_location = 15;
};

/// What a module has to do with views.
struct ViewUse {
  bool reads_view = false;     ///< The program reads SV_ViewID.
  std::optional<ViewWay> way;  ///< As the options say; empty: they do not say how many views there are.
  ViewNumber count;            ///< The same.
  /// No variable of it is the built-in Layer, which Vulkan forbids with multiview.
  bool is_multiview_compatible = true;
  std::optional<uint32_t> taken_at;   ///< The location of the input that tells the view.
  std::optional<uint32_t> handed_at;  ///< The location of the output that does.
  bool adds_viewport = false, adds_layer = false;
  std::optional<uint32_t> mask_offset;  ///< The byte of the root data with the mask, if it is read.
};

}  // namespace trellis::spirv
