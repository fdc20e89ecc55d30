// The resources of the machine that a mapped program uses, and whether it fits.
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

/// One use: all contexts, memories or FIFOs with the same origin and work.
struct ResourceRow {
  std::string serves;  ///< "x(j): values", "sum over j: A(i,j) * x(j)"
  std::string does;    ///< "load", "compute"; "SRAM", "FIFO"
  std::string why;     ///< "address generator", "1 x 2 buffers of 16384 words for each of 2 reads"
  int copies = 1;
  Units units;  ///< of all copies
};

struct Resources {
  Units used, available;
  std::vector<ResourceRow> rows;       ///< they add up to `used`
  std::optional<Diagnostic> tooLarge;  ///< a sparse memory that exceeds the machine at any number of units
};

/// The counting rules, in docs/internals/capstan.md. One MC for each dense or stream transfer of each copy;
/// nextPow2(par) for a SparseDRAM. nextPow2(par) shuffle networks for a SparseParSRAM. A unit for each `stages`
/// operations of a compute context, and of DRAM addresses that are not a stream's: a PCU, or a PMU for integers
/// (binding.h). Each read of a dense SRAM has its own copy of all buffers, in PMUs. One PMU for a SparseSRAM,
/// nextPow2(par) for a SparseParSRAM. A PMU for each FIFO deeper than the machine's.
Resources resourcesOf(const Mapping& mapping, const Machine& machine);

/// An exhausted resource, and its greatest user.
struct Shortage {
  std::string what, why;
};
/// The first shortage, or none. A memory that is too large is no shortage: it is not counted.
std::optional<Shortage> shortageOf(const Resources& resources, const Machine& machine);

/// Whether the program fits: no memory is too large, and there are enough units.
bool fits(const Resources& resources, const Machine& machine);
/// Throws Error (unsupported) for a memory that is too large.
void requireRoom(const Resources& resources);
/// Throws Error (unsupported) with the limiting resource, the required and available numbers, and the largest outer par
/// that fits.
void requireFits(const Mapping& mapping, const Machine& machine);

}  // namespace stardust::capstan
