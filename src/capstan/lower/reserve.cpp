// Results assembled in one pass: where a fiber is about to be filled, a scan counts it, and it takes that many of the
// next positions, in the order of the iterations. Nothing is read twice from DRAM, and no pass waits for another.
#include <fmt/format.h>

#include <algorithm>

#include "capstan/lower/accel.h"
#include "capstan/plan/rows.h"
#include "spatial/build.h"

namespace stardust::spatial {

using notation::varOfLevel;
using placement::MemoryType;
using placement::Part;

namespace {

std::string keyOf(const char* what, int ordinal) { return fmt::format("result {} {}", what, ordinal); }

}  // namespace

void Accel::assembleInTurn() {
  const AccessPlan& result = plan_.result();
  findCompressed();
  Frame& top = frames_.of("");
  for (int ordinal = 0; ordinal < static_cast<int>(compressed_.size()); ++ordinal) {
    const int level = compressed_.at(static_cast<std::size_t>(ordinal));
    const LevelPlan& plan = result.levels.at(static_cast<std::size_t>(level));
    const std::string base = placement::arrayName(result.access.tensor.name, Part::Pos, level);
    const std::string note = arrayOf(result.access, Part::Pos, level);
    const std::string dram =
        host_.result(result.access.tensor, Part::Pos, level, lit(plan.posWords), Host::Size::Bound);
    const std::string positions = names_.fresh(base), next = names_.fresh(base + "_next");
    allocate(top, positions, plan.pos, Type::Int, plan.posWords, dram, note);
    emit(top, sparseWrite(positions, lit(0), lit(0)), note);
    allocate(top, next, MemoryType::SparseParSram, Type::Int, 1, {}, note);
    emit(top, sparseWrite(next, lit(0), lit(0)), note);
    top.known[keyOf("pos", ordinal)] = name(positions);
    top.known[keyOf("next", ordinal)] = name(next);
  }
  statement(plan_.stmt);
}

// Which of the compressed levels a loop fills; -1: none, or their fibers are not reserved.
int Accel::reservedBy(const std::string& loop) const {
  if (!isReserved()) return -1;
  const auto& levels = plan_.result().levels;
  const auto at = std::find_if(compressed_.begin(), compressed_.end(),
                               [&](int level) { return levels.at(static_cast<std::size_t>(level)).loop == loop; });
  return at == compressed_.end() ? -1 : static_cast<int>(at - compressed_.begin());
}

// The fiber that the loop is going to fill takes its positions.
void Accel::reserve(const cin::Forall& forall, int ordinal) {
  const AccessPlan& result = plan_.result();
  const int level = compressed_.at(static_cast<std::size_t>(ordinal));
  const std::string base = fmt::format("{}{}", result.access.tensor.name, level + 1);
  Expr parent = lit(0);
  if (ordinal > 0) {
    parent = *frames_.find(keyOf("at", ordinal - 1));
  } else {
    for (int l = 0; l < level; ++l) {
      const Expr c = coordinate(varOfLevel(result.access, l));
      parent = l == 0 ? c : parent * extentOfLevel(result.access, l) + c;
    }
  }
  const Expr count = termsOfLoop(forall, counting(level)).count;
  const std::string note = arrayOf(result.access, Part::Pos, level);
  Frame& frame = frames_.innermost();
  const Expr end = bind(frame, keyOf("end", ordinal), base + "_end",
                        rmw({memoryOf(keyOf("next", ordinal)), lit(0), count, "add", "ordered"}), note + ", in turn");
  bind(frame, keyOf("start", ordinal), base + "_start", end - count, note);
  frame.known[keyOf("length", ordinal)] = count;
  emit(frame, sparseWrite(memoryOf(keyOf("pos", ordinal)), parent + lit(1), end), note);
}

// In an iteration of that loop: its coordinate goes out, and the fiber below it knows whose it is.
void Accel::passReserved(const Domain& domain, int ordinal) {
  if (ordinal + 1 == static_cast<int>(compressed_.size())) return;
  const std::size_t stop = domain.iterators.size() == 2 ? 1 : 2;  // which of the scan's this is
  frames_.innermost().known[keyOf("at", ordinal)] =
      *frames_.find(keyOf("start", ordinal)) + name(domain.iterators.at(stop));
  const Expr at = coordinate(domain.loop->var);
  emit(frames_.innermost(), enq(coordinateStream(ordinal), at),
       arrayOf(plan_.result().access, Part::Crd, compressed_.at(static_cast<std::size_t>(ordinal))));
}

}  // namespace stardust::spatial
