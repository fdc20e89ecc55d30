// Bit vectors, scans of them, and streams of a DRAM.
#include <fmt/format.h>

#include "staging/library.h"

namespace stardust::staging {
namespace {

using Kind = Memory::Kind;

/// Scan(par, bits, "or", a.deq, b.deq)
Value scan(Evaluator& e, Call& c) {
  const auto v = e.list(c);
  if (v.size() != 4 && v.size() != 5) failUser("a scan has a par, a number of bits, a mode, and one or two bit vectors", c.where, {}, "write Scan(1, 512, \"or\", a.deq)");
  return std::make_shared<const Record>(Record{v, {}, scanName});
}

/// gen_bitvector(0, bits, length, indices, words)
Value genBitVector(Evaluator& e, Call& c) {
  const auto v = e.list(c);
  if (v.size() != 5) failUser("gen_bitvector has a shift, a number of bits, a length, and two FIFOs", c.where);
  const auto shift = e.words.integer(v[0], "the shift", c.where);
  if (shift != 0) failUnsupported("a bit vector of more than one coordinate a bit is not supported", c.where, {}, "write 0 for the shift");
  const auto fifo = [&](const Value& value, bool gives) {
    const auto* memory = std::get_if<MemoryRef>(&value.data);
    if (!memory || (*memory)->kind != Kind::Fifo) failUser(fmt::format("{} is not a FIFO", describe(value)), c.where);
    return e.memories.streamed(*memory, gives, c.where);
  };
  const auto bits = e.words.stagedIndex(v[1], c.where).expr, length = e.words.stagedIndex(v[2], c.where).expr;
  const auto indices = fifo(v[3], false), words = fifo(v[4], true);
  e.stage.emit(spatial::GenBitVector{bits, length, indices, words}, c.where);
  return {};
}

}  // namespace

void addScans(Functions& t) {
  for (const char* name : {"Scan", "ScanRed"}) t[name] = scan;
  t["gen_bitvector"] = genBitVector;
}

/// dram stream_load_vec(base, length, fifo), dram stream_store_vec(base, fifo, length): as a load and a store of these words.
Value streamed(Evaluator& e, const MemoryRef& dram, Call& c, bool isLoad) {
  const auto v = e.list(c);
  if (v.size() < 3) failUser("a stream of a DRAM has a base, a length and a FIFO", c.where);
  const auto& queue = v[isLoad ? 2 : 1];
  const auto end = e.words.binary(Operator::Add, v[0], v[isLoad ? 1 : 2], c.where);
  const Section section{dram, {{v[0], end, intValue(1), intValue(16), false, false}}, intValue(16), {}};
  e.memories.transfer(queue, section, isLoad, {}, c.where);
  return {};
}

}  // namespace stardust::staging
