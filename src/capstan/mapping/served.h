// What the units of a mapping are for, in the words of reports: each has one name, whoever shows it.
#pragma once

#include <string>
#include <vector>

#include "capstan/mapping/graph.h"

namespace stardust::capstan {

/// "x(j): values", "sum over j: A(i,j) * x(j)": the note of a statement; what the program calls it, if it has none.
const std::string& nameOf(const Origin& origin);
/// What a context serves: an access its memory, every other one its own statement.
const Origin& servedBy(const Mapping& mapping, const Context& context);
/// What it does for that: "compute", "load", "read", "update", "scan".
const char* workOf(const Context& context);
/// "SRAM", "SparseDRAM"; how its parts are numbered (SparseParSRAMSwizzle) is left out.
std::string kindOf(const Memory& memory);
/// Contexts that are copies of one: of one place in the program, doing the same for the same. In its order.
std::vector<std::vector<Id>> copiesOf(const Mapping& mapping);

}  // namespace stardust::capstan
