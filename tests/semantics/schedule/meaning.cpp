// Any commands in any order preserve the meaning of the assignment.
#include <doctest/doctest.h>

#include <map>
#include <random>

#include "cin/concretize.h"
#include "exec/cin_interpreter.h"
#include "exec/compare.h"
#include "schedule/automatic.h"
#include "schedule/schedule.h"
#include "schedule/search.h"
#include "semantics/exec/reference_random.h"

using namespace stardust;
using namespace stardust::schedule;
using notation::Access;

namespace {

using Random = exec::testing::RandomCase;

/// A tensor of a kernel with alternative formats, of which each run takes one.
struct Tensor {
  std::string name;
  std::vector<IndexVar> indices;
  std::vector<Format> formats;
};
struct Kernel {
  Tensor result;
  std::vector<std::vector<Tensor>> terms;  // a sum of products; all but the first are subtracted
};

const Format vectorFormat{dense}, sparseVector{compressed}, csr{dense, compressed}, dcsr{compressed, compressed};
const Format csc(std::vector<LevelFormat>{dense, compressed}, {1, 0});
const std::vector<Format> anyMatrix{csr, dcsr, csc, denseFormat(2)}, anyVector{vectorFormat, sparseVector};

const Tensor a{"A", {"i", "j"}, anyMatrix}, x{"x", {"j"}, anyVector}, y{"y", {"i"}, anyVector};

const std::vector<Kernel>& kernels() {
  static const std::vector<Kernel> all{
      {y, {{a, x}}},                                                       // SpMV
      {y, {{{"b", {"i"}, anyVector}}, {a, x}}},                            // residual
      {y, {{{"alpha", {}, {{}}}, a, x}, {{"B", {"i", "j"}, anyMatrix}}}},  // scaled, next to a row sum
      {y, {{a}}},                                                          // row sum
      {{"s", {}, {{}}}, {{a}}},                                            // sum of everything
      {{"R", {"i", "j"}, {csr, dcsr, denseFormat(2)}},                     // SDDMM
       {{{"B", {"i", "j"}, {csr, dcsr}}, {"C", {"i", "k"}, {denseFormat(2)}}, {"D", {"k", "j"}, {denseFormat(2)}}}}},
      {{"R", {"i", "j"}, {denseFormat(2), csr}}, {{{"A", {"i", "k"}, anyMatrix}, {"B", {"k", "j"}, anyMatrix}}}},
  };
  return all;
}

struct Run {
  notation::Assignment assignment;
  exec::Operands operands;
};

Run makeRun(Random& random, const Kernel& kernel) {
  std::map<IndexVar, std::int64_t> dims;
  for (const char* v : {"i", "j", "k"})
    dims[v] = std::vector<std::int64_t>{1, 2, 4, 5}[static_cast<std::size_t>(random.below(4))];
  const ValueType type = random.below(2) ? ValueType::Int32 : ValueType::Float32;
  Run run;
  const auto access = [&](const Tensor& t) {
    const Format& format = t.formats[static_cast<std::size_t>(random.below(static_cast<int>(t.formats.size())))];
    Access made{{t.name, format, type, {}, false}, t.indices};
    for (const IndexVar& v : t.indices) made.tensor.dims.push_back(dims[v]);
    return made;
  };
  for (const auto& term : kernel.terms) {
    Expr product;
    for (const Tensor& t : term) {
      const Access factor = access(t);
      run.operands.emplace(t.name, random.randomStorage(factor.tensor.dims, type, factor.tensor.format));
      const Expr e = notation::access(factor.tensor, factor.indices);
      product = product ? notation::binary(operators::multiply, product, e) : e;
    }
    run.assignment.rhs =
        run.assignment.rhs ? notation::binary(operators::subtract, run.assignment.rhs, product) : product;
  }
  run.assignment.lhs = access(kernel.result);
  return run;
}

void collect(const Expr& expr, std::vector<Expr>& all) {
  all.push_back(expr);
  if (const auto* call = std::get_if<notation::Call>(&expr->kind))
    for (const Expr& operand : call->operands) collect(operand, all);
}

/// The entities of a statement that a command can name.
struct Parts {
  std::vector<Stmt> stmts;
  std::vector<Expr> exprs;
  std::vector<IndexVar> loops;
  std::vector<notation::Access> accesses;

