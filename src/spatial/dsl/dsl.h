// Spatial inside Scala: what is staged, and the evaluator of the program around it; internal to the room and to
// spatial/profile.
//
// A name of Spatial is a function of this and of a call (names/names.h).
#pragma once

#include "scala/evaluate/evaluator.h"
#include "spatial/dsl/embedding.h"
#include "spatial/dsl/loops/loops.h"

namespace stardust::dsl {

/// Accel { … }, as the host meets it.
struct Block {
  Value body;  ///< a function of no arguments
  bool isForever = false;
  Location where;
};

class Dsl {
 public:
  /// `accelerate` decides what becomes of an Accel (spatial/profile).
  using Accelerate = std::function<void(const Block&)>;
  Dsl(Tree file, scala::Request request, Accelerate accelerate);

  /// What an Accel becomes by the decisions that stand; it may tell that there are more to take (Memories::needsMore).
  spatial::Program staged(const Block& block);

  // Of the program around
  Values list(Call& call) { return evaluator.list(call); }
  Value one(Call& call, std::string_view what) { return evaluator.one(call, what); }
  Value body(Call& call, std::string_view what) { return evaluator.body(call, what); }
  std::vector<std::int64_t> sizes(Call& call) { return evaluator.sizes(call); }
  NumberType typeArgument(const Call& call) { return evaluator.typeArgument(call); }
  DataType dataTypeArgument(const Call& call) { return evaluator.dataTypeArgument(call); }
  Value invoke(const Value& function, Values arguments, const Location& where) {
    return evaluator.invoke(function, std::move(arguments), where);
  }
  Value method(const Value& object, const std::string& name, Call& call) {
    return evaluator.method(object, name, call);
  }

  const Accelerate accelerate;
  Decisions decisions;  ///< about the Accel that is staged
  Stage stage;
  Words words{stage};
  Memories memories{stage, words, decisions};
  Loops loops;
  std::uint64_t random = 1;                                  ///< state of random[T]
  std::vector<std::pair<std::string, Diagnostic>> warnings;  ///< first a name for each, as rules have
  DslStaging staging{*this};
  DslObjects objects{*this};
  DslRules rules{*this};
  Evaluator evaluator;
};

}  // namespace stardust::dsl
