#include "capstan/plan/memories.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "capstan/plan/user_names.h"
#include "levels/registry.h"
#include "support/plural.h"

namespace stardust::placement {
namespace {

using notation::Access;

std::int64_t nextPowerOfTwo(int n) { return static_cast<std::int64_t>(std::bit_ceil(static_cast<unsigned>(n))); }

const StagingRequest* requestFor(const Context& c, const Access& access) {
  for (const auto& request : c.requests)
    if (notation::equal(request.access, access)) return &request;
  return nullptr;
}

std::string transferTime(const Context& c, const AccessPlan& plan) {
  if (!plan.site.empty())
    return fmt::format("{} once for each {}", plan.result ? "stored" : "loaded", userName(c.copies, plan.site));
  return plan.result ? "stored once, after all loops" : "loaded once, before all loops";
}

// The shortest suffix of the levels that can be transferred outside of the loop that uses it, and at least the levels
// that the user stages.
int sliceBegin(const Context& c, const AccessPlan& plan, int tail, const std::string& fixedOutside) {
  const Access& access = plan.access;
  const StagingRequest* request = requestFor(c, access);
  const auto asked = [&](int level) {
    const auto var = varOfLevel(access, level);
    return request && std::find(request->vars.begin(), request->vars.end(), var) != request->vars.end();
  };
  const auto tooDeep = [&](int begin) {
    const int site = c.tree.depth(c.tree.deepest(varsOfLevels(access, 0, begin)));
    return site >= c.tree.depth(plan.lastLoop) || (!fixedOutside.empty() && site >= c.tree.depth(fixedOutside));
  };
  // A slice of a result is stored once it is complete: all loops that fill it are inside the loop that declares it.
  const auto torn = [&](int begin) {
    const int site = c.tree.depth(c.tree.deepest(varsOfLevels(access, 0, begin)));
    for (const auto& var : varsOfLevels(access, begin, access.tensor.order()))
      for (const auto& loop : c.tree.loopsOf(var))
        if (plan.result && c.tree.depth(loop) <= site) return true;
    return false;
  };
  // Coordinates of a result that its loops skip are zeros, which only an on-chip slice contains.
  const auto skips = [&](int begin) {
    const auto vars = varsOfLevels(access, tail, begin);
    return plan.result && std::any_of(vars.begin(), vars.end(),
                                      [&](const auto& v) { return c.tree.loops.at(c.tree.loopOf(v)).sparse(); });
  };
  int begin = access.tensor.order() - 1;
  while (begin > tail && (tooDeep(begin) || skips(begin) || torn(begin) || asked(begin - 1))) --begin;
  return begin;
}

bool isRandomIn(const Context& c, const AccessPlan& plan) {
  const Loop& last = c.tree.loops.at(plan.lastLoop);
  const auto& all = plan.access.indices;
  const bool divides =
      std::any_of(all.begin(), all.end(), [&](const auto& v) { return !c.tree.loops.count(v) && isScattered(c, v); });
  if (last.leaf) return last.sparse() || divides;
  const auto vars = varsOfLevels(plan.access, plan.sliceBegin, plan.access.tensor.order());
  return std::any_of(vars.begin(), vars.end(), [&](const auto& v) { return isScattered(c, v); });
}

// A result that several bodies write at addresses of loops inside them. The bodies do not run in lockstep, so that no
// choice of banks separates them.
bool isWrittenOutOfLockstep(const Context& c, const AccessPlan& plan) {
  if (!plan.result || plan.sharedBy <= 1) return false;
  const auto vars = varsOfLevels(plan.access, plan.sliceBegin, plan.access.tensor.order());
  return std::any_of(vars.begin(), vars.end(), [&](const auto& var) {
    const auto loops = c.tree.loopsOf(var);
    return std::any_of(loops.begin(), loops.end(), [&](const auto& loop) { return c.tree.depth(loop) > 1; });
  });
}

}  // namespace

Choice chooseRandom(const Context& c, std::int64_t words, int shared) {
  const bool par = shared > 1;
  const std::int64_t capacity = c.limits.pmuWords * (par ? nextPowerOfTwo(shared) : 1);
  if (words > capacity)
    return {MemoryType::SparseDram, fmt::format("random access; {} exceed the {} of {}", counted(words, "word"),
                                                capacity, counted(capacity / c.limits.pmuWords, "memory unit"))};
  if (par)
    return {MemoryType::SparseParSram,
            fmt::format("random access with reuse, from {}", counted(shared, "body", "bodies"))};
  return {MemoryType::SparseSram, "random access with reuse"};
}

Choice chooseAffine(const Context& c, std::int64_t words) {
  // An eighth of the chip, so that copies for each reader and a second buffer fit.
  const std::int64_t capacity = c.limits.pmuWords * std::max(1, c.limits.pmus / 8);
  if (words > capacity)
    return {MemoryType::SparseDram, fmt::format("affine, but {} exceed an eighth of the chip", counted(words, "word"))};
  return {MemoryType::Sram, "affine access"};
}

bool isScattered(const Context& c, const notation::IndexVar& var) {
  if (const auto derived = c.tree.derived.find(var); derived != c.tree.derived.end()) {
    const auto* combined = std::get_if<cin::Combined>(&derived->second.definition);
    if (!combined) return true;
    return isScattered(c, combined->outer) || isScattered(c, combined->inner);
  }
  return c.tree.loops.at(c.tree.loopOf(var)).sparse();
}

int bodiesSharing(const Context& c, const std::string& site, const std::string& use) {
  return site.empty() && !use.empty() ? c.outerPar : 1;
}

std::int64_t sliceWords(const Access& access, int begin) {
  std::int64_t words = 1;
  for (int level = begin; level < access.tensor.order(); ++level) {
    const std::int64_t dim = dimOfLevel(access, level);
    words = dim != 0 && words > huge / dim ? huge : words * dim;
  }
  return words;
}

void planSlice(const Context& c, AccessPlan& plan, int tail, const std::string& fixedOutside) {
  const Access& access = plan.access;
  if (const StagingRequest* request = requestFor(c, access)) plan.stagedAs = request->name;
  plan.sliceBegin = sliceBegin(c, plan, tail, fixedOutside);
  plan.site = c.tree.deepest(varsOfLevels(access, 0, plan.sliceBegin));
  plan.words = std::max<std::int64_t>(1, sliceWords(access, plan.sliceBegin));
  plan.sharedBy = bodiesSharing(c, plan.site, plan.lastLoop);
  const bool accumulates = plan.reduction != notation::AssignOp::Set;
  const Choice choice = accumulates || isRandomIn(c, plan) || isWrittenOutOfLockstep(c, plan)
                            ? chooseRandom(c, plan.words, plan.sharedBy)
                            : chooseAffine(c, plan.words);
  plan.values = choice.memory;
  plan.why = choice.why;
  if (choice.memory == MemoryType::SparseDram) {
    plan.sliceBegin = 0;
    plan.site.clear();
    plan.words = c.facts.count(access.tensor.name) && !plan.result
                     ? std::max<std::int64_t>(1, c.facts.at(access.tensor.name).back().positions)
                     : std::max<std::int64_t>(1, sliceWords(access, 0));
    plan.sharedBy = c.outerPar;
  } else {
    plan.why += "; " + transferTime(c, plan);
  }
}

}  // namespace stardust::placement
