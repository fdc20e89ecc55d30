// Each rule of the verifier, with one violation and one correct program.
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "capstan/machine/limits.h"
#include "spatial/build.h"
#include "spatial/rules.h"
#include "spatial/spatial.h"

using namespace stardust;
using namespace stardust::spatial;

namespace {

struct Case {
  const char* rule;
  const char* broken;   ///< statements inside Accel
  const char* message;  ///< message of the finding
  const char* kept;
};

Program program(const std::string& accel, const std::string& checks = "assert(checkGold[T](y, gold))") {
  // Every program writes the result.
  return parse(makeSource("test.scala",
                          "@spatial class Test extends SpatialTest {\n type T = Float\n val bp = 4\n"
                          "def main(args: Array[String]): Unit = {\n"
                          "val gold = loadCSV1D[T](\"gold.csv\")\nval n = ArgIn[Int]; setArg(n, gold.length)\n"
                          "val out = ArgOut[T]\nval x = DRAM[T](n); setMem(x, gold)\nval y = DRAM[T](n)\n"
                          "val coordinates = loadCSV1D[Int](\"k.csv\")\n"
                          "val k = DRAM[Int](64); setMem(k, coordinates)\nAccel {\n" +
                              accel + "\nval keep = SRAM[T](4)\nkeep(0) = 1.to[T]\ny(0::1) store keep\n}\n" + checks +
                              "\n}\n}\n"));
}

// Two bit vectors a and b, a loop over a vector, and one over both.
#define VECTORS                                                                                            \
  "val i = FIFO[Int](16)\ni load k(0::3)\nval a = FIFO[U32](16)\ngen_bitvector(0, 512, 3, i, a)\nval b = " \
  "FIFO[U32](16)\nForeach(16 by 1 par 16) { w => b.enq(1.to[U32]) }\n"
#define SCAN(fifo) "Foreach(Scan(1, 512, \"or\", " fifo ".deq)) { case List(j, p) => val c = j }"
#define SCANS "Foreach(Scan(16, 512, \"and\", a.deq, b.deq)) { case List(j, p, o, q) => val c = j }"

// Two FIFOs merged into a third.
#define MERGE(arguments)                                                                                                  \
  "val f = FIFO[Int](16)\nf load k(0::3)\nval g = FIFO[Int](16)\ng load k(3::6)\nval m = FIFO[Int](16)\nmerge(" arguments \
  ")\nForeach(6 by 1) { i => val a = m.deq }\n"

const Case cases[] = {
    {"undefined-name", "val a = b + 1", "b is not defined here", "val b = 1\nval a = b + 1"},
    {"defined-twice", "val a = 1\nval a = 2", "a is defined twice", "val a = 1\nForeach(4 by 1) { i => val a = i }"},
    {"reserved-name", "val try = 1", "try cannot be a name", "val tries = 1"},
    {"host-value", "val a = gold.length", "gold.length is not known to the accelerator", "val a = n.value"},
    {"argout-read", "out := 1.to[T]\nval a = out", "out is read", "out := 1.to[T]"},
    {"argout-read", "n := 1", "n is written", "val a = n.value"},
    {"unstaged-size", "val s = SRAM[T](n)", "the size of s is \"n\"", "val s = SRAM[T](16 * bp)"},
    {"unstaged-par", "Foreach(n by 1 par n) { i => val a = i }", "par is \"n\"",
     "Foreach(n by 1 par bp) { i => val a = i }"},
    {"reg-reset", "val r = Reg[T](n)", "\"n\" is not a literal of type T", "val r = Reg[T](2.5.to[T])"},
    {"zero-step", "Foreach(n by 0) { i => val a = i }", "the step of a counter is 0",
     "Foreach(n by 2) { i => val a = i }"},
    {"par-exceeds-trips", "Foreach(3 by 1 par 4) { i => val a = i }", "3 iterations, but 4 lanes",
     "Foreach(4 by 1 par 4) { i => val a = i }"},
    {"par-exceeds-trips", "Foreach(3 by 1 par 4) { i => val a = i }", "3 iterations, but 4 lanes",
     "Foreach(3 by 1 par bp) { i => val a = i }"},
    {"sram-bodies", "val s = SRAM[T](64)\nForeach(4 by 1 par 2) { i =>\nForeach(i by 1) { k => s(k) = 1.to[T] }\n}",
     "2 bodies write s at an index that changes in each of them",
     "val s = SRAM[T](64)\nForeach(4 by 1 par 2) { i =>\nForeach(i by 1) { i => val b = i }\ns(i) = 1.to[T]\n}"},
    {"sram-bodies",
     "val s = SRAM[T](64)\nForeach(4 by 1 par 2) { i =>\nForeach(i by 1) { j => s(i * 16 + j) = 1.to[T] }\n}",
     "2 bodies write s at an index that changes in each of them",
     "val s = SRAM[T](64)\nForeach(4 by 1 par 2) { i =>\nForeach(16 by 1) { j => s(i * 16 + j) = 1.to[T] }\n}"},
    {"sram-bodies",
     "val s = SRAM[T](64)\nForeach(4 by 1 par 2) { i =>\nval e = i + 1\nForeach(4 by 1) { k =>\nForeach(4 by 1) { j => s(i * "
     "16 + k * 4 + j) = 1.to[T] }\nForeach(e by 1) { l => val b = l }\n}\n}",
     "2 bodies write s at an index that changes in each of them",
     "val s = SRAM[T](4)\nForeach(4 by 1 par 2) { i =>\ns(i) = 1.to[T]\nForeach(i by 1) { j => val b = j }\n}"},
    {"operand-types", "val a = 1.to[T] + 1", "operands of type Float and Int", "val a = 1.to[T] + 1.to[T]"},
    {"operand-types", "val a = mux(n, 1, 2)", "the condition of", "val a = mux(n > 0, 1, 2)"},
    {"register-value", "val a = n", "n stands for the register", "val a = n.value"},
    {"register-value", "val a = min(n, 4)", "n stands for the register", "val a = min(n.value, 4)"},
    {"register-value", "val a = max(n - 1, n)", "n stands for the register", "val a = max(n - 1, n.value)"},
    {"register-value", "Foreach(4 by 1) { i => val a = i === n }", "n stands for the register",
     "Foreach(4 by 1) { i => val a = i === n.value }"},
    {"register-value", "val r = Reg[T](0.to[T])\nval a = mux(n > 0, r, 1.to[T])", "r stands for the register",
     "val r = Reg[T](0.to[T])\nval a = mux(n > 0, r.value, 1.to[T])"},
    {"register-value", "val r = Reg[T](0.to[T])\nval a = r + 1.to[T]\nval b = a.value", "a is not a register",
     "val r = Reg[T](0.to[T])\nval a = r.value + 1.to[T]\nval b = a"},
    {"register-value", "val r = Reg[T](0.to[T])\nval s = Reg[T](1.to[T])\nReduce(r)(n by 1) { i => s } { _ + _ }",
     "s stands for the register",
     "val r = Reg[T](0.to[T])\nval s = Reg[T](1.to[T])\nReduce(r)(n by 1) { i => s.value } { _ + _ }"},
    {"shift-distance", "Foreach(4 by 1) { i => val a = 1.to[U32] << i % 32 }", "shifts by a value of type Int",
     "Foreach(4 by 1) { i => val a = 1.to[U32] << (i % 32).to[I16] }"},
    {"shift-distance", "val a = 64 >> (1 + 2)", "\"64 >> 1 + 2\" shifts by a value of type Int", "val a = 64 >> 3"},
    {"operand-types", "val a = 3.to[I16] + 4.to[I16]", "operands of type I16 and I16", "val a = 7 << 4.to[I16]"},
    {"index-type", "val s = SRAM[T](4)\ns(1.to[T]) = 1.to[T]", "the index \"1.to[T]\" has type Float",
     "val s = SRAM[T](4)\ns(1) = 1.to[T]"},
    {"element-type", "val s = SRAM[T](4)\ns(1) = 1", "\"1\" has type Int, but s holds Float",
     "val s = SRAM[Int](4)\ns(1) = 1"},
    {"stream-load-type", "val f = FIFO[T](16)\nx stream_load_vec(0, n, f)\nForeach(n by 1) { i => val a = f.deq }",
     "f holds Float", "val f = FIFO[T](16)\nf load x(0::n par 16)\nForeach(n by 1) { i => val a = f.deq }"},
    {"memory-kind", "val s = SRAM[T](4)\ns.enq(1.to[T])", "s is not a FIFO",
     "val s = FIFO[T](4)\ns.enq(1.to[T])\nval a = s.deq"},
    {"memory-kind", "val r = Reg[T]\nr load x(0::4)", "r is not a memory of words on the chip",
     "val r = SRAM[T](4)\nr load x(0::4)"},
    {"memory-kind", "val f = FIFO[T](4)\nf(0) = 1.to[T]", "f has no index", "val f = SRAM[T](4)\nf(0) = 1.to[T]"},
    {"memory-kind", "val s = SRAM[T](4)\nval a = s", "s is not a value", "val s = Reg[T]\nval a = s.value"},
    {"sparse-method", "val s = SRAM[T](4)\ns.barrierWrite(0, 1.to[T], Seq())", "s is SRAM, which has no barrierWrite",
     "val s = SparseSRAM[T](4)\ns.barrierWrite(0, 1.to[T], Seq())"},
    {"alias-target", "val s = SparseSRAM[T](4)\ns.alias = x", "s cannot be an alias of x",
     "val s = SparseDRAM[T](1)(4)\ns.alias = x"},
    {"sparse-dram-alias", "val s = SparseDRAM[T](1)(4)\nval a = s.barrierRead(0, Seq())\nval b = a",
     "s is used before it has an alias",
     "val s = SparseDRAM[T](1)(4)\ns.alias = x\nval a = s.barrierRead(0, Seq())\nval b = a"},
    {"sparse-capacity", "val s = SparseSRAM[T](65537)", "s has 65537 words, and room for 65536",
     "val s = SparseSRAM[T](65536)"},
    {"sparse-capacity", "val s = SparseParSRAM[T](3)(262145)", "room for 262144",
     "val s = SparseParSRAM[T](3)(262144)"},
    {"sparse-par", "val s = SparseParSRAM[T](17)(64)", "s has 17 partitions", "val s = SparseParSRAM[T](16)(64)"},
    {"sparse-par",
     "val s = SparseSRAM[T](64)\nForeach(n by 1 par bp) { i => val f = SRAM[T](4)\nf load x(0::4)\ns.barrierWrite(i, "
     "f(0), Seq()) }",
     "s has 1 partition, but 4 bodies access it",
     "val s = SparseParSRAM[T](bp)(64)\nForeach(n by 1 par bp) { i => val f = SRAM[T](4)\nf load "
     "x(0::4)\ns.barrierWrite(i, f(0), Seq()) }"},
    {"rmw-operation", "val s = SparseSRAM[T](4)\ns.RMW(0, 1.to[T], \"sub\", \"ordered\", Seq())",
     "there is no RMW \"sub\"", "val s = SparseSRAM[T](4)\ns.RMW(0, 1.to[T], \"add\", \"ordered\", Seq())"},
    {"rmw-operation", "val s = SparseSRAM[T](4)\ns.RMW(0, 1.to[T], \"or\", \"ordered\", Seq())",
     "s holds Float, which has no \"or\"", "val s = SparseSRAM[Int](4)\ns.RMW(0, 1, \"or\", \"ordered\", Seq())"},
    {"rmw-operation", "val s = SparseSRAM[Bit](4)\ns.RMW(0, true, \"max\", \"ordered\", Seq())",
     "s holds Bit, which has no \"max\"", "val s = SparseSRAM[Bit](4)\ns.RMW(0, true, \"or\", \"ordered\", Seq())"},
    {"rmw-order",
     "val s = SparseSRAM[T](4)\ns.RMW(0, 1.to[T], \"write\", \"ordered\", Seq())\ns.RMW(0, 1.to[T], \"add\", "
     "\"unordered\", Seq())",
     "s has \"ordered\" and \"unordered\" RMWs",
     "val s = SparseSRAM[T](4)\ns.RMW(0, 1.to[T], \"write\", \"ordered\", Seq())\ns.RMW(0, 1.to[T], \"add\", "
     "\"ordered\", Seq())"},
    {"sram-index-affine",
     "val s = SRAM[T](64)\ns load x(0::64)\nval f = FIFO[Int](16)\nk stream_load_vec(0, n, f)\nval r = Reg[T]\n"
     "Reduce(r)(n by 1 par 16) { i => s(f.deq) } { _ + _ }",
     "s is accessed at \"f.deq\" by 16 lanes",
     "val s = SRAM[T](64)\ns load x(0::64)\nval r = Reg[T]\nReduce(r)(n by 1 par 16) { i => s(2 * i + n) } { _ + _ }"},
    {"sram-index-affine", "val s = SRAM[T](64)\nForeach(n by 1 par 4) { i => s(i * n + 1) = 1.to[T] }",
     "s is accessed at \"i * n + 1\"", "val s = SRAM[T](64)\nForeach(n by 1 par 4) { i => s(i * bp + n) = 1.to[T] }"},
    {"sram-index-affine", "val s = SRAM[T](64)\nForeach(n by 1 par 4) { i => val j = i * i\ns(j) = 1.to[T] }",
     "s is accessed at \"j\"", "val s = SRAM[T](64)\nForeach(n by 1 par 4) { i => val j = i * 2\ns(j) = 1.to[T] }"},
    {"buffer-hazard",
     "Foreach(n by 1) { i =>\nval s = SRAM[T](4)\ns load x(0::4)\nForeach(4 by 1) { j => s(j) = 1.to[T] }\nout := "
     "s(0)\n}",
     "s is written after an earlier stage",
     "Foreach(n by 1) { i =>\nval s = SRAM[T](4).buffer\ns load x(0::4)\nForeach(4 by 1) { j => s(j) = 1.to[T] }\nout "
     ":= s(0)\n}"},
    {"buffer-hazard",
     "val s = SparseSRAM[T](4, true)\nForeach(n by 1) { i =>\nForeach(4 by 1) { j => s.RMW(j, 1.to[T], \"add\", \"unordered\", Seq()) }\nForeach(4 by 1) { k => s.RMW(k, 2.to[T], \"add\", \"unordered\", Seq()) }\n}\nout := s.barrierRead(0, Seq())",
     "s is written after an earlier stage",
     "val s = SparseSRAM[T](4, true).nonbuffer\nForeach(n by 1) { i =>\nForeach(4 by 1) { j => s.RMW(j, 1.to[T], \"add\", \"unordered\", Seq()) }\nForeach(4 by 1) { k => s.RMW(k, 2.to[T], \"add\", \"unordered\", Seq()) }\n}\nout := s.barrierRead(0, Seq())"},
    {"buffer-hazard",
     "val s = SparseSRAM[T](4, true).nonbuffer\nForeach(n by 1) { i =>\nForeach(4 by 1) { j => s.RMW(j, 1.to[T], \"add\", \"unordered\", Seq()) }\nForeach(4 by 1) { k => s.RMW(k, 2.to[T], \"max\", \"unordered\", Seq()) }\n}\nout := s.barrierRead(0, Seq())",
     "s is written after an earlier stage",
     "val s = SparseSRAM[T](4, true).nonbuffer\nForeach(n by 1) { i =>\nForeach(4 by 1) { j => s.RMW(j, 1.to[T], \"add\", \"unordered\", Seq()) }\nForeach(4 by 1) { k => s.RMW(k, 2.to[T], \"add\", \"unordered\", Seq()) }\n}\nout := s.barrierRead(0, Seq())"},
    {"buffer-hazard",
     "val s = SRAM[T](4)\ns load x(0::4)\nForeach(n by 1) { i =>\nval f = FIFO[T](4)\nf load x(0::1)\nout := "
     "s(0)\nForeach(1 by 1) { j => s(0) = f.deq }\n}",
     "s is written after an earlier stage",
     "val s = SRAM[T](4)\ns load x(0::4)\nForeach(n by 1) { i =>\nval f = FIFO[T](4)\nf load x(0::1)\nForeach(1 by 1) { "
     "j => s(0) = f.deq }\nout := s(0)\n}"},
    {"unused-read", "val s = SparseSRAM[T](4)\ns(0) = 1.to[T]\nval a = s.barrierRead(0, Seq())", "a is never used",
     "val s = SparseSRAM[T](4)\ns(0) = 1.to[T]\nval a = s.barrierRead(0, Seq())\nout := a"},
    {"never-written", "val s = SRAM[T](4)\nout := s(0)", "s is read, but never written",
     "val s = SRAM[T](4)\ns(0) = 1.to[T]\nout := s(0)"},
    {"fifo-single-writer", "val f = FIFO[T](4)\nf.enq(1.to[T])\nf.enq(1.to[T])\nForeach(2 by 1) { i => val a = f.deq }",
     "f has a second writer",
     "val f = FIFO[T](4)\nForeach(2 by 1) { i => f.enq(1.to[T]) }\nForeach(2 by 1) { i => val a = f.deq }"},
    {"fifo-scope",
     "val f = FIFO[T](4)\nf load x(0::n)\nForeach(n by 1 par 2) { i => val s = SRAM[T](4)\ns load x(0::4)\nout := "
     "f.deq + s(0) }",
     "f is used by 2 bodies at a time",
     "Foreach(n by 1 par 2) { i => val f = FIFO[T](4)\nf load x(0::1)\nval s = SRAM[T](4)\ns load x(0::4)\nout := "
     "f.deq + s(0) }"},
    {"fifo-unread", "val f = FIFO[T](4)\nf load x(0::n)", "f is written, but never read",
     "val f = FIFO[T](4)\nf load x(0::1)\nout := f.deq"},
    {"fifo-unwritten", "val f = FIFO[T](4)\nout := f.deq", "f is read, but never written",
     "val f = FIFO[T](4)\nf load x(0::1)\nout := f.deq"},
    {"vector-width", "Foreach(n by 1 par 32) { i => val a = i }", "a body of primitives runs on 32 lanes",
     "Foreach(n by 1 par 16) { i => val a = i }"},
    {"vector-width", "val s = SRAM[T](64)\ns load x(0::64 par 32)", "a transfer moves 32 words",
     "val s = SRAM[T](64)\ns load x(0::64 par 16)"},
    {"vector-counter", "Foreach(n by 1 par 2, n by 1) { (i, j) => val a = i + j }",
     "par 2 on a counter that is not the innermost", "Foreach(n by 1, n by 1 par 2) { (i, j) => val a = i + j }"},
    {"vector-body", "Foreach(n by 1 par 2) { i => val r = Reg[T]\nr := 1.to[T] }",
     "a memory is declared in the body of a vector", "Foreach(n by 1) { i => val r = Reg[T]\nr := 1.to[T] }"},
    {"loop-carried", "val r = Reg[Int](0)\nForeach(n by 1 par 2) { i => r := r + i }",
     "r is set by 2 iterations at a time", "val r = Reg[Int](0)\nReduce(r)(n by 1 par 2) { i => i } { _ + _ }"},
    {"loop-carried",
     VECTORS "val r = Reg[Int](0)\nForeach(Scan(16, 512, \"or\", a.deq, b.deq)) { case List(j, p, o, q) => r := j }",
     "r is set by 16 iterations at a time",
     VECTORS "val r = Reg[Int](0)\nForeach(Scan(1, 512, \"or\", a.deq, b.deq)) { case List(j, p, o, q) => r := j }"},
    {"enq-enable",
     "val f = FIFO[Int](16)\nForeach(n by 1) { i => f.enq(i, i) }\nForeach(n by 1) { i => val a = f.deq }",
     "the condition \"i\" has type Int",
     "val f = FIFO[Int](16)\nForeach(n by 1) { i => f.enq(i, i > 0) }\nForeach(n - 1 by 1) { i => val a = f.deq }"},
    {"write-condition", "if (n + 1) out := 1.to[T]", "the condition \"n + 1\" has type Int",
     "if (n > 1) out := 1.to[T]"},
    {"write-condition", "val r = Reg[T]\nif (n > 1) r := 1.to[T]\nout := r", "a write of r has no condition",
     "val s = SRAM[T](1)\nif (n > 1) s(0) = 1.to[T]\nout := s(0)"},
    {"bit-vector-type",
     "val i = FIFO[T](16)\ni load x(0::3)\nval w = FIFO[U32](16)\ngen_bitvector(0, 512, 3, i, w)\n" SCAN("w"),
     "gen_bitvector reads i, which holds Float", VECTORS SCANS},
    {"bit-vector-type",
     "val i = FIFO[Int](16)\ni load k(0::3)\nval w = FIFO[Int](16)\ngen_bitvector(0, 512, 3, i, w)\n" SCAN("w"),
     "gen_bitvector writes w, which holds Int", VECTORS SCANS},
    {"bit-vector-type", "val i = FIFO[Int](16)\ni load k(0::16)\n" SCAN("i"), "a scan reads i, which holds Int",
     VECTORS SCANS},
    {"bit-vector-bits",
     "val w = FIFO[U32](16)\nForeach(20 by 1) { i => w.enq(1.to[U32]) }\nForeach(Scan(1, 640, \"or\", "
     "w.deq)) { case List(j, p) => val c = j }",
     "a bit vector of 640 bits",
     "val w = FIFO[U32](16)\nForeach(32 by 1) { i => w.enq(1.to[U32]) }\nForeach(Scan(1, 1024, \"or\", w.deq)) { case "
     "List(j, p) => val c = j }"},
    {"bit-vector-bits",
     "val i = FIFO[Int](16)\ni load k(0::3)\nval w = FIFO[U32](16)\ngen_bitvector(0, 1024, 3, i, w)\n" SCAN("w"),
     "w has 1024 bits in one place and 512 here", VECTORS SCANS},
    {"merge-ways", MERGE("16, false, m, 3, f, 3, f"), "two ways of merge come from f",
     MERGE("16, false, m, 3, f, 3, g")},
    {"merge-ways", "val m = FIFO[Int](16)\nmerge(16, false, m)\nForeach(6 by 1) { i => val a = m.deq }",
     "a merge of 0 ways", MERGE("16, false, m, 3, f, 3, g")},
    {"merge-type", MERGE("16, n, m, 3, f, 3, g"), "whether merge sorts is \"n\", which has type Int",
     MERGE("16, n > 3, m, 3, f, 3, g")},
    {"merge-type", "val h = FIFO[T](16)\nh load x(0::3)\n" MERGE("16, false, m, 3, f, 3, h"),
     "merge takes Float from h and gives Int to m", MERGE("16, false, m, 3, f, 3, g")},
    {"index-type", MERGE("16, false, m, 3.to[T], f, 3, g"), "the length of a way \"3.to[T]\" has type Float",
     MERGE("16, false, m, 3, f, 3, g")},
    {"vector-width", MERGE("32, false, m, 3, f, 3, g"), "a merge moves 32 words at a time",
     MERGE("16, false, m, 3, f, 3, g")},
    {"scan-vectors",
     "val i = FIFO[Int](16)\ni load k(0::3)\nval w = FIFO[U32](16)\ngen_bitvector(0, 512, 3, i, w)\n"
     "Foreach(Scan(1, 512, \"and\", w.deq, w.deq)) { case List(j, p, o, q) => val c = j }",
     "a scan compares w with itself", VECTORS SCANS},
    {"scan-outer",
     VECTORS
     "Foreach(Scan(2, 512, \"or\", a.deq, b.deq)) { case List(j, p, o, q) =>\nval s = SRAM[T](4)\ns load x(0::4)\n}",
     "a scan starts 2 bodies with controllers at a time",
     VECTORS
     "Foreach(Scan(1, 512, \"or\", a.deq, b.deq)) { case List(j, p, o, q) =>\nval s = SRAM[T](4)\ns load x(0::4)\n}"},
    {"vector-width", VECTORS "Foreach(Scan(32, 512, \"or\", a.deq, b.deq)) { case List(j, p, o, q) => val c = j }",
     "a scan gives 32 coordinates at a time", VECTORS SCANS},
    {"fifo-unwritten", "val w = FIFO[U32](16)\n" SCAN("w"), "w is read, but never written", VECTORS SCANS},
    {"fifo-unread", "val i = FIFO[Int](16)\ni load k(0::3)\nval w = FIFO[U32](16)\ngen_bitvector(0, 512, 3, i, w)",
     "w is written, but never read", VECTORS SCANS},
    {"index-type", VECTORS "Foreach(Scan(1, 512.to[T], \"or\", a.deq, b.deq)) { case List(j, p, o, q) => val c = j }",
     "the number of bits \"512.to[T]\" has type Float", VECTORS SCANS},
    // Coordinates are arbitrary; the iteration count has stride 1.
    {"sram-index-affine",
     VECTORS
     "val s = SRAM[T](512)\nForeach(Scan(16, 512, \"or\", a.deq, b.deq)) { case List(j, p, o, q) => s(j) = 1.to[T] }",
     "s is accessed at \"j\" by 16 lanes",
     VECTORS
     "val s = SRAM[T](512)\nForeach(Scan(16, 512, \"or\", a.deq, b.deq)) { case List(j, p, o, q) => s(o) = 1.to[T] }"},
};

std::vector<Finding> of(const Program& p, std::string_view rule) {
  auto findings = verify(p, capstan::publishedLimits);
  findings.erase(std::remove_if(findings.begin(), findings.end(), [&](const Finding& f) { return f.rule != rule; }),
                 findings.end());
  return findings;
}

}  // namespace

