// The forms of Scala's trees, as the translation of a program meets them, and messages for trees of another form.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "scala/syntax/tree.h"

namespace stardust::spatial {

using scala::as;
using scala::Tree;

/// The name that a tree is; null: it is no name.
const std::string* nameOf(const Tree& tree);
bool isName(const Tree& tree, std::string_view name);

/// left op right, as left.op(right) is, too.
struct Infix {
  const Tree &left, &right;
};
std::optional<Infix> infix(const Tree& tree, std::string_view op);
/// The callee of name(…), name[T](…) and name(…)(…) { … }; a tree that is not an application is its own callee.
const Tree& calledIn(const Tree& tree);
/// The one statement or expression in braces; what stands without braces is that itself.
const Tree& unbraced(const Tree& tree);
bool isInParentheses(const scala::SelectTree& method, const Location& where);

/// Where the name behind the dot stands, the first characters of a tree, and its last one: that of a call closes it.
Location placeOf(const scala::SelectTree& method, const Tree& tree);
Location beginOf(const Tree& tree, std::size_t length);
Location endOf(const Location& where);
inline Location endOf(const Tree& tree) { return endOf(tree->where); }

/// Throws Error (user): "expected WHAT, found WORD", with the first word of the tree.
[[noreturn]] void failExpected(std::string_view what, const Tree& tree, std::string remedy = {});
[[noreturn]] void failExpected(std::string_view what, const Location& where, std::string remedy = {});
/// Throws Error (unsupported): what Spatial has, and no printed program.
[[noreturn]] void failUnprinted(std::string_view what, const Location& where, std::string remedy = {});
/// Throws for a word that Spatial has, and no printed program.
void requirePrinted(const std::string& word, const Location& where);
/// The name that a tree is; throws for anything else.
std::string identifier(const Tree& tree, std::string_view what);
void requireWord(const Tree& tree, std::string_view word, std::string_view what);
/// Text between quotes, as it is written.
std::string quoted(const Tree& tree, std::string_view what);

/// The arguments of a call, one after the other.
class Arguments {
 public:
  Arguments(const Tree& call, const scala::ApplyTree& apply, std::string_view callee)
      : call_(call), list_(apply.arguments), callee_(callee) {}
  bool isEmpty() const { return at_ == list_.size(); }
  const Tree& next(std::string_view what);
  std::string name(std::string_view what) { return identifier(next(what), what); }
  void end() const;

 private:
  const Tree& call_;
  const std::vector<scala::Argument>& list_;
  std::string_view callee_;
  std::size_t at_ = 0;
};

}  // namespace stardust::spatial
