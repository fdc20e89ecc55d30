// The syntax tree of hand-written Spatial programs in Scala: one tree for host and accelerator. Evaluation determines
// the meaning of names (evaluator.h).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "scala/syntax/language.h"
#include "scala/syntax/lexer.h"
#include "scala/values/number.h"
#include "support/diagnostic.h"
#include "support/node.h"

namespace stardust::scala {

struct TreeNode;
struct Tree : Ref<TreeNode> {
  using Ref<TreeNode>::Ref;
};

/// scala.Int is "Int" with isUnstaged; FixPt[TRUE, _16, _16] has arguments; (A, B) is "Tuple"; A => B is "Function".
struct TypeTree {
  std::string name;
  std::vector<TypeTree> arguments;
  bool isUnstaged = false;
  Location where;
  std::string qualifier{};         ///< spatial.dsl in spatial.dsl.Float
  std::vector<TypeTree> mixins{};  ///< B and C in A with B with C
  bool isSingleton = false;        ///< name.type
};

/// 16, -1.5f, 10L: as written
struct NumberTree {
  std::string text;
  bool isDecimal;
  bool isCharacter = false;  ///< 'c', as its code
};
/// "text", with escapes resolved; s"…" and r"…" keep their $ parts in `parts`, between the pieces of the string.
struct TextTree {
  std::vector<std::string> pieces;
  std::vector<Tree> parts;
};
struct NameTree {
  std::string name;
};
/// object.name, which may be an operator of numbers
struct SelectTree {
  Tree object;
  std::string name;
  Operator op = Operator::None;
  std::size_t at = 0;  ///< where the name stands in the text
};
struct Argument {
  std::string name;  ///< name of a named argument; otherwise empty
  Tree value;
  bool isSpread = false;  ///< xs:_*
};
/// f(a, b), f{ block }, a op b
struct ApplyTree {
  Tree function;
  std::vector<Argument> arguments;
};
/// f[A, B]
struct TypeApplyTree {
  Tree function;
  std::vector<TypeTree> types;
};
/// target = value; target op= value
struct AssignTree {
  Tree target;
  std::string op;  ///< "+" for +=; otherwise empty
  Tree value;
};
struct BlockTree {
  std::vector<Tree> statements;
};
struct Pattern {
  enum class Kind { Any, Bind, Literal, Tuple, Cons, Snoc, Or, Rest };
  Kind kind = Kind::Any;
  std::string name;            ///< Bind, and the name in name @ pattern
  Tree literal;                ///< Literal, or the name of a constant
  std::vector<Pattern> parts;  // Tuple, List; Cons: head, tail; Snoc: initial, last; Or: alternatives
  std::string className{};     ///< Tuple: the constructor before the parts
  TypeTree type{};             ///< in a case: the type test; no name: no test
  TypeTree declared{};         ///< of a function parameter
  Location where{};
};
struct Case {
  Pattern pattern;
  Tree guard;  ///< or null
  Tree body;
};
/// (a, b) => body; { case (a, b) => body … }
struct LambdaTree {
  std::vector<Pattern> parameters;
  Tree body;
  std::vector<Case> cases;  ///< replaces the two members above
};
struct IfTree {
  Tree condition, then, otherwise;  ///< `otherwise` may be null
};
/// return value
struct ReturnTree {
  Tree value;  ///< or null
};
struct WhileTree {
  Tree condition, body;
};
/// for (p <- range if guard; …) body, or yield body
struct ForTree {
  struct Generator {
    Pattern pattern;
    Tree range;
    std::vector<Tree> guards;
  };
  std::vector<Generator> generators;
  bool yields;
  Tree body;
};
struct MatchTree {
  Tree value;
  std::vector<Case> cases;
};
struct TupleTree {
  std::vector<Tree> parts;
};
struct ValTree {
  Pattern pattern;
  TypeTree type;  ///< no name: undeclared
  Tree value;     ///< null: abstract
  bool isVar = false, isLazy = false, isImplicit = false, isOverride = false;
};
struct Parameter {
  std::string name;
  TypeTree type;
  Tree initial;  ///< or null
  bool isRepeated = false;
  bool isImplicit = false;  ///< may be omitted
  bool isByName = false;    ///< x: => T, evaluated at each use
  bool isMember = false;    ///< of a class: a val or var
};
struct DefTree {
  std::string name;
  std::vector<std::string> typeParameters;
  std::vector<std::vector<Parameter>> parameters;
  TypeTree type;  ///< of the result; no name: undeclared
  Tree body;
  bool isImplicit = false, isOverride = false;
};
struct TypeDefTree {
  std::string name;
  TypeTree type;
};
/// class, trait or object; `base` and `mixins` follow extends and with
struct ClassTree {
  struct Base {
    TypeTree type;
    std::vector<Argument> arguments;
    Location where;
  };
  std::string name;
  bool isCase = false, isAbstract = false, isObject = false, isStruct = false, isImplicit = false;
  std::vector<std::string> typeParameters;
  std::vector<Parameter> parameters;  ///< of all parameter lists
  std::size_t lists = 0;              ///< number of parameter lists
  std::vector<Base> bases;
  Tree body;              ///< a block, or null
  bool isStaged = false;  ///< the embedded language stages its control structures
};
/// new Name[T](a)(b), new Name(a) with Other { body }
struct NewTree {
  TypeTree type;
  std::vector<std::vector<Argument>> lists;
  Tree plain;      ///< the equivalent call, for classes that the program does not define
  Tree anonymous;  ///< an anonymous class with the body; or null
};
/// import name._ inside a class: the members of a value. import a.b.NAME._: the members of a library object. import
/// a.b.NAME: the object.
struct ImportTree {
  std::string name;
  std::string path;  ///< including the qualifier of the name
  bool hasMembers = false;
};

/// A definition is larger than an expression, of which there are many more: it has a node of its own.
template <class Kind>
class Boxed {
 public:
  Boxed(Kind&& kind) : node_(std::make_shared<const Kind>(std::move(kind))) {}
  const Kind& operator*() const { return *node_; }