TEST_CASE("each broken rule is found where it is broken, and nothing is found where it is kept") {
  for (const auto& test : cases) {
    CAPTURE(std::string(test.rule));
    CAPTURE(std::string(test.broken));
    const auto found = of(program(test.broken), test.rule);
    REQUIRE(!found.empty());
    CHECK_MESSAGE(found[0].diagnostic.what.find(test.message) != std::string::npos, found[0].diagnostic.what);
    CHECK(found[0].diagnostic.where);
    const auto all = verify(program(test.kept), capstan::publishedLimits);
    const std::string first = all.empty() ? "" : all[0].rule + ": " + all[0].diagnostic.what;
    CHECK_MESSAGE(all.empty(), first);
  }
}

TEST_CASE("a register is checked against one value, a DRAM against an array") {
  const auto found = [](const std::string& check) { return of(program("out := 1.to[T]", check), "gold-shape"); };
  CHECK(found("assert(checkGold[T](y, gold, 0.001))").empty());
  CHECK(found("assert(checkGold[T](out, gold(0), 0.001))").empty());
  CHECK(found("assert(gold(0) === getArg(out))").empty());
  REQUIRE(found("assert(checkGold[T](out, gold))").size() == 1);
  CHECK(found("assert(checkGold[T](out, gold))")[0].diagnostic.remedy == "compare it with gold(0)");
  REQUIRE(found("assert(checkGold[T](y, gold(0)))").size() == 1);
  CHECK(found("assert(checkGold[T](y, gold(0)))")[0].diagnostic.remedy == "compare it with gold");
  CHECK(found("assert(gold(0) === getArg(y))").size() == 1);
  CHECK(found("assert(gold.zip(getMem(out)) { (e, a) => e === a }.fold(true) { _ & _ })").size() == 1);
}

