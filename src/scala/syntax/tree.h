// The syntax tree of hand-written Spatial programs in Scala: one tree for host and accelerator. Evaluation determines
// the meaning of names (evaluator.h).
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

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

/// 16, 1.5f, 10L: as written
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
  bool isVar = false, isLazy = false, isImplicit = false;
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
  bool isImplicit = false;
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
  Tree body;               ///< a block, or null
  bool isSpatial = false;  ///< @spatial, in a file that imports Spatial
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

struct TreeNode {
  std::variant<NumberTree, TextTree, NameTree, SelectTree, ApplyTree, TypeApplyTree, AssignTree, BlockTree, LambdaTree,
               IfTree, ReturnTree, WhileTree, ForTree, MatchTree, TupleTree, ValTree, DefTree, TypeDefTree, ClassTree,
               ImportTree, NewTree>
      kind;
  Location where;
};

template <class Kind>
const Kind* as(const Tree& tree) {
  return tree ? std::get_if<Kind>(&tree->kind) : nullptr;
}

/// Parses a file into a block of its definitions. Throws Error (user) with a caret at a syntax error. Constructs nest
/// at most 200 deep.
Tree read(const Source& source);

}  // namespace stardust::scala
