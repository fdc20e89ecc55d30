// Refusals of the API, and their messages.
#include <limits>

#include "errors/failure.h"
#include "stardust/stardust.h"

using namespace stardust;

namespace {

const Format csr({dense, compressed}, offChip);
const Format vec({dense}, offChip);
const KernelOptions one{1};

}  // namespace

TEST_CASE("declarations") {
  CHECK(failure(Family::User, [] { Tensor<int>({4}, csr); }) ==
        "error: the tensor has 1 extent and a format of 2 levels\n"
        "  why: a tensor has one extent and one level for each mode\n"
        "  help: Tensor<float> A(\"A\", {n, m}, Format({dense, compressed}))\n");
  failsWith(Family::User, "tensor A has 3 extents and a format of 1 level", [] { Tensor<int>("A", {4, 4, 4}, vec); });
  failsWith(Family::User, "tensor ws has 0 extents and a format of 1 level", [] { Tensor<int>("ws", vec); });
  failsWith(Family::User, "mode 0 of the tensor has extent -1", [] { Tensor<int>({-1}, vec); });
  failsWith(Family::User, "mode 1 of tensor A has extent 4611686018427387905", [] {
    Tensor<int>("A", {1, (std::int64_t{1} << 62) + 1}, csr);
  });
  failsWith(Family::User, "\"my tensor\" is not a legal name of a tensor", [] { Tensor<int>("my tensor", {4}, vec); });
  for (const char* word : {"forall", "where", "min"})
    failsWith(Family::User, "a tensor cannot be called " + std::string(word), [&] { Tensor<int>(word, {4}, vec); });
  failsWith(Family::User, "\"a b\" is not a legal name of a tensor", [] { Tensor<double>("a b"); });
  failsWith(Family::User, "\"i+1\" is not a legal name of an index variable", [] { IndexVar("i+1"); });
}

TEST_CASE("literals are numbers of the result's type") {
  Tensor<int> x({4}, vec), y({4}, vec);
  IndexVar i;
  y(i) = x(i) + std::int64_t{3000000000};
  failsWith(Family::User, "the literal 3000000000 does not fit in the value type int", [&] { y.getAssignment(); });
}

TEST_CASE("entries") {
  Tensor<int> A("A", {2, 3}, csr);
  CHECK(failure(Family::User, [&] {
          A.insert({0, 3}, 1);
        }) == "error: (0,3) lies outside tensor A (order 2)\n  why: mode 1 has coordinates 0 to 2\n");
  failsWith(Family::User, "(-1,0) lies outside", [&] { A.insert({-1, 0}, 1); });
  failsWith(Family::User, "an entry of tensor A (order 2) has 1 coordinate", [&] { A.insert({0}, 1); });
  failsWith(Family::User, "cannot hold 0.5", [&] { A.insert({0, 0}, 0.5); });
  failsWith(Family::User, "cannot hold 2147483648", [&] { A.insert({0, 0}, 2147483648.0); });
  failsWith(Family::User, "cannot hold 2147483648", [&] { A.insert({0, 0}, std::int64_t{1} << 31); });
  failsWith(Family::User, "cannot hold nan", [&] { A.insert({0, 0}, std::numeric_limits<double>::quiet_NaN()); });
  Tensor<std::int64_t> wide;
  failsWith(Family::User, "its values have type long", [&] { wide.insert({}, 9223372036854775808.0); });
  failsWith(Family::User, "its values have type long", [&] { wide.insert({}, std::uint64_t{1} << 63); });
  Tensor<float> narrow;
  failsWith(Family::User, "cannot hold 1e+39", [&] { narrow.insert({}, 1e39); });
  failsWith(Family::User, "mode 0 is empty", [] { Tensor<int>({0}, vec).insert({0}, 1); });
  failsWith(Family::User, "tensor A (order 2): cannot open nowhere.mtx", [&] { A.read("nowhere.mtx"); });
  CHECK(A.stored() == 0);  // nothing was inserted
}