 private:
  std::shared_ptr<const Kind> node_;
};

struct TreeNode {
  std::variant<NumberTree, TextTree, NameTree, SelectTree, ApplyTree, TypeApplyTree, AssignTree, BlockTree, LambdaTree,
               IfTree, ReturnTree, WhileTree, ForTree, MatchTree, TupleTree, Boxed<ValTree>, Boxed<DefTree>,
               Boxed<TypeDefTree>, Boxed<ClassTree>, Boxed<ImportTree>, Boxed<NewTree>>
      kind;
  Location where;
};

template <class Kind, class... Kinds>
constexpr bool isBoxed(const std::variant<Kinds...>* /*kind*/) {
  return (std::is_same_v<Boxed<Kind>, Kinds> || ...);
}

/// The node as that kind; null: it is of another one.
template <class Kind>
const Kind* as(const Tree& tree) {
  if (!tree) return nullptr;
  if constexpr (isBoxed<Kind>(static_cast<decltype(TreeNode::kind)*>(nullptr))) {
    const auto* boxed = std::get_if<Boxed<Kind>>(&tree->kind);
    return boxed ? &**boxed : nullptr;
  } else {
    return std::get_if<Kind>(&tree->kind);
  }
}

/// The definitions of a file, in a block, and what stands beside the grammar.
struct File {
  Tree definitions;
  std::vector<Comment> comments;    ///< in the order of the text
  std::vector<std::string> header;  ///< the `//` lines before the first token
};
/// Parses a file. Throws Error (user) with a caret at a syntax error. Constructs nest at most 200 deep.
File read(const Source& source, const Language& language = {});

}  // namespace stardust::scala
