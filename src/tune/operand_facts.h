// Facts of a problem's operands on which the cycles of its schedules depend, and the distance between two sets of them.
#pragma once

#include <map>
#include <string>

#include "driver/problem.h"

namespace stardust::tune {

/// By name, such as "entries of B" or "extent 2 of B".
using OperandFacts = std::map<std::string, double>;

/// Of each operand but scalars: its extents, its entries, the coordinates of its outer levels (with the entries, the
/// mean lengths of its fibers), and by how many times the fullest coordinate of a mode exceeds the mean one.
OperandFacts operandFacts(const driver::Problem& problem);

struct FactsDistance {
  double factor = 1;  ///< by which the fact that differs most differs; infinite if only one side has it
  std::string fact;   ///< its name; empty: all are equal
};
/// Symmetric. Numbers below 1 count as 1.
FactsDistance distanceBetween(const OperandFacts& a, const OperandFacts& b);

}  // namespace stardust::tune
