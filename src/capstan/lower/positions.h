// Positions of an access's coordinates, and the current coordinates of the loops. Each is emitted at its first use, in
// the outermost body in which it can be computed.
#pragma once

#include <string>
#include <utility>

#include "capstan/lower/context.h"

namespace stardust::spatial {

/// The begin, end and length of a fiber.
struct Segment {
  Expr start, end, length;
};

/// Positions that are streamed in order, and the loop in whose body the stream begins.
struct Stream {
  std::string loop;
  Segment positions;
};

class Positions {
 public:
  explicit Positions(Context& context) : context_(context) {}

  /// The coordinate of a loop, or of a variable derived from loops by splits and fusions.
  Expr coordinate(const notation::IndexVar& var);
  /// The position of the coordinate at a level; -1 if it is absent. 0 above the outermost level.
  Expr position(const AccessPlan& access, int level);
  /// The positions of a level's fiber below the parent position; empty if the parent is absent.
  Segment segment(const AccessPlan& access, int level);
  /// Begin and end of the coordinates of `var` in a tile. The last tile may be partial, or beyond the extent.
  std::pair<Expr, Expr> tile(const placement::Tile& tile, const notation::IndexVar& var);
  /// The stream of a level that drives its loop: of one fiber, or of all fibers below an iteration of an outer loop.
  Stream stream(const AccessPlan& access, int level);
  /// The index of a value in the on-chip slice, or in the whole array.
  Expr index(const AccessPlan& access);
  /// The row-major index of the coordinates of levels [begin, end), which are all dense.
  Expr offset(const Access& access, int begin, int end);

 private:
  Expr derived(const cin::Derived& var);
  Expr storedCoordinate(const notation::IndexVar& var);
  Expr rank(const AccessPlan& access, const LevelPlan& level);
  Expr search(const AccessPlan& access, const LevelPlan& level);
  std::string memoryOf(const AccessPlan& access, int level);
  /// Begin and end of the positions of a level below an iteration of `loop`.
  struct Run {
    Expr start, end;
    bool isOne = false;  ///< a single position
  };
  Run below(const AccessPlan& access, int level, const std::string& loop);
  Run denseBelow(const AccessPlan& access, int level, const std::string& loop);
  int depthOf(const std::string& loop) const { return loop.empty() ? 0 : context_.loop(loop).depth; }

  Context& context_;
};

}  // namespace stardust::spatial
