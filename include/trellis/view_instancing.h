/* Part of trellis.h: the views of a pipeline (D3D12_VIEW_INSTANCING_DESC). */
#ifndef TRELLIS_VIEW_INSTANCING_H
#define TRELLIS_VIEW_INSTANCING_H

#include <trellis/stage_options.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TRELLIS_MAX_VIEWS 4
#define TRELLIS_NO_SPEC_ID UINT32_MAX
#define TRELLIS_NO_LOCATION UINT32_MAX

/* How a draw is repeated for its views. */
typedef uint32_t TrellisViewWay;
enum {
  /* Vulkan repeats it for each bit of the render pass's view mask. Layer n shows the view whose location has that layer. */
  TRELLIS_VIEWS_BY_MULTIVIEW = 0,
  /* The caller multiplies the instances (mesh shaders: groups in x) by the number of views; the view changes fastest. */
  TRELLIS_VIEWS_BY_INSTANCES = 1
};

/* A number, or (with a spec_id) the value of a 32-bit specialization constant that has it as its default. */
typedef struct TrellisViewNumber {
  uint32_t value;
  uint32_t spec_id; /* May be TRELLIS_NO_SPEC_ID. */
} TrellisViewNumber;

/* Added to SV_ViewportArrayIndex and SV_RenderTargetArrayIndex, or to 0 where the shader does not write them. */
typedef struct TrellisViewLocation {
  TrellisViewNumber viewport, layer;
} TrellisViewLocation;

/* Use the same values for all stages of a pipeline, except last_before_rasterizer. docs/options.md describes their meaning and
 * costs. */
typedef struct TrellisViewOptions {
  uint32_t struct_size;
  TrellisViewWay way;
  /* 1 to TRELLIS_MAX_VIEWS. With multiview it may be 0, which means "not given": SV_ViewID is then the layer's index. */
  TrellisViewNumber count;
  TrellisViewLocation locations[TRELLIS_MAX_VIEWS];
  /* For views by instances only: a bit for each view that is drawn. Given as a number, or as a word at a byte offset in the
   * root data (or TRELLIS_NO_OFFSET). UINT32_MAX without a spec_id: all views. */
  TrellisViewNumber mask;
  uint32_t mask_offset;
  uint32_t last_before_rasterizer; /* 1: this vertex, domain or geometry shader feeds the rasterizer. */
  /* For views by instances: the location at which a stage passes the view to the next. Nothing else may use it. */
  uint32_t handed_location;
  /* For multiview, instead of count (0) and locations: IDs of specialization constants, or TRELLIS_NO_SPEC_ID. In the first
   * constant, bits 2 n and 2 n + 1 are the view that layer n shows (for 16 layers; 0xE4 by default). In the second, bits 8 v
   * to 8 v + 7 are what view v adds to the viewport's index (0 by default). Without the first, the view is the layer's index. */
  uint32_t packed_views_spec_id, packed_viewports_spec_id;
} TrellisViewOptions;
#define TRELLIS_VIEW_OPTIONS_INIT \
  {sizeof(TrellisViewOptions), TRELLIS_VIEWS_BY_MULTIVIEW, {0, TRELLIS_NO_SPEC_ID}, \
   {{{0, TRELLIS_NO_SPEC_ID}, {0, TRELLIS_NO_SPEC_ID}}, {{0, TRELLIS_NO_SPEC_ID}, {1, TRELLIS_NO_SPEC_ID}}, \
    {{0, TRELLIS_NO_SPEC_ID}, {2, TRELLIS_NO_SPEC_ID}}, {{0, TRELLIS_NO_SPEC_ID}, {3, TRELLIS_NO_SPEC_ID}}}, \
   {UINT32_MAX, TRELLIS_NO_SPEC_ID}, TRELLIS_NO_OFFSET, 0, 15, TRELLIS_NO_SPEC_ID, \
   TRELLIS_NO_SPEC_ID}

/* How a module uses views. The getter returns TRELLIS_ERROR_UNSUPPORTED if the module does not consist of one graphics stage. */
typedef struct TrellisModuleViews {
  uint32_t struct_size;
  uint32_t reads_view;           /* 1: the shader reads SV_ViewID. */
  uint32_t multiview_compatible; /* 1: no variable is the built-in Layer, which Vulkan forbids with multiview. */
  uint32_t taken_at, handed_at;  /* Locations of the input and the output that hold the view, or TRELLIS_NO_LOCATION. */
  uint32_t adds_viewport, adds_layer; /* 1: the views' locations are added to the array index. */
} TrellisModuleViews;
#define TRELLIS_MODULE_VIEWS_INIT {sizeof(TrellisModuleViews), 0, 0, TRELLIS_NO_LOCATION, TRELLIS_NO_LOCATION, 0, 0}
TRELLIS_API TrellisResult trellis_module_views(const TrellisModule* module, TrellisModuleViews* views);

#ifdef __cplusplus
}
#endif

#endif
