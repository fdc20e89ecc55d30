// Counters, scans and iterators of loops; a part of Loops.
#pragma once

#include <functional>

#include "spatial/dsl/memories/memories.h"

namespace stardust::dsl {

/// Calls a function of the program.
using Invoke = std::function<Value(const Value& function, Values arguments, const Location& where)>;

/// Class name of the record made by Scan(…).
inline constexpr const char* scanName = "Scan";
inline constexpr const char* dataScanName = "DataScan";

/// The counters of a loop, with a name for the iterator of each.
struct Domain {
  std::vector<spatial::Counter> counters;
  std::optional<spatial::Scan> scan;
  std::vector<std::string> iterators;
  std::optional<Staged> data{};  ///< of a DataScan: each iteration takes an element, and does nothing if it is 0
  Value isThere{};               ///< the element is nonzero
  bool isForever = false;        ///< the first counter is *: it has no bound yet
};

/// Makes a leaf body with local memories safe for several lanes. A Reg with a single value becomes a val; any other
/// local memory makes the loop run with one lane.
void separateLanes(Domain& domain, spatial::Body& body);

class Loops;

class Domains {
 public:
  explicit Domains(Loops& loops) : l_(loops) {}
  Domain of(const Values& values, const Location& where);
  Domain bounded(const Values& values, const Location& where);  ///< without *
  void nameIterators(Domain& domain, const Value& function);
  static Value iterator(const std::string& text, const Location& where);
  /// Calls a function with the iterators: with all of them, or with none if it has no parameters.
  Value call(const Value& function, const Values& iterators, const Location& where);
  /// Stages a function of the iterators into `body`.
  Value stageBody(const Value& function, Domain& domain, spatial::Body& body, const Location& where);

 private:
  spatial::Scan scan(const Values& parts, const Location& where);

  Loops& l_;
};

}  // namespace stardust::dsl
