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

std::int64_t multiplied(std::int64_t words, std::int64_t dim) {
  return dim != 0 && words > huge / dim ? huge : words * dim;
}

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

namespace {

// The part of the outermost level of a result's slice that the body of the loop over its tiles completes; none: it is
// not split, or an iteration of that loop does not complete it.
std::optional<Tile> tileOf(const Context& c, const AccessPlan& plan, const std::string& fixedOutside) {
  if (!plan.result) return std::nullopt;
  const auto derived = c.tree.derived.find(varOfLevel(plan.access, plan.sliceBegin));
  const auto* combined =
      derived == c.tree.derived.end() ? nullptr : std::get_if<cin::Combined>(&derived->second.definition);
  if (!combined || !c.tree.loops.count(combined->outer) || !c.tree.loops.count(combined->inner)) return std::nullopt;
  auto above = varsOfLevels(plan.access, 0, plan.sliceBegin);
  above.push_back(combined->outer);
  const int site = c.tree.depth(c.tree.deepest(above));
  std::vector<std::string> inside = {combined->inner, plan.lastLoop};
  for (const auto& var : varsOfLevels(plan.access, plan.sliceBegin + 1, plan.access.tensor.order()))
    for (const auto& loop : c.tree.loopsOf(var)) inside.push_back(loop);
  if (!fixedOutside.empty()) inside.push_back(fixedOutside);
  const bool isComplete =
      std::all_of(inside.begin(), inside.end(), [&](const auto& loop) { return c.tree.depth(loop) > site; });
  if (!isComplete || c.tree.loops.at(combined->outer).sparse()) return std::nullopt;
  return Tile{combined->outer, combined->inner, combined->stride};
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

std::optional<Choice> keptChoice(const Context& c, const Access& access, cin::StoredPart part, int level,
                                 std::int64_t words, bool isGathered) {
  const auto as = cin::keptAs(c.scheduled, access.tensor.name, part, level);
  // No word of an empty array is loaded.
  if (!as || (part == cin::StoredPart::Values && c.facts.at(access.tensor.name).back().positions == 0)) return {};
  // With one body, a copy serves as well, and may have several units.
  const bool isShared = *as == cin::KeptAs::Shared && (c.outerPar > 1 || words <= c.limits.pmuWords);
  const std::int64_t units = isShared ? nextPowerOfTwo(c.outerPar) : c.limits.pmus;
  if (words > c.limits.pmuWords * units)
    failUnsupported(fmt::format("{}({}) of {}", cin::toString(*as), access.tensor.name, counted(words, "word")), {},
                    fmt::format("{} hold {}", counted(units, "memory unit"), c.limits.pmuWords * units),
                    "leave it out, or name other arrays");
  if (!isShared && isGathered)
    failUser(fmt::format("keep({}): {} is gathered", access.tensor.name, notation::print(access)), {},
             "the lanes of a vector read unrelated words, and the banks of a copy are chosen before the run",
             fmt::format("share({})", access.tensor.name));
  if (!isShared) return Choice{MemoryType::Sram, "kept: each reader has a copy"};
  return Choice{c.outerPar > 1 ? MemoryType::SparseParSram : MemoryType::SparseSram, "shared by all bodies"};
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
  for (int level = begin; level < access.tensor.order(); ++level) words = multiplied(words, dimOfLevel(access, level));
  return words;
}

void planSlice(const Context& c, AccessPlan& plan, int tail, const std::string& fixedOutside) {
  const Access& access = plan.access;
  if (const StagingRequest* request = requestFor(c, access)) plan.stagedAs = request->name;
  std::optional<Choice> kept;
  if (!plan.result && !access.tensor.workspace)
    kept = keptChoice(c, access, cin::StoredPart::Values, 0, std::max<std::int64_t>(1, sliceWords(access, 0)),
                      c.tree.loops.at(plan.lastLoop).leaf && isRandomIn(c, plan));
  plan.sliceBegin = kept ? 0 : sliceBegin(c, plan, tail, fixedOutside);
  plan.tile = tileOf(c, plan, fixedOutside);
  auto above = varsOfLevels(access, 0, plan.sliceBegin);
  if (plan.tile) above.push_back(plan.tile->outer);
  plan.site = c.tree.deepest(above);
  plan.words = plan.tile ? multiplied(plan.tile->stride, sliceWords(access, plan.sliceBegin + 1))
                         : std::max<std::int64_t>(1, sliceWords(access, plan.sliceBegin));
  plan.sharedBy = bodiesSharing(c, plan.site, plan.lastLoop);
  const bool accumulates = plan.reduction != notation::AssignOp::Set;
  const bool isRandom = accumulates || isRandomIn(c, plan) || isWrittenOutOfLockstep(c, plan);
  const Choice choice = kept       ? *kept
                        : isRandom ? chooseRandom(c, plan.words, plan.sharedBy)
                                   : chooseAffine(c, plan.words);
  plan.values = choice.memory;
  plan.why = choice.why;
  if (choice.memory == MemoryType::SparseDram) {
    plan.sliceBegin = 0;
    plan.tile.reset();
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
