// Names of a mapping's units in reports: the access or loop of the user's text that they serve.
#pragma once

#include <string>
#include <vector>

#include "capstan/mapping/binding.h"
#include "capstan/mapping/mapping.h"

namespace stardust::report {

/// The kinds of units with tracks and cells. Control is part of other units: counters that scan, and joins of tokens.
using capstan::UnitKind;
inline constexpr std::size_t kinds = 4;
const char* toString(UnitKind kind);  ///< "PCU"

struct Subject {
  UnitKind kind;
  std::string what;      ///< "x(j): values", "sum over j: A(i,j) * x(j)"; otherwise its name in the program
  std::string how;       ///< "read", "load", "compute", "scan"
  std::size_t body = 0;  ///< index of the body among the copies of the enclosing loops
  std::size_t bodies = 1;
  std::size_t line = 0;      ///< of the program, from 1; 0: none
  std::string name() const;  ///< "x(j): values, read, body 3"
};

/// By context: the name from capstan/mapping/unit_names.h, and the place. O(contexts + text).
std::vector<Subject> subjectsOf(const capstan::Mapping& mapping, const capstan::Machine& machine);

}  // namespace stardust::report