TEST_CASE("a program without a check is warned about, and has no location") {
  CHECK(of(program("", ""), "no-check").size() == 1);
  CHECK(of(program(""), "no-check").empty());
}

TEST_CASE("a loop needs an iterator for each counter") {
  auto p = program("");
  p.accel.push_back(Stmt(StmtNode{Foreach{{upTo(lit(std::int64_t{4}), lit(std::int64_t{1}))}, {}, {}, {}}, {}, {}}));
  CHECK(of(p, "counters").size() == 1);
  p.accel.back() = foreach (upTo(lit(std::int64_t{4}), lit(std::int64_t{1})), "i", {});
  CHECK(of(p, "counters").empty());
}

TEST_CASE("a scan has no other iterators and no counters") {
  auto p = program(VECTORS SCANS);
  Foreach loop;
  for (const auto& stmt : p.accel) {
    if (const auto* found = std::get_if<Foreach>(&stmt->kind); found && found->scan) loop = *found;
  }
  const auto broken = [&] {
    auto q = p;
    q.accel.push_back(Stmt(StmtNode{loop, {}, {}}));
    return of(q, "scan-iterators").size();
  };
  CHECK(broken() == 0);
  loop.iterators.pop_back();
  CHECK(broken() == 1);
  loop.iterators.push_back("q");
  loop.counters = {upTo(lit(std::int64_t{4}), lit(std::int64_t{1}))};
  CHECK(broken() == 1);
}

