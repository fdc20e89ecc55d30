#include "capstan/mapping/walk.h"

#include <memory>

namespace stardust::capstan {

ContextBuilder& Walk::newUnit(Leaf& leaf, Role role) {
  return units.keep(std::make_unique<ContextBuilder>(*this, &leaf, role, leaf.origin, frames));
}

}  // namespace stardust::capstan
