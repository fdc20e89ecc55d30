// Idioms of processors: dot products, unions of fibers and other loops for which some processors have better code than
// their plain form. Each idiom is one file here and a line in registry.cpp. A call is an IdiomCall (loops/nodes.h). The
// rest of the compiler depends only on the rows of this table.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "loops/names.h"
#include "loops/nodes.h"

namespace stardust::loops {

/// The effect of a call on an argument.
enum class Use {
  Reads,     ///< an array: its elements are read
  Measures,  ///< an input array: its length and its elements are read
  Writes,    ///< an array: elements are written, none is read
  Updates,   ///< an array: elements are read and written
  Counts,    ///< a variable that is incremented
  Takes,     ///< an expression
  TakesAll,  ///< one or more expressions
};
/// The contents of an expression or of the elements of an array.
enum class Holds {
  Elements,     ///< the element type of the call
  Coordinates,  ///< I32
  Positions,    ///< I64
  Flags,        ///< Bool
};

struct IdiomParameter {
  const char* name;  ///< for messages
  Use use;
  Holds holds;
  const char* before = ",";  ///< separator before it in the text form, unless it is first: a comma, a word, or "="
};

/// The semantics of a call, as plain loops. The statements replace the call; they evaluate its arguments before any
/// write.
struct Meaning {
  Body body;
  Expr value = {};  ///< value of the call after these statements; null for a statement
};

struct Idiom {
  enum class Form { Expression, Statement };

  const char* name;  ///< name in the text form: dot(x, y, z) is an expression, `pack x, y until z` a statement
  Form form;
  std::vector<IdiomParameter> parameters;
  /// Every name that it declares is fresh.
  Meaning (*meaning)(const IdiomCall& call, Names& names);
  std::optional<Type> gives = {};  ///< type of the expression; none: the element type
  bool ofNumbers = true;           ///< whether the element type must be numeric

  /// The type of an argument, in a call on elements of type `elements`.
  static Type typeOf(const IdiomParameter& parameter, Type elements);
};

/// All idioms.
const std::vector<const Idiom*>& idioms();
/// Null: no idiom has this name.
const Idiom* findIdiom(std::string_view name);

inline bool isExpression(Use use) { return use == Use::Takes || use == Use::TakesAll; }
inline bool isRead(Use use) { return !isExpression(use) && use != Use::Writes; }
inline bool isWritten(Use use) { return use == Use::Writes || use == Use::Updates || use == Use::Counts; }

/// Calls action(parameter, argument) for each argument of a call.
template <class Action>
void forEachArgument(const IdiomCall& call, const Action& action) {
  for (std::size_t n = 0; n < call.arguments.size(); ++n) action(call.idiom->parameters[n], call.arguments[n]);
}
/// Calls action(name) for each array or variable of a call that is used in this way: isWritten(use).
template <class Action>
void forEachName(const IdiomCall& call, bool (*isSought)(Use), const Action& action) {
  forEachArgument(call, [&](const IdiomParameter& p, const Argument& a) {
    if (!isExpression(p.use) && isSought(p.use)) action(a.name);
  });
}
/// Whether a call has no effect on results, so that it can be removed.
bool isWithoutEffect(const IdiomCall& call);

}  // namespace stardust::loops
