// Placement of the units of a mapping on the cells of the checkerboard.
//
// PCUs are on cells with an even row + column, PMUs on the others. If the machine has more of one kind, the rest is on
// free cells of the other colour. Address generators are left and right of the grid, the same number beside each row.
// The shuffle networks have no cell: their stages connect every body to every partition.
#pragma once

#include <cstdlib>
#include <string>
#include <vector>

#include "capstan/mapping/binding.h"
#include "capstan/mapping/mapping.h"

namespace stardust::capstan {

/// Row 0 is the top, column 0 the left; address generators are in the columns -1 and `Placement::columns`.
struct Cell {
  int row = 0, column = 0;
};
inline bool operator==(Cell a, Cell b) { return a.row == b.row && a.column == b.column; }
/// Number of switches on the route: first along the row, then along the column.
inline int hops(Cell from, Cell to) { return std::abs(from.row - to.row) + std::abs(from.column - to.column); }

struct PlacedUnit {
  UnitKind kind;         ///< Control: counters and joins of tokens, which are parts of other units and occupy no cell
  Id context = none;     ///< the context that it serves, or
  Id memory = none;      ///< the memory that it is a part of, or
  Id channel = none;     ///< the deep FIFO in it
  std::size_t body = 0;  ///< of the context, among the copies of the enclosing loops
  Cell cell{};
  bool isFree = false;  ///< not a unit: a cell that stays free beside a store from a sparse memory
};

struct Placement {
  int rows = 0, columns = 0;
  std::vector<PlacedUnit> units;  ///< units with a cell that is not free are the program's resources (resources.h)
  /// For each context, the chain of units of a firing: inputs arrive at the first, outputs leave the last. An access
  /// ends in the memory that it reads.
  std::vector<std::vector<Id>> chains;

  Cell entry(Id context) const { return units[chains[context].front()].cell; }
  Cell exit(Id context) const { return units[chains[context].back()].cell; }
};

/// Places greedily: next is the unit with the strongest connection to the placed units, on the cell with the lowest
/// cost. Then exchanges units while the weighted sum of all routes decreases, in a bounded number of passes. It runs
/// from an empty grid, and again with address generators placed along the edges, and returns the better placement. The
/// weight of a route grows with the depth of the loop that uses it, doubles for vectors, and doubles if it closes a
/// round trip. The same mapping and machine yield the same placement. O((units + routes) × cells).
///
/// For a program that does not fit (`requireFits`), cells have several units, the same number on each.
Placement place(const Mapping& mapping, const Machine& machine);

/// The grid as text: each used cell shows a letter for its origin and the digit of its body; a legend explains the
/// letters.
std::string toString(const Placement& placement, const Mapping& mapping);

}  // namespace stardust::capstan
