// Spatial embedded in Scala: the staging state, and the evaluator of the surrounding program; internal to the room and
// to spatial/profile.
//
// Each name of Spatial is a function of this state and of a call (names/names.h).
#pragma once

#include "scala/evaluate/evaluator.h"
#include "spatial/dsl/embedding.h"
#include "spatial/dsl/loops/loops.h"

namespace stardust::dsl {

/// Accel { … }, as the host calls it.
struct Block {
  Value body;  ///< a function without parameters
  bool isForever = false;
  Location where;
};

class Dsl {
 public:
  /// `accelerate` stages and runs an Accel (spatial/profile).
  using Accelerate = std::function<void(const Block&)>;
  Dsl(Tree file, scala::Request request, Accelerate accelerate);

  /// Stages an Accel under the current decisions. The staging may find that further decisions are needed
  /// (Memories::needsMore).
  spatial::Program staged(const Block& block);

  // The surrounding program
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
  Decisions decisions;  ///< decisions about the staged Accel
  Stage stage;
  WordOperators words{stage};
  Memories memories{stage, words, decisions};
  Loops loops;
  std::uint64_t random = 1;                                  ///< state of the generator of random[T]
  std::vector<std::pair<std::string, Diagnostic>> warnings;  ///< each with the name of its rule
  DslStaging staging{*this};
  DslObjects objects{*this};
  DslRules rules{*this};
  Evaluator evaluator;
};

}  // namespace stardust::dsl
