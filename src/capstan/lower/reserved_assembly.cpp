#include "capstan/lower/reserved_assembly.h"

#include <fmt/format.h>

#include "capstan/lower/memories.h"
#include "capstan/plan/rows.h"
#include "spatial/build.h"

namespace stardust::spatial {

using placement::Part;

void ReservedAssembly::begin() {
  Frame& top = context_.frames.of("");
  for (int ordinal = 0; ordinal < arrays_.count(); ++ordinal) {
    const int level = arrays_.level(ordinal);
    const LevelPlan& plan = arrays_.plan(ordinal);
    const std::string base = placement::arrayName(result_.access.tensor.name, Part::Pos, level);
    const std::string note = context_.notes.arrayOf(result_.access, Part::Pos, level);
    const std::string dram =
        context_.host.result(result_.access.tensor, Part::Pos, level, lit(plan.posWords), Host::Size::Bound);
    const std::string positions = context_.names.fresh(base), next = context_.names.fresh(base + "_next");
    allocate(top, positions, plan.pos, Type::Int, plan.posWords, dram, note);
    top.emit(sparseWrite(positions, lit(0), lit(0)), note);
    allocate(top, next, MemoryType::SparseParSram, Type::Int, 1, {}, note);
    top.emit(sparseWrite(next, lit(0), lit(0)), note);
    top.known[known::of(known::ResultLevel::Positions, ordinal)] = name(positions);
    top.known[known::of(known::ResultLevel::Next, ordinal)] = name(next);
  }
}

std::optional<int> ReservedAssembly::filledBy(const std::string& loop) const {
  if (!context_.isReserved()) return std::nullopt;
  for (int ordinal = 0; ordinal < arrays_.count(); ++ordinal)
    if (arrays_.plan(ordinal).loop == loop) return ordinal;
  return std::nullopt;
}

void ReservedAssembly::reserve(const cin::Forall& forall, int ordinal) {
  const int level = arrays_.level(ordinal);
  const std::string base = fmt::format("{}{}", result_.access.tensor.name, level + 1);
  const Expr parent = ordinal > 0 ? context_.frames.at(known::of(known::ResultLevel::At, ordinal - 1))
                                  : positions_.offset(result_.access, 0, level);
  const Expr count = presence_.termsOfLoop(forall, context_.notes.counting(level)).count;
  const std::string note = context_.notes.arrayOf(result_.access, Part::Pos, level);
  Frame& frame = context_.frames.innermost();
  const std::string next = context_.frames.memory(known::of(known::ResultLevel::Next, ordinal));
  const Expr end = context_.bind(frame, known::of(known::ResultLevel::End, ordinal), base + "_end",
                                 rmw({next, lit(0), count, "add", "ordered"}), note + ", in turn");
  context_.bind(frame, known::of(known::ResultLevel::Start, ordinal), base + "_start", end - count, note);
  frame.known[known::of(known::ResultLevel::Length, ordinal)] = count;
  frame.emit(sparseWrite(arrays_.positions(ordinal), parent + lit(1), end), note);
}

void ReservedAssembly::pass(const Domain& domain, int ordinal) {
  if (ordinal == arrays_.last()) return;
  const std::size_t stop = domain.iterators.size() == 2 ? 1 : 2;  // index of this iterator in the scan
  const Expr start = context_.frames.at(known::of(known::ResultLevel::Start, ordinal));
  context_.frames.innermost().known[known::of(known::ResultLevel::At, ordinal)] =
      start + name(domain.iterators.at(stop));
  arrays_.storeCoordinate(ordinal, positions_.coordinate(domain.loop->var), Expr());
}

}  // namespace stardust::spatial
