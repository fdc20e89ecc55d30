// Loops: where their iterations come from, and how many of them run at once.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "capstan/lower/workspaces.h"

namespace stardust::spatial {

/// An opened loop: where its iterations come from.
struct Domain {
  const placement::Loop* loop;
  std::optional<Counter> counter;  ///< else the scan
  std::optional<Scan> scan;
  std::vector<std::string> iterators;
};

class Domains {
 public:
  Domains(Context& context, Positions& positions, Workspaces& workspaces)
      : context_(context), positions_(positions), workspaces_(workspaces) {}

  /// Opens the body of a loop, which is then the innermost one.
  Domain open(const std::string& var);
  /// The loop with its body.
  Stmt foreachOf(Domain domain, Body body, const std::string& note);
  Stmt reduceOf(Domain domain, const std::string& reg, Body body, Expr value, ReduceOp op, const std::string& note);
  /// Innermost loops whose iterations run one by one, since their bodies are no steps of lanes.
  std::vector<std::string> serialLoops() const;

 private:
  Domain openScan(const placement::Loop& loop);
  std::string bitVector(const iteration::LevelIterator& driver, const notation::IndexVar& var);
  std::string combinedBits(const placement::Loop& loop, const std::vector<std::string>& vectors);
  int scansAround(const std::string& loop) const;
  bool scansPair(const placement::Loop& loop) const;
  Expr parallel(const Domain& domain, const Body& body);

  Context& context_;
  Positions& positions_;
  Workspaces& workspaces_;
  std::map<std::string, bool> isSerial_;  ///< innermost loops that were lowered
};

}  // namespace stardust::spatial
