// The parts of the result that chunks append to: runs of iterations of the outermost loop, which may run at the same
// time. Each part is as long as the operands allow; afterwards the gaps between the parts are closed.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "loops/lower/result.h"
#include "loops/lower/workspaces.h"

namespace stardust::loops {

/// By level of the result whose coordinates a workspace has: an array, how many before each iteration of the outermost
/// loop.
using LevelEstimates = std::map<int, std::string>;

/// Those of one outermost loop.
class ResultParts : public Part {
 public:
  ResultParts(Context& context, Result& result, const Workspaces& workspaces, LevelEstimates estimates)
      : Part(context), result_(result), workspaces_(workspaces), estimates_(std::move(estimates)) {}

  /// The part of a chunk that begins with iteration `x` begins here: what those before append at most.
  Expr beginsAt(int level, const Expr& x);
  /// Room for all parts. `end`: of the iterations. `chunks`: how many.
  void layOut(const Expr& end, const Expr& chunks, Body& out);
  /// In a chunk: it counts for itself, from iteration `first` on.
  void begin(const Expr& first, Body& out);
  /// At its end: notes where its part ends.
  void end(const Expr& chunk, Body& out);
  /// `first`: an array with the iteration in which each chunk begins, and the end of the last one.
  void closeGaps(const std::string& first, const Expr& chunks, Body& out);

 private:
  struct Segment {  // of a level: what a chunk appended, and how far it stands behind what goes before
    Expr start, length, gap;
  };
  std::map<int, Segment> segments(const Expr& begin, const Expr& chunk, Body& out, Body& body);
  Stmt shiftPos(int level, const Expr& from, const Expr& to, const Expr& size, const Expr& gap);

  Result& result_;
  const Workspaces& workspaces_;
  LevelEstimates estimates_;
  std::map<int, std::string> stops_;  // by compressed level: an array, where the part of each chunk ends
};

}  // namespace stardust::loops
