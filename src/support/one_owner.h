// The identity of shared objects.
#pragma once

namespace stardust {

/// Whether two pointers, shared or weak, own one object, or both none. Unlike an address, the identity of an owner is
/// not given to another object while a weak pointer knows it.
template <class A, class B>
bool haveOneOwner(const A& a, const B& b) {
  return !a.owner_before(b) && !b.owner_before(a);
}

}  // namespace stardust
