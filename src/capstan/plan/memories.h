// Choice of the memory for an array, by its access pattern.
#pragma once

#include <optional>

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
  int sharedLevels;            ///< levels of an operand whose coordinates all passes read from one copy on chip
  const cin::Stmt& scheduled;  ///< the statement with its relations
};

struct Choice {
  MemoryType memory;
  std::string why;
};
/// A memory for `words` words at data-dependent addresses, used by `shared` bodies.
Choice chooseRandom(const Context& c, std::int64_t words, int shared);
/// The same for a vector's lanes that access consecutive words.
Choice chooseAffine(const Context& c, std::int64_t words);
/// The memory of an operand's array that the schedule keeps on chip (keep, share), loaded before all loops; none: it
/// does not. `level`, from 0; of values: any. `isGathered`: the lanes of a vector read it at unrelated addresses. An
/// SRAM has a copy for each place that reads it, so that any number of bodies may. Throws Error: more words than the
/// memory holds (unsupported); copies that are gathered (user), because the banks of an SRAM are chosen before the run.
std::optional<Choice> keptChoice(const Context& c, const notation::Access& access, cin::StoredPart part, int level,
                                 std::int64_t words, bool isGathered);
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
