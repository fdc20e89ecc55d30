#include "capstan/lower/counted_assembly.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "capstan/lower/extents.h"
#include "capstan/lower/memories.h"
#include "capstan/plan/rows.h"
#include "notation/stored_levels.h"
#include "spatial/build.h"

namespace stardust::spatial {

using placement::Part;

void CountedAssembly::run(const cin::Stmt& stmt) {
  for (int ordinal = 0; ordinal < arrays_.count(); ++ordinal) {
    pass(stmt, ordinal);
    endPass();
    sum(ordinal);
  }
}

// Completes the stores of a pass before the next pass begins.
void CountedAssembly::endPass() {
  Frame& top = context_.frames.of("");
  top.body.insert(top.body.end(), top.tail.begin(), top.tail.end());
  top.tail.clear();
}

void CountedAssembly::pass(const cin::Stmt& stmt, int ordinal) {
  match(
      stmt->kind, [&](const cin::Forall& s) { loop(s, ordinal); },
      [](const cin::Assign&) { failInternal("a count pass ends at a loop"); },
      [&](const cin::Where& s) {
        presence_.flag(s.producer);
        pass(s.consumer, ordinal);
      },
      [](const cin::Sequence&) { failInternal("a sequence above a compressed result"); },
      [&](const cin::Map& s) { pass(s.body, ordinal); }, [&](const cin::SuchThat& s) { pass(s.body, ordinal); });
}

void CountedAssembly::loop(const cin::Forall& forall, int ordinal) {
  const Notes& notes = context_.notes;
  const int level = arrays_.level(ordinal);
  if (forall.var == arrays_.plan(ordinal).loop)
    return record(presence_.termsOfLoop(forall, notes.counting(level)).count, ordinal);
  Domain domain = domains_.open(forall.var);
  if (ordinal > 0 && forall.var == arrays_.plan(ordinal - 1).loop && arrays_.level(ordinal - 1) + 1 < level) {
    // With dense levels in between, a coordinate is known to be stored only after all its fibers have been counted.
    const Expr stored = presence_.storedIn(forall.body, forall.var, known::of(known::Result::IsStored));
    arrays_.storeCoordinate(ordinal - 1, positions_.coordinate(forall.var), stored);
  }
  pass(forall.body, ordinal);
  Frame frame = context_.frames.close();
  const std::string note =
      fmt::format("{}: counting what {} stores", notes.loopOver(forall.var), notes.written(result_.access));
  context_.frames.innermost().body.push_back(domains_.foreachOf(std::move(domain), std::move(frame.body), note));
}

// The outermost compressed level records counts by address. Other levels record them in order, with the coordinates of
// the level above.
void CountedAssembly::record(const Expr& count, int ordinal) {
  if (ordinal == 0) return recordOutermost(count);
  const auto& tensor = result_.access.tensor;
  const int level = arrays_.level(ordinal), above = arrays_.level(ordinal - 1);
  const std::string base = fmt::format("{}{}_cnt", tensor.name, level + 1);
  const std::string note = fmt::format("{}: how many coordinates of {}", context_.notes.written(result_.access),
                                       context_.notes.written(notation::varOfLevel(result_.access, level)));
  const Segment scaled =
      arrays_.scaledRange(ordinal - 1, extentOfLevels(context_.plan, result_.access, above + 1, level));
  Expr stored;
  if (above + 1 == level) {
    stored = binary(BinaryOp::Gt, count, lit(0));
    const Expr at = positions_.coordinate(notation::varOfLevel(result_.access, above));
    arrays_.storeCoordinate(ordinal - 1, at, stored);
  } else {
    stored = context_.frames.at(known::of(known::Result::IsStored));
  }
  const std::int64_t bound = result_.bounds.at(static_cast<std::size_t>(level - 1));
  const std::string dram = context_.host.scratch(base, Type::Int, lit(std::max<std::int64_t>(1, bound)));
  const std::string fifo =
      arrays_.stream(known::of(known::ResultLevel::Counts, ordinal), base, Type::Int, dram, ordinal - 1, scaled, note);
  context_.frames.of("").known[known::of(known::Result::CountsArray)] = name(dram);
  context_.frames.innermost().emit(enq(fifo, count, stored), note);
}

void CountedAssembly::recordOutermost(const Expr& count) {
  const int level = arrays_.level(0);
  const std::string note = fmt::format("{}: how many coordinates of {}", context_.notes.written(result_.access),
                                       context_.notes.written(notation::varOfLevel(result_.access, level)));
  const Expr at = positions_.offset(result_.access, 0, level),
             words = extentOfLevels(context_.plan, result_.access, 0, level);
  const std::int64_t bound = level == 0 ? 1 : result_.bounds.at(static_cast<std::size_t>(level - 1));
  const MemoryType kind = arrays_.plan(0).pos;
  const std::string memory = context_.names.fresh(fmt::format("{}{}_cnt", result_.access.tensor.name, level + 1));
  Frame& top = context_.frames.of("");
  const std::string dram =
      kind == MemoryType::SparseDram ? context_.host.scratch(memory, Type::Int, words) : std::string();
  allocate(top, memory, kind, Type::Int, std::max<std::int64_t>(1, bound), dram, note);
  const bool skips = std::any_of(result_.levels.begin(), result_.levels.begin() + level,
                                 [&](const LevelPlan& above) { return context_.loop(above.loop).sparse(); });
  if (skips) initialize(context_, top, memory, kind, words, lit(0), note);
  top.known[known::of(known::Result::Counts)] = name(memory);
  context_.frames.innermost().emit(sparseWrite(memory, at, count), note);
}

// The memory with a level's counts.
std::string CountedAssembly::countsOf(int ordinal, const std::string& note) {
  if (ordinal == 0) return context_.frames.memory(known::of(known::Result::Counts));
  const std::string counts =
      context_.names.fresh(fmt::format("{}{}_cnt", result_.access.tensor.name, arrays_.level(ordinal) + 1));
  allocate(context_.frames.of(""), counts, MemoryType::SparseDram, Type::Int, arrays_.plan(ordinal).posWords,
           context_.frames.memory(known::of(known::Result::CountsArray)), note);
  return counts;
}

// Prefix sum: pos(q) is the sum of the counts before q, computed sequentially.
void CountedAssembly::sum(int ordinal) {
  const auto& tensor = result_.access.tensor;
  const int level = arrays_.level(ordinal);
  const LevelPlan& plan = arrays_.plan(ordinal);
  const std::string base = placement::arrayName(tensor.name, Part::Pos, level);
  const std::string note = context_.notes.arrayOf(result_.access, Part::Pos, level);
  const Expr count = arrays_.fibers(ordinal);
  Frame& top = context_.frames.of("");
  const std::string counts = countsOf(ordinal, note);
  Names& names = context_.names;
  const std::string memory = names.fresh(base), cursor = names.fresh(base + "_next");
  const Expr posWords = lit(std::min<std::int64_t>(plan.posWords, std::numeric_limits<std::int32_t>::max()));
  const std::string dram = context_.host.result(tensor, Part::Pos, level, posWords, Host::Size::Bound);
  allocate(top, cursor, MemoryType::SparseSram, Type::Int, 1, {}, note);
  top.emit(sparseWrite(cursor, lit(0), lit(0)), note);
  allocate(top, memory, plan.pos, Type::Int, plan.posWords, dram, note);
  top.known[known::of(known::ResultLevel::Positions, ordinal)] = name(memory);
  const std::string q = names.fresh("q"), c = names.fresh("c"), next = names.fresh("next");
  Frame sums;
  sums.emit(val(c, sparseRead(counts, name(q) - lit(1))), note);
  sums.emit(val(next, rmw({cursor, lit(0), name(c), "add", "ordered"})), note);
  sums.emit(sparseWrite(memory, name(q), name(next)), note);
  top.body.push_back(
      foreach (upTo(count + lit(1), lit(1)), q, std::move(sums.body), note + ", summed from the counts"));
  if (plan.pos != MemoryType::SparseDram)
    top.body.push_back(store(dram, lit(0), count + lit(1), innerPar(), memory, note));
}

}  // namespace stardust::spatial
