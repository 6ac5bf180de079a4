// Options for view instancing.
#include "option_table/members.hpp"
#include "option_table/sections.hpp"

namespace trellis::option_table {
namespace {

using spirv::ViewOptions;
using spirv::ViewWay;

constexpr Row kViewsRows[] = {
    {.flag = "--views",
     .metavariable = "COUNT",
     .help = "Number of views, 1 to 4, or a specialization constant: id:7=2",
     .also_in_c = "views, count",
     .more = "Without a number, SV_ViewID is the index of the layer, by multiview",
     .cost = "as a specialization constant: selects that the driver folds",
     .wanted = "pipelines with view instancing"},
    {.flag = "--view-method",
     .metavariable = "METHOD",
     .help = "How views are drawn (default: {default})",
     .field = C_FIELD(TrellisViewOptions, way),
     .member = member<&ViewOptions::way>(),
     .words = {{"instances", TRELLIS_VIEWS_BY_INSTANCES, ViewWay::kInstances},
               {"multiview", TRELLIS_VIEWS_BY_MULTIVIEW, ViewWay::kMultiview}},
     .no_such_word = "no such method: ",
     .lists_words = true,
     .cost = "instances: one or two divisions per vertex, one location per link; vertex shaders run once per "
             "view",
     .wanted =
         "instances: views that share a layer, shaders that write `SV_RenderTargetArrayIndex`, masks set "
         "at draw time, devices without multiview in geometry or tessellation shaders"},
    {.flag = "--view-location",
     .metavariable = "VIEW VIEWPORT LAYER",
     .help = "Offsets that a view adds to the viewport and layer index (default: view N goes to layer N)",
     .also_in_c = "locations",
     .cost = "an addition where an index is written. Vertex and domain shaders need `shaderOutputLayer` and "
             "`shaderOutputViewportIndex`, viewports above 0 `multiViewport`. If all offsets are 0, nothing "
             "is written",
     .wanted = "always: the `pViewInstanceLocations`"},
    {.flag = "--packed-views",
     .metavariable = "ID",
     .help = "Specialization constant with the views of layers, 2 bits each, in place of --views",
     .also_in_c = "packed_views_spec_id",
     .more = "By multiview, for layers 0 to 15; its default is `0xE4` (layer n is view n)",
     .cost = "two or three integer instructions per read of the view",
     .wanted = "layers that learn a pipeline's views after its modules are translated"},
    {.flag = "--packed-viewports",
     .metavariable = "ID",
     .help = "Specialization constant with the views' offsets to the viewport index, 8 bits each",
     .also_in_c = "packed_viewports_spec_id",
     .more = "Its default is 0. Without `--packed-views`, the view is the layer's index",
     .cost = "as for `--packed-views`, and an output",
     .wanted = "layers that learn a pipeline's views after its modules are translated"},
    {.flag = "--view-mask",
     .metavariable = "MASK",
     .help = "Mask of the views that are drawn: 5, id:7=5, or root:16 (a byte offset in the root data)",
     .also_in_c = "mask, mask_offset",
     .more = "With instancing only",
     .cost = "nothing for a number. Otherwise about ten integer instructions per vertex",
     .wanted = "pipelines with `D3D12_VIEW_INSTANCING_FLAG_ENABLE_VIEW_INSTANCE_MASKING`. With mask 0, do "
               "not draw at all. The divisor of vertex buffers changes with the mask as well"},
    {.flag = "--view-index-location",
     .metavariable = "LOCATION",
     .help = "Location at which a stage passes the view to the next one (default: {default})",
     .field = C_FIELD(TrellisViewOptions, handed_location),
     .member = member<&ViewOptions::handed_location>(),
     .more = "The default is the last location that every device has between any two stages (geometry shader "
             "inputs have 64 components on many)",
     .cost = "none",
     .wanted = "signatures with an element at that location, which is an error: choose a location that is "
               "free in all signatures of the pipeline, below the device's `maxGeometryInputComponents` / 4 "
               "and the other stages' limits"},
    {.flag = "--last-before-rasterizer",
     .help = "This stage feeds the rasterizer: add the views' offsets here",
     .field = C_FIELD(TrellisViewOptions, last_before_rasterizer),
     .member = member<&ViewOptions::is_last>(),
     .more = "For vertex, domain and geometry shaders; mesh shaders always add them. Vertex and domain "
             "shaders then write "
             "system values as built-ins only, not also at a location",
     .cost = "that of `--view-location`",
     .wanted = "the last stage before the pixel shader"},
};

}  // namespace

std::span<const Row> view_rows() { return kViewsRows; }

}  // namespace trellis::option_table
