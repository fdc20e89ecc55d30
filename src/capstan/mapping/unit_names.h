// Names and purposes of units in reports, the same in every report.
#pragma once

#include <string>
#include <vector>

#include "capstan/mapping/graph.h"

namespace stardust::capstan {

/// "x(j): values", "sum over j: A(i,j) * x(j)": the note of a statement, or its name in the program if it has no note.
const std::string& nameOf(const Origin& origin);
/// The origin that a context serves: the memory for an access, otherwise its own statement.
const Origin& servedBy(const Mapping& mapping, const Context& context);
/// The work of a context: "compute", "load", "read", "update", "scan".
const char* workOf(const Context& context);
/// "SRAM", "SparseDRAM"; the numbering of partitions (SparseParSRAMSwizzle) is omitted.
std::string kindOf(const Memory& memory);
/// Groups of contexts that are copies of each other: the same place of the program, the same work, the same origin. In
/// program order.
std::vector<std::vector<Id>> copiesOf(const Mapping& mapping);

}  // namespace stardust::capstan
