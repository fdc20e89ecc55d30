// Attribution of a simulation's time: by place in the program, by cause, and by the unit that caused it.
#pragma once

#include <string>
#include <vector>

#include "report/subjects.h"
#include "sim/capstan/simulate.h"

namespace stardust::report {

/// An access or a loop of the expression, or a place of a program without notes, to which time of the busiest units is
/// attributed: they were active for it, or waited for a unit that serves it.
struct Blamed {
  std::string item;  ///< "A(i,j)", "sum over j"
  sim::CyclesBy cycles{};
  sim::Cycle total() const;
};
/// Shares of the time of one row of units, largest first. They add up to cycles × copies.
std::vector<Blamed> blameOf(const sim::UnitRow& row, const std::vector<Subject>& subjects,
                            const sim::Recording& recording);
/// The same by line of the program, where it is known; lines start at 1.
std::vector<sim::Cycle> cyclesByLine(const sim::UnitRow& row, const std::vector<Subject>& subjects,
                                     const sim::Recording& recording);

/// "A(i,j)" for "A(i,j): values"; a text without a colon is an item itself.
std::string itemOf(const std::string& what);

/// The expression split at the accesses that are items: text, and the index of its item or -1.
struct Piece {
  std::string text;
  int item = -1;
};
std::vector<Piece> piecesOf(const std::string& expression, const std::vector<Blamed>& items);

}  // namespace stardust::report
