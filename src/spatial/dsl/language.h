// Spatial, as the reader of Scala knows it.
#pragma once

#include "scala/syntax/language.h"

namespace stardust::dsl {

const scala::Language& language();

}  // namespace stardust::dsl