TEST_CASE("every rule has a case") {
  for (const auto& rule : rules) {
    const bool hasCase =
        std::any_of(std::begin(cases), std::end(cases), [&](const Case& c) { return c.rule == rule.name; });
    const bool isAbove = rule.name == "no-check" || rule.name == "gold-shape" || rule.name == "counters" ||
                         rule.name == "scan-iterators";
    CHECK_MESSAGE((hasCase || isAbove), std::string(rule.name));
  }
}

TEST_CASE("only errors stop a program") {
  CHECK_NOTHROW(requireWellFormed(program("val s = SRAM[T](4)\nout := s(0)"), capstan::publishedLimits));
  CHECK_THROWS_AS(requireWellFormed(program("val s = SRAM[T](n)"), capstan::publishedLimits), Error);
}

TEST_CASE("the guide lists the rules") {
  std::ifstream in(STARDUST_SOURCE_DIR "/docs/guide/spatial-rules.md");
  std::stringstream text;
  text << in.rdbuf();
  for (const auto& rule : rules) {
    const std::string row = "| `" + std::string(rule.name) + "` | " + (rule.isError ? "error" : "warning") + " | " +
                            sentenceOf(rule, capstan::publishedLimits) + " |\n";
    CHECK_MESSAGE(text.str().find(row) != std::string::npos, row);
  }
}