TEST_CASE("expressions") {
  Tensor<int> A("A", {2, 3}, csr), x("x", {3}, vec), y("y", {2}, vec);
  IndexVar i("i"), j("j"), k("k");
  failsWith(Family::User, "tensor A (order 2) is accessed with 1 index", [&] { A(i); });
  failsWith(Family::User, "a tensor of order 1 is accessed with 0 indices",
            [&] { IndexExpr e = Tensor<int>({2}, vec); });
  CHECK(failure(Family::User, [&] { y(i) = A(i, j) * x(i); }) ==
        "error: index variable i has extent 3 in x(i), but 2 in y(i)\n"
        "  why: an index variable runs over the same coordinates everywhere\n");
  failsWith(Family::User, "the result y occurs on the right", [&] { y(i) = y(i) + 1; });
  failsWith(Family::User, "index variable j has extent 3 in A(j,j), but 2 in A(j,j)", [&] { y(i) = A(j, j); });
  failsWith(Family::User, "not a finite number", [&] { y(i) = std::numeric_limits<double>::infinity(); });
  // none of these statements defined it
  failsWith(Family::User, "nothing was assigned to tensor y", [&] { y.getAssignment(); });
  failsWith(Family::User, "nothing was assigned to tensor y", [&] { y.evaluate(); });
  failsWith(Family::User, "nothing was assigned to tensor y", [&] { y.spatial(); });
  failsWith(Family::Unsupported, "index variable i occurs twice in the result A(i,i)", [&] { A(i, i) = y(i); });
  failsWith(Family::User, "the result y occurs on the right", [&] { y(i).minEquals(y(i) + 1); });
  failsWith(Family::User, "argmin= reduces nothing", [&] { Tensor<int>("s", {2}, vec)(i).argminEquals(y(i)); });
  failsWith(Family::User, "argmax= finds one index, but i and j are reduced",
            [&] { Tensor<int>("s").argmaxEquals(A(i, j)); });
  failsWith(Family::User, "argmin= gives indices, but tensor b (order 0) holds values of type bool",
            [&] { Tensor<bool>("b").argminEquals(x(i)); });
  failsWith(Family::Unsupported, "indices of an extent of 20000000 as float",
            [&] { Tensor<float>("s").argminEquals(Tensor<int>("long", {20000000}, Format({compressed}))(i)); });
  y(i) = A(i, j) * x(j);
  y(i) *= A(i, j);
  failsWith(Family::Unsupported, "y(i) *= A(i,j): *= into a tensor that has values", [&] { y.evaluate(); });
  failsWith(Family::User, "tensor y (order 1) is computed from an expression", [&] { y.insert({0}, 1); });
}

TEST_CASE("definitions that go round in a circle, or on and on") {
  Tensor<int> x("x", {2}, vec), y("y", {2}, vec), z("z", {2}, vec);
  IndexVar i("i");
  y(i) = x(i);
  z(i) = y(i);
  CHECK(failure(Family::User, [&] { x(i) = z(i) + 1; }) ==
        "error: x(i) = z(i) + 1: an operand is itself computed from x\n"
        "  why: a tensor keeps its expression, and is computed again when an operand changes\n"
        "  help: copy the values of the operand into a new tensor (forEach, insert)\n");
  failsWith(Family::User, "through more than 200 other tensors", [&] {
    Tensor<int> last = x;
    for (int n = 0; n < 300; ++n) {
      Tensor<int> next({2}, vec);
      next(i) = last(i);
      last = next;
    }
  });
}

TEST_CASE("expressions that are too large") {
  Tensor<int> x({2}, vec);
  IndexVar i;
  failsWith(Family::User, "deeper than 200 levels", [&] {
    IndexExpr sum = x(i);
    for (int n = 0; n < 1000; ++n) sum = sum + x(i);
  });
  failsWith(Family::User, "more than 10000 operations", [&] {
    IndexExpr sum = x(i);
    for (int n = 0; n < 100; ++n) sum = sum + sum;
  });
  failsWith(Family::User, "deeper than 200 levels", [&] {
    Tensor<int> ws;
    Pattern stmt = ws += x(i);
    for (int n = 0; n < 1000; ++n) stmt = forall(i, stmt);
  });
}

