// Two tools for every IR: immutable shared nodes and exhaustive matching.
#pragma once

#include <memory>
#include <type_traits>
#include <utility>
#include <variant>

namespace stardust {

template <class... Fs>
struct Overloaded : Fs... {
  using Fs::operator()...;
};
template <class... Fs>
Overloaded(Fs...) -> Overloaded<Fs...>;

/// Calls the lambda for the alternative that `v` holds. A missing case does not compile.
template <class... Ts, class... Fs>
decltype(auto) match(const std::variant<Ts...>& v, Fs&&... fs) {
  return std::visit(Overloaded{std::forward<Fs>(fs)...}, v);
}

/// A shared, immutable value: copying costs a reference count, and the address is the identity that lets a
/// pass report "unchanged" for free. Never null unless default-constructed.
template <class Node>
class Ref {
 public:
  Ref() = default;
  explicit Ref(Node node) : node_(std::make_shared<const Node>(std::move(node))) {}

  const Node& operator*() const { return *node_; }
  const Node* operator->() const { return node_.get(); }
  explicit operator bool() const { return node_ != nullptr; }
  bool same(const Ref& other) const { return node_ == other.node_; }

 private:
  std::shared_ptr<const Node> node_;
};

}  // namespace stardust
