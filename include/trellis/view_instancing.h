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
  /* Vulkan repeats it for each bit of the render pass's view mask; layer n shows the view whose location has it. */
  TRELLIS_VIEWS_BY_MULTIVIEW = 0,
  /* The caller multiplies the instances (mesh shaders: groups in x) by the number of views; the view changes fastest. */
  TRELLIS_VIEWS_BY_INSTANCES = 1
};

/* A number, or (with a spec_id) that of a 32-bit specialization constant whose default it is. */
typedef struct TrellisViewNumber {
  uint32_t value;
  uint32_t spec_id; /* Or TRELLIS_NO_SPEC_ID. */
} TrellisViewNumber;

/* Added to SV_ViewportArrayIndex and SV_RenderTargetArrayIndex, or to 0 where the shader does not write them. */
typedef struct TrellisViewLocation {
  TrellisViewNumber viewport, layer;
} TrellisViewLocation;

/* The same for all stages of a pipeline, except last_before_rasterizer. Meaning and costs: docs/options.md. */
typedef struct TrellisViewOptions {
  uint32_t struct_size;
  TrellisViewWay way;
  TrellisViewNumber count; /* 1 to TRELLIS_MAX_VIEWS. 0, with multiview only: not given; SV_ViewID is the layer's index. */
  TrellisViewLocation locations[TRELLIS_MAX_VIEWS];
  /* A bit for each view that is drawn, by instances only: a number or the word at a byte of the root data (or
     TRELLIS_NO_OFFSET). UINT32_MAX and no spec_id: all views. */
  TrellisViewNumber mask;
  uint32_t mask_offset;
  uint32_t last_before_rasterizer; /* 1: this vertex, domain or geometry shader feeds the rasterizer. */
  uint32_t handed_location;        /* Where a stage passes the view to the next, by instances; nothing else may be there. */
  /* With multiview, instead of count (0) and locations: IDs of specialization constants, or TRELLIS_NO_SPEC_ID. Bits 2 n and
     2 n + 1 of the first are the view that layer n shows (of 16 layers; 0xE4 by default), bits 8 v to 8 v + 7 of the second
     what view v adds to the viewport's index (0 by default). Without the first, the view is the layer's index. */
  uint32_t packed_views_spec_id, packed_viewports_spec_id;
} TrellisViewOptions;
#define TRELLIS_VIEW_OPTIONS_INIT \
  {sizeof(TrellisViewOptions), TRELLIS_VIEWS_BY_MULTIVIEW, {0, TRELLIS_NO_SPEC_ID}, \
   {{{0, TRELLIS_NO_SPEC_ID}, {0, TRELLIS_NO_SPEC_ID}}, {{0, TRELLIS_NO_SPEC_ID}, {1, TRELLIS_NO_SPEC_ID}}, \
    {{0, TRELLIS_NO_SPEC_ID}, {2, TRELLIS_NO_SPEC_ID}}, {{0, TRELLIS_NO_SPEC_ID}, {3, TRELLIS_NO_SPEC_ID}}}, \
   {UINT32_MAX, TRELLIS_NO_SPEC_ID}, TRELLIS_NO_OFFSET, 0, 15, TRELLIS_NO_SPEC_ID, \
   TRELLIS_NO_SPEC_ID}

/* What a module does with views. TRELLIS_ERROR_UNSUPPORTED if it does not consist of one graphics stage. */
typedef struct TrellisModuleViews {
  uint32_t struct_size;
  uint32_t reads_view;           /* 1: the shader reads SV_ViewID. */
  uint32_t multiview_compatible; /* 1: no variable is the built-in Layer, which Vulkan forbids with multiview. */
  uint32_t taken_at, handed_at;  /* Locations of the input and the output with the view, or TRELLIS_NO_LOCATION. */
  uint32_t adds_viewport, adds_layer; /* 1: the views' locations are added to the array index. */
} TrellisModuleViews;
#define TRELLIS_MODULE_VIEWS_INIT {sizeof(TrellisModuleViews), 0, 0, TRELLIS_NO_LOCATION, TRELLIS_NO_LOCATION, 0, 0}
TRELLIS_API TrellisResult trellis_module_views(const TrellisModule* module, TrellisModuleViews* views);

#ifdef __cplusplus
}
#endif

#endif
