// How loops walk and search a level format. One row for each, in the file of its name; nothing else of the lowering
// knows formats but by their properties (levels/definition.h).
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "loops/lower/arrays.h"
#include "loops/lower/cursors.h"

namespace stardust::loops {

/// A level of an operand, and what its code is made with.
struct OperandLevel {
  const notation::Access& access;
  int level;
  Names& names;
  Arrays& arrays;
  std::function<Expr()> dim;  ///< a name, made in the prologue

  const std::string& tensor() const { return access.tensor.name; }
  std::string prefix() const;  ///< "A2": of names
  const notation::IndexVar& var() const;
  bool repeats() const;  ///< whether its coordinates may repeat: the first ones of tuples
};

struct LevelLowering {
  LevelFormat format;
  /// Begin and end of the positions below the parent; those of an absent one are empty.
  std::pair<Expr, Expr> (*fiber)(const OperandLevel& level, const Position& parent);
  /// Walks along the fiber, from position `begin` until `end`. Null: loops count its coordinates.
  std::unique_ptr<Cursor> (*cursor)(const OperandLevel& level, const Position& parent, Expr begin, Expr end);
  /// Where a coordinate is stored that no loop finds.
  Position (*locate)(const OperandLevel& level, const Position& parent, const Expr& coordinate, Body& out);
};

/// Throws Error (internal) for a format without a row.
const LevelLowering& loweringOf(LevelFormat format);

/// 0 where there is no fiber, so that it is empty.
Expr ifPresent(const Expr& present, Expr value);

}  // namespace stardust::loops
