// Where the time of a simulation went: by place in the program, by cause, and by who was to blame.
#pragma once

#include <string>
#include <vector>

#include "report/subjects.h"
#include "sim/capstan/simulate.h"

namespace stardust::report {

/// An access or a loop of the expression, or a place of a program without notes, that took time of the busiest units:
/// they were active for it, or waited for a unit that serves it.
struct Blamed {
  std::string item;  ///< "A(i,j)", "sum over j"
  sim::CyclesBy cycles{};
  sim::Cycle total() const;
};
/// Shares of the time of one row of units, largest first: they add up to cycles × copies.
std::vector<Blamed> blameOf(const sim::UnitRow& row, const std::vector<Subject>& subjects,
                            const sim::Recording& recording);
/// The same by line of the program, where it is known; from line 1.
std::vector<sim::Cycle> cyclesByLine(const sim::UnitRow& row, const std::vector<Subject>& subjects,
                                     const sim::Recording& recording);

/// "A(i,j)" of "A(i,j): values"; what has no colon is an item as it is.
std::string itemOf(const std::string& what);

/// The expression cut at the accesses that are items: text, and the index of its item or -1.
struct Piece {
  std::string text;
  int item = -1;
};
std::vector<Piece> piecesOf(const std::string& expression, const std::vector<Blamed>& items);

}  // namespace stardust::report
