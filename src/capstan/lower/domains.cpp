#include "capstan/lower/domains.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "capstan/lower/extents.h"
#include "capstan/lower/memories.h"
#include "capstan/lower/trip_counts.h"
#include "capstan/plan/rows.h"
#include "spatial/build.h"

namespace stardust::spatial {

using iteration::Combination;
using iteration::Iteration;
using iteration::LevelIterator;
using placement::Loop;
using placement::Part;

namespace {

// One word of the combined bit vectors.
Expr combinedWord(const iteration::Set& set, const Loop& loop, const std::vector<std::string>& vectors) {
  return match(
      set->kind, [](const iteration::Universe&) -> Expr { failInternal("the universe has no bit vector"); },
      [&](const LevelIterator& it) {
        const auto& drivers = loop.iteration.drivers;
        const auto at =
            std::find_if(drivers.begin(), drivers.end(), [&](const LevelIterator& other) { return same(other, it); });
        return name(fmt::format("{}_word", vectors.at(static_cast<std::size_t>(at - drivers.begin()))));
      },
      [&](const Combination& c) {
        const Expr left = combinedWord(c.left, loop, vectors), right = combinedWord(c.right, loop, vectors);
        return binary(c.op == Combination::Op::Union ? BinaryOp::Or : BinaryOp::And, left, right);
      });
}

}  // namespace

// ---------------------------------------------------------------- lanes and bodies

std::vector<std::string> Domains::serialLoops() const {
  std::vector<std::string> loops;
  for (const auto& [loop, isSerial] : isSerial_)
    if (isSerial) loops.push_back(loop);
  return loops;
}

Expr Domains::parallel(const Domain& domain, const Body& body) {
  const Loop& loop = *domain.loop;
  const Expr& iterations = domain.counter ? domain.counter->end : domain.scan->bits;
  // A loop that is lowered twice, to count and to fill, has lanes if one of the two has.
  if (loop.leaf) isSerial_[loop.var] = !isLeaf(body) && (!isSerial_.count(loop.var) || isSerial_[loop.var]);
  if (isLeaf(body))
    return loop.par == 0 || loop.par == context_.plan.innerPar ? lanesOf(context_.plan, iterations) : lit(loop.par);
  const auto* count = std::get_if<Literal>(&iterations->kind);
  const bool isCopied = loop.copied && context_.frames.depth() == 1 && !(count && count->value == 1);
  return isCopied ? name("bp") : lit(1);
}

Stmt Domains::foreachOf(Domain domain, Body body, const std::string& note) {
  const Expr par = parallel(domain, body);
  if (domain.scan) {
    domain.scan->par = par;
    return foreach (*domain.scan, std::move(domain.iterators), std::move(body), note);
  }
  domain.counter->par = par;
  return foreach (*domain.counter, domain.iterators.front(), std::move(body), note);
}

Stmt Domains::reduceOf(Domain domain, const std::string& accumulator, Body body, Expr result, ReduceOp op,
                       const std::string& note) {
  const Expr par = parallel(domain, body);
  if (domain.scan) {
    domain.scan->par = par;
    return reduce(accumulator, *domain.scan, std::move(domain.iterators), std::move(body), std::move(result), op, note);
  }
  domain.counter->par = par;
  return reduce(accumulator, *domain.counter, domain.iterators.front(), std::move(body), std::move(result), op, note);
}

// ---------------------------------------------------------------- loops that count

Domain Domains::open(const std::string& var) {
  const Loop& loop = context_.loop(var);
  if (loop.iteration.kind == Iteration::Kind::Scan) return openScan(loop);
  Domain domain{&loop, {}, {}, {}};
  std::string iterator = var;
  Expr end;
  if (loop.sparse()) {
    const LevelIterator& driver = loop.iteration.drivers.front();
    end = positions_.segment(context_.plan.of(driver.access), driver.level).length;
    iterator = var + driver.access.tensor.name;
  } else {
    end = tripCount(context_, positions_, loop);
  }
  domain.counter = upTo(end, lit(1));
  domain.iterators = {context_.names.fresh(iterator)};
  context_.frames.open(var);
  auto& known = context_.frames.innermost().known;
  known[known::iterator(var)] = name(domain.iterators.front());
  if (!loop.sparse()) known[known::coordinate(var)] = name(domain.iterators.front());
  return domain;
}

// ---------------------------------------------------------------- loops that scan bit vectors

// Fills a FIFO with the coordinates of one fiber: a stream from DRAM, or a loop over the copy that the passes share.
Stmt Domains::coordinatesInto(const std::string& fifo, const LevelIterator& driver, const Segment& fiber,
                              const std::string& note) {
  const AccessPlan& access = context_.plan.of(driver.access);
  const LevelPlan& level = context_.level(access, driver.level);
  if (level.crd == MemoryType::Fifo)
    return streamLoad(context_.host.operand(driver.access.tensor, Part::Crd, driver.level), fiber.start, fiber.length,
                      fifo, note);
  const std::string memory = wholeArray(context_, access, Part::Crd, driver.level, level.crd, level.crdWords);
  const std::string at = context_.names.fresh("p");
  Frame body;
  body.emit(enq(fifo, readAt(memory, level.crd, fiber.start + name(at))), note);
  return foreach (upTo(fiber.length, lanesOf(context_.plan, fiber.length)), at, std::move(body.body), note);
}

// Streams the coordinates of one fiber into a bit vector.
std::string Domains::bitVector(const LevelIterator& driver, const notation::IndexVar& var) {
  const AccessPlan& access = context_.plan.of(driver.access);
  const Segment fiber = positions_.segment(access, driver.level);
  Frame& frame = context_.frames.innermost();
  const known::Key key = known::of(known::Level::Bits, access.access, driver.level);
  if (frame.known.count(key)) return context_.frames.memory(key);
  const std::string base = placement::arrayName(driver.access.tensor.name, Part::Crd, driver.level);
  const std::string coordinates = context_.names.fresh(base), bits = context_.names.fresh(base + "_bits");
  const Notes& notes = context_.notes;
  const std::string note = notes.arrayOf(access.access, Part::Crd, driver.level);
  allocate(frame, coordinates, MemoryType::Fifo, Type::Int, placement::fifoDepth, {}, note);
  frame.body.push_back(coordinatesInto(coordinates, driver, fiber, note));
  // A fiber that is scanned twice is buffered as a whole for the second scan.
  const bool isTwice = context_.isReserved();
  const std::int64_t depth =
      isTwice ? placement::wholeTiles(context_.plan.extents.at(var)) / wordBits : placement::fifoDepth;
  if (isTwice) frame.known[key] = name(bits);
  frame.body.push_back(memory(bits, MemoryKind::Fifo, Type::U32, lit(depth),
                              fmt::format("{}: bit vector of {}", notes.written(access.access), notes.written(var))));
  frame.body.push_back(genBitVector(bitsOf(context_.plan, var), fiber.length, coordinates, bits, note));
  return bits;
}

// The number of scans among `loop` and its ancestors; 0 for "".
int Domains::scansAround(const std::string& loop) const {
  if (loop.empty()) return 0;
  const Loop& at = context_.loop(loop);
  return scansAround(at.parent) + (at.iteration.kind == Iteration::Kind::Scan ? 1 : 0);
}

// A scanner of two vectors has four outputs to each unit in its loop, a scanner of one vector has three. A unit in two
// such loops that also exports results has inputs for one of each. Three such nested loops have more iterators than
// Spatial's compiler can process.
bool Domains::scansPair(const Loop& loop) const {
  if (loop.iteration.drivers.size() != 2) return false;
  const auto* domain = std::get_if<Combination>(&loop.iteration.domain->kind);
  const int most = domain->op == Combination::Op::Union ? 1 : 2;  // number of scans in a nest
  const auto& loops = context_.plan.loops;
  return std::none_of(loops.begin(), loops.end(), [&](const auto& entry) {
    const auto isInside = [&] {
      for (std::string at = entry.second.parent; !at.empty(); at = context_.loop(at).parent)
        if (at == loop.var) return true;
      return false;
    };
    return entry.second.iteration.kind == Iteration::Kind::Scan && scansAround(entry.first) > most && isInside();
  });
}

// Combines more than one vector, word by word.
std::string Domains::combinedBits(const Loop& loop, const std::vector<std::string>& vectors) {
  const Notes& notes = context_.notes;
  const std::string all = context_.names.fresh(loop.var + "_bits"), word = context_.names.fresh("w");
  Frame& frame = context_.frames.innermost();
  std::vector<std::string> merged;
  for (const LevelIterator& driver : loop.iteration.drivers) merged.push_back(notes.written(driver.access));
  const std::string note =
      fmt::format("{}: combining the bit vectors of {}", notes.loopOver(loop.var), fmt::join(merged, ", "));
  frame.body.push_back(memory(all, MemoryKind::Fifo, Type::U32, lit(placement::fifoDepth), note));
  Frame words;
  for (const std::string& vector : vectors) words.emit(val(vector + "_word", deq(vector)), note);
  words.emit(enq(all, combinedWord(loop.iteration.domain, loop, vectors)), note);
  const Expr count = binary(BinaryOp::Div, bitsOf(context_.plan, loop.var), lit(wordBits));
  frame.body.push_back(foreach (upTo(count, lit(tileWords)), word, std::move(words.body), note));
  return all;
}

// Two vectors go to one scanner, which computes both ranks. More vectors are combined into one; further scanners
// compute ranks on demand.
Domain Domains::openScan(const Loop& loop) {
  const std::string& var = loop.var;
  const auto& drivers = loop.iteration.drivers;
  Names& names = context_.names;
  std::vector<std::string> vectors;
  for (const LevelIterator& driver : drivers)
    vectors.push_back(isBitVector(driver) ? workspaces_.storedBits(driver.access) : bitVector(driver, var));
  const Expr bits = bitsOf(context_.plan, var);
  Domain domain{&loop, {}, Scan{lit(1), bits, Scan::Mode::Or, vectors}, {}};
  const std::string coordinate = names.fresh(var);
  const bool isPair = scansPair(loop);
  if (isPair) {
    const auto& c = std::get<Combination>(loop.iteration.domain->kind);
    domain.scan->mode = c.op == Combination::Op::Union ? Scan::Mode::Or : Scan::Mode::And;
    domain.iterators = {coordinate, names.fresh(var + drivers[0].access.tensor.name), names.fresh(var + "_out"),
                        names.fresh(var + drivers[1].access.tensor.name)};
  } else {
    if (drivers.size() > 1) domain.scan->vectors = {combinedBits(loop, vectors)};
    domain.iterators = {coordinate, names.fresh(var + "_out")};
  }
  context_.frames.open(var);
  auto& known = context_.frames.innermost().known;
  known[known::coordinate(var)] = name(coordinate);
  const auto key = [&](known::Level what, const LevelIterator& driver) {
    return known::of(what, driver.access, driver.level);
  };
  if (isPair) {
    known[key(known::Level::Rank, drivers[0])] = name(domain.iterators[1]);
    known[key(known::Level::Rank, drivers[1])] = name(domain.iterators[3]);
  } else {
    known[known::allBits(var)] = name(domain.scan->vectors.front());
    for (std::size_t i = 0; i < drivers.size(); ++i) known[key(known::Level::Vector, drivers[i])] = name(vectors[i]);
  }
  return domain;
}

}  // namespace stardust::spatial
