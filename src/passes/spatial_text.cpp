#include "passes/spatial_text.h"

namespace stardust::passes {

const Way& toSpatialText() {
  static const Way way = {"lower-to-spatial", "dead-code",      "inline-values", "split-bodies",
                          "inline-values",    "read-registers", "buffers"};
  return way;
}

}  // namespace stardust::passes
