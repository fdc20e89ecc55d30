// Positions: where the coordinates of an access are stored.
#include <fmt/format.h>

#include <bit>

#include "capstan/lower/accel.h"
#include "capstan/plan/rows.h"
#include "spatial/build.h"

namespace stardust::spatial {

using placement::Locate;
using placement::MemoryType;
using placement::Part;

namespace {

// -1 stays -1.
Expr guarded(const Expr& parent, const Expr& position) {
  return mux(binary(BinaryOp::Ge, parent, lit(0)), position, lit(-1));
}

}  // namespace

Expr Accel::extentOfLevel(const Access& access, int level) {
  return host_.dimension(notation::varOfLevel(access, level));
}

// The factor of a position: a number, since lanes are only spread over the banks of an SRAM by a stride that is known.
Expr Accel::strideOfLevel(const Access& access, int level) {
  return lit(plan_.extents.at(notation::varOfLevel(access, level)));
}

Expr Accel::position(const AccessPlan& access, int level) {
  if (level < 0) return lit(0);
  const std::string key = keyOf("position", access.access, level);
  if (const auto known = frames_.find(key)) return *known;
  const LevelPlan& plan = access.levels.at(static_cast<std::size_t>(level));
  const auto var = notation::varOfLevel(access.access, level);
  const std::string at = fmt::format("{}{}_at", var, access.access.tensor.name);
  const std::string note = arrayOf(access.access, Part::Pos, level);
  switch (plan.locate) {
    case Locate::Dense: {
      if (level == 0) return coordinate(var);
      const Expr parent = position(access, level - 1),
                 place = parent * strideOfLevel(access.access, level) + coordinate(var);
      return bind(frames_.of(plan.loop), key, at, plan.mayBeAbsent ? guarded(parent, place) : place, note);
    }
    case Locate::Position:
      return bind(frames_.of(plan.loop), key, at, segment(access, level).start + *frames_.find("iterator " + plan.loop),
                  note);
    case Locate::Rank: {
      const Expr inFiber = rank(access, plan), place = segment(access, level).start + inFiber;
      return bind(frames_.of(plan.loop), key, at, plan.mayBeAbsent ? guarded(inFiber, place) : place, note);
    }
    case Locate::Search: {
      const Expr found = search(access, plan);
      return bind(frames_.of(plan.loop), key, at, found, note);
    }
  }
  failInternal("unknown way to locate");
}

// The positions of the fiber of `level` below the position above it; empty if that is absent.
Accel::Segment Accel::segment(const AccessPlan& access, int level) {
  const std::string startKey = keyOf("start", access.access, level), endKey = keyOf("end", access.access, level),
                    lengthKey = keyOf("length", access.access, level);
  if (const auto start = frames_.find(startKey)) return {*start, *frames_.find(endKey), *frames_.find(lengthKey)};
  const LevelPlan& plan = access.levels.at(static_cast<std::size_t>(level));
  const LevelPlan* above = level == 0 ? nullptr : &access.levels.at(static_cast<std::size_t>(level - 1));
  const Expr parent = plan.posSlice ? *frames_.find("iterator " + above->loop) : position(access, level - 1);
  const std::string memory = positions(access, level);
  const bool absent = above && above->mayBeAbsent;
  const auto var = notation::varOfLevel(access.access, level);
  const auto& tensor = access.access.tensor.name;
  Frame& frame = frames_.of(above ? above->loop : "");
  const std::string note = arrayOf(access.access, Part::Pos, level);
  Segment found;
  found.start = bind(frame, startKey, fmt::format("{}{}_start", var, tensor), readAt(memory, plan.pos, parent), note);
  found.end = bind(frame, endKey, fmt::format("{}{}_end", var, tensor),
                   readAt(memory, plan.pos, absent ? guarded(parent, parent + lit(1)) : parent + lit(1)), note);
  found.length = bind(frame, lengthKey, fmt::format("{}{}_len", var, tensor), found.end - found.start, note);
  return found;
}

// The first of the ascending coordinates that is not before the wanted one, in halving steps from the end; -1 if it is
// another one. A step before the fiber reads nothing, thus 0, which is before all that is wanted but 0. What a step
// computes between two reads is six operations: one PCU.
Expr Accel::search(const AccessPlan& access, const LevelPlan& level) {
  if (level.maxFiber <= 0) return lit(-1);
  const auto var = notation::varOfLevel(access.access, level.level);
  const Segment fiber = segment(access, level.level);
  const Expr wanted = coordinate(var);
  const std::string memory = wholeArray(access, Part::Crd, level.level, level.crd, level.crdWords);
  Frame& frame = frames_.of(level.loop);
  const std::string note = fmt::format("{}: search for {}", written(access.access), written(var));
  const auto step = [&](const char* what, Expr computed) {
    const std::string bound = names_.fresh(fmt::format("{}{}_{}", var, access.access.tensor.name, what));
    frame.body.push_back(val(bound, std::move(computed), note));
    return name(bound);
  };
  const auto inside = [&](const Expr& position) {
    return mux(binary(BinaryOp::Ge, position, fiber.start), position, lit(-1));
  };
  Expr at = fiber.end;
  for (auto width = static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(level.maxFiber))); width >= 1;
       width /= 2) {
    const Expr next = step("next", at - lit(width));
    const Expr there = step("crd", readAt(memory, level.crd, inside(next)));
    at = step("hi", at - mux(binary(BinaryOp::Ge, there, wanted), lit(width), lit(0)));
  }
  at = step("first", binary(BinaryOp::Max, at, fiber.start));
  const Expr some = step("some", binary(BinaryOp::Lt, at, fiber.end));
  const Expr found = step("hit", readAt(memory, level.crd, mux(some, at, lit(-1))));
  return mux(binary(BinaryOp::And, some, binary(BinaryOp::Eq, found, wanted)), at, lit(-1));
}

Expr Accel::sliceSize(const AccessPlan& access) {
  Expr size = lit(1);
  for (int level = access.sliceBegin; level < access.access.tensor.order(); ++level)
    size = size * extentOfLevel(access.access, level);
  return size;
}

// Within the slice that is on chip, or within the whole array.
Expr Accel::index(const AccessPlan& access) {
  const Access& a = access.access;
  const bool isAddressed = access.levels.size() == static_cast<std::size_t>(a.tensor.order());
  if (isAddressed && access.sliceBegin == 0 && (placement::isRandom(access.values) || placement::tailBegin(a) > 0))
    return position(access, a.tensor.order() - 1);
  Expr at = lit(0);
  for (int level = access.sliceBegin; level < a.tensor.order(); ++level)
    at = level == access.sliceBegin ? coordinate(notation::varOfLevel(a, level))
                                    : at * strideOfLevel(a, level) + coordinate(notation::varOfLevel(a, level));
  return at;
}

}  // namespace stardust::spatial
