// Counters, scans and iterators of loops; a part of Loops.
#pragma once

#include <functional>

#include "spatial/dsl/memories/memories.h"

namespace stardust::dsl {

/// Calls a function of the program.
using Invoke = std::function<Value(const Value& function, Values arguments, const Location& where)>;

/// The class of the record that Scan(…) is.
inline constexpr const char* scanName = "Scan";
inline constexpr const char* dataScanName = "DataScan";

/// The counters of a loop, and a name for the iterator of each.
struct Domain {
  std::vector<spatial::Counter> counters;
  std::optional<spatial::Scan> scan;
  std::vector<std::string> iterators;
  std::optional<Staged>
      data{};       ///< of a scan of data: an element is taken in each iteration, which does nothing where it is 0
  Value isThere{};  ///< it is not 0
  bool isForever = false;  ///< the first counter is *: it has no end yet
};

/// What a body of primitives declares is not for several lanes: a Reg that has one value becomes a val; with any other
/// memory one iteration follows the other.
void separateLanes(Domain& domain, spatial::Body& body);

class Loops;

class Domains {
 public:
  explicit Domains(Loops& loops) : l_(loops) {}
  Domain of(const Values& values, const Location& where);
  Domain bounded(const Values& values, const Location& where);  ///< without *
  void nameIterators(Domain& domain, const Value& function);
  static Value iterator(const std::string& text, const Location& where);
  /// A body with as many of the iterators as it takes: all of them, or none.
  Value call(const Value& function, const Values& iterators, const Location& where);
  /// Runs a function of the iterators with its statements going to `body`.
  Value stageBody(const Value& function, Domain& domain, spatial::Body& body, const Location& where);

 private:
  spatial::Scan scan(const Values& parts, const Location& where);

  Loops& l_;
};

}  // namespace stardust::dsl
