#include "spatial/dsl/language.h"

namespace stardust::dsl {

const scala::Language& language() {
  static const scala::Language spatial{
      "Spatial",
      "spatial.dsl",
      {"spatial", "virtualize"},
      {"struct"},
      {"Num", "Bits", "Arith", "Order", "Cast", "Type", "Mem", "Arg"},
      "Pipe",
      "runtimeArgs",
  };
  return spatial;
}

}  // namespace stardust::dsl
