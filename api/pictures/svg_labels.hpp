// The last touch to pictures that Graphviz's `dot` has drawn.
#pragma once

#include <string_view>

#include "support/containers.hpp"

namespace trellis {

/// The picture with the labels of edges and the titles of frames at its end, so that no line runs across
/// them: Graphviz draws frames first, and each edge's label right after its line. Labels keep the white
/// ground that DotWriter gives them; titles get an outline in white. They are text elements of the classes
/// "label" and "frame". What does not look like dot's output comes back as it is.
String with_labels_on_top(std::string_view svg);

}  // namespace trellis
