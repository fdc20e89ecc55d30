#include "passes/spatial_text.h"

namespace stardust::passes {

const Pipeline& toSpatialText() {
  static const Pipeline pipeline = {"lower-to-spatial", "dead-code",      "inline-values", "split-bodies",
                                    "inline-values",    "read-registers", "buffers"};
  return pipeline;
}

}  // namespace stardust::passes
