#include "placement/access_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace stardust::placement {
namespace {

using iteration::LevelIterator;
using notation::Access;
using notation::IndexVar;

IndexVar varOfLevel(const Access& access, int level) {
  return access.indices.at(static_cast<std::size_t>(access.tensor.format.mode(level)));
}
std::int64_t dimOfLevel(const Access& access, int level) {
  return access.tensor.dims.at(static_cast<std::size_t>(access.tensor.format.mode(level)));
}
std::vector<IndexVar> varsOfLevels(const Access& access, int begin, int end) {
  std::vector<IndexVar> vars;
  for (int level = begin; level < end; ++level) vars.push_back(varOfLevel(access, level));
  return vars;
}

// Words of levels [begin, order), all dense. Saturates far above what any memory holds.
std::int64_t sliceWords(const Access& access, int begin) {
  constexpr std::int64_t huge = std::int64_t{1} << 40;
  std::int64_t words = 1;
  for (int level = begin; level < access.tensor.order(); ++level) words = std::min(huge, words * dimOfLevel(access, level));
  return words;
}

// The first level of the all-dense tail.
int tailBegin(const Access& access) {
  int begin = access.tensor.order();
  while (begin > 0 && access.tensor.format.level(begin - 1) == LevelFormat::Dense) --begin;
  return begin;
}

std::int64_t nextPowerOfTwo(int n) { return static_cast<std::int64_t>(std::bit_ceil(static_cast<unsigned>(n))); }

// A memory for `words` words; `shared` bodies read it.
struct Choice {
  MemoryType memory;
  std::string why;
};
Choice chooseRandom(const Context& c, std::int64_t words, int shared) {
  const bool par = shared > 1;
  const std::int64_t capacity = c.limits.pmuWords * (par ? nextPowerOfTwo(shared) : 1);
  if (words > capacity)
    return {MemoryType::SparseDram, fmt::format("random access; {} words exceed the {} of {} memory unit{}", words, capacity,
                                            capacity / c.limits.pmuWords, par ? "s" : "")};
  if (par) return {MemoryType::SparseParSram, fmt::format("random access with reuse, from {} bodies", shared)};
  return {MemoryType::SparseSram, "random access with reuse"};
}
Choice chooseAffine(const Context& c, std::int64_t words) {
  // An eighth of the chip: duplicates for each reader and a second buffer still fit.
  const std::int64_t capacity = c.limits.pmuWords * std::max(1, c.limits.pmus / 8);
  if (words > capacity) return {MemoryType::SparseDram, fmt::format("affine, but {} words exceed an eighth of the chip", words)};
  return {MemoryType::Sram, "affine access"};
}

const StagingRequest* requestFor(const Context& c, const Access& access) {
  for (const auto& request : c.requests)
    if (notation::equal(request.access, access)) return &request;
  return nullptr;
}

int bodiesSharing(const Context& c, const std::string& site, const std::string& use) {
  return site.empty() && c.tree.encloses(c.tree.outermost, use) && !use.empty() ? c.outerPar : 1;
}

std::string transferTime(const AccessPlan& plan) {
  if (!plan.site.empty()) return fmt::format("{} once for each {}", plan.result ? "stored" : "loaded", plan.site);
  return plan.result ? "stored once, after all loops" : "loaded once, before all loops";
}

// The shortest suffix of the levels that can be transferred outside the loop that uses it; at least what the user asked to stage.
int sliceBegin(const Context& c, const Access& access, const std::string& lastLoop, int tail) {
  const StagingRequest* request = requestFor(c, access);
  const auto asked = [&](int level) {
    const auto var = varOfLevel(access, level);
    return request && std::find(request->vars.begin(), request->vars.end(), var) != request->vars.end();
  };
  int begin = access.tensor.order() - 1;
  while (begin > tail && (c.tree.depth(c.tree.deepest(varsOfLevels(access, 0, begin))) >= c.tree.depth(lastLoop) || asked(begin - 1)))
    --begin;
  return begin;
}

void planSlice(const Context& c, AccessPlan& plan, int tail) {
  const Access& access = plan.access;
  plan.sliceBegin = sliceBegin(c, access, plan.lastLoop, tail);
  plan.site = c.tree.deepest(varsOfLevels(access, 0, plan.sliceBegin));
  plan.words = std::max<std::int64_t>(1, sliceWords(access, plan.sliceBegin));
  plan.sharedBy = bodiesSharing(c, plan.site, plan.lastLoop);
  const Loop& last = c.tree.loops.at(plan.lastLoop);
  const auto vars = varsOfLevels(access, plan.sliceBegin, access.tensor.order());
  const bool anySparse = std::any_of(vars.begin(), vars.end(), [&](const auto& v) { return c.tree.loops.at(v).sparse(); });
  const bool random = last.leaf ? last.sparse() : anySparse;
  const Choice choice = random ? chooseRandom(c, plan.words, plan.sharedBy) : chooseAffine(c, plan.words);
  plan.values = choice.memory;
  plan.why = choice.why;
  if (choice.memory == MemoryType::SparseDram) {
    plan.sliceBegin = 0;
    plan.site.clear();
    plan.words = sliceWords(access, 0);
    plan.sharedBy = c.outerPar;
  } else {
    plan.why += "; " + transferTime(plan);
  }
}

[[noreturn]] void refuseLevel(const Access& access, int level, const std::string& reason, const std::string& remedy) {
  failUnsupported(fmt::format("level {} of {} ({}) has no lowering to Spatial yet", level + 1, notation::print(access),
                              toString(access.tensor.format)),
                  {}, reason, remedy);
}

void requireDriver(const Context& c, const Access& access, int level) {
  const auto format = access.tensor.format.level(level);
  if (format != LevelFormat::Compressed)
    refuseLevel(access, level, format == LevelFormat::Singleton || format == LevelFormat::CompressedNonUnique
                                   ? "coordinate (COO) levels are packed, read and converted, but not iterated on Capstan"
                                   : "only dense and compressed levels are iterated on Capstan",
                fmt::format("store {} as d and s levels, e.g. -f={}:ds", access.tensor.name, access.tensor.name));
  const Loop& loop = c.tree.loops.at(varOfLevel(access, level));
  const auto& driver = loop.iteration.driver;
  if (!driver || !same(*driver, LevelIterator{access, level}))
    refuseLevel(access, level,
                fmt::format("the loop over {} iterates over {}, and a compressed level cannot be searched", loop.var,
                            driver ? notation::print(driver->access) : "every coordinate"),
                fmt::format("store {} densely in {}", access.tensor.name, loop.var));
}

LevelPlan planLevel(const Context& c, const Access& access, int level) {
  requireDriver(c, access, level);
  std::int64_t parents = 1;
  bool random = false;
  for (int above = 0; above < level; ++above) {
    if (access.tensor.format.level(above) != LevelFormat::Dense)
      refuseLevel(access, level, "a compressed level below another compressed level (CSF) needs positions streamed fiber by fiber",
                  "store the upper levels densely");
    parents *= std::max<std::int64_t>(1, dimOfLevel(access, above));
    random = random || c.tree.loops.at(varOfLevel(access, above)).sparse();
  }
  LevelPlan plan;
  plan.level = level;
  plan.posWords = parents + 1;
  const int shared = bodiesSharing(c, "", varOfLevel(access, level));
  const Choice choice = random ? chooseRandom(c, plan.posWords, shared) : chooseAffine(c, plan.posWords);
  plan.pos = choice.memory;
  plan.posWhy = choice.why + ", at p and p + 1";
  return plan;
}

}  // namespace

