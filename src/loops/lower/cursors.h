// Iterators over a level: a cursor points to one coordinate of a fiber and advances in ascending order. Each level
// format implements its own (levels/NAME.cpp).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "loops/build.h"
#include "loops/names.h"

namespace stardust::loops {

/// The position of a coordinate in one level.
struct Position {
  Expr at;                       ///< valid only if present
  Expr present = boolean(true);  ///< whether the coordinate is stored, in this level and all levels above
  Expr stop = {};                ///< non-unique levels: end of the positions with this coordinate; else null
  bool isLoadable = false;       ///< whether loads from `at` are in bounds even if the coordinate is absent
};

class Cursor {
 public:
  virtual ~Cursor() = default;
  /// Called before `prepare` of a cursor that no other call than `skipTo` will move. If it then has no end, `live` is
  /// true.
  virtual void follow() {}
  /// Emits loop-invariant code of the traversal.
  virtual void prepare(Body& out) = 0;
  /// Emits the initial state, at the first coordinate.
  virtual void start(Body& out) = 0;
  /// Whether the cursor has not reached the end.
  virtual Expr live() const = 0;
  /// The current coordinate as I64; requires `live`.
  virtual Expr coordinate() const = 0;
  /// Whether the cursor is at this coordinate.
  virtual Expr holds(const Expr& coordinate) const;
  /// The current position. `present`: whether the merge is at this coordinate.
  virtual Position here(Body& out, const Expr& present) = 0;
  /// Whether `here` is in bounds for loads even if the coordinate is absent.
  virtual bool isAlwaysLoadable() const { return false; }
  /// Emits a step to the next coordinate; requires `live`, and follows `here`.
  virtual void advance(Body& out) = 0;
  /// Emits an advance to the first coordinate not below this one.
  virtual void skipTo(Body& out, const Expr& coordinate);
  /// An upper bound of the number of coordinates in the fiber.
  virtual Expr bound() const = 0;
  /// A stateless cursor: a `for` loop over this variable replaces `start` and `advance`.
  struct Range {
    std::string var;
    Expr begin, end;
  };
  virtual std::optional<Range> range() const { return std::nullopt; }
  /// Two counted loops that visit what the loop over `range` visits: for each part one after the other, `outer` from
  /// begin to end, and in it `inner` from 0 to `width`.
  struct Nest {
    struct Part {
      Expr begin, end, width;
    };
    std::string outer, inner;
    std::vector<Part> parts;
  };
  /// Emits what the loops need, and makes `coordinate` and `here` depend on their variables. None: no change.
  virtual std::optional<Nest> nest(Body&) { return std::nullopt; }
};

/// A sorted coordinate list of a workspace with `length` elements. The coordinates are also the positions, which the
/// cursor does not provide.
std::unique_ptr<Cursor> listCursor(Names& names, const std::string& prefix, std::string list, Type type, Expr length);

/// name = name + 1
Stmt increment(const std::string& name);

}  // namespace stardust::loops
