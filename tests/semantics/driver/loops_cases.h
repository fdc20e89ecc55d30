// A problem through the imperative IR: lowered, interpreted, compared with the reference.
#pragma once

#include <algorithm>
#include <limits>

#include "cin/concretize.h"
#include "driver/conversions.h"
#include "driver/device_formats.h"
#include "driver/triangles.h"
#include "exec/loops_interpreter.h"
#include "kernels.h"
#include "loops/lower/lower.h"
#include "passes/cpu_loops.h"
#include "schedule/automatic.h"

namespace stardust::tests {

/// Parallel loops of any length, with workspaces that are hashed from this number of elements on.
inline loops::LoweringOptions sharedLoops(std::int64_t mostDense = machine::Processor().workspace.mostDense) {
  loops::LoweringOptions options;
  options.processor.threads.grain = options.processor.threads.addedUp = 1;
  options.processor.workspace.mostDense = mostDense;
  return options;
}

/// Operands as the CPU reads them: unconverted, except for symmetric ones whose triangle is not enough. A result that
/// is assembled in another format is converted afterwards.
inline driver::Problem forLoops(driver::Problem problem) {
  problem = driver::onTriangles(std::move(problem));
  const notation::TensorVar result = problem.assignment.lhs.tensor;
  std::vector<driver::Conversion> conversions = {
      {result.name, loops::assembledFormat(driver::acceleratorFormat(result.format)), "dense and compressed levels"}};
  for (const notation::Access& access : notation::accesses(problem.assignment.rhs))
    if (access.tensor.format.isSymmetric())
      conversions.push_back({access.tensor.name, expanded(access.tensor.format), "both triangles"});
  return driver::applyConversions(std::move(problem), conversions);
}
inline driver::Problem forLoops(const Case& c) {
  driver::Problem problem;
  problem.assignment = c.assignment;
  problem.operands = c.operands;
  return forLoops(std::move(problem));
}

inline cin::Stmt scheduledForLoops(const driver::Problem& problem, const std::vector<schedule::Command>& commands,
                                   bool withScalars = true) {
  const cin::Stmt concrete = cin::concretize(problem.assignment, driver::sumsFor(commands));
  const cin::Stmt scheduled =
      schedule::apply(commands.empty() ? schedule::rowsInnermost(concrete) : concrete, commands);
  const cin::Stmt stmt =
      schedule::insertWorkspaces(scheduled, withScalars ? schedule::Rows::InMemory : schedule::Rows::Collected);
  return withScalars ? schedule::hoistFactors(schedule::accelerateReductions(stmt)) : stmt;
}

/// Unions of fibers of short fibers, so that all entries of several fibers are merged at a time.
inline std::vector<Case> shortFibers(ValueType type) {
  const Format below({dense, compressed, compressed}), all({compressed, compressed, compressed}),
      doubly({compressed, compressed});
  std::vector<Case> cases;
  int seed = 0;
  for (const auto& [extents, density] :
       {std::pair(std::vector<std::int64_t>{5, 11, 200}, 0.01), std::pair(std::vector<std::int64_t>{1, 1, 300}, 0.02),
        std::pair(std::vector<std::int64_t>{3, 40, mostNarrow}, 3e-10),
        std::pair(std::vector<std::int64_t>{3, 40, std::int64_t{1} << 40}, 6e-13),
        std::pair(std::vector<std::int64_t>{2, 2, 500}, 0.02)})
    for (const Format& format : {below, all}) {
      const auto sparse = [&, extents = extents, density = density](const char* name) {
        return Operand{name, format, extents, Fill::Sparse, density};
      };
      const Operand A{"A", format, extents}, B = sparse("B"), C = sparse("C"), D = sparse("D"),
                                             y{"y", vec, {extents[1]}}, z{"z", vec, {extents[0]}};
      for (const char* sum : {"B(i,j,k) + C(i,j,k)", "B(i,j,k) - C(i,j,k)"})
        cases.push_back(makeCase(std::string("A(i,j,k) = ") + sum, {A, B, C}, type, ++seed));
      cases.push_back(
          makeCase("A(i,j,k) = B(i,j,k) - 3 * (C(i,j,k) * y(j)) + -D(i,j,k)", {A, B, C, D, y}, type, ++seed));
      cases.push_back(makeCase("A(i,j,k) = B(i,j,k) / 2 + C(i,j,k) * z(i)", {A, B, C, z}, type, ++seed));
    }
  const auto matrix = [&](const char* name, double density) {
    return Operand{name, doubly, {60, 90}, Fill::Sparse, density};
  };
  for (const double density : {0.0, 0.002, 0.01, 0.1})
    cases.push_back(
        makeCase("A(i,j) = B(i,j) + C(i,j)", {matrix("A", 0), matrix("B", 0.01), matrix("C", density)}, type, ++seed));
  return cases;
}

/// Products whose rows are assembled in a workspace: few entries in many columns, which are listed and sorted; more
/// entries, which are packed by their flags, or in a hash set; and rows of each kind in one result.
inline std::vector<Case> productsOfRows(ValueType type) {
  const Format doubly({compressed, compressed}), slices({dense, dense, compressed});
  std::vector<Case> cases;
  int seed = 0;
  for (const std::int64_t columns : {std::int64_t{1}, std::int64_t{90}, std::int64_t{700}, std::int64_t{9000},
                                     std::int64_t{16384}, std::int64_t{16385}, mostNarrow, std::int64_t{1} << 40})
    for (const double density : {0.01, 0.08, 0.5}) {
      const double few = std::min(0.3, 12.0 / static_cast<double>(columns));  // of a row of C
      const auto sparse = [&](const char* name, const Format& format, std::vector<std::int64_t> extents, double part) {
        return Operand{name, format, std::move(extents), Fill::Sparse, part};
      };
      const Operand C = sparse("C", csr, {50, columns}, few);
      for (const Format& format : {csr, doubly})
        cases.push_back(makeCase("A(i,j) = B(i,k) * C(k,j)",
                                 {{"A", format, {60, columns}}, sparse("B", format, {60, 50}, density), C}, type,
                                 ++seed));
      cases.push_back(makeCase(
          "A(i,j) = B(i,k) * (C(k,j) + 2 * D(k,j))",
          {{"A", csr, {60, columns}}, sparse("B", csr, {60, 50}, density), C, sparse("D", csr, {50, columns}, few / 3)},
          type, ++seed));
      if (columns > 20000) continue;
      cases.push_back(makeCase("A(i,l,j) = B(i,l,k) * C(k,j)",
                               {{"A", slices, {4, 5, columns}}, sparse("B", slices, {4, 5, 50}, density), C}, type,
                               ++seed));
    }
  return cases;
}

/// Sums with reduced terms, of operands by rows, into results of every kind.
inline std::vector<Case> sumsOfProducts(ValueType type) {
  const Format doubly({compressed, compressed});
  const auto sparse = [](const char* name, const Format& format, std::vector<std::int64_t> extents, double part = 0.1) {
    return Operand{name, format, std::move(extents), Fill::Sparse, part};
  };
  std::vector<Case> cases;
  int seed = 0;
  for (const std::int64_t columns :
       {std::int64_t{1}, std::int64_t{40}, std::int64_t{9000}, mostNarrow, std::int64_t{1} << 40})
    for (const Format& format : {csr, doubly, rowMajor}) {
      if (columns > 40 && format == rowMajor) continue;
      const double part = std::min(0.2, 9.0 / static_cast<double>(columns));
      const Operand A{"A", format, {20, columns}},
          B = sparse("B", csr, {20, 30}), C = sparse("C", csr, {30, columns}, part),
          D = sparse("D", csr, {20, columns}, part), E = sparse("E", doubly, {20, 25}),
          F = sparse("F", csr, {25, columns}, part);
      cases.push_back(makeCase("A(i,j) = B(i,k) * C(k,j) - D(i,j)", {A, B, C, D}, type, ++seed));
      cases.push_back(makeCase("A(i,j) = D(i,j) + 2 * (B(i,k) * C(k,j))", {A, B, C, D}, type, ++seed));
      cases.push_back(makeCase("A(i,j) = B(i,k) * C(k,j) - E(i,l) * F(l,j)", {A, B, C, E, F}, type, ++seed));
      cases.push_back(makeCase("A(i,j) = -(E(i,k) * F(k,j)) + D(i,j) - B(i,k) * C(k,j) + D(i,j)",
                               {A, B, C, D, sparse("E", csr, {20, 30}), sparse("F", csr, {30, columns}, part)}, type,
                               ++seed));
    }
  for (const Format& format : {vec, sparseVec})
    cases.push_back(
        makeCase("y(i) = b(i) - A(i,j) * x(j)",
                 {{"y", format, {30}}, sparse("b", sparseVec, {30}, 0.5), sparse("A", csc, {30, 20}), {"x", vec, {20}}},
                 type, ++seed));
  return cases;
}

/// The same without the entries of every third fiber of an operand's last level, which stay as empty fibers.
inline Case withEmptyFibers(Case c, const std::string& name) {
  Storage& storage = c.operands.at(name);
  Level& last = storage.levels.back();
  const Level old = last;
  last.crd.clear();
  std::visit(
      [&](auto& values) {
        std::decay_t<decltype(values)> kept;
        for (std::size_t fiber = 0; fiber + 1 < old.pos.size(); ++fiber) {
          for (auto p = old.pos[fiber]; fiber % 3 != 1 && p < old.pos[fiber + 1]; ++p) {
            last.crd.push_back(old.crd[static_cast<std::size_t>(p)]);
            kept.push_back(values[static_cast<std::size_t>(p)]);
          }
          last.pos.set(fiber + 1, static_cast<std::int64_t>(kept.size()));
        }
        values = kept;
      },
      storage.values);
  return c;
}

/// Dot products of fibers that are short, long, or missing, and of one slice in each direction.
inline std::vector<Case> shortDots(ValueType type) {
  std::vector<Case> cases;
  int seed = 0;
  for (const Format& format : {Format({compressed, compressed, compressed}), Format({dense, compressed, compressed})})
    for (const double density : {0.0, 0.01, 0.05, 0.4}) {
      const Operand A{"A", Format({format.level(0), compressed}), {7, 23}}, a{"a", vec, {7}},
          B{"B", format, {7, 23, 40}, Fill::Sparse, density}, c{"c", vec, {40}}, C{"C", rowMajor, {23, 40}};
      cases.push_back(makeCase("A(i,j) = B(i,j,k) * c(k)", {A, B, c}, type, ++seed));
      cases.push_back(makeCase("A(i,j) = B(i,j,k) * C(j,k)", {A, B, C}, type, ++seed));
      cases.push_back(makeCase("a(i) = B(i,j,k) * c(k)", {a, B, c}, type, ++seed));
      cases.push_back(makeCase("a(i) = 2 * B(i,j,k) * C(j,k)", {a, B, C}, type, ++seed));
    }
  const LevelFormat s = compressed;
  const Operand x{"x", vec, {40}};
  for (const double density : {0.0, 0.02, 0.3}) {
    const Operand A{"A", Format({s, s}), {7, 23}}, y{"y", Format({s}), {60}},
        B{"B", Format({s, s, s}), {7, 23, 40}, Fill::Sparse, density}, C{"C", rowMajor, {7, 40}}, d{"d", vec, {23}},
        M{"M", Format({s, s}), {60, 40}, Fill::Sparse, density},
        D{"D", Format({s, s, s, s}), {5, 6, 7, 40}, Fill::Sparse, density}, R{"R", Format({s, s, s}), {5, 6, 7}};
    cases.push_back(makeCase("A(i,j) = B(i,j,k) * C(i,k)", {A, B, C}, type, ++seed));
    cases.push_back(makeCase("A(i,j) = 3 * B(i,j,k) * x(k) * d(j)", {A, B, x, d}, type, ++seed));
    cases.push_back(makeCase("y(i) = M(i,j) * x(j)", {y, M, x}, type, ++seed));
    cases.push_back(makeCase("R(i,j,k) = D(i,j,k,l) * x(l)", {R, D, x}, type, ++seed));
    cases.push_back(withEmptyFibers(makeCase("A(i,j) = B(i,j,k) * x(k)", {A, B, x}, type, ++seed), "B"));
    cases.push_back(withEmptyFibers(makeCase("A(i,j) = 3 * B(i,j,k) * x(k) * d(j)", {A, B, x, d}, type, ++seed), "B"));
    cases.push_back(withEmptyFibers(makeCase("y(i) = M(i,j) * x(j)", {y, M, x}, type, ++seed), "M"));
  }
  const Operand long1{"B",
                      Format({dense, compressed, compressed}),
                      {2, 4000, 9},
                      Fill::Sparse,
                      0.3};  // more entries than are summed at a time
  cases.push_back(makeCase("A(i,j) = B(i,j,k) * c(k)", {{"A", csr, {2, 4000}}, long1, {"c", vec, {9}}}, type, ++seed));
  return cases;
}

inline void makeInfinite(Values& all, std::size_t at) {
  std::visit(
      [&](auto& values) {
        using T = typename std::decay_t<decltype(values)>::value_type;
        if constexpr (isReal<T>) values[at] = static_cast<T>(std::numeric_limits<double>::infinity());
      },
      all);
}

/// Intersections with fibers that stay the same in loops around: in all of them, or in some. Values of A at coordinates
/// that x lacks are infinite, if the type has infinities: they must not be read.
inline std::vector<Case> unchangedFibers(ValueType type) {
  const Format csf({dense, compressed, compressed}), doubly({compressed, compressed});
  std::vector<Case> cases;
  std::uint64_t seed = 0;
  const auto add = [&](const char* expression, const Operand& result, std::vector<Operand> others, std::int64_t n,
                       double density) {
    const Operand A{"A", csr, {9, n}, Fill::Sparse, density}, x{"x", sparseVec, {n}, Fill::Sparse, density * 2};
    others.insert(others.end(), {result, A});
    const bool readsX = std::string(expression).find("x(j)") != std::string::npos;
    if (readsX) others.push_back(x);
    Case c = makeCase(expression, others, type, ++seed);
    if (readsX) {
      const Level &of = c.operands.at("A").levels[1], &kept = c.operands.at("x").levels[0];
      for (std::size_t p = 0; p < of.crd.size(); ++p)
        if (!std::binary_search(kept.crd.begin(), kept.crd.end(), of.crd[p]))
          makeInfinite(c.operands.at("A").values, p);
    }
    cases.push_back(std::move(c));
  };
  // Of the last extent, a table would be larger than all operands together.
  for (const auto& [n, density] :
       {std::pair(150, 0.0), std::pair(150, 0.1), std::pair(150, 0.5), std::pair(90000, 1e-4)}) {
    const Operand y{"y", vec, {9}}, Y{"Y", rowMajor, {9, 5}}, R{"R", csr, {9, n}},
        z{"z", sparseVec, {n}, Fill::Sparse, 0.3}, B{"B", csr, {9, n}, Fill::Sparse, density}, D{"D", rowMajor, {n, 5}},
        K{"B", csr, {5, n}, Fill::Sparse, 0.3}, M{"M", doubly, {n, 5}, Fill::Sparse, 0.1},
        T{"T", csf, {9, 4, n}, Fill::Sparse, density};
    add("y(i) = A(i,j) * x(j)", y, {}, n, density);
    add("y(i) = x(j) * A(i,j)", y, {}, n, density);
    add("y(i) = A(i,j) * x(j) * z(j)", y, {z}, n, density);
    add("R(i,j) = A(i,j) * x(j)", R, {}, n, density);
    add("R(i,j) = x(j) * A(i,j)", R, {}, n, density);
    add("R(i,j) = A(i,j) * (x(j) + z(j))", R, {z}, n, density);
    add("R(i,j) = B(i,j) + A(i,j) * x(j)", R, {B}, n, density);
    add("R(i,j) = A(i,j) * B(i,j) * x(j)", R, {B}, n, density);
    add("Y(i,m) = A(i,j) * x(j) * D(j,m)", Y, {D}, n, density);
    add("Y(i,k) = A(i,j) * B(k,j)", Y, {K}, n, density);
    add("Y(i,k) = A(i,j) * B(k,j)", {"Y", csr, {9, 5}}, {K}, n, density);
    add("R(i,k,j) = A(i,j) * B(k,j)", {"R", Format({dense, dense, compressed}), {9, 5, n}}, {K}, n, density);
    add("Y(i,k) = A(i,j) * M(j,k)", Y, {M}, n, density);
    add("Y(i,k) = A(i,j) * M(j,k)", {"Y", csr, {9, 5}}, {M}, n, density);
    add("y(i) = T(i,k,j) * A(i,j)", y, {T}, n, density);
  }
  return cases;
}

/// Dot products of two fibers with none to all of their coordinates in common. Values at unmatched coordinates are
/// infinite, if the type has infinities: they must not be read.
inline std::vector<Case> longDots(ValueType type) {
  std::vector<Case> cases;
  int seed = 0;
  for (const double density : {0.0, 0.03, 0.1, 0.2, 0.6, 1.0})
    for (const double other : {0.05, 0.5}) {
      const Operand a{"a", vec, {9}}, B{"B", csr, {9, 150}, Fill::Sparse, density},
          C{"C", csr, {9, 150}, Fill::Sparse, other};
      Case c = makeCase("a(i) = B(i,j) * C(i,j)", {a, B, C}, type, ++seed);
      Storage& changed = c.operands.at("B");
      const Level &mine = changed.levels[1], &others = c.operands.at("C").levels[1];
      for (std::size_t row = 0; row < 9; ++row)
        for (auto p = mine.pos[row]; p < mine.pos[row + 1]; ++p)
          if (!std::binary_search(others.crd.begin() + others.pos[row], others.crd.begin() + others.pos[row + 1],
                                  mine.crd[static_cast<std::size_t>(p)]))
            makeInfinite(changed.values, static_cast<std::size_t>(p));
      cases.push_back(std::move(c));
    }
  return cases;
}

/// The difference of the result; empty if it is correct.
inline std::string differenceIn(const loops::Function& function, const driver::Problem& problem,
                                const exec::Evaluated& expected, std::int64_t threads = 1) {
  exec::LoopsOptions options;
  options.threads = threads;
  Storage actual = exec::interpret(function, problem.operands, problem.assignment.lhs.tensor, options);
  validate(actual);
  if (problem.finally) actual = driver::finish(*problem.finally, actual).result;
  return exec::compare(expected, actual).difference;
}

}  // namespace stardust::tests
