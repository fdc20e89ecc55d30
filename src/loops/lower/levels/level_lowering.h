// Iteration and search of a level format. Each format has one row in its own file. The rest of the lowering depends on
// formats only through their properties (levels/definition.h).
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "loops/lower/arrays.h"
#include "loops/lower/cursors.h"

namespace stardust::loops {

/// A level of an operand, with the context for code generation.
struct OperandLevel {
  const notation::Access& access;
  int level;
  Names& names;
  Arrays& arrays;
  std::function<Expr()> dim;  ///< declared in the prologue on first use

  const std::string& tensor() const { return access.tensor.name; }
  std::string prefix() const;  ///< "A2": prefix of generated names
  const notation::IndexVar& var() const;
  bool repeats() const;  ///< whether coordinates may repeat (first components of tuples)
};

/// A copy for a cursor, which outlives the access. Without `dim`.
class KeptLevel {
 public:
  explicit KeptLevel(const OperandLevel& level)
      : access_(level.access), level_{access_, level.level, level.names, level.arrays, {}} {}
  KeptLevel(const KeptLevel&) = delete;
  KeptLevel& operator=(const KeptLevel&) = delete;
  const OperandLevel* operator->() const { return &level_; }
  const OperandLevel& operator*() const { return level_; }

 private:
  notation::Access access_;
  OperandLevel level_;
};

/// Emits code for an element of a matrix: its row, its coordinate and its position.
using VisitElement = std::function<void(const Expr& row, const Expr& coordinate, const Expr& position, Body& out)>;

struct LevelLowering {
  LevelFormat format;
  /// The range that a cursor walks below the parent, empty if the parent is absent: of positions, unless the level
  /// stores other things than positions (levels that are not countable).
  std::pair<Expr, Expr> (*fiber)(const OperandLevel& level, const Position& parent);
  /// An iterator over positions [begin, end) of the fiber. Null: loops enumerate all coordinates.
  std::unique_ptr<Cursor> (*cursor)(const OperandLevel& level, const Position& parent, Expr begin, Expr end);
  /// Locates a coordinate that no loop iterates over.
  Position (*locate)(const OperandLevel& level, const Position& parent, const Expr& coordinate, Body& out);
  /// The number of positions below the first `above` positions of the level above; where positions are no entries, of
  /// those that a cursor visits there, at most. Results reserve memory by it.
  Expr (*positions)(const OperandLevel& level, const Expr& above);
  /// Loops that visit all coordinates in the rows [begin, end) of a matrix, in ascending order in each row, and many
  /// rows one after the other with the innermost loop. Null: the level has no such order.
  Body (*acrossRows)(const OperandLevel& level, const Expr& begin, const Expr& end,
                     const VisitElement& visit) = nullptr;
};

/// Throws Error (internal) for a format without a row.
const LevelLowering& loweringOf(LevelFormat format);

/// 0 for an absent fiber, which makes it empty.
Expr ifPresent(const Expr& present, Expr value);

}  // namespace stardust::loops
