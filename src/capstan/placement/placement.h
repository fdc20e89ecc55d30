// Where on the chip each unit of a mapping lies: cells of the checkerboard, and how far apart they are.
//
// PCUs lie on the cells whose row + column is even, PMUs on the others (where the machine has more of one kind than
// that, the rest goes to free cells of the other colour). Address generators lie left and right of the grid, the same
// number beside each row. The shuffle networks have no cell: their stages reach every partition from every body.
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
/// Switches passed on the way: first along the row, then along the column.
inline int hops(Cell from, Cell to) { return std::abs(from.row - to.row) + std::abs(from.column - to.column); }

struct PlacedUnit {
  UnitKind kind;         ///< Control: counters and joins of tokens, which are part of other units and take no cell
  Id context = none;     ///< that it serves, or
  Id memory = none;      ///< that it is a part of, or
  Id channel = none;     ///< the deep FIFO that it holds
  std::size_t body = 0;  ///< of the context, among the copies of the loops around it
  Cell cell{};
  bool isFree = false;  ///< no unit: a cell that stays free beside a store from a sparse memory
};

struct Placement {
  int rows = 0, columns = 0;
  std::vector<PlacedUnit> units;  ///< those with a cell that are not free are what the program uses (resources.h)
  /// By context, the units that a firing goes through: what it takes arrives at the first, what it gives leaves the
  /// last. An access ends in the memory that it reads.
  std::vector<std::vector<Id>> chains;

  Cell entry(Id context) const { return units[chains[context].front()].cell; }
  Cell exit(Id context) const { return units[chains[context].back()].cell; }
};

/// Places greedily, what is most connected with the units that already have a cell first, where its ways are shortest;
/// then exchanges units while that makes the weighted sum of all ways shorter, in a bounded number of passes. It starts
/// once from nothing, once from address generators along the edges, and the better placement counts. A way
/// weighs more the deeper the loop in which it is used, twice if it carries vectors, and twice if it closes a round
/// trip. The same mapping and machine give the same placement. O((units + ways) × cells).
///
/// Of a program that does not fit (`requireFits`) more than one unit lies on a cell, as many on each.
Placement place(const Mapping& mapping, const Machine& machine);

/// The grid as text: in each used cell a letter for what it serves and the digit of its body, and what the letters
/// mean.
std::string toString(const Placement& placement, const Mapping& mapping);

}  // namespace stardust::capstan
