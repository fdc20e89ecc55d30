// Index notation in C++: IndexVar i, j; y(i) = A(i,j) * x(j);
#pragma once

#include <complex>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace stardust {

namespace api {
struct Node;         // an expression
struct IndexNode;    // a computed index
struct StmtNode;     // a statement written in C++
struct TensorState;  // state shared by all copies of a Tensor
}  // namespace api

class Index;

/// An index variable. Each default-constructed instance is a new variable. Messages name unnamed variables i, j, k, …
/// in order of first appearance.
class IndexVar {
 public:
  IndexVar();
  explicit IndexVar(std::string name);
  friend bool operator==(const IndexVar& a, const IndexVar& b) { return a.id_ == b.id_; }
  const std::shared_ptr<const std::string>& id() const { return id_; }  ///< identity, and the given name (may be empty)
  /// The window i(first:end:stride) of a mode: the variable counts its coordinates from 0. Throws Error (user) for a
  /// negative coordinate, an end before the first coordinate, and a stride below 1.
  Index operator()(std::int64_t first, std::int64_t end, std::int64_t stride = 1) const;

 private:
  std::shared_ptr<const std::string> id_;
};

/// An expression over tensors, e.g. B(i,j) * C(i,k). Immutable. Throws Error (user) beyond 200 levels of nesting or
/// 10,000 operations.
class IndexExpr {
 public:
  IndexExpr(int value);                   // NOLINT: literals convert
  IndexExpr(std::int64_t value);          // NOLINT
  IndexExpr(double value);                // NOLINT
  IndexExpr(std::complex<double> value);  // NOLINT
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
/// The index variable as a number: value(i) * x(i) weights by position.
IndexExpr value(const IndexVar& var);
/// Calls a function of index notation by name: call("sqrt", {a}). Throws Error (user): unknown function, or wrong
/// number of operands.
IndexExpr call(const std::string& function, const std::vector<IndexExpr>& operands);

/// The sum, least or greatest value of an expression over a variable, as an operand:
///     y(i) = max(sum(j, A(i,j) * x(j)) + b(i), 0);
///     y(i,j) = x(i,j) / sqrt(sum(k, x(i,k) * x(i,k)));
/// It covers the whole expression, and has a value for each coordinate of the other variables: 0, or the identity of
/// the reduction, where nothing is stored. It is computed in the loops over these variables. Throws Error (user): the
/// expression has no such variable.
IndexExpr sum(const IndexVar& over, const IndexExpr& e);
IndexExpr min(const IndexVar& over, const IndexExpr& e);
IndexExpr max(const IndexVar& over, const IndexExpr& e);
/// The same by the name that index notation has for it, such as "sum" or "prod", over several variables. Throws Error
/// (user), too, for an unknown name.
IndexExpr reduce(const std::string& reduction, const std::vector<IndexVar>& over, const IndexExpr& e);

/// The index of a mode: a variable, a number, a window, or a sum of multiples of variables and of entries of tensors of
/// integers, as in 2*i + k - 1 and p(i). The text of index notation has the same indices (docs/guide/grammar.md).
class Index {
 public:
  Index(const IndexVar& var);  // NOLINT: variables, numbers and accesses convert
  Index(int number);           // NOLINT
  Index(std::int64_t number);  // NOLINT
  /// p(i), 2*p(i) + 1. Throws Error: an index that is no such sum (unsupported).
  Index(const IndexExpr& gathered);  // NOLINT
  explicit Index(std::shared_ptr<const api::IndexNode> node) : node_(std::move(node)) {}
  const std::shared_ptr<const api::IndexNode>& node() const { return node_; }

 private:
  std::shared_ptr<const api::IndexNode> node_;
};
Index operator+(const Index& a, const Index& b);
Index operator-(const Index& a, const Index& b);
Index operator-(const Index& a);
/// Throws Error (unsupported) unless one of them is a number.
Index operator*(const Index& a, const Index& b);

/// A statement pattern for schedule commands to match: forall(k, ws += B(i,j) * C(i,k) * D(k,j)).
class Pattern {
 public:
  explicit Pattern(std::shared_ptr<const api::StmtNode> node) : node_(std::move(node)) {}
  const std::shared_ptr<const api::StmtNode>& node() const { return node_; }

 private:
  std::shared_ptr<const api::StmtNode> node_;
};
/// The statement inside a pattern is only matched; its assignment defines no tensor.
Pattern forall(const IndexVar& var, const Pattern& body);

/// A(i,j). Used as an expression, it reads the tensor. As the target of an assignment, it defines the tensor: A(i,j) =
/// B(i,j) * C(i,k) * D(k,j).
class Access : public IndexExpr {
 public:
  Access(std::shared_ptr<api::TensorState> tensor, std::vector<Index> indices);
  /// Throws Error: the tensor itself occurs on the right, possibly through the definitions of operands; an index
  /// variable has two different extents (both user); an index variable occurs twice on the left (unsupported). After an
  /// error, the tensor is unchanged.
  Pattern operator=(const IndexExpr& rhs);
  Pattern operator=(const Access& rhs);
  /// Adds to the current contents of the tensor, either its entries or the values of its expression. The old values
  /// become an operand.
  Pattern operator+=(const IndexExpr& rhs);
  /// d(i) min= e and d(i) max= e of index notation: reduces the old values, if any, and the values of e at the
  /// coordinates where all sparse operands of e are stored. Elsewhere, a dense result holds the identity: an infinity,
  /// or for integers the largest or smallest value.
  Pattern minEquals(const IndexExpr& rhs);
  Pattern maxEquals(const IndexExpr& rhs);
  /// The product of the values of e at the coordinates where all its sparse operands are stored. Evaluation throws
  /// Error (unsupported) if the tensor held values.
  Pattern operator*=(const IndexExpr& rhs);
  /// p(i) argmin= e and p(i) argmax= e of index notation: the index at which e is least or greatest, the first of
  /// several; -1 where no term is. e has exactly one variable that p has not. They define p through tensors of the
  /// least values and of indices, p_extreme and p_index, and of terms, p_term, unless e is an access. Throws Error: as
  /// =, and (user) for a number of reduced variables other than one, and a tensor of complex numbers or of less than 32
  /// bits; (unsupported) for an extent beyond 2^30, or 2^24 if p holds floats.
  void argminEquals(const IndexExpr& rhs);
  void argmaxEquals(const IndexExpr& rhs);

 private:
  std::shared_ptr<api::TensorState> tensor_;
  std::vector<Index> indices_;
};

}  // namespace stardust
