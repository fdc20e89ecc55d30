// How a level is walked: a cursor stands on one coordinate of a fiber, and moves up. Each level format has its own
// (levels/NAME.cpp).
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "loops/build.h"
#include "loops/names.h"

namespace stardust::loops {

/// Where a coordinate of one level is stored.
struct Position {
  Expr at;                       ///< means something only where it is present
  Expr present = boolean(true);  ///< whether the coordinate is stored, here and above
  Expr stop = {};  ///< of a level whose coordinates repeat: the end of the positions of this coordinate; else null
  bool isSomewhere = false;  ///< whether it can be loaded from even where it does not store the coordinate
};

class Cursor {
 public:
  virtual ~Cursor() = default;
  /// Emits what stays the same while the fiber is walked.
  virtual void prepare(Body& out) = 0;
  /// Emits the state, on the first coordinate.
  virtual void start(Body& out) = 0;
  /// Whether it stands on a coordinate.
  virtual Expr live() const = 0;
  /// The one it stands on, as I64; only where it is live.
  virtual Expr coordinate() const = 0;
  /// Whether it stands on this coordinate.
  virtual Expr holds(const Expr& coordinate) const;
  /// Its position. `present`: whether the loop stands on this coordinate.
  virtual Position here(Body& out, const Expr& present) = 0;
  /// Whether `here` is a position that can be loaded from even where it does not store the coordinate.
  virtual bool isAlwaysSomewhere() const { return false; }
  /// Emits a step to the next coordinate; only where it is live, and after `here`.
  virtual void advance(Body& out) = 0;
  /// Emits steps to the first coordinate that is not below this one.
  virtual void skipTo(Body& out, const Expr& coordinate);
  /// How many coordinates the fiber has at most.
  virtual Expr bound() const = 0;
  /// A cursor that only counts needs no state: a `for` over this variable does it, in place of `start` and `advance`.
  struct Range {
    std::string var;
    Expr begin, end;
  };
  virtual std::optional<Range> range() const { return std::nullopt; }
};

/// A sorted list of `length` coordinates: what is stored in a workspace. Its positions are the coordinates, not the
/// cursor's to tell.
std::unique_ptr<Cursor> listCursor(Names& names, const std::string& prefix, std::string list, Type type, Expr length);

/// name = name + 1
Stmt increment(const std::string& name);

}  // namespace stardust::loops
