#include "capstan/lower/result_arrays.h"

#include <fmt/format.h>

#include "capstan/lower/extents.h"
#include "capstan/lower/memories.h"
#include "capstan/plan/memories.h"
#include "capstan/plan/rows.h"
#include "notation/stored_levels.h"
#include "spatial/build.h"

namespace stardust::spatial {

using placement::Part;

ResultArrays::ResultArrays(Context& context, Positions& positions)
    : context_(context), positions_(positions), result_(context.plan.result()) {
  if (result_.computesStructure()) levels_ = notation::storedLevels(result_.access.tensor.format);
}

const LevelPlan& ResultArrays::plan(int ordinal) const { return context_.level(result_, level(ordinal)); }

Expr ResultArrays::fibers(int ordinal) {
  int above = 0;
  Expr count = lit(1);
  if (ordinal > 0) {
    above = level(ordinal - 1) + 1;
    const known::Key key = known::of(known::ResultLevel::Total, ordinal - 1);
    if (const auto known = context_.frames.find(key)) {
      count = *known;
    } else {
      const Expr total = sparseRead(positions(ordinal - 1), fibers(ordinal - 1));
      count = context_.bind(context_.frames.of(""), key, fmt::format("{}{}_total", result_.access.tensor.name, above),
                            total, context_.notes.arrayOf(result_.access, Part::Pos, above - 1));
    }
  }
  for (int l = above; l < level(ordinal); ++l) count = count * extentOfLevel(context_.plan, result_.access, l);
  return count;
}

const std::string& ResultArrays::positions(int ordinal) const {
  return context_.frames.memory(known::of(known::ResultLevel::Positions, ordinal));
}

Segment ResultArrays::range(int ordinal) {
  Frames& frames = context_.frames;
  const auto key = [&](known::ResultLevel what) { return known::of(what, ordinal); };
  if (const auto start = frames.find(key(known::ResultLevel::Start)))
    return {*start, frames.at(key(known::ResultLevel::End)), frames.at(key(known::ResultLevel::Length))};
  Expr first, last;
  if (ordinal == 0) {
    first = positions_.offset(result_.access, 0, level(0));
    last = first + lit(1);
  } else {
    const Segment above = range(ordinal - 1);
    const Expr extent = extentOfLevels(context_.plan, result_.access, level(ordinal - 1) + 1, level(ordinal));
    first = above.start * extent;
    last = above.end * extent;
  }
  Frame& around = frame(ordinal);
  const std::string memory = positions(ordinal),
                    base = fmt::format("{}{}", result_.access.tensor.name, level(ordinal) + 1);
  const std::string note = context_.notes.arrayOf(result_.access, Part::Pos, level(ordinal));
  Segment range;
  range.start = context_.bind(around, key(known::ResultLevel::Start), base + "_start", sparseRead(memory, first), note);
  range.end = context_.bind(around, key(known::ResultLevel::End), base + "_end", sparseRead(memory, last), note);
  range.length = context_.bind(around, key(known::ResultLevel::Length), base + "_len", range.end - range.start, note);
  return range;
}

Segment ResultArrays::scaledRange(int ordinal, const Expr& extent) {
  const Segment whole = range(ordinal);
  return {whole.start * extent, whole.end * extent, whole.length * extent};
}

// The body in which a level's range is known as a whole: of a reserved level one fiber, of a counted level all fibers
// below the dense coordinates.
Frame& ResultArrays::frame(int ordinal) {
  return context_.frames.of(context_.loop(plan(context_.isReserved() ? ordinal : 0).loop).parent);
}

std::string ResultArrays::stream(const known::Key& key, const std::string& wanted, Type type, const std::string& dram,
                                 int ordinal, const Segment& range, const std::string& note) {
  if (context_.frames.find(key)) return context_.frames.memory(key);
  Frame& around = frame(ordinal);
  const std::string fifo = context_.names.fresh(wanted);
  around.known[key] = name(fifo);
  allocate(around, fifo, MemoryType::Fifo, type, placement::fifoDepth, {}, note);
  around.tail.push_back(streamStore(dram, range.start, fifo, range.length, note));
  return fifo;
}

std::string ResultArrays::coordinates(int ordinal) {
  const auto& tensor = result_.access.tensor;
  const int at = level(ordinal);
  const Expr bound = lit(result_.bounds.at(static_cast<std::size_t>(at)));
  const std::string dram = context_.host.result(tensor, Part::Crd, at, bound, Host::Size::Bound);
  return stream(known::of(known::ResultLevel::Coordinates, ordinal), placement::arrayName(tensor.name, Part::Crd, at),
                Type::Int, dram, ordinal, range(ordinal), context_.notes.arrayOf(result_.access, Part::Crd, at));
}

void ResultArrays::storeCoordinate(int ordinal, const Expr& at, const Expr& stored) {
  const std::string fifo = coordinates(ordinal);
  context_.frames.innermost().emit(enq(fifo, at, stored),
                                   context_.notes.arrayOf(result_.access, Part::Crd, level(ordinal)));
}

void ResultArrays::storeEntry(const Access& lhs, const Expr& value, const std::optional<Expr>& stored) {
  const auto& tensor = lhs.tensor;
  const int below = level(last()) + 1;
  const Segment scaled = scaledRange(last(), extentOfLevels(context_.plan, lhs, below, tensor.order()));
  const std::string note = context_.notes.valuesOf(lhs);
  const std::string dram = context_.host.result(tensor, Part::Vals, 0, lit(result_.bounds.back()), Host::Size::Bound);
  const std::string fifo = stream(known::of(known::ResultLevel::Values, last()),
                                  placement::arrayName(tensor.name, Part::Vals), Type::T, dram, last(), scaled, note);
  Expr condition = stored ? *stored : Expr();
  if (below < tensor.order()) {
    condition = context_.frames.at(known::of(known::Result::IsBlockStored));
  } else {
    coordinates(last());
    storeCoordinate(last(), positions_.coordinate(notation::varOfLevel(lhs, below - 1)), condition);
  }
  context_.frames.innermost().emit(enq(fifo, value, condition), note);
}

}  // namespace stardust::spatial
