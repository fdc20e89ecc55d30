// Idioms of processors: sums of products, unions of fibers and the like, for which some processors have better code
// than for the loops that an idiom means. Each is one file here, and a line in registry.cpp. A call of one is an
// IdiomCall (loops/nodes.h). The rest of the compiler knows an idiom only by its row.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "loops/names.h"
#include "loops/nodes.h"

namespace stardust::loops {

/// What a call does with an argument.
enum class Use {
  Reads,     ///< an array: its elements are read
  Measures,  ///< an array that goes in: its length is read, and its elements
  Writes,    ///< an array: elements are written, none is read
  Updates,   ///< an array: elements are read and written
  Counts,    ///< a variable: it goes up
  Takes,     ///< an expression
  TakesAll,  ///< one or more expressions
};
/// What an expression is, or the elements of an array are.
enum class Holds {
  Elements,     ///< of the type of the call
  Coordinates,  ///< I32
  Positions,    ///< I64
  Flags,        ///< Bool
};

struct IdiomParameter {
  const char* name;  ///< for messages
  Use use;
  Holds holds;
  const char* before = ",";  ///< what stands before it in the text, unless it is the first: a comma, a word, or "="
};

/// What a call does, in plain loops. The statements stand where the call stands; they evaluate its arguments before
/// they write anything.
struct Meaning {
  Body body;
  Expr value = {};  ///< that of the call, after these statements; null where the call is a statement
};

struct Idiom {
  enum class Form { Expression, Statement };

  const char* name;  ///< as the text has it: dot(x, y, z) is an expression, `pack x, y until z` a statement
  Form form;
  std::vector<IdiomParameter> parameters;
  /// Every name that it declares is fresh.
  Meaning (*meaning)(const IdiomCall& call, Names& names);
  std::optional<Type> gives = {};  ///< the type of the expression; none: that of the elements
  bool ofNumbers = true;           ///< whether its elements are numbers, always

  /// Of the elements of an array, or of an expression, in a call on elements of the type `elements`.
  static Type typeOf(const IdiomParameter& parameter, Type elements);
};

/// All idioms.
const std::vector<const Idiom*>& idioms();
/// Null: there is none of this name.
const Idiom* findIdiom(std::string_view name);

inline bool isExpression(Use use) { return use == Use::Takes || use == Use::TakesAll; }
inline bool isRead(Use use) { return !isExpression(use) && use != Use::Writes; }
inline bool isWritten(Use use) { return use == Use::Writes || use == Use::Updates || use == Use::Counts; }

/// Calls action(parameter, argument) for each of a call.
template <class Action>
void forEachArgument(const IdiomCall& call, const Action& action) {
  for (std::size_t n = 0; n < call.arguments.size(); ++n) action(call.idiom->parameters[n], call.arguments[n]);
}
/// Calls action(name) for the arrays and variables that a call uses so: isWritten(use).
template <class Action>
void forEachName(const IdiomCall& call, bool (*isSought)(Use), const Action& action) {
  forEachArgument(call, [&](const IdiomParameter& p, const Argument& a) {
    if (!isExpression(p.use) && isSought(p.use)) action(a.name);
  });
}
/// Whether a call changes nothing, so that results are the same without it.
bool isWithoutEffect(const IdiomCall& call);

}  // namespace stardust::loops
