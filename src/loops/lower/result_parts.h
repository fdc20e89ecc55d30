// The parts of the result that chunks append to: runs of iterations of the outermost loop, which may run at the same
// time. Each part is as long as the operands allow; afterwards the gaps between the parts are closed.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "iteration/contraction.h"
#include "loops/lower/result.h"
#include "loops/lower/workspaces.h"

namespace stardust::loops {

/// How many positions a compressed level of the result has at most, as far as one loop says.
struct LevelBound {
  /// Each of their positions is visited at most once: as many as they have together.
  std::vector<iteration::LevelIterator> once;
  /// Levels without a level above them, that are visited once for each fiber of the result.
  std::vector<iteration::LevelIterator> perFiber;
  /// Every coordinate, for each fiber.
  bool everywhere = false;
  /// The coordinates of a workspace: as many as are put into it in an iteration of the outermost loop, or, if it is
  /// filled before, for each fiber.
  std::string workspace = {};
};
/// By compressed level of the result; none for a level about which nothing is known.
using LevelBounds = std::map<int, std::optional<LevelBound>>;

class ResultParts : public Part {
 public:
  ResultParts(Context& context, Result& result, const Workspaces& workspaces)
      : Part(context), result_(result), workspaces_(workspaces) {}

  LevelBounds bounds;  ///< seen while the statement is lowered once
  std::map<int, std::string>
      estimates;  ///< by level whose coordinates a workspace has: an array, how many until each iteration

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
  std::map<int, std::string> stops_;  // by compressed level: an array, where the part of each chunk ends
};

}  // namespace stardust::loops
