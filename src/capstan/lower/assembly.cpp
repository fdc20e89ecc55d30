// Results whose structure is computed: for each compressed level a pass that counts its coordinates and a running sum
// of the counts, which gives the positions; then a pass that fills coordinates and values in order. The same for every
// parallelisation.
#include <fmt/format.h>

#include "capstan/lower/accel.h"
#include "capstan/plan/rows.h"
#include "levels/registry.h"
#include "spatial/build.h"

namespace stardust::spatial {

using notation::varOfLevel;
using placement::Assembly;
using placement::MemoryType;
using placement::Part;

// Positions and coordinates of the result are the arrays of one operand: nothing is computed and nothing moves.
void Accel::shareStructure(const AccessPlan& result) {
  const auto& tensor = result.access.tensor;
  for (int level = 0; level < placement::tailBegin(result.access); ++level)
    if (!levels::of(tensor.format.level(level)).hasLocate)
      for (const auto part : {Part::Pos, Part::Crd}) host_.share(tensor, part, level, result.structureOf->tensor);
}

void Accel::findCompressed() {
  const AccessPlan& result = plan_.result();
  for (int level = 0; level < placement::tailBegin(result.access); ++level)
    if (!levels::of(result.access.tensor.format.level(level)).hasLocate) compressed_.push_back(level);
}

void Accel::assemble() {
  findCompressed();
  for (int ordinal = 0; ordinal < static_cast<int>(compressed_.size()); ++ordinal) {
    pass_ = Pass::Count;
    countPass(plan_.stmt, ordinal);
    endPass();
    prefixSum(ordinal);
  }
  pass_ = Pass::Fill;
  statement(plan_.stmt);
}

// What a pass stores is stored before the next pass begins.
void Accel::endPass() {
  Frame& top = frames_.of("");
  top.body.insert(top.body.end(), top.tail.begin(), top.tail.end());
  top.tail.clear();
}

// Positions above a compressed level of the result: its fibers.
Expr Accel::parents(int ordinal) {
  const AccessPlan& result = plan_.result();
  const int level = compressed_.at(static_cast<std::size_t>(ordinal));
  int above = 0;
  Expr count = lit(1);
  if (ordinal > 0) {
    above = compressed_.at(static_cast<std::size_t>(ordinal - 1)) + 1;
    const std::string key = fmt::format("total {}", ordinal - 1);
    const auto known = frames_.find(key);
    const auto& tensor = result.access.tensor.name;
    count = known ? *known
                  : bind(frames_.of(""), key, fmt::format("{}{}_total", tensor, above),
                         sparseRead(positionsOfResult(ordinal - 1), parents(ordinal - 1)),
                         arrayOf(result.access, Part::Pos, above - 1));
  }
  for (int l = above; l < level; ++l) count = count * extentOfLevel(result.access, l);
  return count;
}

std::string Accel::positionsOfResult(int ordinal) { return memoryOf(fmt::format("result pos {}", ordinal)); }

// Where the entries of a compressed level are that belong to the dense coordinates around its outermost compressed
// loop.
Accel::Segment Accel::resultRange(int ordinal) {
  const AccessPlan& result = plan_.result();
  const std::string startKey = fmt::format("result start {}", ordinal), endKey = fmt::format("result end {}", ordinal),
                    lengthKey = fmt::format("result length {}", ordinal);
  if (const auto start = frames_.find(startKey)) return {*start, *frames_.find(endKey), *frames_.find(lengthKey)};
  const int level = compressed_.at(static_cast<std::size_t>(ordinal));
  Expr first, last;
  if (ordinal == 0) {
    first = lit(0);
    for (int l = 0; l < level; ++l) {
      const Expr c = coordinate(varOfLevel(result.access, l));
      first = l == 0 ? c : first * extentOfLevel(result.access, l) + c;
    }
    last = first + lit(1);
  } else {
    const Segment above = resultRange(ordinal - 1);
    Expr extent = lit(1);
    for (int l = compressed_.at(static_cast<std::size_t>(ordinal - 1)) + 1; l < level; ++l)
      extent = extent * extentOfLevel(result.access, l);
    first = above.start * extent;
    last = above.end * extent;
  }
  Frame& frame = resultFrame(ordinal);
  const std::string memory = positionsOfResult(ordinal),
                    base = fmt::format("{}{}", result.access.tensor.name, level + 1);
  const std::string note = arrayOf(result.access, Part::Pos, level);
  Segment range;
  range.start = bind(frame, startKey, base + "_start", sparseRead(memory, first), note);
  range.end = bind(frame, endKey, base + "_end", sparseRead(memory, last), note);
  range.length = bind(frame, lengthKey, base + "_len", range.end - range.start, note);
  return range;
}

// Around the loop whose range of a level is known at once: the fiber of a reserved one, all fibers below the dense
// coordinates of a counted one.
Frame& Accel::resultFrame(int ordinal) {
  const int level = isReserved() ? compressed_.at(static_cast<std::size_t>(ordinal)) : compressed_.front();
  return frames_.of(plan_.loops.at(plan_.result().levels.at(static_cast<std::size_t>(level)).loop).parent);
}

// A FIFO whose elements are stored in order in a range of a DRAM.
std::string Accel::resultStream(const std::string& key, const std::string& wanted, Type type, const std::string& dram,
                                int ordinal, const Segment& range, const std::string& note) {
  if (frames_.find(key)) return memoryOf(key);
  Frame& frame = resultFrame(ordinal);
  const std::string fifo = names_.fresh(wanted);
  frame.known[key] = name(fifo);
  allocate(frame, fifo, MemoryType::Fifo, type, placement::fifoDepth, {}, note);
  frame.tail.push_back(streamStore(dram, range.start, fifo, range.length, note));
  return fifo;
}

void Accel::countPass(const cin::Stmt& stmt, int ordinal) {
  match(
      stmt->kind, [&](const cin::Forall& s) { countLoop(s, ordinal); },
      [](const cin::Assign&) { failInternal("a count pass ends at a loop"); },
      [&](const cin::Where& s) {
        flag(s.producer);
        countPass(s.consumer, ordinal);
      },
      [](const cin::Sequence&) { failInternal("a sequence above a compressed result"); },
      [&](const cin::Map& s) { countPass(s.body, ordinal); },
      [&](const cin::SuchThat& s) { countPass(s.body, ordinal); });
}

void Accel::countLoop(const cin::Forall& forall, int ordinal) {
  const AccessPlan& result = plan_.result();
  const auto loopOf = [&](int level) { return result.levels.at(static_cast<std::size_t>(level)).loop; };
  const int level = compressed_.at(static_cast<std::size_t>(ordinal));
  if (forall.var == loopOf(level)) {
    recordCount(termsOfLoop(forall, counting(level)).count, ordinal);
    return;
  }
  Domain domain = open(forall.var);
  const int above = ordinal > 0 ? compressed_.at(static_cast<std::size_t>(ordinal - 1)) : -1;
  if (above >= 0 && forall.var == loopOf(above) && above + 1 < level) {
    // Dense levels in between: whether this coordinate is stored is known only when all of its fibers are counted.
    const Expr stored = blockStored(forall.var, forall.body, "stored");
    const Expr at = coordinate(forall.var);
    emit(frames_.innermost(), enq(coordinateStream(ordinal - 1), at, stored), arrayOf(result.access, Part::Crd, above));
  }
  countPass(forall.body, ordinal);
  Frame frame = frames_.close();
  const std::string note =
      fmt::format("{}: counting what {} stores", loopOver(forall.var), written(plan_.result().access));
  frames_.innermost().body.push_back(foreachOf(std::move(domain), std::move(frame.body), note));
}

// Of the outermost compressed level by address; of the others in order, with the coordinates of the level above.
void Accel::recordCount(const Expr& count, int ordinal) {
  const AccessPlan& result = plan_.result();
  const auto& tensor = result.access.tensor;
  const int level = compressed_.at(static_cast<std::size_t>(ordinal));
  const std::string base = fmt::format("{}{}_cnt", tensor.name, level + 1);
  const std::string note =
      fmt::format("{}: how many coordinates of {}", written(result.access), written(varOfLevel(result.access, level)));
  if (ordinal == 0) {
    Expr at = lit(0), words = lit(1);
    std::int64_t bound = 1;
    for (int l = 0; l < level; ++l) {
      const Expr c = coordinate(varOfLevel(result.access, l));
      at = l == 0 ? c : at * extentOfLevel(result.access, l) + c;
      words = words * extentOfLevel(result.access, l);
      bound = result.bounds.at(static_cast<std::size_t>(l));
    }
    const MemoryType kind = result.levels.at(static_cast<std::size_t>(level)).pos;
    const std::string memory = names_.fresh(base);
    Frame& top = frames_.of("");
    const std::string dram = kind == MemoryType::SparseDram ? host_.scratch(memory, Type::Int, words) : std::string();
    allocate(top, memory, kind, Type::Int, std::max<std::int64_t>(1, bound), dram, note);
    bool skips = false;
    for (int l = 0; l < level; ++l)
      skips = skips || plan_.loops.at(result.levels.at(static_cast<std::size_t>(l)).loop).sparse();
    if (skips) initialize(top, memory, kind, words, lit(0), note);
    top.known["counts"] = name(memory);
    emit(frames_.innermost(), sparseWrite(memory, at, count), note);
    return;
  }
  const int above = compressed_.at(static_cast<std::size_t>(ordinal - 1));
  Expr stored;
  const bool isDirect = above + 1 == level;
  const Segment range = resultRange(ordinal - 1);
  if (isDirect) {
    stored = binary(BinaryOp::Gt, count, lit(0));
    const Expr at = coordinate(varOfLevel(result.access, above));
    emit(frames_.innermost(), enq(coordinateStream(ordinal - 1), at, stored), arrayOf(result.access, Part::Crd, above));
  } else {
    stored = *frames_.find("stored");
  }
  Expr extent = lit(1);
  std::int64_t bound = result.bounds.at(static_cast<std::size_t>(level - 1));
  for (int l = above + 1; l < level; ++l) extent = extent * extentOfLevel(result.access, l);
  const std::string dram = host_.scratch(base, Type::Int, lit(std::max<std::int64_t>(1, bound)));
  const Segment scaled{range.start * extent, range.end * extent, range.length * extent};
  const std::string fifo =
      resultStream(fmt::format("result count {}", ordinal), base, Type::Int, dram, ordinal - 1, scaled, note);
  frames_.of("").known["counts dram"] = name(dram);
  emit(frames_.innermost(), enq(fifo, count, stored), note);
}

// pos(q) = the counts before q, summed one after the other.
void Accel::prefixSum(int ordinal) {
  const AccessPlan& result = plan_.result();
  const auto& tensor = result.access.tensor;
  const int level = compressed_.at(static_cast<std::size_t>(ordinal));
  const LevelPlan& plan = result.levels.at(static_cast<std::size_t>(level));
  const std::string base = placement::arrayName(tensor.name, Part::Pos, level);
  const std::string note = arrayOf(result.access, Part::Pos, level);
  const Expr count = parents(ordinal);
  Frame& top = frames_.of("");
  std::string counts;
  if (ordinal == 0) {
    counts = memoryOf("counts");
  } else {
    counts = names_.fresh(fmt::format("{}{}_cnt", tensor.name, level + 1));
    allocate(top, counts, MemoryType::SparseDram, Type::Int, plan.posWords, memoryOf("counts dram"), note);
  }
  const std::string memory = names_.fresh(base), cursor = names_.fresh(base + "_next");
  const Expr posWords = lit(std::min<std::int64_t>(plan.posWords, std::numeric_limits<std::int32_t>::max()));
  const std::string dram = host_.result(tensor, Part::Pos, level, posWords, Host::Size::Bound);
  allocate(top, cursor, MemoryType::SparseSram, Type::Int, 1, {}, note);
  emit(top, sparseWrite(cursor, lit(0), lit(0)), note);
  allocate(top, memory, plan.pos, Type::Int, plan.posWords, dram, note);
  top.known[fmt::format("result pos {}", ordinal)] = name(memory);
  const std::string q = names_.fresh("q"), c = names_.fresh("c"), next = names_.fresh("next");
  Frame sums;
  emit(sums, val(c, sparseRead(counts, name(q) - lit(1))), note);
  emit(sums, val(next, rmw({cursor, lit(0), name(c), "add", "ordered"})), note);
  emit(sums, sparseWrite(memory, name(q), name(next)), note);
  top.body.push_back(
      foreach (upTo(count + lit(1), lit(1)), q, std::move(sums.body), note + ", summed from the counts"));
  if (plan.pos != MemoryType::SparseDram)
    top.body.push_back(spatial::store(dram, lit(0), count + lit(1), innerPar(), memory, note));
}

std::string Accel::coordinateStream(int ordinal) {
  const AccessPlan& result = plan_.result();
  const auto& tensor = result.access.tensor;
  const int level = compressed_.at(static_cast<std::size_t>(ordinal));
  const std::string dram =
      host_.result(tensor, Part::Crd, level, lit(result.bounds.at(static_cast<std::size_t>(level))), Host::Size::Bound);
  return resultStream(fmt::format("result crd {}", ordinal), placement::arrayName(tensor.name, Part::Crd, level),
                      Type::Int, dram, ordinal, resultRange(ordinal), arrayOf(result.access, Part::Crd, level));
}

// Whether a coordinate has a term anywhere in `body`, which is in its loop.
Expr Accel::blockStored(const notation::IndexVar& var, const cin::Stmt& body, const std::string& key) {
  const Condition stored = found(body);
  return bind(frames_.innermost(), key, var + "_stored",
              stored ? *stored : binary(BinaryOp::Eq, coordinate(var), coordinate(var)),
              fmt::format("{}: which coordinates of {} are stored", written(plan_.result().access), written(var)));
}

// Whether a loop is over the coordinates above blocks of a counted result, which go out where a block is stored.
bool Accel::passesCoordinates(const cin::Forall& forall) const {
  const AccessPlan& result = plan_.result();
  if (pass_ != Pass::Fill || result.assembly != Assembly::Counted) return false;
  const int level = compressed_.back();
  return forall.var == result.levels.at(static_cast<std::size_t>(level)).loop &&
         level + 1 < result.access.tensor.order();
}

void Accel::passCoordinate(const notation::IndexVar& var, const cin::Stmt& body) {
  const AccessPlan& result = plan_.result();
  const Expr stored = blockStored(var, body, "block stored");
  const Expr at = coordinate(var);
  emit(frames_.innermost(), enq(coordinateStream(static_cast<int>(compressed_.size()) - 1), at, stored),
       arrayOf(result.access, Part::Crd, compressed_.back()));
}

// A block that is copied from a dense workspace is known to be stored by its flags, which are filled with its values.
void Accel::fillBlock(const cin::Forall& forall) {
  const cin::Stmt body = withoutMaps(forall.body);
  const auto* where = std::get_if<cin::Where>(&body->kind);
  const cin::Assign* filled = where ? &mainAssignment(where->producer) : nullptr;
  const bool isFlagged = filled && filled->lhs.tensor.order() > 0 && !filled->lhs.tensor.isSparseWorkspace();
  if (isFlagged) produce(where->producer);
  const cin::Stmt& rest = isFlagged ? where->consumer : forall.body;
  passCoordinate(forall.var, rest);
  statement(rest);
}

// One entry of a result whose structure is computed.
void Accel::storeEntry(const Access& lhs, const Expr& computed, const Condition& stored) {
  const AccessPlan& result = plan_.result();
  const auto& tensor = lhs.tensor;
  const int level = compressed_.back(), last = static_cast<int>(compressed_.size()) - 1;
  const Segment range = resultRange(last);
  Expr extent = lit(1), bound = lit(result.bounds.back());
  for (int l = level + 1; l < tensor.order(); ++l) extent = extent * extentOfLevel(lhs, l);
  const std::string vals = host_.result(tensor, Part::Vals, 0, bound, Host::Size::Bound);
  const Segment scaled{range.start * extent, range.end * extent, range.length * extent};
  const std::string fifo = resultStream("fill vals", placement::arrayName(tensor.name, Part::Vals), Type::T, vals, last,
                                        scaled, valuesOf(lhs));
  Frame& frame = frames_.innermost();
  if (level + 1 < tensor.order()) {
    emit(frame, enq(fifo, computed, *frames_.find("block stored")), valuesOf(lhs));
    return;
  }
  const std::string coordinates = coordinateStream(last);
  emit(frame, enq(coordinates, coordinate(varOfLevel(lhs, level)), stored ? *stored : Expr()),
       arrayOf(lhs, Part::Crd, level));
  emit(frame, enq(fifo, computed, stored ? *stored : Expr()), valuesOf(lhs));
}

}  // namespace stardust::spatial
