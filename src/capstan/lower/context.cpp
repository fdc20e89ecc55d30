#include "capstan/lower/context.h"

#include "spatial/build.h"

namespace stardust::spatial {

Expr Context::bind(Frame& frame, const known::Key& key, const std::string& wanted, Expr value,
                   const std::string& note) {
  const std::string bound = names.fresh(wanted);
  frame.body.push_back(val(bound, std::move(value), note));
  return frame.known[key] = name(bound);
}

}  // namespace stardust::spatial