AccessPlan planOperand(const Context& c, const Use& use) {
  AccessPlan plan;
  plan.access = use.access;
  if (const auto* request = requestFor(c, use.access)) plan.stagedAs = request->name;
  if (use.access.tensor.order() == 0) {
    plan.values = MemoryType::Reg;
    plan.why = "scalar";
    return plan;
  }
  plan.lastLoop = c.tree.deepest(use.access.indices);
  const int tail = tailBegin(use.access);
  for (int level = 0; level < tail; ++level)
    if (use.access.tensor.format.level(level) != LevelFormat::Dense) plan.levels.push_back(planLevel(c, use.access, level));
  if (tail == use.access.tensor.order()) {
    const IndexVar last = varOfLevel(use.access, tail - 1);
    plan.sliceBegin = tail;
    plan.lastLoop = last;
    plan.site = c.tree.loops.at(last).parent;
    plan.values = MemoryType::Fifo;
    plan.words = fifoDepth;
    plan.why = fmt::format("in order, once for each iteration of {}", last);
  } else {
    planSlice(c, plan, tail);
  }
  return plan;
}

namespace {

// The operand level that drives the loop of this result level and has the same levels above it.
const AccessPlan* structureFor(const Context& c, const Access& result, int level, const std::vector<AccessPlan>& operands) {
  const Loop& loop = c.tree.loops.at(varOfLevel(result, level));
  if (!loop.sparse() || loop.iteration.driver->level != level) return nullptr;
  const Access& driver = loop.iteration.driver->access;
  for (int above = 0; above < level; ++above) {
    const bool isDense = result.tensor.format.level(above) == LevelFormat::Dense;
    if (varOfLevel(driver, above) != varOfLevel(result, above) ||
        driver.tensor.format.level(above) != result.tensor.format.level(above) ||
        (isDense && c.tree.loops.at(varOfLevel(result, above)).sparse()))  // skipped fibers would have to be empty
      return nullptr;
  }
  for (const AccessPlan& operand : operands)
    if (notation::equal(operand.access, driver)) return &operand;
  return nullptr;
}

void planCompressedResult(const Context& c, AccessPlan& plan, int tail, const std::vector<AccessPlan>& operands) {
  const Access& result = plan.access;
  for (int level = 0; level < tail; ++level) {
    if (result.tensor.format.level(level) == LevelFormat::Dense) continue;
    if (result.tensor.format.level(level) != LevelFormat::Compressed)
      refuseLevel(result, level, "only dense and compressed levels are assembled on Capstan",
                  fmt::format("store the result as d and s levels, e.g. -f={}:ds", result.tensor.name));
    const AccessPlan* operand = structureFor(c, result, level, operands);
    if (!operand)
      refuseLevel(result, level, "its stored coordinates are not those of one operand, so they would have to be assembled",
                  fmt::format("store {} densely, or in the format of the sparse operand", result.tensor.name));
    plan.structureOf = operand->access;
    for (const LevelPlan& shared : operand->levels)
      if (shared.level == level) plan.levels.push_back(shared);
  }
}

// A sum over nothing stores nothing, but the program would keep the operand's coordinate.
void requireSomethingToSum(const Context& c, const Access& result) {
  for (const auto& [var, loop] : c.tree.loops)
    if ((loop.dim == 0 || loop.sparse()) && std::find(result.indices.begin(), result.indices.end(), var) == result.indices.end())
      failUnsupported(fmt::format("{} is compressed, and the sum over {} may have no terms", notation::print(result), var), {},
                      "coordinates without a term would have to be left out of the result",
                      fmt::format("store {} densely", result.tensor.name));
}

// Every coordinate of a dense result must be written.
void requireAllWritten(const Context& c, const Access& result, int tail) {
  for (int level = tail; level < result.tensor.order(); ++level) {
    const Loop& loop = c.tree.loops.at(varOfLevel(result, level));
    if (loop.sparse())
      refuseLevel(result, level,
                  fmt::format("the loop over {} visits only the stored coordinates of {}, so the others would stay unwritten", loop.var,
                              notation::print(loop.iteration.driver->access)),
                  fmt::format("give {} the format of {} ({})", result.tensor.name, loop.iteration.driver->access.tensor.name,
                              toString(loop.iteration.driver->access.tensor.format)));
  }
}

}  // namespace

