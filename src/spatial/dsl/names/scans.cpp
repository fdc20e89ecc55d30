// Bit vectors, scans of them, and streams of a DRAM.
#include <fmt/format.h>

#include "spatial/dsl/names/names.h"

namespace stardust::dsl {
namespace {

using Kind = Memory::Kind;

/// Scan(par, bits, "or", a.deq, b.deq)
Value scan(Dsl& e, Call& c) {
  const auto v = e.list(c);
  if (v.size() != 4 && v.size() != 5)
    failUser("a scan has a par, a number of bits, a mode, and one or two bit vectors", c.where, {},
             "write Scan(1, 512, \"or\", a.deq)");
  return std::make_shared<const Record>(Record{v, {}, scanName});
}

/// DataScan(length, fifo.deq)
Value dataScan(Dsl& e, Call& c) {
  const auto v = e.list(c);
  if (v.size() != 2) failUser("a scan of data has a length and the data", c.where, {}, "write DataScan(16, fifo.deq)");
  return std::make_shared<const Record>(Record{v, {}, dataScanName});
}

/// gen_bitvector(0, bits, length, indices, words)
Value genBitVector(Dsl& e, Call& c) {
  const auto v = e.list(c);
  if (v.size() != 5) failUser("gen_bitvector has a shift, a number of bits, a length, and two FIFOs", c.where);
  const auto shift = e.words.integer(v[0], "the shift", c.where);
  if (shift != 0)
    failUnsupported("a bit vector of more than one coordinate a bit is not supported", c.where, {},
                    "write 0 for the shift");
  const auto fifo = [&](const Value& value, bool gives) {
    const auto* memory = value.get<MemoryRef>();
    if (!memory || (*memory)->kind != Kind::Fifo) failUser(fmt::format("{} is not a FIFO", describe(value)), c.where);
    return e.memories.queues.streamed(*memory, gives, c.where);
  };
  const auto bits = e.words.stagedIndex(v[1], c.where).expr, length = e.words.stagedIndex(v[2], c.where).expr;
  const auto indices = fifo(v[3], false), words = fifo(v[4], true);
  e.stage.emit(spatial::GenBitVector{bits, length, indices, words}, c.where);
  return {};
}

}  // namespace

void addScans(Functions& t) {
  for (const char* name : {"Scan", "ScanRed"}) t[name] = scan;
  t["DataScan"] = dataScan;
  t["gen_bitvector"] = genBitVector;
  for (const char* name : {"gen_bitvector_tree", "gen_bitvector_tree_len"}) {
    t[name] = [name](Dsl&, Call& c) -> Value {
      failUnsupported(fmt::format("{} is not supported", name), c.where, {},
                      "write gen_bitvector, which gives the zero words too");
    };
  }
}

/// dram stream_load_vec(base, length, fifo), dram stream_store_vec(base, fifo, length): as a load and a store of these
/// words.
Value streamed(Dsl& e, const MemoryRef& dram, Call& c, bool isLoad) {
  const auto v = e.list(c);
  if (v.size() < 3) failUser("a stream of a DRAM has a base, a length and a FIFO", c.where);
  const auto& queue = v[isLoad ? 2 : 1];
  const auto end = e.words.binary(Operator::Add, v[0], v[isLoad ? 1 : 2], c.where);
  const Section section{dram, {{v[0], end, intValue(1), intValue(16), false, false}}, intValue(16), {}};
  e.memories.transfers.move(queue, section, isLoad, {}, c.where);
  return {};
}

/// dram coalesce(base, data, valid, length). Elements beyond the end of the DRAM are dropped.
Value coalesced(Dsl& e, const MemoryRef& dram, Call& c) {
  const auto v = e.list(c);
  if (v.size() != 4)
    failUser("coalesce has a base, a FIFO of data, one of Bits and a length", c.where, {},
             "write dram coalesce(0, data, valid, n)");
  const auto next = [&](const Value& value) {
    const auto* fifo = value.get<MemoryRef>();
    if (!fifo || (*fifo)->kind != Kind::Fifo) failUser(fmt::format("{} is not a FIFO", describe(value)), c.where);
    return e.words.bound(e.memories.queues.deq(*fifo, {}, c.where), "element", c.where);
  };
  if (dram->kind != Kind::Dram || dram->isStruct())
    failUser(fmt::format("{} is not a DRAM of numbers", dram->name), c.where);
  const auto words = e.memories.sparse.declare(spatial::MemoryKind::SparseDram, dram->type, dram->size(), 1, c.where);
  e.memories.sparse.alias(words, dram, c.where);
  const auto place = e.memories.declarations.reg("place", int32, intValue(0), c.where);
  e.memories.access.set(place, v[0], c.where);
  const auto each = [&](const Values&, const Location& where) -> Value {
    const auto data = next(v[1]), isValid = next(v[2]);
    const auto here = e.words.bound(place, "here", where);
    const auto isKept = e.words.binary(Operator::And, isValid,
                                       e.words.binary(Operator::Lt, here, intValue(dram->size()), where), where);
    e.memories.access.write(words, {e.words.mux(isKept, here, intValue(-1), where)}, data, where);
    e.memories.access.set(
        place, e.words.mux(isValid, e.words.binary(Operator::Add, here, intValue(1), where), here, where), where);
    return {};
  };
  e.loops.foreach ({v[3]}, std::make_shared<const Function>(Function{nullptr, nullptr, {}, {}, each}), nullptr,
                   c.where);
  return {};
}

}  // namespace stardust::dsl
