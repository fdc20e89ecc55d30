// The syntax of the Scala in which Spatial programs are written by hand: one tree for host and accelerator.
// What a name means is decided when the tree is evaluated (evaluator.h).
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
  std::string qualifier{};         ///< spatial.dsl of spatial.dsl.Float
  std::vector<TypeTree> mixins{};  ///< B and C of A with B with C
  bool isSingleton = false;        ///< name.type
};

/// 16, 1.5f, 10L: as written
struct NumberTree {
  std::string text;
  bool isDecimal;
  bool isCharacter = false;  ///< 'c', by its code
};
/// "text", with escapes resolved; s"…", r"…" keep their $ parts in `parts`, between the pieces of text.
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
  std::string name;  ///< of a named argument, else empty
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
  std::string op;  ///< "+" of +=, else empty
  Tree value;
};
struct BlockTree {
  std::vector<Tree> statements;
};
struct Pattern {
  enum class Kind { Any, Bind, Literal, Tuple, Cons, Snoc, Or, Rest };
  Kind kind = Kind::Any;
  std::string name;            ///< Bind, and what name @ pattern calls the whole
  Tree literal;                ///< Literal: also the name of a value
  std::vector<Pattern> parts;  ///< Tuple: also List(a, b); Cons: the first element and the others, Snoc: the others and
                               ///< the last; Or: the alternatives
  std::string className{};     ///< Tuple: what stands before the parts
  TypeTree type{};             ///< of a case: what the value has to be; no name: anything
  TypeTree declared{};         ///< of a parameter of a function
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
  std::vector<Case> cases;  ///< instead of the two above
};
struct IfTree {
  Tree condition, then, otherwise;  ///< otherwise may be null
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
  TypeTree type;  ///< no name: not declared
  Tree value;     ///< null: abstract
  bool isVar = false, isLazy = false, isImplicit = false;
};
struct Parameter {
  std::string name;
  TypeTree type;
  Tree initial;  ///< or null
  bool isRepeated = false;
  bool isImplicit = false;  ///< may be missing
  bool isByName = false;    ///< x: => T, evaluated where it is used
  bool isMember = false;    ///< of a class: a val or var
};
struct DefTree {
  std::string name;
  std::vector<std::string> typeParameters;
  std::vector<std::vector<Parameter>> parameters;
  TypeTree type;  ///< of the result; no name: not declared
  Tree body;
  bool isImplicit = false;
};
struct TypeDefTree {
  std::string name;
  TypeTree type;
};
/// class, trait or object; `base` and `mixins` after extends and with
struct ClassTree {
  struct Base {
    TypeTree type;
    std::vector<Argument> arguments;
    Location where;
  };
  std::string name;
  bool isCase = false, isAbstract = false, isObject = false, isStruct = false, isImplicit = false;
  std::vector<std::string> typeParameters;
  std::vector<Parameter> parameters;  ///< of all lists
  std::size_t lists = 0;              ///< of parameters
  std::vector<Base> bases;
  Tree body;               ///< a block, or null
  bool isSpatial = false;  ///< @spatial, in a file that imports Spatial
};
/// new Name[T](a)(b), new Name(a) with Other { body }
struct NewTree {
  TypeTree type;
  std::vector<std::vector<Argument>> lists;
  Tree plain;      ///< the same as a call: of what is no class of the program
  Tree anonymous;  ///< a class with the body; or null
};
/// import name._ inside a class: the members of a value. import a.b.NAME._: those of an object of a library. import
/// a.b.NAME: the object.
struct ImportTree {
  std::string name;
  std::string path;  ///< with what is before the name
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

/// The definitions of a file, in a block. Throws Error (user) with a caret where the text is not of this language. No
/// construct nests deeper than 200.
Tree read(const Source& source);

}  // namespace stardust::scala
