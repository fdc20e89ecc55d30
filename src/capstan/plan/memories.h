// Choice of the memory for an array, by its access pattern.
#pragma once

#include "capstan/plan/loops.h"
#include "capstan/plan/plan.h"
#include "capstan/plan/staging.h"

namespace stardust::placement {

/// Input of the planner of an access.
struct Context {
  const LoopTree& tree;
  const Limits& limits;
  const std::vector<StagingRequest>& requests;
  const Facts& facts;
  int outerPar;
  const Copies& copies;
  int sharedLevels;  ///< levels of an operand whose coordinates all passes read from one copy on chip
};

struct Choice {
  MemoryType memory;
  std::string why;
};
/// A memory for `words` words at data-dependent addresses, used by `shared` bodies.
Choice chooseRandom(const Context& c, std::int64_t words, int shared);
/// The same for a vector's lanes that access consecutive words.
Choice chooseAffine(const Context& c, std::int64_t words);
/// Whether consecutive iterations of the loop that defines `var` may access distant words.
bool isScattered(const Context& c, const notation::IndexVar& var);
/// The number of bodies that share a memory allocated at `site` and used in the loop `use`.
int bodiesSharing(const Context& c, const std::string& site, const std::string& use);

/// The words of levels [begin, order), all dense. Saturates far above the size of any memory.
std::int64_t sliceWords(const notation::Access& access, int begin);
/// Plans the slice of a dense tail: its site, words and memory. A result into which the loops around `fixedOutside`
/// accumulate keeps all levels inside that loop in the slice.
void planSlice(const Context& c, AccessPlan& plan, int tail, const std::string& fixedOutside = {});

}  // namespace stardust::placement
