// The views of a pipeline (D3D12_VIEW_INSTANCING_DESC): how a draw is repeated for them, and where the output
// of each view goes.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

namespace trellis::spirv {

inline constexpr uint32_t kMaxViews = 4;  ///< D3D12_MAX_VIEW_INSTANCE_COUNT.

/// A known number, or a 32-bit specialization constant whose default is `value`.
struct ViewNumber {
  uint32_t value = 0;
  std::optional<uint32_t> spec_id = {};
};

/// Added to the viewport and layer index that the last stage before rasterization writes, or to 0 if it
/// writes none.
struct ViewLocation {
  ViewNumber viewport, layer;
};

enum class ViewWay : uint8_t {
  /// Vulkan draws once for each bit of the view mask, and layer n shows the view whose location names it:
  /// VkRenderPassMultiviewCreateInfo, VkPipelineRenderingCreateInfo.
  kMultiview,
  /// The draw has its instance count (mesh shaders: group count in x) multiplied by the number of views, and
  /// the view changes fastest.
  kInstances,
};

/// Must be the same for all stages of a pipeline, except `is_last`.
struct ViewOptions {
  ViewWay way = ViewWay::kMultiview;
  /// 1 to kMaxViews. 0 (multiview only): unspecified; SV_ViewID is then the layer number, and the other
  /// options are ignored.
  ViewNumber count;
  /// By default each view has its own layer.
  std::array<ViewLocation, kMaxViews> locations = {
      ViewLocation{{0, {}}, {0, {}}}, ViewLocation{{0, {}}, {1, {}}}, ViewLocation{{0, {}}, {2, {}}},
      ViewLocation{{0, {}}, {3, {}}}};
  /// For kMultiview, replaces `count` and `locations`: the ids of specialization constants that hold them in
  /// packed form, for pipelines whose views are known only after their modules.
  struct Packed {
    std::optional<uint32_t> views;      ///< 2 bits for each of 16 layers, the first lowest: the layer's view.
    std::optional<uint32_t> viewports;  ///< 8 bits for each view: the number added to the viewport index.
    bool is_any() const { return views || viewports; }
  };
  Packed packed;
  /// For kInstances: a mask with a bit for each view that is drawn. The instance count is multiplied by the
  /// number of set bits. Set one of these two at most; if neither is set, all views are drawn.
  std::optional<ViewNumber> mask;
  std::optional<uint32_t> mask_offset;  ///< Byte offset in the root data of the word that holds the mask.
  /// This stage (vertex, domain, geometry) feeds the rasterizer, so it adds the locations. Mesh shaders
  /// always do.
  bool is_last = false;
  /// For kInstances: the location at which stages pass the view to the next one. Nothing else may use it.
  /// Every device has 16 locations between any two stages; more are not guaranteed.
  uint32_t handed_location = 15;
};

/// How a module uses views.
struct ViewUse {
  bool reads_view = false;     ///< The program reads SV_ViewID.
  std::optional<ViewWay> way;  ///< As in the options; empty: they do not specify the number of views.
  ViewNumber count;            ///< As in the options.
  /// No variable is decorated as the built-in Layer, which Vulkan forbids with multiview.
  bool is_multiview_compatible = true;
  std::optional<uint32_t> taken_at;   ///< The location of the input that holds the view.
  std::optional<uint32_t> handed_at;  ///< The location of the output that holds the view.
  bool adds_viewport = false, adds_layer = false;
  std::optional<uint32_t> mask_offset;  ///< Byte offset of the mask in the root data, if the module reads it.
};

}  // namespace trellis::spirv
