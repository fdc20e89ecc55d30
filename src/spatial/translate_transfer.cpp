// Transfers between memories and DRAMs, bit vectors and merges.
#include <fmt/format.h>

#include "spatial/build.h"
#include "spatial/spatial.h"
#include "spatial/syntax.h"
#include "spatial/translate.h"

namespace stardust::spatial::translate {

using namespace scala;

namespace {

struct Words {
  std::string dram;
  Counter range;
};

/// dram(begin::end par p), one word after the other
Words words(const Tree& tree) {
  const auto* apply = as<ApplyTree>(tree);
  if (!apply) failExpected("the words of a DRAM", tree, "write dram(begin::end par p)");
  Arguments arguments(tree, *apply, "a DRAM");
  Words result{identifier(apply->function, "a DRAM"), counter(arguments.next("the words to transfer"))};
  if (!arguments.isEmpty())
    failUnsupported("arrays of more than one dimension are not supported yet", arguments.next("")->where, {},
                    "compute the word index");
  const auto* step = std::get_if<Literal>(&result.range.step->kind);
  if (!step || step->value != 1)
    failUnsupported("a transfer with a stride is not supported yet", result.range.step->where);
  return result;
}

struct Place {
  std::string memory;
  Expr at;  ///< null: its first word
};

/// memory, or memory(at::at + n) for n words that do not begin with the first one
Place place(const Tree& tree, const Counter& range) {
  const auto* apply = as<ApplyTree>(tree);
  if (!apply) return {identifier(tree, "a memory"), {}};
  Arguments arguments(tree, *apply, "a memory");
  Place result{identifier(apply->function, "a memory"), {}};
  const auto& part = arguments.next("the words of the memory");
  arguments.end();
  const auto ends = infix(part, "::");
  if (!ends) failExpected("the words of the memory, as begin::end", part);
  result.at = expression(ends->left);
  const auto end = syntax::endOfPart(result.at, range.begin, range.end);
  if (!equal(expression(ends->right), end))
    failUnsupported("the words on both sides of a transfer have to be as many, as they are written", part->where, {},
                    fmt::format("write {}({}::{})", result.memory, print(result.at), print(end)));
  return result;
}

}  // namespace

Load load(const Tree& memory, const Tree& from) {
  auto [dram, range] = words(from);
  auto [name, at] = place(memory, range);
  return {std::move(name), std::move(dram), range.begin, range.end, range.par, std::move(at)};
}

Store store(const Tree& to, const Tree& memory) {
  auto [dram, range] = words(to);
  auto [name, at] = place(memory, range);
  return {std::move(dram), range.begin, range.end, range.par, std::move(name), std::move(at)};
}

/// dram stream_load_vec(base, length, fifo)
StreamLoad streamLoad(const Tree& dram, Arguments arguments) {
  StreamLoad result{identifier(dram, "a DRAM"), expression(arguments.next("the base")), {}, {}};
  result.length = expression(arguments.next("the length"));
  result.fifo = arguments.name("a FIFO");
  if (!arguments.isEmpty()) failUnsupported("padding of a stream is not supported yet", arguments.next("")->where);
  return result;
}

/// dram stream_store_vec(base, fifo, length)
StreamStore streamStore(const Tree& dram, Arguments arguments) {
  StreamStore result{identifier(dram, "a DRAM"), expression(arguments.next("the base")), {}, {}};
  result.fifo = arguments.name("a FIFO");
  result.length = expression(arguments.next("the length"));
  arguments.end();
  return result;
}

/// gen_bitvector(0, bits, length, indices, words)
GenBitVector genBitVector(Arguments arguments) {
  const auto shift = expression(arguments.next("the shift"));
  const auto* zero = std::get_if<Literal>(&shift->kind);
  if (!zero || zero->value != 0) {
    failUnsupported("a bit that stands for several coordinates is not supported yet", shift->where, {}, "shift by 0");
  }
  GenBitVector result;
  result.bits = expression(arguments.next("the number of bits"));
  result.length = expression(arguments.next("the number of coordinates"));
  result.indices = arguments.name("the FIFO of coordinates");
  result.words = arguments.name("the FIFO of words");
  arguments.end();
  return result;
}

/// merge(par, sorts, merged, length, fifo, …)
Merge merge(Arguments arguments) {
  Merge result;
  result.par = expression(arguments.next("the elements that are merged at once"));
  result.sorts = expression(arguments.next("whether they are sorted before"));
  result.merged = arguments.name("the output FIFO of the merge");
  while (!arguments.isEmpty()) {
    Merge::Way way{expression(arguments.next("the length of a way")), {}};
    way.fifo = arguments.name("the FIFO of a way");
    result.ways.push_back(std::move(way));
  }
  return result;
}

}  // namespace stardust::spatial::translate
