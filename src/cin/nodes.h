// Concrete index notation (paper, figure "concrete-index-notation-syntax"): index notation with the loops made
// explicit.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "notation/expr.h"
#include "support/node.h"

namespace stardust::cin {

using notation::Access;
using notation::AssignOp;
using notation::Expr;
using notation::IndexVar;

struct StmtNode;
/// Handle to an immutable statement; see StmtNode for the alternatives.
struct Stmt : Ref<StmtNode> {
  using Ref<StmtNode>::Ref;
};

/// forall(i, S): S for every coordinate of i. Example: forall(i, y(i) = x(i)).
struct Forall {
  IndexVar var;
  Stmt body;
};
/// a = e, a += e, a *= e, a min= e or a max= e. A reduction into a workspace starts from the identity of the operator,
/// outside all loops that reduce into it. = and += execute where e is stored; the others where every sparse operand of
/// e is stored (min= and max= treat each operand of the outermost mins or maxes separately: notation/accumulate.h).
struct Assign {
  Access lhs;
  AssignOp op;
  Expr rhs;
};
/// where(consumer, producer): the producer fills a workspace that the consumer reads. The workspace is local to the
/// where.
struct Where {
  Stmt consumer;
  Stmt producer;
};
/// S1 ; S2
struct Sequence {
  Stmt first;
  Stmt second;
};
/// A statement that maps to one function of a backend instead of being lowered loop by loop. Functions of backend
/// "Spatial": Reduction (a forall that accumulates into a scalar → Reduce, factor = its parallelisation), BulkLoad and
/// BulkStore (an element-copy loop nest → one transfer). Prints map(S, Spatial, Reduction, 16); factor 0 = none, not
/// printed.
struct Map {
  Stmt body;
  std::string backend;
  std::string function;
  int factor = 0;
};
/// environment(innerPar, 16) prints `innerPar=16`.
struct Setting {
  std::string var;
  int value = 0;
  friend bool operator==(const Setting&, const Setting&) = default;
};
/// split_up(i, io, ii, c): i = io*c + ii, with ii in 0..c-1 and io in 0..ceil(dim(i)/c)-1. Example: split_up(i, io, ii,
/// 16).
struct SplitUp {
  IndexVar parent, outer, inner;
  std::int64_t factor = 1;
  friend bool operator==(const SplitUp&, const SplitUp&) = default;
};
/// split_down(i, io, ii, c): io in 0..c-1, ii in 0..ceil(dim(i)/c)-1, and i = io*ceil(dim(i)/c) + ii.
struct SplitDown {
  IndexVar parent, outer, inner;
  std::int64_t factor = 1;
  friend bool operator==(const SplitDown&, const SplitDown&) = default;
};
/// fuse(io, ii, f): f in 0..dim(io)*dim(ii)-1, with io = f / dim(ii) and ii = f % dim(ii).
struct Fuse {
  IndexVar outer, inner, fused;
  friend bool operator==(const Fuse&, const Fuse&) = default;
};
/// bound(i, 128): dim(i) is 128.
struct Bound {
  IndexVar var;
  std::int64_t extent = 0;
  friend bool operator==(const Bound&, const Bound&) = default;
};
/// The hardware that runs iterations of a loop concurrently: threads of a processor, or the lanes of its vectors.
enum class ParallelUnit { CpuThread, CpuVector };
/// parallelize(i, CPUThread): distributes the iterations of each loop over i. The semantics is that of the sequential
/// loop, except that floating-point reductions may be reassociated.
struct Parallelize {
  IndexVar var;
  ParallelUnit unit = ParallelUnit::CpuThread;
  friend bool operator==(const Parallelize&, const Parallelize&) = default;
};
/// unroll(i, 4): unrolls each loop over i by four.
struct Unroll {
  IndexVar var;
  std::int64_t factor = 0;
  friend bool operator==(const Unroll&, const Unroll&) = default;
};
/// pos(j, jpos, A(i,j)): jpos iterates over the positions of A in a fiber, and j is the coordinate at position jpos.
/// For fused variables (fuse(i, j, f), pos(f, fpos, A(i,j))), fpos iterates over the positions of A in all of these
/// levels together. In a full level, jpos equals j. `indices` are empty in a command that only names the tensor, and
/// never empty in a statement.
struct Pos {
  IndexVar parent, position;
  std::string tensor;
  std::vector<IndexVar> indices;
  friend bool operator==(const Pos&, const Pos&) = default;
};
/// The arrays of a tensor's storage.
enum class StoredPart { Positions, Coordinates, Values };
/// How an array is kept on the accelerator: a copy for each place that reads it, or one for all bodies.
enum class KeptAs { Copies, Shared };
/// keep(B), keep(B, crd, 2): arrays of the operand B are loaded into the accelerator as a whole, before all loops. No
/// `part`: all of them. `level`, from 1: the positions or coordinates of that level alone; 0: of all levels. share(B)
/// is the same with KeptAs::Shared.
struct Keep {
  KeptAs as = KeptAs::Copies;
  std::string tensor;
  std::optional<StoredPart> part = {};
  int level = 0;
  friend bool operator==(const Keep&, const Keep&) = default;
};
/// Whether a command is about this array. `level`, from 0; of values: any.
bool covers(const Keep& keep, const std::string& tensor, StoredPart part, int level);
/// stream(B, i): the coordinates and values of B that loops read in order are loaded once for each iteration of the
/// loop over i, and not for each fiber.
struct StreamAt {
  std::string tensor;
  IndexVar loop;
  friend bool operator==(const StreamAt&, const StreamAt&) = default;
};
/// index(i2, 2*i + k + 1): i2 is the coordinate that a computed index gives, and stays below its extent. `reads` are
/// the tensors in the index, in the order of its terms: dense, and of integers. These relations precede all others.
struct IndexOf {
  IndexVar var;
  notation::Index index;
  std::vector<Access> reads = {};
  friend bool operator==(const IndexOf& a, const IndexOf& b) {
    return a.var == b.var && notation::equal(a.index, b.index);
  }
};
/// A scheduling fact about the whole statement. Relations are ordered as stated by the commands. A variable that no
/// forall binds on the path to an assignment is derived from bound variables by these relations; the body is guarded
/// where a split parent may exceed its extent (derived.h).
using Relation =
    std::variant<Setting, SplitUp, SplitDown, Fuse, Bound, Parallelize, Unroll, Pos, Keep, StreamAt, IndexOf>;
/// suchthat(S, r...). Legal only at the root.
struct SuchThat {
  Stmt body;
  std::vector<Relation> relations;
};

struct StmtNode {
  std::variant<Forall, Assign, Where, Sequence, Map, SuchThat> kind;
};

Stmt forall(IndexVar var, Stmt body);
Stmt forall(const std::vector<IndexVar>& vars, Stmt body);  ///< nested, first outermost
Stmt assign(Access lhs, AssignOp op, Expr rhs);
Stmt where(Stmt consumer, Stmt producer);
Stmt sequence(Stmt first, Stmt second);
Stmt map(Stmt body, std::string backend, std::string function, int factor = 0);
/// Merges with an existing SuchThat; a later setting or bound of the same variable replaces an earlier one.
Stmt suchThat(Stmt body, std::vector<Relation> relations);

/// The relations of a statement, and the statement without them.
const std::vector<Relation>& relationsOf(const Stmt& stmt);
const Stmt& withoutRelations(const Stmt& stmt);
/// The value of an environment variable, if set.
std::optional<int> setting(const Stmt& stmt, const std::string& var);
/// "CPUThread" or "CPUVector".
std::string toString(ParallelUnit unit);
/// "pos", "crd" or "vals".
std::string toString(StoredPart part);
/// "keep" or "share".
std::string toString(KeptAs as);
/// How the relations keep this array on the accelerator; the last one counts. `level`, from 0; of values: any.
std::optional<KeptAs> keptAs(const Stmt& stmt, const std::string& tensor, StoredPart part, int level);
/// As text: "innerPar=16", "split_up(i, io, ii, 16)".
std::string print(const Relation& relation);

/// One line: suchthat(forall(i, where(y(i) = ws, map(forall(j, ws += A(i,j) * x(j)), Spatial, Reduction, 16))),
/// innerPar=16).
std::string print(const Stmt& stmt);
/// The same, indented over several lines.
std::string printPretty(const Stmt& stmt);
/// The loop of stream(tensor, loop); empty: there is none.
IndexVar streamLoop(const Stmt& stmt, const std::string& tensor);
bool equal(const Stmt& a, const Stmt& b);

/// Applies `f` to each direct sub-statement; returns the same node if nothing changed.
template <class F>
Stmt mapChildren(const Stmt& stmt, F&& f);

/// Throws Error (internal): an index variable bound twice on a path (by loops, or by a loop and the relations), or not
/// at all; a workspace read outside its where; SuchThat below the root.
void verify(const Stmt& stmt);

template <class F>
Stmt mapChildren(const Stmt& stmt, F&& f) {
  return match(
      stmt->kind,
      [&](const Forall& s) {
        Stmt body = f(s.body);
        return body.same(s.body) ? stmt : forall(s.var, body);
      },
      [&](const Assign&) { return stmt; },
      [&](const Where& s) {
        Stmt consumer = f(s.consumer), producer = f(s.producer);
        return consumer.same(s.consumer) && producer.same(s.producer) ? stmt : where(consumer, producer);
      },
      [&](const Sequence& s) {
        Stmt first = f(s.first), second = f(s.second);
        return first.same(s.first) && second.same(s.second) ? stmt : sequence(first, second);
      },
      [&](const Map& s) {
        Stmt body = f(s.body);
        return body.same(s.body) ? stmt : map(body, s.backend, s.function, s.factor);
      },
      [&](const SuchThat& s) {
        Stmt body = f(s.body);
        return body.same(s.body) ? stmt : suchThat(body, s.relations);
      });
}

}  // namespace stardust::cin