  explicit Parts(const Stmt& stmt) { visit(stmt); }
  void visit(const Stmt& stmt) {
    stmts.push_back(stmt);
    if (const auto* f = std::get_if<cin::Forall>(&stmt->kind)) loops.push_back(f->var);
    if (const auto* s = std::get_if<cin::Assign>(&stmt->kind)) {
      collect(s->rhs, exprs);
      for (const notation::Access& access : notation::accesses(s->rhs)) accesses.push_back(access);
    }
    cin::mapChildren(stmt, [&](const Stmt& child) {
      visit(child);
      return child;
    });
  }
};

template <class T>
const T& pick(Random& random, const std::vector<T>& from) {
  return from[static_cast<std::size_t>(random.below(static_cast<int>(from.size())))];
}

Command randomCommand(Random& random, const Stmt& stmt, int step) {
  const Parts parts(stmt);
  const std::string function = pick<std::string>(random, {"Reduction", "BulkLoad", "BulkStore"});
  const Factor factor = random.below(2) ? Factor(16) : Factor("innerPar");
  const std::string made = std::to_string(step);
  switch (random.below(15)) {
    case 6:
    case 7: {
      if (parts.loops.empty()) break;
      const IndexVar loop = pick(random, parts.loops);
      const std::int64_t size = 1 + random.below(5);
      if (random.below(2)) return {cin::SplitUp{loop, loop + "o" + made, loop + "i" + made, size}, {}};
      return {cin::SplitDown{loop, loop + "o" + made, loop + "i" + made, size}, {}};
    }
    case 8: {
      if (parts.loops.size() < 2) break;
      const std::size_t at = static_cast<std::size_t>(random.below(static_cast<int>(parts.loops.size()) - 1));
      return {cin::Fuse{parts.loops[at], parts.loops[at + 1], "f" + made}, {}};
    }
    case 9: {
      const auto extents = knownExtents(stmt);
      if (extents.empty()) break;
      auto bound = extents.begin();
      std::advance(bound, random.below(static_cast<int>(extents.size())));
      return {cin::Bound{bound->first, bound->second}, {}};
    }
    case 10: {
      if (parts.loops.empty()) break;
      return {cin::Parallelize{pick(random, parts.loops),
                               random.below(2) ? cin::ParallelUnit::CpuThread : cin::ParallelUnit::CpuVector},
              {}};
    }
    case 11: {
      if (parts.loops.empty()) break;
      return {cin::Unroll{pick(random, parts.loops), 1 + random.below(8)}, {}};
    }
    case 12: {
      std::vector<IndexVar> vars = notation::variables(pick(random, parts.exprs));
      vars.insert(vars.end(), parts.loops.begin(), parts.loops.end());
      if (vars.empty() || parts.accesses.empty()) break;
      const notation::Access& access = pick(random, parts.accesses);
      return {cin::Pos{pick(random, vars), "p" + made, access.tensor.name,
                       random.below(2) ? access.indices : std::vector<IndexVar>()},
              {}};
    }
    case 13: {
      if (parts.accesses.empty()) break;
      const auto as = random.below(2) ? cin::KeptAs::Copies : cin::KeptAs::Shared;
      return {cin::Keep{as, pick(random, parts.accesses).tensor.name}, {}};
    }
    case 14: {
      if (parts.accesses.empty() || parts.loops.empty()) break;
      return {cin::StreamAt{pick(random, parts.accesses).tensor.name, pick(random, parts.loops)}, {}};
    }
    case 0: {
      std::vector<IndexVar> order = parts.loops;
      for (std::size_t v = order.size(); v > 1; --v)
        std::swap(order[v - 1], order[static_cast<std::size_t>(random.below(static_cast<int>(v)))]);
      return {Reorder{order}, {}};
    }
    case 1: return {MapTo{pick(random, parts.stmts), "Spatial", function, factor}, {}};
    case 2: return {Accelerate{{pick(random, parts.stmts), "Spatial", function, factor}}, {}};
    case 3: return {Environment{"innerPar", 1 << random.below(5)}, {}};
    default: break;
  }
  Precompute command{pick(random, parts.exprs), {}, {}, "W" + made};
  std::vector<IndexVar> vars = notation::variables(command.expr);
  if (random.below(2))
    vars.insert(vars.end(), parts.loops.begin(), parts.loops.end());  // created by splits and fusions
  for (const IndexVar& v : vars) {
    if (random.below(2) || contains(command.vars, v)) continue;
    command.vars.push_back(v);
    command.workspaceVars.push_back(random.below(2) ? v : v + "w" + made);
  }
  return {command, {}};
}

// The compiler's passes after any schedule.
Stmt finished(const Stmt& stmt) { return bulkTransfers(accelerateReductions(insertWorkspaces(stmt))); }

}  // namespace

TEST_CASE("random schedules preserve the meaning") {
  std::map<std::size_t, int> applied;  // by kind of command
  for (unsigned seed = 0; seed < 7500; ++seed) {
    Random random(seed);
    const Run run = makeRun(random, pick(random, kernels()));
    const exec::Evaluated expected = exec::evaluateReference(run.assignment, run.operands);
    CAPTURE(seed);
    CAPTURE(notation::print(run.assignment));
    Stmt stmt;
    try {
      stmt = cin::concretize(run.assignment);
    } catch (const Error& refused) {  // conflicting formats
      REQUIRE((refused.diagnostic().family != Family::Internal));
      continue;
    }
    std::string commands;
    for (int step = 0; step < 5; ++step) {
      const Command command = randomCommand(random, stmt, step);
      commands += (step ? ", " : "") + print(command);
      CAPTURE(commands);
      CAPTURE(cin::print(stmt));
      Stmt next;
      try {
        next = apply(stmt, command);
      } catch (const Error& refused) {
        CAPTURE(std::string(refused.what()));
        REQUIRE((refused.diagnostic().family != Family::Internal));
        continue;
      }
      CAPTURE(cin::print(next));
      cin::verify(next);
      const exec::Comparison comparison =
          exec::compare(expected, exec::interpret(next, run.operands, run.assignment.lhs.tensor));
      REQUIRE_MESSAGE(comparison.verified, comparison.difference);
      const Stmt last = finished(next);
      CAPTURE(cin::print(last));
      cin::verify(last);
      const exec::Comparison compiled =
          exec::compare(expected, exec::interpret(last, run.operands, run.assignment.lhs.tensor));
      REQUIRE_MESSAGE(compiled.verified, compiled.difference);
      ++applied[command.kind.index()];
      stmt = next;
    }
  }
  std::map<std::size_t, bool> isOfDriver;  // these are followed before there is a statement
  for (const Command& command :
       {Command{Convert{"A", {}, Format()}, {}}, Command{Stored{}, {}}, Command{Automatic{}, {}}})
    isOfDriver[command.kind.index()] = true;
  for (std::size_t kind = 0; kind < std::variant_size_v<decltype(Command::kind)>; ++kind) {
    CAPTURE(kind);
    CHECK((applied[kind] >= 50 || isOfDriver[kind]));
  }
}
