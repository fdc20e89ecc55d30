// Bit vectors and scans.
#include <fmt/format.h>

#include "spatial/syntax.h"
#include "spatial/verifier.h"
#include "support/plural.h"

namespace stardust::spatial {
Verifier::Frame Verifier::scan(const Loop& loop, bool isLeaf) {
  const auto& where = loop.stmt.where;
  const auto& scan = *loop.scan;
  const auto lanes = par(scan.par, where);
  if (lanes > 1 && !isLeaf) {
    report("scan-outer", fmt::format("a scan starts {} with controllers at a time", counted(lanes, "body", "bodies")),
           where, "lower its par to 1");
  } else if (lanes > limits_.lanes) {
    report("vector-width", fmt::format("a scan gives {} at a time", counted(lanes, "coordinate")), where,
           fmt::format("lower par to {}", limits_.lanes));
  }
  bits(scan.bits, where);
  if (scan.vectors.empty() || scan.vectors.size() > 2) {
    report("scan-vectors", fmt::format("a scan reads {}", counted(scan.vectors.size(), "bit vector")), where,
           "combine words first: f.enq(a.deq | b.deq)");
  } else if (scan.vectors.front() == scan.vectors.back() && scan.vectors.size() == 2) {
    report("scan-vectors", fmt::format("a scan compares {} with itself", scan.vectors.front()), where);
  }
  for (const auto& name : scan.vectors) vectorOfScan(scan, name, where);
  const auto expected = scan.vectors.size() == 1 ? 2 : 4;
  if (loop.iterators.size() != static_cast<std::size_t>(expected) || !loop.counters.empty()) {
    report("scan-iterators",
           fmt::format("the scan has {} and {}", counted(loop.iterators.size(), "iterator"),
                       counted(loop.counters.size(), "counter")),
           where, fmt::format("name {}", counted(expected, "iterator")));
  }
  return {isLeaf ? lanes : 1, isLeaf};
}

void Verifier::vectorOfScan(const Scan& scan, const std::string& name, const Location& where) {
  auto* vector = fifo(name, where);
  if (!vector) return;
  ++vector->reads;
  accessFifo(*vector, where);
  if (vector->type != Type::U32) {
    report("bit-vector-type", fmt::format("a scan reads {}, which holds {}", name, syntax::typeName(*vector->type)),
           where, fmt::format("make {} a FIFO[U32]", name));
  }
  bitsOf(*vector, scan.bits, where);
}

void Verifier::genBitVector(const GenBitVector& n, const Location& where) {
  bits(n.bits, where);
  isInt(n.length, "the number of coordinates", where);
  if (auto* indices = fifo(n.indices, where)) {
    ++indices->reads;
    accessFifo(*indices, where);
    if (indices->type != Type::Int) {
      report("bit-vector-type",
             fmt::format("gen_bitvector reads {}, which holds {}", n.indices, syntax::typeName(*indices->type)), where,
             fmt::format("make {} a FIFO[Int]", n.indices));
    }
  }
  if (auto* words = fifo(n.words, where)) {
    writeFifo(*words, where);
    if (words->type != Type::U32) {
      report("bit-vector-type",
             fmt::format("gen_bitvector writes {}, which holds {}", n.words, syntax::typeName(*words->type)), where,
             fmt::format("make {} a FIFO[U32]", n.words));
    }
    bitsOf(*words, n.bits, where);
  }
}

/// Hardware moves whole tiles: an incomplete last tile would never arrive.
void Verifier::bits(const Expr& expr, const Location& where) {
  isInt(expr, "the number of bits", where);
  const auto count = constants_.valueOf(expr);
  if (!count || (*count >= 0 && *count % limits_.bitsPerTile == 0)) return;
  report("bit-vector-bits", fmt::format("a bit vector of {}", counted(*count, "bit")), where,
         fmt::format("round up: {0} * ((dimension + {1}) / {0})", limits_.bitsPerTile, limits_.bitsPerTile - 1));
}

/// The producer and the consumers of a bit vector must agree on its size, if it is known before the run.
void Verifier::bitsOf(Symbol& vector, const Expr& expr, const Location& where) {
  const auto count = constants_.valueOf(expr);
  if (!count) return;
  if (vector.bits && *vector.bits != *count) {
    report("bit-vector-bits",
           fmt::format("{} has {} in one place and {} here", vector.name, counted(*vector.bits, "bit"), *count), where,
           "use one number of bits for both");
  }
  vector.bits = count;
}

}  // namespace stardust::spatial
