#include "exec/spatial_domains.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace stardust::spatial::run {

Domain Domains::of(const Loop& loop, Uses& uses) {
  if (loop.scan) return scan(loop, uses);
  if (loop.counters.empty() || loop.counters.size() != loop.iterators.size()) {
    failUser("a loop has one iterator for each of its counters", loop.statement->where);
  }
  std::vector<CounterCode> counters;
  std::vector<Take> boundTakes;
  const Expressions::Site site{uses, boundTakes};
  std::int64_t copies = 1;
  std::int64_t lanes = 1;
  for (const auto& counter : loop.counters) {
    counters.push_back({expressions_.expect(counter.begin, Type::Int, "the begin of a counter", site),
                        expressions_.expect(counter.end, Type::Int, "the end of a counter", site),
                        expressions_.expect(counter.step, Type::Int, "the step of a counter", site)});
    lanes = constantOf(constants_, counter.par, "par", 1, maxCopies);
    copies = std::min(maxCopies + 1, copies * lanes);
  }
  return {Iterations(std::move(counters)), std::move(boundTakes), copies, lanes};
}

const Entity& Domains::fifoOfWords(const std::string& name, const Location& where) {
  const auto& entity = fifoIn(scopes_, name, where);
  if (entity.type != Type::U32)
    failUser(fmt::format("{} holds no words of a bit vector", name), where, {}, "make it a FIFO[U32]");
  return entity;
}

Domain Domains::scan(const Loop& loop, Uses& uses) {
  const auto& scan = *loop.scan;
  const auto& where = loop.statement->where;
  const auto vectors = scan.vectors.size();
  const bool hasTwice = vectors == 2 && scan.vectors[0] == scan.vectors[1];
  if (vectors < 1 || vectors > 2 || hasTwice)
    failUser("a scan reads one or two bit vectors, from different FIFOs", where);
  if (!loop.counters.empty() || loop.iterators.size() != 2 * vectors) {
    failUser(fmt::format("a scan of this loop has {} iterators, and no counters beside it", 2 * vectors), where);
  }
  std::vector<Take> boundTakes;
  const auto bits = expressions_.expect(scan.bits, Type::Int, "the number of bits", {uses, boundTakes});
  ScanCode code{bits, scan.mode, {}};
  for (const auto& name : scan.vectors) code.vectors.push_back(reader(fifoOfWords(name, where)));
  const auto lanes = constantOf(constants_, scan.par, "the par of a scan", 1, machine_.limits.lanes);
  return {Iterations(std::move(code)), std::move(boundTakes), 1, lanes};
}

std::unique_ptr<Task> Domains::compile(const GenBitVector& n, const StmtNode& stmt, Uses& uses) {
  BitVectorCode code{};
  const Expressions::Site site{uses, code.boundTakes};
  code.bits = expressions_.expect(n.bits, Type::Int, "the number of bits", site);
  code.length = expressions_.expect(n.length, Type::Int, "the number of coordinates", site);
  const auto& indices = fifoIn(scopes_, n.indices, stmt.where);
  if (indices.type != Type::Int)
    failUser(fmt::format("{} holds no coordinates", n.indices), stmt.where, {}, "make it a FIFO[Int]");
  code.indices = reader(indices);
  code.words = fifoOfWords(n.words, stmt.where).index;
  return std::make_unique<BitVectorTask>(&stmt, std::move(code));
}

std::unique_ptr<Task> Domains::compile(const Merge& n, const StmtNode& stmt, Uses& uses) {
  MergeCode code{};
  const Expressions::Site site{uses, code.boundTakes};
  const auto par = constantOf(constants_, n.par, "the par of a merge", 1, machine_.limits.lanes);
  code.sorts = expressions_.expect(n.sorts, Type::Bit, "whether a merge sorts", site);
  const auto& merged = fifoIn(scopes_, n.merged, stmt.where);
  code.merged = merged.index;
  std::set<std::string> names;
  for (const auto& way : n.ways) {
    const auto& elements = fifoIn(scopes_, way.fifo, stmt.where);
    if (elements.type != merged.type || !names.insert(way.fifo).second) {
      failUser(
          fmt::format("the ways of a merge come from FIFOs of their own, with elements of the type of {}", n.merged),
          stmt.where);
    }
    const auto length = expressions_.expect(way.length, Type::Int, "the length of a way", site);
    code.ways.push_back({length, reader(elements)});
  }
  if (code.ways.empty()) failUser("a merge has a way", stmt.where);
  return std::make_unique<MergeTask>(&stmt, std::move(code), Merger(merged.type, par));
}

}  // namespace stardust::spatial::run
