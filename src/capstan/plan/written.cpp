#include "capstan/plan/written.h"

namespace stardust::placement {

const notation::IndexVar& written(const Copies& copies, const notation::IndexVar& var) {
  const auto copied = copies.find(var);
  return copied == copies.end() ? var : copied->second;
}

std::string written(const Plan& plan, const notation::Access& access) {
  if (access.tensor.isMadeUp) return "workspace of " + written(plan, plan.result().access);
  notation::Access named = access;
  for (notation::IndexVar& var : named.indices) var = written(plan, var);
  return notation::print(named);
}

}  // namespace stardust::placement
