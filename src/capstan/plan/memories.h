// Which memory holds an array that is read or written in a given way.
#pragma once

#include "capstan/plan/loops.h"
#include "capstan/plan/plan.h"
#include "capstan/plan/staging.h"

namespace stardust::placement {

/// What the planner of an access may look at.
struct Context {
  const LoopTree& tree;
  const Limits& limits;
  const std::vector<StagingRequest>& requests;
  const Facts& facts;
  int outerPar;
  const Copies& copies;
};

struct Choice {
  MemoryType memory;
  std::string why;
};
/// A memory for `words` words at addresses that data decides; `shared` bodies use it.
Choice chooseRandom(const Context& c, std::int64_t words, int shared);
/// The same where the lanes of a vector use consecutive words.
Choice chooseAffine(const Context& c, std::int64_t words);
/// Whether consecutive iterations of the loop that makes `var` known may be far apart.
bool isScattered(const Context& c, const notation::IndexVar& var);
/// How many bodies share a memory that is allocated at `site` and used in the loop `use`.
int bodiesSharing(const Context& c, const std::string& site, const std::string& use);

/// Words of levels [begin, order), all dense. Saturates far above what any memory holds.
std::int64_t sliceWords(const notation::Access& access, int begin);
/// Gives a dense tail its slice: the site, the words, the memory. A result that the loops around `fixedOutside`
/// accumulate into keeps all of its levels inside that loop in the slice.
void planSlice(const Context& c, AccessPlan& plan, int tail, const std::string& fixedOutside = {});

}  // namespace stardust::placement