AccessPlan planResult(const Context& c, const Use& use, const std::vector<AccessPlan>& operands) {
  AccessPlan plan;
  plan.access = use.access;
  plan.result = true;
  plan.lastLoop = c.tree.deepest(use.access.indices);
  if (use.accumulated || use.loop != plan.lastLoop)
    failUnsupported(fmt::format("{} is accumulated in memory by the loop over {}", notation::print(use.access), use.loop), {},
                    "only reductions over the innermost loop into a scalar are lowered to Spatial yet",
                    "reorder the loops so that the reduction variable is innermost, or store the sparse operand in the other mode order");
  if (use.access.tensor.order() == 0) {
    plan.values = MemoryType::Reg;
    plan.why = "scalar result";
    return plan;
  }
  const int tail = tailBegin(use.access);
  planCompressedResult(c, plan, tail, operands);
  if (!plan.levels.empty()) requireSomethingToSum(c, use.access);
  requireAllWritten(c, use.access, tail);
  if (tail == use.access.tensor.order()) {
    plan.sliceBegin = tail;
    plan.site = c.tree.loops.at(plan.lastLoop).parent;
    plan.values = MemoryType::Fifo;
    plan.words = fifoDepth;
    plan.why = fmt::format("in order, once for each iteration of {}", plan.lastLoop);
  } else {
    planSlice(c, plan, tail);
  }
  return plan;
}

}  // namespace stardust::placement