TEST_CASE("schedules") {
  Tensor<int> A("A", {2, 3}, csr), x("x", {3}, vec), y("y", {2}, vec);
  IndexVar i("i"), j("j");
  failsWith(Family::User, "does not compute tensor x", [&] {
    y(i) = A(i, j) * x(j);
    x.compile(y.getAssignment());
  });
  y(i) = A(i, j) * x(j);
  const IndexStmt stmt = y.getAssignment();
  CHECK(failure(Family::User, [&] { stmt.environment(innerPar, 17); }) ==
        "error: innerPar cannot be 17\n"
        " --> schedule:1:1\n"
        "1 | environment(innerPar, 17)\n"
        "  | ^^^^^^^^^^^^^^^^^^^^^^^^^\n"
        "  why: lanes over which the innermost loops are vectorised\n"
        "  help: 1 to 16\n");
  IndexVar jo("jo"), ji("ji");
  failsWith(Family::User, "j is named twice", [&] { stmt.reorder({j, j}); });
  failsWith(Family::User, "j cannot be split by 0", [&] { stmt.splitUp(j, jo, ji, 0); });
  failsWith(Family::User, "j is already an index variable", [&] { stmt.splitDown(i, j, ji, 2); });
  failsWith(Family::User, "the loop over i is not directly inside the loop over j", [&] { stmt.fuse(j, i, jo); });
  failsWith(Family::User, "the loop over j cannot be shared by threads", [&] { stmt.parallelize(j, CPUThread); });
  failsWith(Family::User, "the loop over i cannot be vectorised", [&] { stmt.vectorize(i); });
  failsWith(Family::User, "j cannot be unrolled 0 times", [&] { stmt.unroll(j, 0); });
  failsWith(Family::User, "y is no operand", [&] { stmt.pos(j, jo, y); });
  failsWith(Family::User, "y is no operand with indices", [&] { stmt.keep(y); });
  failsWith(Family::User, "autoschedule() after environment(innerPar, 4)",
            [&] { stmt.environment(innerPar, 4).autoschedule(); });
  failsWith(Family::Unsupported, "the schedule auto is not chosen here", [&] { stmt.autoschedule().reorder({j, i}); });
  failsWith(Family::User, "x has no crd array", [&] { stmt.share(x, StoredPart::Coordinates, 1); });
  failsWith(Family::User, "x has no coordinates to stream", [&] { stmt.stream(x, i); });
  failsWith(Family::User, "j is bound to 4, but its extent is 3", [&] { stmt.bound(j, 4); });
  Tensor<int> ws(onChip), offside, wide({3}, Format({dense}, onChip));
  failsWith(Family::User, "A(i,j) * A(i,j) does not occur", [&] { stmt.precompute(A(i, j) * A(i, j), {}, {}, ws); });
  failsWith(Family::User, "the workspace ws is declared with int values, off chip",
            [&] { stmt.precompute(A(i, j) * x(j), {}, {}, offside); });
  failsWith(Family::User, "the workspace ws is declared with", [&] { stmt.precompute(A(i, j) * x(j), {}, {}, wide); });
  failsWith(Family::User, "float values", [&] { stmt.precompute(A(i, j) * x(j), {}, {}, Tensor<float>(onChip)); });
  failsWith(Family::User, "there is already a tensor x", [&] { stmt.precompute(A(i, j), {j}, {j}, x); });
  failsWith(Family::User, "nothing matches", [&] { stmt.accelerate(forall(j, ws += A(i, j)), Spatial, Reduction, 4); });
  failsWith(Family::User, "innerPar is used before it is set",
            [&] { stmt.accelerate(forall(j, y(i) += A(i, j) * x(j)), Spatial, Reduction, innerPar); });
  y(i) = 2 * A(i, j) * x(j);
  failsWith(Family::User, "does not compute tensor y", [&] { y.compile(stmt); });  // the assignment before
}

