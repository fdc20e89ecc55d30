// The Spatial IR: the part of the Spatial language that Stardust emits, parses back, verifies, interprets and maps.
// Grammar and semantics follow the Spatial front end and its Plasticine/Capstan compiler (PIR):
//   * a body with only primitives is an *inner* (leaf) controller; one with controllers is an *outer* one;
//   * the stages of a body run concurrently, coupled by FIFOs (finite) and by the memories they share: stage s of
//     iteration t sees what the stages before it wrote in iteration t (SRAM and Reg are multi-buffered);
//   * a vector or random access takes `par` consecutive iterations at once; outer `par p` copies the body p times,
//     iteration t going to copy t mod p.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "support/diagnostic.h"
#include "support/node.h"

namespace stardust::spatial {

/// `T` is the program's value type alias: type T = Int or type T = Float. Every word has 32 bits. An I16 is only used
/// as the distance of a shift.
enum class Type { T, Int, Float, U32, Bit, I16 };

// ---------------------------------------------------------------- expressions

struct ExprNode;
struct Expr : Ref<ExprNode> {
  using Ref<ExprNode>::Ref;
};

/// Sqrt to Ceil apply to Float. ToFloat, ToInt (toward zero) and ToU32 convert numbers; ToI16 takes the low 16 bits of
/// an integer. AsFloat (of U32) and AsU32 (of Float) keep the bits.
enum class UnaryOp {
  Neg,
  Not,
  Abs,
  Sqrt,
  Exp,
  Ln,
  Floor,
  Ceil,
  Sin,
  Cos,
  Tan,
  Sinh,
  Cosh,
  Tanh,
  Sigmoid,
  ToFloat,
  ToInt,
  ToU32,
  ToI16,
  AsFloat,
  AsU32
};
enum class BinaryOp { Add, Sub, Mul, Div, Mod, And, Or, Xor, Shl, Shr, Lt, Le, Gt, Ge, Eq, Ne, Min, Max, Pow };

/// 3, 0.to[T], 2.5.to[T]; type Int prints bare. `value` holds the exact decimal value (integers up to 2^31, floats as
/// double).
struct Literal {
  Type type = Type::Int;
  double value = 0;
};
/// An iterator, a `val`, an ArgIn, a Reg or an unstaged parameter of the program. Scala reads a register implicitly
/// where a number is required; elsewhere, as in the operands of min, `register.value` is an explicit read.
struct Name {
  std::string name;
  bool isValue = false;  ///< prints as name.value
};
struct Unary {
  UnaryOp op;
  Expr operand;
};
/// Infix operators, except min(a,b) and max(a,b). Both operands have one type, except the distance of a shift, which is
/// an I16. Int arithmetic wraps modulo 2^32.
struct Binary {
  BinaryOp op;
  Expr left, right;
};
/// mux(condition, a, b)
struct Mux {
  Expr condition, ifTrue, ifFalse;
};
/// m(index): SRAM (index affine in the lane) or, outside of barriers, any sparse memory.
struct Read {
  std::string memory;
  Expr index;
};
/// m.barrierRead(index, Seq()): a random read of a sparse memory; a negative index is no access and yields 0.
struct SparseRead {
  std::string memory;
  Expr index;
};
/// fifo.deq
struct Deq {
  std::string fifo;
};
/// m.RMW(index, value, "add", "unordered", Seq()): atomic update; yields the value after the update.
struct Rmw {
  std::string memory;
  Expr index, value;
  std::string op;     ///< "add", "mul", "min", "max", "or", "write", "read"
  std::string order;  ///< "unordered", "ordered"
};
/// array.length, of a host array (host expressions only)
struct Length {
  std::string array;
};

struct ExprNode {
  std::variant<Literal, Name, Unary, Binary, Mux, Read, SparseRead, Deq, Rmw, Length> kind;
  Location where;
};

// ---------------------------------------------------------------- statements inside Accel

struct StmtNode;
struct Stmt : Ref<StmtNode> {
  using Ref<StmtNode>::Ref;
};
using Body = std::vector<Stmt>;

enum class MemoryKind {
  Reg,            ///< Reg[T](0.to[T]); size unused
  Fifo,           ///< FIFO[T](depth)
  Sram,           ///< SRAM[T](words): affine access
  SparseSram,     ///< SparseSRAM[T](words, true): random access, one PMU, at most 65,536 words
  SparseParSram,  ///< SparseParSRAM[T](par)(words, true): random access from all bodies through the shuffle network
  SparseParSramSwizzle,  ///< the same with swizzled partitions
  SparseDram,            ///< SparseDRAM[T](par)(words, true): random access directly to DRAM; needs .alias
};

/// val name = expr
struct Val {
  std::string name;
  Expr value;
};
/// Annotation of a memory that several stages of a pipelined loop write (hazards.h).
enum class Buffering {
  Unsaid,
  Buffer,    ///< .buffer: declared in the loop; each iteration has its own words
  NonBuffer  ///< .nonbuffer: declared outside; all iterations update the same words
};
/// val name = SRAM[T](size) and similar. In a loop, each iteration has its own words.
struct Memory {
  std::string name;
  MemoryKind kind;
  Type type;
  Expr size;  ///< words or FIFO depth: unstaged (literals and parameters); Reg: the reset literal
  Expr par;   ///< unstaged; only SparseParSram* and SparseDram
  Buffering buffering = Buffering::Unsaid;
};
/// memory.alias = dram (SparseDram only)
struct Alias {
  std::string memory, dram;
};
/// memory load dram(begin::end par p): loads words begin..end-1 into the memory from index 0 (SRAM, sparse SRAMs) or
/// into the FIFO.
struct Load {
  std::string memory, dram;
  Expr begin, end;
  Expr par;
  Expr at{};  ///< the first word of the memory to write; null: 0
};
/// dram(begin::end par p) store memory
struct Store {
  std::string dram;
  Expr begin, end;
  Expr par;
  std::string memory;
  Expr at{};  ///< the first word of the memory to read; null: 0
};
/// dram stream_load_vec(base, length, fifo): one vector per cycle; the FIFO has elements of 32-bit integers.
struct StreamLoad {
  std::string dram;
  Expr base, length;
  std::string fifo;
};
/// dram stream_store_vec(base, fifo, length)
struct StreamStore {
  std::string dram;
  Expr base;
  std::string fifo;
  Expr length;
};
/// memory(index) = value, or if (enable) memory(index) = value
struct Write {
  std::string memory;
  Expr index, value;
  Expr enable{};  ///< null: unconditional; only of an SRAM
};
/// memory.barrierWrite(index, value, Seq()); a negative index drops the write.
struct SparseWrite {
  std::string memory;
  Expr index, value;
};
/// An RMW statement, whose result is unused.
struct Update {
  Rmw rmw;
};
/// gen_bitvector(0, bits, length, indices, words): takes `length` ascending coordinates below `bits` from a FIFO[Int],
/// and enqueues bits/32 words to a FIFO[U32]. Bit b of word w stands for coordinate 32*w + b. `bits` is a whole number
/// of tiles (Limits). Length 0 yields zeros.
struct GenBitVector {
  Expr bits, length;
  std::string indices, words;
};
/// merge(par, sorts, merged, length, fifo, length, fifo, …): takes `length` elements from each input FIFO, whose
/// elements ascend, and enqueues all of them to `merged` in ascending order. Equal elements keep the order of the
/// inputs. If the Bit `sorts` is set, each `par` elements of an input are sorted first.
struct Merge {
  struct Way {
    Expr length;
    std::string fifo;
  };
  Expr par;  ///< unstaged: elements moved per cycle
  Expr sorts;
  std::string merged;
  std::vector<Way> ways;
};
/// fifo.enq(value), or fifo.enq(value, enable): no element is enqueued if the Bit `enable` is false.
struct Enq {
  std::string fifo;
  Expr value;
  Expr enable;  ///< null: unconditional
};
/// reg := value (Reg or ArgOut)
struct Set {
  std::string reg;
  Expr value;
  Expr enable{};  ///< null: unconditional; only of an ArgOut
};
/// begin until end by step par p; prints `end by step par p` when begin is the literal 0.
struct Counter {
  Expr begin, end, step;
  Expr par;  ///< unstaged: literal or parameter
};
/// Scan(par, bits, "or", a.deq, b.deq): iterates over the set bits of one bit vector, or of the union ("or") or
/// intersection ("and") of two, in ascending order. Each execution of the loop takes bits/32 words from each FIFO[U32].
/// Its iterators are (coordinate, rank) for one bit vector, and (coordinate, rankA, out, rankB) for two. A rank is the
/// number of preceding set bits in that bit vector, or -1 if the bit is not set in it; out counts iterations. In a
/// Reduce it prints as ScanRed.
struct Scan {
  enum class Mode { And, Or };
  Expr par;   ///< unstaged: coordinates per cycle; 1 for a body with controllers
  Expr bits;  ///< a whole number of tiles, the same in each execution
  Mode mode = Mode::Or;
  std::vector<std::string> vectors;  ///< one or two distinct FIFO[U32]
};
/// Foreach(counters) { (iterators) => body }, or Foreach(Scan(...)) { case List(iterators) => body }
struct Foreach {
  std::vector<Counter> counters;  ///< empty if there is a scan
  std::optional<Scan> scan;
  std::vector<std::string> iterators;
  Body body;
};
enum class ReduceOp { Add, Mul, Min, Max };
/// Reduce(reg)(counters) { (iterators) => body; value } { _ + _ }: each execution of the Reduce starts from the
/// identity; without iterations the Reg holds the identity (0 for Add). Lanes are combined as a balanced tree, then
/// accumulated in the register.
struct Reduce {
  std::string reg;
  std::vector<Counter> counters;  ///< empty if there is a scan
  std::optional<Scan> scan;
  std::vector<std::string> iterators;
  Body body;
  Expr value;
  ReduceOp op;
};

struct StmtNode {
  std::variant<Val, Memory, Alias, Load, Store, StreamLoad, StreamStore, Write, SparseWrite, Update, GenBitVector,
               Merge, Enq, Set, Foreach, Reduce>
      kind;
  /// The trailing `// …` comment: the part of the source expression that the statement implements, e.g. "B(i,j):
  /// coordinates of j". It is printed and parsed, so that a stall of a program read from text can be attributed to a
  /// tensor access.
  std::string note;
  Location where;
};

// ---------------------------------------------------------------- host

/// val name = ArgIn[Int]; setArg(name, value)
struct ArgIn {
  std::string name;
  Type type;
  Expr value;  ///< literal, or Length of a host array
};
/// val name = ArgOut[T]
struct ArgOut {
  std::string name;
  Type type;
};
/// val name = loadCSV1D[T]("file")
struct HostLoad {
  std::string name;
  Type type;
  std::string file;
};
/// val name = DRAM[T](size); val name = DRAM[T](size).stream: a stream of the host, which has wires of its own
struct Dram {
  std::string name;
  Type type;
  Expr size;
  bool isStream = false;
};
/// setMem(dram, array)
struct SetMem {
  std::string dram, array;
};
/// assert(array.length === words), before Accel: the program requires arrays of this length
struct CheckLength {
  std::string array;
  Expr words;
};
/// assert(checkGold[T](dram, gold)), or for an ArgOut assert(checkGold[T](argOut, gold(0))). A third argument is the
/// margin: |actual - gold| <= margin * |actual| for each word. A DRAM and its gold have equal lengths.
struct CheckGold {
  std::string target, gold;
  Type type;
  double margin = 0;        ///< 0: exact, and not printed
  bool isRegister = false;  ///< of an ArgOut: gold(0)
};
/// A check of the first gold.length words of a DRAM, whose result has at least as many words:
///   assert(gold.zip(getMem(dram)) { (expected, actual) => expected === actual }.fold(true) { _ & _ })
/// With a margin, `abs(expected - actual) <= margin.to[T]` replaces the equality. With a relative margin,
/// `approxEql[T](actual, expected, margin)` replaces it, which compares as checkGold does. Either form may follow the
/// equality and a |, because infinity is not near itself. For an ArgOut the form lacks zip and fold: getArg(argOut) is
/// the actual value, gold(0) the expected one.
struct CheckNear {
  std::string target, gold;
  double margin = 0;        ///< 0: exact
  bool isRelative = false;  ///< only with a margin
  bool isRegister = false;  ///< of an ArgOut
  bool orEqual = false;     ///< only with a margin
};
struct HostStmt {
  std::variant<ArgIn, ArgOut, HostLoad, Dram, SetMem, CheckLength, CheckGold, CheckNear> kind;
  std::string note;
  Location where;
};

/// An operation of a lane in one step; other statements are memories and controllers.
inline bool isPrimitive(const Stmt& stmt) {
  return std::holds_alternative<Val>(stmt->kind) || std::holds_alternative<Write>(stmt->kind) ||
         std::holds_alternative<SparseWrite>(stmt->kind) || std::holds_alternative<Update>(stmt->kind) ||
         std::holds_alternative<Enq>(stmt->kind) || std::holds_alternative<Set>(stmt->kind);
}
/// Whether a vector's lanes execute the body in lockstep.
inline bool isLeaf(const Body& body) { return std::all_of(body.begin(), body.end(), isPrimitive); }

/// An unstaged constructor parameter: ip: scala.Int = 16
struct Parameter {
  std::string name;
  std::int64_t value;
};

/// One self-contained program: class NAME extends SpatialTest { host; Accel { body }; checks }.
struct Program {
  std::string name;
  std::vector<std::string> header;  ///< comment lines above the class
  std::vector<Parameter> parameters;
  Type valueType = Type::Int;  ///< value of the type alias T: Int or Float
  std::vector<HostStmt> host;  ///< before Accel
  Body accel;
  std::vector<HostStmt> checks;  ///< after Accel: HostLoad, CheckGold and CheckNear
  /// Reads beyond a memory or of uninitialized words, and divisions by zero, give 0 instead of an error; writes beyond
  /// a memory have no effect. Hardware executes such operations in the untaken side of a mux. Used for hand-written
  /// programs; not printed.
  bool isSpeculative = false;
};

}  // namespace stardust::spatial
