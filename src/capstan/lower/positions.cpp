#include "capstan/lower/positions.h"

#include <fmt/format.h>

#include <bit>

#include "capstan/lower/extents.h"
#include "capstan/lower/memories.h"
#include "capstan/plan/loops.h"
#include "capstan/plan/memories.h"
#include "capstan/plan/rows.h"
#include "spatial/build.h"

namespace stardust::spatial {

using iteration::LevelIterator;
using placement::Locate;
using placement::Part;

namespace {

// Propagates absence: -1 stays -1.
Expr guarded(const Expr& parent, const Expr& position) {
  return mux(binary(BinaryOp::Ge, parent, lit(0)), position, lit(-1));
}

}  // namespace

// ---------------------------------------------------------------- coordinates

Expr Positions::coordinate(const notation::IndexVar& var) {
  if (const auto known = context_.frames.find(known::coordinate(var))) return *known;
  const auto made = context_.plan.derived.find(var);
  return made == context_.plan.derived.end() ? storedCoordinate(var) : derived(made->second);
}

Expr Positions::derived(const cin::Derived& var) {
  const Expr made = match(
      var.definition,
      [&](const cin::Combined& c) {
        const Expr inner = coordinate(c.inner);
        return coordinate(c.outer) * lit(c.stride) + inner;
      },
      [&](const cin::Quotient& q) { return binary(BinaryOp::Div, coordinate(q.fused), lit(q.divisor)); },
      [&](const cin::Remainder& r) { return binary(BinaryOp::Mod, coordinate(r.fused), lit(r.divisor)); },
      [](const cin::Stored&) -> Expr { failInternal("the accelerator has no loops over positions"); },
      [&](const cin::Computed&) -> Expr {
        failUnsupported("the accelerator has no computed indices", {}, var.var + " is one",
                        "make a view of the tensor before the loops");
      });
  const Notes& notes = context_.notes;
  return context_.bind(context_.frames.of(var.at), known::coordinate(var.var), var.var, made,
                       fmt::format("{}: coordinate of {}", notes.loopOver(var.at), notes.written(var.var)));
}

// The coordinate in a loop over a level's positions: streamed with the loop, or read by address.
Expr Positions::storedCoordinate(const notation::IndexVar& var) {
  Frames& frames = context_.frames;
  const placement::Loop& loop = context_.loop(var);
  const LevelIterator& driver = loop.iteration.drivers.front();
  const AccessPlan& access = context_.plan.of(driver.access);
  const LevelPlan& level = context_.level(access, driver.level);
  const std::string note = context_.notes.arrayOf(driver.access, Part::Crd, driver.level);
  if (level.crd != MemoryType::Fifo) {
    const Segment fiber = segment(access, driver.level);
    const std::string memory = wholeArray(context_, access, Part::Crd, driver.level, level.crd, level.crdWords);
    const Expr at = fiber.start + frames.at(known::iterator(var));
    return context_.bind(frames.of(var), known::coordinate(var), var, readAt(memory, level.crd, at), note);
  }
  const Stream stored = stream(access, driver.level);
  Frame& outside = frames.of(stored.loop);
  const std::string coordinates =
      context_.names.fresh(placement::arrayName(driver.access.tensor.name, Part::Crd, driver.level));
  allocate(outside, coordinates, MemoryType::Fifo, Type::Int, placement::fifoDepth, {}, note);
  const std::string dram = context_.host.operand(driver.access.tensor, Part::Crd, driver.level);
  outside.body.push_back(streamLoad(dram, stored.positions.start, stored.positions.length, coordinates, note));
  return context_.bind(frames.of(var), known::coordinate(var), var, deq(coordinates), note);
}

// ---------------------------------------------------------------- positions

Expr Positions::position(const AccessPlan& access, int level) {
  if (level < 0) return lit(0);
  const known::Key key = known::of(known::Level::Position, access.access, level);
  if (const auto known = context_.frames.find(key)) return *known;
  const LevelPlan& plan = context_.level(access, level);
  const auto& var = notation::varOfLevel(access.access, level);
  const std::string wanted = fmt::format("{}{}_at", var, access.access.tensor.name);
  const std::string note = context_.notes.arrayOf(access.access, Part::Pos, level);
  const auto bound = [&](const Expr& at) {
    return context_.bind(context_.frames.of(plan.loop), key, wanted, at, note);
  };
  switch (plan.locate) {
    case Locate::Dense: {
      if (level == 0) return coordinate(var);
      const Expr parent = position(access, level - 1),
                 place = parent * extentOfLevel(context_.plan, access.access, level) + coordinate(var);
      return bound(plan.mayBeAbsent ? guarded(parent, place) : place);
    }
    case Locate::Position: {
      const Expr start = segment(access, level).start;
      return bound(start + context_.frames.at(known::iterator(plan.loop)));
    }
    case Locate::Rank: {
      const Expr inFiber = rank(access, plan), place = segment(access, level).start + inFiber;
      return bound(plan.mayBeAbsent ? guarded(inFiber, place) : place);
    }
    case Locate::Search: return bound(search(access, plan));
  }
  failInternal("unknown way to locate");
}

Segment Positions::segment(const AccessPlan& access, int level) {
  Frames& frames = context_.frames;
  const auto key = [&](known::Level what) { return known::of(what, access.access, level); };
  if (const auto start = frames.find(key(known::Level::Start)))
    return {*start, frames.at(key(known::Level::End)), frames.at(key(known::Level::Length))};
  const LevelPlan& plan = context_.level(access, level);
  const LevelPlan* above = level == 0 ? nullptr : &context_.level(access, level - 1);
  const Expr parent = plan.posSlice ? frames.at(known::iterator(above->loop)) : position(access, level - 1);
  const std::string memory = memoryOf(access, level);
  const bool absent = above && above->mayBeAbsent;
  const std::string base = notation::varOfLevel(access.access, level) + access.access.tensor.name;
  Frame& frame = frames.of(above ? above->loop : "");
  const std::string note = context_.notes.arrayOf(access.access, Part::Pos, level);
  const Expr next = absent ? guarded(parent, parent + lit(1)) : parent + lit(1);
  Segment found;
  const auto there = [&](const Expr& at) {
    return absent ? readIfPresent(memory, plan.pos, at, lit(0)) : readAt(memory, plan.pos, at);
  };
  found.start = context_.bind(frame, key(known::Level::Start), base + "_start", there(parent), note);
  found.end = context_.bind(frame, key(known::Level::End), base + "_end", there(next), note);
  found.length = context_.bind(frame, key(known::Level::Length), base + "_len", found.end - found.start, note);
  return found;
}

std::pair<Expr, Expr> Positions::tile(const placement::Tile& tile, const notation::IndexVar& var) {
  const std::int64_t extent = context_.plan.extents.at(var), tiles = context_.plan.extents.at(tile.outer);
  const Expr first = coordinate(tile.outer) * lit(tile.stride);
  const auto inside = [&](const Expr& at) {
    return tiles * tile.stride == extent ? at : binary(BinaryOp::Min, at, lit(extent));
  };
  // Only the last tiles of split_down may begin beyond the extent.
  return {(tiles - 1) * tile.stride <= extent ? first : inside(first), inside(first + lit(tile.stride))};
}

Positions::Run Positions::denseBelow(const AccessPlan& access, int level, const std::string& loop) {
  const Run above = below(access, level - 1, loop);
  const auto& var = notation::varOfLevel(access.access, level);
  const std::int64_t extent = context_.plan.extents.at(var);
  const auto derived = context_.plan.derived.find(var);
  const auto* combined =
      derived == context_.plan.derived.end() ? nullptr : std::get_if<cin::Combined>(&derived->second.definition);
  if (!combined || depthOf(combined->outer) > depthOf(loop))
    return {above.start * lit(extent), above.end * lit(extent)};
  require(above.isOne, "a tile of a level is below one position");
  const auto range = tile({combined->outer, combined->inner, combined->stride}, var);
  const Expr base = above.start * lit(extent);
  return {base + range.first, base + range.second};
}

Positions::Run Positions::below(const AccessPlan& access, int level, const std::string& loop) {
  if (level < 0) return {lit(0), lit(1), true};
  const LevelPlan& plan = context_.level(access, level);
  if (depthOf(plan.loop) <= depthOf(loop)) {
    const Expr at = position(access, level);
    return {at, at + lit(1), true};
  }
  if (plan.locate == Locate::Dense) return denseBelow(access, level, loop);
  const Run above = below(access, level - 1, loop);
  if (above.isOne) {
    const Segment fiber = segment(access, level);
    return {fiber.start, fiber.end};
  }
  const std::string memory = memoryOf(access, level);
  // A slice has the positions of the fiber above, which are all of these.
  const Expr first = plan.posSlice ? lit(0) : above.start, last = plan.posSlice ? above.end - above.start : above.end;
  return {readAt(memory, plan.pos, first), readAt(memory, plan.pos, last)};
}

Stream Positions::stream(const AccessPlan& access, int level) {
  Frames& frames = context_.frames;
  const std::string& around = context_.loop(context_.level(access, level).loop).parent;
  if (access.streamLoop.empty() || depthOf(access.streamLoop) >= depthOf(around))
    return {around, segment(access, level)};
  const std::string& loop = access.streamLoop;
  const auto key = [&](known::Level what) { return known::of(what, access.access, level); };
  if (const auto start = frames.find(key(known::Level::RunStart)))
    return {loop, {*start, frames.at(key(known::Level::RunEnd)), frames.at(key(known::Level::RunLength))}};
  const Run run = below(access, level, loop);
  const std::string base = notation::varOfLevel(access.access, level) + access.access.tensor.name;
  const std::string note = context_.notes.arrayOf(access.access, Part::Pos, level);
  Frame& frame = frames.of(loop);
  Segment all;
  all.start = context_.bind(frame, key(known::Level::RunStart), base + "_from", run.start, note);
  all.end = context_.bind(frame, key(known::Level::RunEnd), base + "_to", run.end, note);
  all.length = context_.bind(frame, key(known::Level::RunLength), base + "_all", all.end - all.start, note);
  return {loop, all};
}

// The memory with the positions of a level: of the whole array, or of the part below one fiber of the level above.
std::string Positions::memoryOf(const AccessPlan& access, int level) {
  Frames& frames = context_.frames;
  const LevelPlan& plan = context_.level(access, level);
  if (!plan.posSlice) return wholeArray(context_, access, Part::Pos, level, plan.pos, plan.posWords);
  const known::Key key = known::of(known::Level::Positions, access.access, level);
  if (frames.find(key)) return frames.memory(key);
  const Segment above = segment(access, level - 1);
  Frame& frame = frames.of(context_.loop(context_.level(access, level - 1).loop).parent);
  const auto& tensor = access.access.tensor;
  const std::string memory = context_.names.fresh(placement::arrayName(tensor.name, Part::Pos, level));
  frame.known[key] = name(memory);
  const std::string note = context_.notes.arrayOf(access.access, Part::Pos, level);
  const std::string dram = context_.host.operand(tensor, Part::Pos, level);
  allocate(frame, memory, plan.pos, Type::Int, plan.posWords, dram, note);
  frame.body.push_back(load(memory, dram, above.start, above.end + lit(1), innerPar(), note));
  return memory;
}

// The rank of the coordinate among the set bits of a level's vector, or -1.
Expr Positions::rank(const AccessPlan& access, const LevelPlan& level) {
  Frames& frames = context_.frames;
  const known::Key key = known::of(known::Level::Rank, access.access, level.level);
  if (const auto known = frames.find(key)) return *known;
  const placement::Loop& loop = context_.loop(level.loop);
  const std::string all = frames.memory(known::allBits(loop.var)),
                    own = frames.memory(known::of(known::Level::Vector, access.access, level.level));
  Frame& outside = frames.of(loop.parent);
  const std::string note =
      fmt::format("{}: ranks of {}", context_.notes.written(access.access), context_.notes.written(loop.var));
  Names& names = context_.names;
  const std::string ranks =
      names.fresh(placement::arrayName(access.access.tensor.name, Part::Crd, level.level) + "_rank");
  const std::string inAll = names.fresh("a"), inOwn = names.fresh("b");
  allocate(outside, ranks, MemoryType::Fifo, Type::Int, placement::fifoDepth, {}, note);
  Frame body;
  body.emit(enq(ranks, name(inOwn), binary(BinaryOp::Ge, name(inAll), lit(0))), note);
  const Scan scan{innerPar(), bitsOf(context_.plan, loop.var), Scan::Mode::Or, {all, own}};
  const std::string var = names.fresh(loop.var), out = names.fresh("o");
  outside.body.push_back(foreach (scan, {var, inAll, out, inOwn}, std::move(body.body), note));
  return context_.bind(frames.of(loop.var), key, loop.var + access.access.tensor.name, deq(ranks), note);
}

// Binary search: the first coordinate of the fiber that is not less than the target, in halving steps from the end; -1
// if it differs from the target. A step before the fiber reads nothing and yields 0, which is less than every target
// but 0. A step's computation between two reads is six operations: one PCU.
Expr Positions::search(const AccessPlan& access, const LevelPlan& level) {
  if (level.maxFiber <= 0) return lit(-1);
  const auto& var = notation::varOfLevel(access.access, level.level);
  const Segment fiber = segment(access, level.level);
  const Expr wanted = coordinate(var);
  const std::string memory = wholeArray(context_, access, Part::Crd, level.level, level.crd, level.crdWords);
  Frame& frame = context_.frames.of(level.loop);
  const std::string note =
      fmt::format("{}: search for {}", context_.notes.written(access.access), context_.notes.written(var));
  const auto step = [&](const char* what, Expr computed) {
    const std::string bound = context_.names.fresh(fmt::format("{}{}_{}", var, access.access.tensor.name, what));
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
    const Expr there = step("crd", readIfPresent(memory, level.crd, inside(next), lit(0)));
    at = step("hi", at - mux(binary(BinaryOp::Ge, there, wanted), lit(width), lit(0)));
  }
  at = step("first", binary(BinaryOp::Max, at, fiber.start));
  const Expr some = step("some", binary(BinaryOp::Lt, at, fiber.end));
  const Expr found = step("hit", readIfPresent(memory, level.crd, mux(some, at, lit(-1)), lit(0)));
  return mux(binary(BinaryOp::And, some, binary(BinaryOp::Eq, found, wanted)), at, lit(-1));
}

// ---------------------------------------------------------------- addresses in memories

Expr Positions::offset(const Access& access, int begin, int end) {
  Expr at = lit(0);
  for (int level = begin; level < end; ++level) {
    const Expr c = coordinate(notation::varOfLevel(access, level));
    at = level == begin ? c : at * extentOfLevel(context_.plan, access, level) + c;
  }
  return at;
}

Expr Positions::index(const AccessPlan& access) {
  const Access& a = access.access;
  const int order = a.tensor.order();
  const bool isAddressed = access.levels.size() == static_cast<std::size_t>(order);
  if (isAddressed && access.sliceBegin == 0 &&
      (placement::isRandom(access.values) || notation::denseTail(a.tensor.format) > 0))
    return position(access, order - 1);
  if (!access.tile) return offset(a, access.sliceBegin, order);
  const Expr inner = offset(a, access.sliceBegin + 1, order);
  return coordinate(access.tile->inner) * extentOfLevels(context_.plan, a, access.sliceBegin + 1, order) + inner;
}

}  // namespace stardust::spatial
