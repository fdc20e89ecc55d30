#include "capstan/plan/user_names.h"

namespace stardust::placement {

const notation::IndexVar& userName(const Copies& copies, const notation::IndexVar& var) {
  const auto copied = copies.find(var);
  return copied == copies.end() ? var : copied->second;
}

std::string userName(const Plan& plan, const notation::Access& access) {
  if (access.tensor.isMadeUp) return "workspace of " + userName(plan, plan.result().access);
  notation::Access named = access;
  for (notation::IndexVar& var : named.indices) var = userName(plan, var);
  return notation::print(named);
}

}  // namespace stardust::placement
