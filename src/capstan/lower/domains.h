// The source of a loop's iterations, and their parallelization.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "capstan/lower/workspaces.h"

namespace stardust::spatial {

/// An opened loop, with the source of its iterations.
struct Domain {
  const placement::Loop* loop;
  std::optional<Counter> counter;  ///< otherwise the scan
  std::optional<Scan> scan;
  std::vector<std::string> iterators;
};

class Domains {
 public:
  Domains(Context& context, Positions& positions, Workspaces& workspaces)
      : context_(context), positions_(positions), workspaces_(workspaces) {}

  /// Opens the body of a loop, which becomes the innermost body.
  Domain open(const std::string& var);
  /// Makes the loop with its body.
  Stmt foreachOf(Domain domain, Body body, const std::string& note);
  Stmt reduceOf(Domain domain, const std::string& reg, Body body, Expr value, ReduceOp op, const std::string& note);
  /// Innermost loops that run without lanes, because their bodies contain controllers.
  std::vector<std::string> serialLoops() const;

 private:
  Domain openScan(const placement::Loop& loop);
  Stmt coordinatesInto(const std::string& fifo, const iteration::LevelIterator& driver, const Segment& fiber,
                       const std::string& note);
  std::string bitVector(const iteration::LevelIterator& driver, const notation::IndexVar& var);
  std::string combinedBits(const placement::Loop& loop, const std::vector<std::string>& vectors);
  int scansAround(const std::string& loop) const;
  bool scansPair(const placement::Loop& loop) const;
  Expr parallel(const Domain& domain, const Body& body);

  Context& context_;
  Positions& positions_;
  Workspaces& workspaces_;
  std::map<std::string, bool> isSerial_;  ///< lowered innermost loops, and whether they run without lanes
};

}  // namespace stardust::spatial
