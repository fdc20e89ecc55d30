// Index notation in C++: IndexVar i, j; y(i) = A(i,j) * x(j);
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace stardust {

namespace api {
struct Node;         // an expression
struct StmtNode;     // a statement written in C++
struct TensorState;  // what all copies of a Tensor share
}  // namespace api

/// An index variable. Each default-constructed one is a new variable; it is called i, j, k, … in messages, by first
/// appearance.
class IndexVar {
 public:
  IndexVar();
  explicit IndexVar(std::string name);
  friend bool operator==(const IndexVar& a, const IndexVar& b) { return a.id_ == b.id_; }
  const std::shared_ptr<const std::string>& id() const { return id_; }  ///< identity, and the name given (may be empty)

 private:
  std::shared_ptr<const std::string> id_;
};

/// An expression over tensors, e.g. B(i,j) * C(i,k). Immutable. Throws Error (user) past 200 levels or 10,000
/// operations.
class IndexExpr {
 public:
  IndexExpr(int value);           // NOLINT: literals convert
  IndexExpr(std::int64_t value);  // NOLINT
  IndexExpr(double value);        // NOLINT
  explicit IndexExpr(std::shared_ptr<const api::Node> node) : node_(std::move(node)) {}
  const std::shared_ptr<const api::Node>& node() const { return node_; }

 private:
  std::shared_ptr<const api::Node> node_;
};
IndexExpr operator+(const IndexExpr& a, const IndexExpr& b);
IndexExpr operator-(const IndexExpr& a, const IndexExpr& b);
IndexExpr operator*(const IndexExpr& a, const IndexExpr& b);
IndexExpr operator/(const IndexExpr& a, const IndexExpr& b);
IndexExpr operator-(const IndexExpr& a);
IndexExpr min(const IndexExpr& a, const IndexExpr& b);
IndexExpr max(const IndexExpr& a, const IndexExpr& b);
template <class... More>
IndexExpr min(const IndexExpr& a, const IndexExpr& b, const IndexExpr& c, const More&... more) {
  return min(min(a, b), c, more...);
}
template <class... More>
IndexExpr max(const IndexExpr& a, const IndexExpr& b, const IndexExpr& c, const More&... more) {
  return max(max(a, b), c, more...);
}

IndexExpr abs(const IndexExpr& a);
IndexExpr sqrt(const IndexExpr& a);
/// A function of the notation by its name there: call("sqrt", {a}). Throws Error (user): there is no such function, or
/// it has another number of operands.
IndexExpr call(const std::string& function, const std::vector<IndexExpr>& operands);

/// A statement for schedule commands to find: forall(k, ws += B(i,j) * C(i,k) * D(k,j)).
class Pattern {
 public:
  explicit Pattern(std::shared_ptr<const api::StmtNode> node) : node_(std::move(node)) {}
  const std::shared_ptr<const api::StmtNode>& node() const { return node_; }

 private:
  std::shared_ptr<const api::StmtNode> node_;
};
/// The statement inside is only something to find: its assignment defines nothing.
Pattern forall(const IndexVar& var, const Pattern& body);

/// A(i,j). As an expression it reads; assigned to, it defines the tensor: A(i,j) = B(i,j) * C(i,k) * D(k,j).
class Access : public IndexExpr {
 public:
  Access(std::shared_ptr<api::TensorState> tensor, std::vector<IndexVar> indices);
  /// Throws Error: the tensor itself on the right, also by way of the expressions of operands; an index variable with
  /// different extents (all user); an index variable twice on the left (unsupported). The tensor is then what it was.
  Pattern operator=(const IndexExpr& rhs);
  Pattern operator=(const Access& rhs);
  /// Adds to what the tensor holds now: entries, or the values of its expression so far. The old values become an
  /// operand.
  Pattern operator+=(const IndexExpr& rhs);
  /// d(i) min= e and d(i) max= e of the notation: the least (the largest) of the old values, if the tensor holds some,
  /// and of e wherever all sparse operands of e are stored. A dense result holds an infinity (for integers the largest
  /// or the smallest) where there is none.
  Pattern minEquals(const IndexExpr& rhs);
  Pattern maxEquals(const IndexExpr& rhs);
  /// The product of e wherever all its sparse operands are stored. Throws Error (unsupported) when evaluated, if the
  /// tensor held values.
  Pattern operator*=(const IndexExpr& rhs);

 private:
  std::shared_ptr<api::TensorState> tensor_;
  std::vector<IndexVar> indices_;
};

}  // namespace stardust
