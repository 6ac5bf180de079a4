// Postprocesses pictures drawn by Graphviz's `dot`.
#pragma once

#include <string_view>

#include "support/containers.hpp"

namespace trellis {

/// Moves the labels of edges and the titles of frames to the end of the picture, so that no line crosses
/// them: Graphviz draws frames first, and each edge's label right after its line. Labels keep the white
/// background that DotWriter gives them; titles get a white outline. They become text elements of the classes
/// "label" and "frame". Text that does not look like dot's output is returned unchanged.
String with_labels_on_top(std::string_view svg);

}  // namespace trellis
