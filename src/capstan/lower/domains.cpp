// Loops: what they run over, and the coordinates and ranks of their iterations.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "capstan/lower/accel.h"
#include "capstan/plan/rows.h"
#include "spatial/build.h"

namespace stardust::spatial {

using iteration::Combination;
using iteration::Iteration;
using iteration::LevelIterator;
using placement::Loop;
using placement::MemoryType;
using placement::Part;

Expr Accel::innerPar() const { return name("ip"); }

// The lanes of so many iterations: no more, because Spatial's compiler looks for a bank for each.
Expr Accel::lanesOf(const Expr& iterations) const {
  const auto* count = std::get_if<Literal>(&iterations->kind);
  return count && count->value > 0 && count->value < plan_.innerPar ? iterations : innerPar();
}

std::vector<std::string> Accel::serialLoops() const {
  std::vector<std::string> loops;
  for (const auto& [loop, isSerial] : isSerial_)
    if (isSerial) loops.push_back(loop);
  return loops;
}

Expr Accel::parallel(const Loop& loop, const Body& body, const Expr& iterations) {
  // A loop that is lowered twice, to count and to fill, has lanes if either has.
  if (loop.leaf) isSerial_[loop.var] = !isLeaf(body) && (!isSerial_.count(loop.var) || isSerial_[loop.var]);
  if (isLeaf(body)) return loop.par == 0 || loop.par == plan_.innerPar ? lanesOf(iterations) : lit(loop.par);
  const auto* count = std::get_if<Literal>(&iterations->kind);
  const bool isCopied = loop.copied && frames_.depth() == 1 && !(count && count->value == 1);
  return isCopied ? name("bp") : lit(1);
}

Accel::Domain Accel::open(const std::string& var) {
  const Loop& loop = plan_.loops.at(var);
  if (loop.iteration.kind == Iteration::Kind::Scan) return openScan(loop);
  Domain domain{&loop, {}, {}, {}};
  std::string iterator = var;
  Expr end;
  if (loop.sparse()) {
    const LevelIterator& driver = loop.iteration.drivers.front();
    end = segment(plan_.of(driver.access), driver.level).length;
    iterator = var + driver.access.tensor.name;
  } else {
    end = tripCount(loop);
  }
  domain.counter = upTo(end, lit(1));
  domain.iterators = {names_.fresh(iterator)};
  frames_.open(var);
  auto& known = frames_.innermost().known;
  known["iterator " + var] = name(domain.iterators.front());
  if (!loop.sparse()) known["coordinate " + var] = name(domain.iterators.front());
  return domain;
}

// Coordinates of one fiber, streamed into a bit vector.
std::string Accel::bitVector(const AccessPlan& access, const LevelPlan& level, const std::string& var) {
  const auto& tensor = access.access.tensor;
  const Segment fiber = segment(access, level.level);
  const std::string key = keyOf("bits", access.access, level.level);
  if (const auto known = frames_.innermost().known.find(key); known != frames_.innermost().known.end())
    return memoryOf(key);
  const std::string base = placement::arrayName(tensor.name, Part::Crd, level.level);
  const std::string coordinates = names_.fresh(base), bits = names_.fresh(base + "_bits");
  Frame& frame = frames_.innermost();
  const std::string note = arrayOf(access.access, Part::Crd, level.level);
  allocate(frame, coordinates, MemoryType::Fifo, Type::Int, placement::fifoDepth, {}, note);
  frame.body.push_back(
      streamLoad(host_.operand(tensor, Part::Crd, level.level), fiber.start, fiber.length, coordinates, note));
  // A fiber that is scanned twice waits here, whole, for the second time.
  const std::int64_t depth =
      isReserved() ? placement::wholeTiles(plan_.extents.at(var)) / wordBits : placement::fifoDepth;
  if (isReserved()) frame.known[key] = name(bits);
  frame.body.push_back(memory(bits, MemoryKind::Fifo, Type::U32, lit(depth),
                              fmt::format("{}: bit vector of {}", written(access.access), written(var))));
  frame.body.push_back(genBitVector(host_.bits(var), fiber.length, coordinates, bits, note));
  return bits;
}

// One word of the combined vectors.
Expr Accel::combined(const iteration::Set& set, const Loop& loop, const std::vector<std::string>& vectors) {
  return match(
      set->kind, [](const iteration::Universe&) -> Expr { failInternal("the universe has no bit vector"); },
      [&](const LevelIterator& it) {
        const auto& drivers = loop.iteration.drivers;
        const auto at =
            std::find_if(drivers.begin(), drivers.end(), [&](const LevelIterator& other) { return same(other, it); });
        return name(fmt::format("{}_word", vectors.at(static_cast<std::size_t>(at - drivers.begin()))));
      },
      [&](const Combination& c) {
        return binary(c.op == Combination::Op::Union ? BinaryOp::Or : BinaryOp::And, combined(c.left, loop, vectors),
                      combined(c.right, loop, vectors));
      });
}

// Scans from `loop` up, itself included; "" has none.
int Accel::scansAround(const std::string& loop) const {
  if (loop.empty()) return 0;
  const Loop& at = plan_.loops.at(loop);
  return scansAround(at.parent) + (at.iteration.kind == Iteration::Kind::Scan ? 1 : 0);
}

// A scanner of two vectors tells four things to each unit in its loop, and one of one vector three. A unit in two such
// loops that gives away what it computes has inputs for one of each. Three such loops around each other have more
// iterators than Spatial's compiler gets through, whatever is computed.
bool Accel::scansPair(const Loop& loop) const {
  if (loop.iteration.drivers.size() != 2) return false;
  const auto* domain = std::get_if<Combination>(&loop.iteration.domain->kind);
  const int most = domain->op == Combination::Op::Union ? 1 : 2;  // scans of a nest
  return std::none_of(plan_.loops.begin(), plan_.loops.end(), [&](const auto& entry) {
    const auto isInside = [&] {
      for (std::string at = entry.second.parent; !at.empty(); at = plan_.loops.at(at).parent)
        if (at == loop.var) return true;
      return false;
    };
    return entry.second.iteration.kind == Iteration::Kind::Scan && scansAround(entry.first) > most && isInside();
  });
}

// Two vectors go to one scanner, which ranks both. More are combined word by word into one; ranks come from further
// scanners on demand.
Accel::Domain Accel::openScan(const Loop& loop) {
  const std::string& var = loop.var;
  const auto& drivers = loop.iteration.drivers;
  std::vector<std::string> vectors;
  for (const LevelIterator& driver : drivers) {
    const AccessPlan& access = plan_.of(driver.access);
    vectors.push_back(isBitVector(driver)
                          ? storedBits(driver.access, row(driver.access))
                          : bitVector(access, access.levels.at(static_cast<std::size_t>(driver.level)), var));
  }
  const Expr bits = host_.bits(loop.var);
  Domain domain{&loop, {}, Scan{lit(1), bits, Scan::Mode::Or, vectors}, {}};
  const std::string coordinate = names_.fresh(var);
  if (scansPair(loop)) {
    const auto& c = std::get<Combination>(loop.iteration.domain->kind);
    domain.scan->mode = c.op == Combination::Op::Union ? Scan::Mode::Or : Scan::Mode::And;
    domain.iterators = {coordinate, names_.fresh(var + drivers[0].access.tensor.name), names_.fresh(var + "_out"),
                        names_.fresh(var + drivers[1].access.tensor.name)};
  } else if (drivers.size() == 1) {
    domain.iterators = {coordinate, names_.fresh(var + "_out")};
  } else {
    const std::string all = names_.fresh(var + "_bits"), word = names_.fresh("w");
    Frame& frame = frames_.innermost();
    std::vector<std::string> merged;
    for (const LevelIterator& driver : drivers) merged.push_back(written(driver.access));
    const std::string note = fmt::format("{}: combining the bit vectors of {}", loopOver(var), fmt::join(merged, ", "));
    frame.body.push_back(memory(all, MemoryKind::Fifo, Type::U32, lit(placement::fifoDepth), note));
    Frame words;
    for (const std::string& vector : vectors) emit(words, val(vector + "_word", deq(vector)), note);
    emit(words, enq(all, combined(loop.iteration.domain, loop, vectors)), note);
    frame.body.push_back(
        foreach (upTo(binary(BinaryOp::Div, bits, lit(wordBits)), lit(tileWords)), word, std::move(words.body), note));
    domain.scan->vectors = {all};
    domain.iterators = {coordinate, names_.fresh(var + "_out")};
  }
  frames_.open(var);
  auto& known = frames_.innermost().known;
  known["coordinate " + var] = name(coordinate);
  if (scansPair(loop)) {
    known[keyOf("rank", drivers[0].access, drivers[0].level)] = name(domain.iterators[1]);
    known[keyOf("rank", drivers[1].access, drivers[1].level)] = name(domain.iterators[3]);
  } else {
    known["combined " + var] = name(domain.scan->vectors.front());
    for (std::size_t i = 0; i < drivers.size(); ++i)
      known[keyOf("vector", drivers[i].access, drivers[i].level)] = name(vectors[i]);
  }
  return domain;
}

// Among the set bits of the vector of one level: which one this coordinate is, or -1.
Expr Accel::rank(const AccessPlan& access, const LevelPlan& level) {
  const std::string key = keyOf("rank", access.access, level.level);
  if (const auto known = frames_.find(key)) return *known;
  const Loop& loop = plan_.loops.at(level.loop);
  const auto vectorName = [&](const std::string& at) { return std::get<Name>((*frames_.find(at))->kind).name; };
  const std::string all = vectorName("combined " + loop.var),
                    own = vectorName(keyOf("vector", access.access, level.level));
  Frame& outside = frames_.of(loop.parent);
  const std::string note = fmt::format("{}: ranks of {}", written(access.access), written(loop.var));
  const std::string ranks =
      names_.fresh(placement::arrayName(access.access.tensor.name, Part::Crd, level.level) + "_rank");
  const std::string inAll = names_.fresh("a"), inOwn = names_.fresh("b");
  allocate(outside, ranks, MemoryType::Fifo, Type::Int, placement::fifoDepth, {}, note);
  Frame body;
  emit(body, enq(ranks, name(inOwn), binary(BinaryOp::Ge, name(inAll), lit(0))), note);
  outside.body.push_back(foreach (Scan{innerPar(), host_.bits(loop.var), Scan::Mode::Or, {all, own}},
                                  {names_.fresh(loop.var), inAll, names_.fresh("o"), inOwn}, std::move(body.body),
                                  note));
  return bind(frames_.of(loop.var), key, loop.var + access.access.tensor.name, deq(ranks), note);
}

Expr Accel::coordinate(const notation::IndexVar& var) {
  const std::string key = "coordinate " + var;
  if (const auto known = frames_.find(key)) return *known;
  if (const auto made = plan_.derived.find(var); made != plan_.derived.end()) return derived(made->second);
  const Loop& loop = plan_.loops.at(var);
  const LevelIterator& driver = loop.iteration.drivers.front();
  const AccessPlan& access = plan_.of(driver.access);
  const LevelPlan& level = access.levels.at(static_cast<std::size_t>(driver.level));
  const Segment fiber = segment(access, driver.level);
  const std::string note = arrayOf(driver.access, Part::Crd, driver.level);
  if (level.crd != MemoryType::Fifo) {
    const std::string memory = wholeArray(access, Part::Crd, driver.level, level.crd, level.crdWords);
    return bind(frames_.of(var), key, var, readAt(memory, level.crd, fiber.start + *frames_.find("iterator " + var)),
                note);
  }
  Frame& outside = frames_.of(loop.parent);
  const std::string coordinates =
      names_.fresh(placement::arrayName(driver.access.tensor.name, Part::Crd, driver.level));
  allocate(outside, coordinates, MemoryType::Fifo, Type::Int, placement::fifoDepth, {}, note);
  outside.body.push_back(streamLoad(host_.operand(driver.access.tensor, Part::Crd, driver.level), fiber.start,
                                    fiber.length, coordinates, note));
  return bind(frames_.of(var), key, var, deq(coordinates), note);
}

Stmt Accel::foreachOf(Domain domain, Body body, const std::string& note) {
  const Expr par = parallel(*domain.loop, body, domain.counter ? domain.counter->end : domain.scan->bits);
  if (domain.scan) {
    domain.scan->par = par;
    return foreach (*domain.scan, std::move(domain.iterators), std::move(body), note);
  }
  domain.counter->par = par;
  return foreach (*domain.counter, domain.iterators.front(), std::move(body), note);
}

Stmt Accel::reduceOf(Domain domain, const std::string& accumulator, Body body, Expr result, ReduceOp op,
                     const std::string& note) {
  const Expr par = parallel(*domain.loop, body, domain.counter ? domain.counter->end : domain.scan->bits);
  if (domain.scan) {
    domain.scan->par = par;
    return reduce(accumulator, *domain.scan, std::move(domain.iterators), std::move(body), std::move(result), op, note);
  }
  domain.counter->par = par;
  return reduce(accumulator, *domain.counter, domain.iterators.front(), std::move(body), std::move(result), op, note);
}

}  // namespace stardust::spatial
