// Evaluates the syntax tree of a program; internal to the room and to embedded languages.
//
// The evaluator is one object of mutually dependent parts, each a class with its own header. Tables define the meaning
// of names and members (library/names.h).
#pragma once

#include "scala/evaluate/assignments.h"
#include "scala/evaluate/calls.h"
#include "scala/evaluate/case_classes.h"
#include "scala/evaluate/classes.h"
#include "scala/evaluate/embedding.h"
#include "scala/evaluate/implicits.h"
#include "scala/evaluate/methods.h"
#include "scala/evaluate/patterns.h"
#include "scala/evaluate/scopes.h"
#include "scala/evaluate/statements.h"
#include "scala/evaluate/types.h"
#include "scala/library/generator.h"
#include "scala/run.h"

namespace stardust::scala {

class Evaluator {
 public:
  Evaluator(Tree program, Request asked, const Embedding& embedding);

  Value evaluate(const Tree& tree, const Scope& scope);
  Value invoke(const Value& function, Values arguments, const Location& where) {
    return calls.invoke(function, std::move(arguments), where);
  }
  /// object.name
  Value method(const Value& object, const std::string& name, Call& call) { return methods.call(object, name, call); }
  /// A name that the program does not define; none if it is unknown.
  std::optional<Value> global(const std::string& name, Call& call);

  // Arguments of library functions
  /// `list`: the values of the next argument list; `one`: its only value; `numbers`: its numbers of the host.
  Values list(Call& call);
  Value one(Call& call, std::string_view what);
  std::vector<std::int64_t> sizes(Call& call);
  /// As `one`; a block without parameters is a function, which is evaluated at each use.
  Value body(Call& call, std::string_view what);
  /// The type argument, or Int if there is none.
  NumberType typeArgument(const Call& call, std::size_t n = 0);
  DataType dataTypeArgument(const Call& call, std::size_t n = 0);

  const Tree file;
  const Request request;
  Operators& words;
  Staging& staging;
  Objects& objects;
  Rules& rules;
  const Language language;
  Names names;
  Outcome outcome;
  std::vector<Generator> generators = {Generator(1)};  ///< by index; the first is scala.util.Random itself
  Scopes scopes;
  Statements statements{*this};
  Assignments assignments{*this};
  Patterns patterns{*this};
  Calls calls{*this};
  Methods methods{*this};
  Types types{*this};
  Classes classes{*this};
  CaseClasses cases{*this};
  Implicits implicits{*this};

 private:
  std::uint64_t steps_ = 0;
};

}  // namespace stardust::scala
