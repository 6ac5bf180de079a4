// View instancing.
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
     .more = "Without a count SV_ViewID is the number of the layer, by multiview",
     .cost = "as a specialization constant: selections that the driver folds",
     .wanted = "pipelines with view instancing"},
    {.flag = "--views-by",
     .metavariable = "WAY",
     .help = "How they are drawn (default: {default})",
     .field = C_FIELD(TrellisViewOptions, way),
     .member = member<&ViewOptions::way>(),
     .words = {{"instances", TRELLIS_VIEWS_BY_INSTANCES, ViewWay::kInstances},
               {"multiview", TRELLIS_VIEWS_BY_MULTIVIEW, ViewWay::kMultiview}},
     .no_such_word = "no such way: ",
     .lists_words = true,
     .cost = "instances: a division or two a vertex, a location a link; vertex shaders run once a view",
     .wanted =
         "instances: views that share a layer, shaders that write `SV_RenderTargetArrayIndex`, masks set "
         "at draw time, devices without multiview in geometry or tessellation shaders"},
    {.flag = "--view-location",
     .metavariable = "VIEW VIEWPORT LAYER",
     .help = "Offsets that a view adds to the viewport and layer index (default: view N goes to layer N)",
     .also_in_c = "locations",
     .cost =
         "an addition where an index is written. Vertex and domain shaders need `shaderOutputLayer` and "
         "`shaderOutputViewportIndex`, viewports but 0 `multiViewport`. Where all are 0 nothing is written",
     .wanted = "always: the `pViewInstanceLocations`"},
    {.flag = "--packed-views",
     .metavariable = "ID",
     .help = "Specialization constant with the views of layers, 2 bits each, in place of --views",
     .also_in_c = "packed_views_spec_id",
     .more = "By multiview, for the layers 0 to 15; its default is `0xE4`, layer n is view n",
     .cost = "two or three integer instructions where a view is read",
     .wanted = "layers that learn a pipeline's views after its modules are made"},
    {.flag = "--packed-viewports",
     .metavariable = "ID",
     .help = "Specialization constant with what views add to the viewport's index, 8 bits each",
     .also_in_c = "packed_viewports_spec_id",
     .more = "Its default is 0. Without the one before, views are the layers' numbers",
     .cost = "the same, and an output",
     .wanted = "the same"},
    {.flag = "--view-mask",
     .metavariable = "MASK",
     .help = "Bits of the views that are drawn: 5, id:7=5, or root:16, a byte of the root data",
     .also_in_c = "mask, mask_offset",
     .more = "By instances only",
     .cost = "a number: nothing. Else some ten integer instructions a vertex",
     .wanted = "pipelines with `D3D12_VIEW_INSTANCING_FLAG_ENABLE_VIEW_INSTANCE_MASKING`. With mask 0 draw "
               "nothing at all. The divisor of vertex buffers changes with the mask too"},
    {.flag = "--view-handed",
     .metavariable = "LOCATION",
     .help = "Location at which stages tell the next one the view (default: {default})",
     .field = C_FIELD(TrellisViewOptions, handed_location),
     .member = member<&ViewOptions::handed_location>(),
     .more =
         "The default is the last location that every device has between any two stages (inputs of geometry "
         "shaders are 64 components on many)",
     .cost = "none",
     .wanted =
         "signatures that have an element there, which is refused by name: choose another location that all "
         "signatures of the pipeline leave free, within the device's `maxGeometryInputComponents` and "
         "their kin / 4"},
    {.flag = "--last-before-rasterizer",
     .help = "This stage feeds the rasterizer: add the views' offsets here",
     .field = C_FIELD(TrellisViewOptions, last_before_rasterizer),
     .member = member<&ViewOptions::is_last>(),
     .more = "It is a vertex, domain or geometry shader; mesh shaders add them anyway",
     .cost = "that of the locations",
     .wanted = "the last stage before the pixel shader"},
};

}  // namespace

std::span<const Row> view_rows() { return kViewsRows; }

}  // namespace trellis::option_table
