// What of the machine a mapped program uses, and whether it fits.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "capstan/mapping/mapping.h"

namespace stardust::capstan {

struct Units {
  std::int64_t pcu = 0, pmu = 0, mc = 0, shuffle = 0;
};

/// One use: all contexts, memories or FIFOs that serve the same in the same way.
struct ResourceRow {
  std::string serves;  ///< "x(j): values", "sum over j: A(i,j) * x(j)"
  std::string does;    ///< "load", "compute"; "SRAM", "FIFO"
  std::string why;     ///< "address generator", "1 x 2 buffers of 16384 words for each of 2 reads"
  int copies = 1;
  Units units;  ///< of all copies
};

struct Resources {
  Units used, available;
  std::vector<ResourceRow> rows;       ///< add up to `used`
  std::optional<Diagnostic> tooLarge;  ///< a sparse memory that no units of the machine hold, however many there are
};

/// Counting rules, in docs/internals/capstan.md: one MC for each dense or stream transfer of each copy, nextPow2(par)
/// for a SparseDRAM; nextPow2(par) shuffle networks for a SparseParSRAM; a compute context takes
/// a unit for each `stages` operations, as do addresses of DRAM that are more than a stream's: a PCU, or a PMU if they
/// are whole numbers (binding.h); each read of a dense SRAM has its own copy of all buffers, in PMUs; SparseSRAM one
/// PMU, SparseParSRAM nextPow2(par); FIFOs deeper than the machine's a PMU.
Resources resourcesOf(const Mapping& mapping, const Machine& machine);

/// A resource of which there is not enough, and who needs most of it.
struct Shortage {
  std::string what, why;
};
/// The first one; none: there are enough. A memory that is too large is no shortage: it is not counted.
std::optional<Shortage> shortageOf(const Resources& resources, const Machine& machine);

/// Whether the program fits: no memory is too large, and there are enough units.
bool fits(const Resources& resources, const Machine& machine);
/// Throws Error (unsupported) at a memory that is too large.
void requireRoom(const Resources& resources);
/// Throws Error (unsupported), with the limiting resource, need and have, and the largest outer par that fits.
void requireFits(const Mapping& mapping, const Machine& machine);

}  // namespace stardust::capstan
