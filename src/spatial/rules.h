// The rules of the verifier, as data. docs/guide/spatial-rules.md repeats them; a test keeps the two equal.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "spatial/limits.h"

namespace stardust::spatial {

struct Rule {
  std::string_view name;
  bool isError;               ///< false: a warning
  std::string_view sentence;  ///< the property of a well-formed program, with its reason; {name} is one of the limits
};
/// The sentence with the machine's numbers.
std::string sentenceOf(const Rule& rule, const Limits& limits);

inline constexpr std::array rules{
    // Names
    Rule{"undefined-name", true, "A name is defined before it is used, in this body or an enclosing one."},
    Rule{"defined-twice", true, "A body defines a name once."},
    Rule{"reserved-name", true, "A name is not a word of Scala or of this language."},
    Rule{"host-value", true, "The accelerator sees ArgIns, ArgOuts, DRAMs and parameters of the host, not its arrays."},
    Rule{"argout-read", true, "The accelerator writes ArgOuts and reads ArgIns, and not vice versa."},
    Rule{"no-check", false, "A test without an assert proves nothing: the harness calls its result indeterminate."},
    Rule{"gold-shape", true, "A DRAM is checked against an array, an ArgOut against one value of it, gold(0)."},
    // Constants
    Rule{"unstaged-size", true,
         "Sizes of on-chip memories are known before the program runs: literals and parameters."},
    Rule{"unstaged-par", true,
         "par is known before the program runs, and at least 1, because it determines the hardware."},
    Rule{"reg-reset", true, "The reset value of a Reg is a literal of its type."},
    Rule{"zero-step", true, "The step of a counter is not 0."},
    Rule{"par-exceeds-trips", false,
         "A loop with a constant par has at least as many iterations as lanes; further lanes are idle hardware."},
    // Types
    Rule{"operand-types", true, "The operands of an operator have one type; literals are converted with .to[T]."},
    Rule{
        "register-value", true,
        "A register is read with .value where operands may have any type: in min, max, mux, ===, !==, a function or a conversion, as a val, and as the value of a Reduce."},
    Rule{"shift-distance", true,
         "The distance of a shift is an I16, or a number as it is written: shifts take no other integer."},
    Rule{"index-type", true, "Indices, counters and lengths are Ints."},
    Rule{"element-type", true, "A value written to a memory has the type of its elements."},
    Rule{"stream-load-type", true, "stream_load_vec fills a FIFO[Int]; other types are loaded with load."},
    // Memories
    Rule{"memory-kind", true, "An operation is applied to a kind of memory that has it."},
    Rule{"sparse-method", true, "barrierRead, barrierWrite and RMW belong to sparse memories."},
    Rule{"alias-target", true, "alias gives a SparseDRAM the words of a DRAM, and nothing else."},
    Rule{"sparse-dram-alias", true, "A SparseDRAM has no words of its own: it is aliased before it is used."},
    Rule{"sparse-capacity", true,
         "A sparse memory is not split: {wordsPerMemoryUnit} words, times the partitions of a SparseParSRAM."},
    Rule{
        "sparse-par", true,
        "A sparse memory has a partition for each parallel body that accesses it, and the shuffle network at most {shuffleNetworks}."},
    Rule{"rmw-operation", true,
         "An RMW is \"add\", \"mul\", \"min\", \"max\", \"or\", \"write\" or \"read\" of a type that has it, and "
         "\"ordered\" or \"unordered\"."},
    Rule{"rmw-order", true, "All RMWs of one memory have the same order."},
    Rule{
        "sram-index-affine", true,
        "The lanes of a vector access an SRAM at an affine index with literal or parameter strides, because banks are chosen before the run. Other indices need a sparse memory."},
    Rule{
        "buffer-hazard", true,
        "A memory that one stage of a pipelined loop writes after another stage used it is declared in the loop with .buffer, or outside with .nonbuffer if all stages only combine into it."},
    Rule{
        "sram-bodies", true,
        "Bodies that do not run in step write an SRAM only at an index of the copied loop, because banks are chosen before the run. Otherwise use a SparseParSRAM, or declare the memory in the body."},
    Rule{"write-condition", true,
         "A write of an SRAM or an ArgOut may have a condition, which is a Bit; others have none."},
    Rule{"unused-read", true, "The result of a random read is used; the compiler rejects unused reads."},
    Rule{"never-written", false, "A memory that is read is written first."},
    // FIFOs
    Rule{"fifo-single-writer", true, "A FIFO has one writer."},
    Rule{"fifo-scope", true,
         "A FIFO that a loop with par > 1 uses is declared in its body; otherwise lanes would mix their elements."},
    Rule{"fifo-unread", true, "A FIFO that is written is read; otherwise it would fill up and stop its writer."},
    Rule{"fifo-unwritten", true, "A FIFO that is read is written; otherwise its reader would wait forever."},
    Rule{"enq-enable", true, "The condition of an enq is a Bit."},
    // Bit vectors
    Rule{"bit-vector-type", true,
         "A bit vector is a FIFO[U32] of its words, and its coordinates come from a FIFO[Int]."},
    Rule{"bit-vector-bits", true,
         "A bit vector has a whole number of tiles of {bitsPerTile} bits, as many for its writer as for its readers."},
    Rule{"scan-vectors", true, "A scan compares at most two bit vectors, from different FIFOs."},
    Rule{"scan-iterators", true,
         "A scan has the iterators (coordinate, rank) for one vector, (coordinate, rankA, out, rankB) for two, and no "
         "counters beside it."},
    Rule{"scan-outer", true, "A scan whose body has controllers gives one coordinate at a time."},
    // Merges
    Rule{"merge-ways", true, "A merge has 1 to {mergeWays} ways, each from a FIFO of its own."},
    Rule{"merge-type", true, "The inputs and the output of a merge have one type, and its sort flag is a Bit."},
    // Loops
    Rule{"counters", true, "A loop has counters, and one iterator for each."},
    Rule{"vector-width", true, "A vector has at most {lanes} lanes, in a body of primitives, a transfer and a merge."},
    Rule{"vector-counter", true, "In a body of primitives only the innermost counter has par > 1."},
    Rule{"vector-body", true, "A body of primitives with par > 1 declares no memories."},
    Rule{"loop-carried", true,
         "A Reg declared outside a loop with par > 1 is not set inside: its iterations run at the same time."},
};

}  // namespace stardust::spatial