TEST_CASE("arguments that a kernel was not compiled for leave the result as it was") {
  Tensor<double> A("A", {2, 3}, csr), x("x", {3}, vec), y("y", {2}, vec), z({2}, vec);
  IndexVar i("i"), j("j");
  y(i) = A(i, j) * x(j);
  const IndexStmt bounds = y.getAssignment().bound(j, 3);
  const Kernel k = compile(y.getAssignment(), one);
  z.insert({0}, 7);
  CHECK(failure(Family::User, [&] { k(z, A); }) ==
        "error: the kernel y(i) = A(i,j) * x(j) has 3 arguments, and is given 2\n"
        "  why: they are the result, and the operands in the order in which the expression first names them\n");
  CHECK(
      failure(Family::User,
              [&] {
                k(z, Tensor<double>({2, 3}, Format({dense, dense})), x);
              }) ==
      "error: the argument for A in the kernel y(i) = A(i,j) * x(j) is a tensor stored as dd, not a tensor stored as ds\n"
      "  why: a kernel is compiled for the formats and types of its tensors\n"
      "  help: use a tensor stored as ds, or compile another kernel\n");
  failsWith(Family::User, "the argument for x in the kernel y(i) = A(i,j) * x(j) is of type float, not of type double",
            [&] { k(z, A, Tensor<float>({3}, vec)); });
  failsWith(Family::User, "the argument for A in the kernel y(i) = A(i,j) * x(j) is a scalar",
            [&] { k(z, Tensor<double>(), x); });
  failsWith(Family::User, "the argument for y in the kernel y(i) = A(i,j) * x(j) is of type int",
            [&] { k(Tensor<int>({2}, vec), A, x); });
  failsWith(Family::User, "index variable j has extent 4 in x(j), but 3 in A(i,j)",
            [&] { k(z, A, Tensor<double>({4}, vec)); });
  failsWith(Family::User, "index variable i has extent 2 in A(i,j), but 5 in y(i)",
            [&] { k(Tensor<double>({5}, vec), A, x); });
  double kept = 0;
  z.forEach([&](const auto& at, double value) { kept += at[0] == 0 ? value : 0; });
  CHECK(kept == 7);
  const Kernel bounded = compile(bounds, one);
  bounded(z, A, x);
  failsWith(Family::User, "bound", [&] { bounded(z, Tensor<double>({2, 4}, csr), Tensor<double>({4}, vec)); });
}

TEST_CASE("names of tensors are texts, not braces") {
  const std::string name = "beta";
  Tensor<double> alpha("alpha"), beta(name), y("y", {2}, vec), braces({2}, vec);
  Tensor<int> ws("ws", onChip);
  CHECK(braces.dimensions() == std::vector<std::int64_t>{2});
  CHECK(ws.format().region() == Region::OnChip);
  IndexVar i("i");
  y(i) = alpha * braces(i) + beta;
  CHECK(y.getAssignment().str() == "forall(i, y(i) = alpha * A(i) + beta)");
  failsWith(Family::User, "tensor beta (order 0) is accessed with 1 index", [&] { beta(i); });
  static_assert(!std::is_constructible_v<Tensor<double>, int>);
  static_assert(!std::is_constructible_v<Tensor<double>, std::nullptr_t>);
  static_assert(!std::is_constructible_v<Tensor<double>, const char*, std::vector<std::int64_t>>);
}

TEST_CASE("what cannot be run is refused whoever would run it") {
  Tensor<double> x("x", {3}, vec), y("y", {3}, vec);
  IndexVar i("i");
  y(i) = 2 * x(i);  // the accelerator lacks doubles: the host runs it
  failsWith(Family::User, "there is no memory", [&] { y.evaluate({Target::Capstan, "capstan", "hbm9"}); });
  for (const int threads : {-1, 1025}) {
    RunOptions options;
    options.threads = threads;
    failsWith(Family::User, "RunOptions::threads cannot be " + std::to_string(threads), [&] { y.evaluate(options); });
    failsWith(Family::User, "KernelOptions::threads cannot be " + std::to_string(threads),
              [&] { compile(y.getAssignment(), {threads}); });
  }
  Tensor<int> a("a", {1}, vec), b("b", {1}, vec), q("q", {1}, vec);
  q(i) = a(i) / b(i);
  const Kernel divide = compile(q.getAssignment(), one);
  failsWith(Family::User, "the kernel q(i) = a(i) / b(i): an integer is divided by zero", [&] { divide(q, a, b); });
}

TEST_CASE("a kernel is compiled where there is a C compiler") {
  Tensor<double> x("x", {3}, vec), y("y", {3}, vec);
  IndexVar i("i");
  y(i) = 2 * x(i);
  KernelOptions options;
  options.compiler = "no-such-compiler";
  const auto refusal = failure(Family::User, [&] { compile(y.getAssignment(), options); });
  contains(refusal, "no-such-compiler");
  contains(refusal, "with KernelOptions::compiler");
}
