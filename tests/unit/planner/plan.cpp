// Which order of the loops, and which copies, a plan chooses: text in, text out.
#include "planner/plan.h"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "format/parse.h"
#include "notation/parse.h"
#include "planner/factoring.h"

namespace stardust::planner {
namespace {

struct Tensors {
  std::map<std::string, std::string> formats;
  std::map<std::string, std::vector<std::int64_t>> dims = {};
  std::map<std::string, double> stored = {};
};

notation::Assignment assignmentOf(const std::string& text, const Tensors& tensors) {
  notation::Declarations declarations;
  const notation::Assignment raw = notation::parseAssignment(makeSource("plan", text));
  std::vector<notation::Access> all = notation::accesses(raw.rhs);
  all.push_back(raw.lhs);
  for (const notation::Access& access : all) {
    const std::string& name = access.tensor.name;
    const auto order = static_cast<int>(access.indices.size());
    const auto format = tensors.formats.find(name);
    notation::Declaration& declared = declarations[name];
    declared.format = denseFormat(order);
    declared.formatGiven = true;
    if (const auto dims = tensors.dims.find(name); dims != tensors.dims.end()) declared.dims = dims->second;
    if (format == tensors.formats.end()) continue;
    Lexer lexer(makeSource("format", format->second));
    declared.format = parseWrittenFormat(lexer).of(order);
  }
  return notation::withKnownExtents(notation::declare(raw, declarations), {});
}

std::string print(const Candidate& candidate) {
  std::string out = fmt::format("{}", fmt::join(candidate.order, ""));
  for (const Copy& copy : candidate.copies)
    out += fmt::format(", {} as {}", notation::print(copy.access), toString(copy.to));
  if (candidate.result) out += fmt::format(", result as {}", toString(candidate.result->to));
  return out;
}

Choice chosen(const std::string& text, const Tensors& tensors, Abilities abilities = {}) {
  const notation::Assignment assignment = assignmentOf(text, tensors);
  REQUIRE(isPlannable(assignment));
  Facts facts;
  for (const notation::Access& access : notation::accesses(assignment.rhs)) {
    const std::string& name = access.tensor.name;
    const TensorFacts assumed = assumedFacts(access.tensor);
    const auto stored = tensors.stored.find(name);
    facts[name] = stored == tensors.stored.end() ? assumed : TensorFacts(assumed.extents(), stored->second);
  }
  return choose(assignment, facts, abilities);
}

std::string best(const std::string& text, const Tensors& tensors, Abilities abilities = {}) {
  return print(chosen(text, tensors, abilities).best);
}

const std::map<std::string, std::string> csrs = {{"A", "csr"}, {"B", "csr"}, {"C", "csr"}};

TEST_CASE("a product by rows instead of an inner product for each coordinate") {
  CHECK(best("C(i,j) = A(i,k) * B(k,j)", {csrs}) == "ikj");
  CHECK(best("C(i,j) = A(i,k) * B(j,k)", {csrs}) == "ikj, B(j,k) as ds:1,0");
  CHECK(best("C(i,j) = A(k,i) * B(k,j)", {{{"A", "csc"}, {"B", "csc"}, {"C", "csc"}}}) == "jki, A(k,i) as ds");
  CHECK(best("S(i,j) = A(i,k) * A(j,k)", {{{"S", "csr"}, {"A", "csr"}}}) == "ikj, A(j,k) as ds:1,0");
}

TEST_CASE("an array of rows instead of a list where each row is looked up") {
  CHECK(best("C(i,j) = A(i,k) * B(k,j)", {{{"A", "dcsr"}, {"B", "dcsr"}, {"C", "dcsr"}}}) == "ikj, B(k,j) as ds");
  CHECK(best("C(i,j) = A(i,k) * B(k,j)", {{{"A", "coo"}, {"B", "coo"}, {"C", "dcsr"}}}) == "ikj, B(k,j) as ds");
}

// 2000 x 2000, operands with 0.5 % of the entries.
Tensors masked(double density, const std::string& ofB) {
  const std::vector<std::int64_t> dims = {2000, 2000};
  return {{{"M", "csr"}, {"A", "csr"}, {"B", ofB}, {"C", "csr"}},
          {{"M", dims}, {"A", dims}, {"B", dims}, {"C", dims}},
          {{"M", density * 4e6}, {"A", 2e4}, {"B", 2e4}}};
}

TEST_CASE("a sparse mask asks for inner products, a dense one for products by rows") {
  const Abilities scatters{true};
  const std::string product = "C(i,j) = M(i,j) * A(i,k) * B(k,j)";
  for (const double sparse : {1e-5, 1e-3}) CHECK(best(product, masked(sparse, "csc"), scatters) == "ijk");
  for (const double dense : {0.1, 1.0}) {
    CHECK(best(product, masked(dense, "csc"), scatters) == "ikj, B(k,j) as ds");
    CHECK(best(product, masked(dense, "csr"), scatters) == "ikj");
  }
  Tensors withoutFormat = masked(1, "csc");
  withoutFormat.formats.erase("M");
  CHECK(best(product, withoutFormat, scatters) == "ikj, B(k,j) as ds");
  const Choice few = chosen(product, masked(1e-5, "csr"), scatters);  // a copy costs what its inner products save
  CHECK(print(few.stored) == "ikj");
  CHECK(few.best.steps * 2 > few.stored.steps);
}

TEST_CASE("dense operands are copied to be read by lines, unless few values are read") {
  const std::string sampled = "C(i,j) = M(i,j) * A(i,k) * B(k,j)";
  const auto tensors = [](double stored) {
    return Tensors{{{"M", "csr"}, {"C", "csr"}},
                   {{"M", {2000, 2000}}, {"A", {2000, 64}}, {"B", {64, 2000}}, {"C", {2000, 2000}}},
                   {{"M", stored}}};
  };
  const Abilities cpu{true, true};
  CHECK(best(sampled, tensors(400'000), cpu) == "ijk, B(k,j) as dd:1,0");
  CHECK(best(sampled, tensors(400'000), {}) == "ijk");
  CHECK(best(sampled, tensors(40), cpu) == "ijk");
  const Tensors dense = {{}, tensors(0).dims};
  CHECK(best("C(i,j) = A(i,k) * B(k,j)", dense, cpu) == best("C(i,j) = A(i,k) * B(k,j)", dense));
  CHECK(best("C(i,j) = M(i,j) * A(i,k) * B(j,k)",
             {tensors(0).formats, {{"M", {2000, 2000}}, {"A", {2000, 64}}, {"B", {2000, 64}}, {"C", {2000, 2000}}}},
             cpu) == "ijk");
}

TEST_CASE("dense operands of a sparse result are read by lines") {
  const Tensors tensors = {{{"C", "csc"}}, {{"X", {64, 64, 64}}, {"x", {64}}, {"C", {64, 64}}}, {}};
  CHECK(best("C(j,k) = X(i,j,k) * x(i)", tensors, Abilities{true, true}) == "jik, result as ds");
  CHECK(best("C(j,k) = X(i,j,k) * x(i)", tensors) == "kji");
}

TEST_CASE("fibers that a loop merges cost more than fibers that it looks up") {
  // Y(i,r,k): merges of X and U for each i and r, or a copy of X and of Y
  const Tensors tensors = {{{"Y", "sss"}, {"X", "sss"}, {"U", "csr"}},
                           {{"X", {1024, 1024, 1024}}, {"U", {1024, 16}}, {"Y", {1024, 16, 1024}}},
                           {{"X", 65'536}, {"U", 8192}}};
  const std::string product = "Y(i,r,k) = X(i,j,k) * U(j,r)";
  Abilities cpu{true, true};
  const double before = chosen(product, tensors, cpu).stored.steps;
  cpu.mergedStep = 4;
  const Choice choice = chosen(product, tensors, cpu);
  CHECK(choice.stored.steps > 3 * before);
  CHECK(print(choice.best) != print(choice.stored));
  CHECK(2 * choice.best.steps < choice.stored.steps);
}

TEST_CASE("a mask is looked up in the fibers of a product, however the product is bracketed") {
  const Abilities cpu{true, true, 4};
  for (const char* mask : {"csr", "dcsr"}) {
    Tensors tensors = masked(1e-3, "csr");
    tensors.formats["M"] = mask;
    const double steps = chosen("C(i,j) = M(i,j) * A(i,k) * B(k,j)", tensors, cpu).stored.steps;
    CHECK(steps == doctest::Approx(chosen("C(i,j) = A(i,k) * (M(i,j) * B(k,j))", tensors, cpu).stored.steps));
  }
  Tensors coo = masked(1e-3, "csr");  // which has no fibers to look up
  coo.formats["M"] = "coo";
  CHECK(chosen("C(i,j) = M(i,j) * A(i,k) * B(k,j)", coo, cpu).stored.steps >
        1.5 * chosen("C(i,j) = M(i,j) * A(i,k) * B(k,j)", masked(1e-3, "csr"), cpu).stored.steps);
}

TEST_CASE("copies of tensors with more modes cost more") {
  const std::vector<std::int64_t> cube = {4096, 4096, 4096};
  const Tensors ttv = {{{"C", "csr"}, {"X", "sss:1,0,2"}}, {{"X", cube}, {"C", {4096, 4096}}}, {{"X", 262'144}}};
  CHECK(best("C(i,j) = X(i,j,k) * x(k)", ttv, {true, true, 4}) == "jik, result as ds:1,0");
}

TEST_CASE("blocks stay whole") {
  const std::vector<std::int64_t> dims = {200, 200, 4, 4};
  CHECK(best("C(i,j,r,t) = A(i,k,r,s) * B(k,j,s,t)",
             {{{"A", "bcsr"}, {"B", "bcsr"}, {"C", "bcsr"}}, {{"A", dims}, {"B", dims}, {"C", dims}}}) == "ikjrts");
}

TEST_CASE("contractions with factors that are read by columns") {
  CHECK(best("A(i,j,k) = B(i,j,l) * C(k,l)", {{{"A", "sss"}, {"B", "sss"}, {"C", "csr"}}}) == "ijlk, C(k,l) as ds:1,0");
  CHECK(best("Z(a,d) = X(a,b,c) * Y(d,c,b)", {{{"X", "sss"}, {"Y", "sss"}, {"Z", "csr"}}}).substr(0, 4) == "abcd");
}

TEST_CASE("operands that suit the loops are not copied") {
  CHECK(best("y(i) = A(i,j) * x(j)", {{{"A", "csr"}}}) == "ij");
  CHECK(best("y(j) = A(i,j) * x(i)", {{{"A", "csr"}}}) == "ij");
  CHECK(best("y(i) = A(i,j) * x(j)", {{{"A", "csc"}}}) == "ji");
  CHECK(best("A(i,j) = B(i,j) * C(i,k) * D(k,j)", {{{"A", "csr"}, {"B", "csr"}}}) == "ijk");
}

TEST_CASE("the chosen candidate is the cheapest, and stored wins ties") {
  const Choice choice = chosen("C(i,j) = A(i,k) * B(j,k)", {csrs});
  CHECK(print(choice.stored) == "ijk");
  CHECK(choice.best.steps < choice.stored.steps);
  CHECK(choice.orders.size() <= mostShown);
  REQUIRE(!choice.orders.empty());
  CHECK(choice.orders.front().steps == choice.best.steps);
  CHECK(print(chosen("C(i,j) = A(i,j) * B(i,j)", {}).best) == "ij");
}

std::string asymptotic(const std::string& text, const Tensors& tensors, Abilities abilities = {}) {
  const Choice choice = chosen(text, tensors, abilities);
  return print(choice.asymptotic) == print(choice.stored) ? "the stored one" : print(choice.asymptotic);
}

TEST_CASE("candidates with no more tasks than the stored one for any data") {
  const Abilities scatters{true};
  for (const Abilities& abilities : {Abilities{}, scatters}) {
    CHECK(asymptotic("C(i,j) = A(i,k) * B(j,k)", {csrs}, abilities) == "ikj, B(j,k) as ds:1,0");
    CHECK(asymptotic("C(i,j) = A(i,k) * B(k,j)", {csrs}, abilities) == "the stored one");
    CHECK(asymptotic("y(i) = A(i,j) * x(j)", {csrs}, abilities) == "the stored one");
    // a mask is sparse or dense: neither inner products nor products by rows are fewer for all data
    CHECK(asymptotic("C(i,j) = M(i,j) * A(i,k) * B(k,j)", {{{"M", "csr"}, {"A", "csr"}, {"B", "csr"}, {"C", "csr"}}},
                     abilities) == "the stored one");
    CHECK(asymptotic("C(i,j) = A(i,j) + B(i,j)", {csrs}, abilities) == "the stored one");
  }
}

TEST_CASE("dominated candidates are named with the better one, and are not taken") {
  const Choice choice = chosen("C(i,j) = A(i,k) * B(k,j)", {csrs});
  REQUIRE(!choice.dominated.empty());
  for (const Dominated& dominated : choice.dominated) {
    CHECK(print(dominated.candidate) != print(choice.best));
    CHECK(print(dominated.candidate) != print(dominated.by));
    for (const Candidate& order : choice.orders) CHECK(print(order) != print(dominated.candidate));
  }
}

TEST_CASE("a few entries do not pay for a copy") {
  const std::map<std::string, std::vector<std::int64_t>> dims = {{"A", {2, 2}}, {"B", {2, 2}}, {"C", {2, 2}}};
  CHECK(best("C(i,j) = A(i,k) * B(j,k)", {csrs, dims, {{"A", 2}, {"B", 2}}}) == "ijk");
}

TEST_CASE("a list of coordinates that a loop repeats costs its entries, not its rows") {
  const std::map<std::string, std::vector<std::int64_t>> dims = {{"A", {100, 100}}, {"X", {16, 100}}, {"Y", {16, 100}}};
  const auto steps = [&](const std::string& format) {
    const Choice choice = chosen("Y(r,j) = X(r,k) * A(k,j)",
                                 {{{"X", "csr"}, {"A", format}, {"Y", "csr"}}, dims, {{"X", 800}, {"A", 3000}}});
    return choice.stored.steps;
  };
  CHECK(steps("coo") > 2 * steps("dcsr"));
}

TEST_CASE("a workspace costs the coordinates of the result, not the products") {
  const std::map<std::string, std::vector<std::int64_t>> dims = {{"A", {64, 64}}, {"B", {64, 16}}, {"C", {64, 16}}};
  const std::map<std::string, std::string> formats = {{"A", "csr"}, {"B", "dense"}, {"C", "csr"}};
  Abilities cpu;
  cpu.readsLines = true;
  CHECK(best("C(i,j) = A(i,k) * B(k,j)", {formats, dims, {{"A", 1024}}}, cpu) == "ikj");
}

TEST_CASE("a fiber that is many times as long as the other one is skipped through") {
  const std::map<std::string, std::vector<std::int64_t>> dims = {
      {"A", {100, 10'000}}, {"B", {10'000, 100}}, {"X", {100, 10'000, 16}}, {"Y", {100, 16}}};
  const auto steps = [&](bool skips) {
    Abilities cpu;
    cpu.mergedStep = 4;
    cpu.skipsAhead = skips;
    return chosen("Y(i,r) = A(i,k) * X(i,k,r)",
                  {{{"A", "csr"}, {"X", "ssd"}, {"Y", "dense"}}, dims, {{"A", 100}, {"X", 16 * 200'000}}}, cpu)
        .stored.steps;
  };
  CHECK(steps(true) < steps(false) / 8);
}

TEST_CASE("more loops than all of whose orders are tried") {
  const std::string text = "Z(a,g) = X(a,b,c,d) * Y(d,e,f,b) * W(g,f,e,c)";
  const std::map<std::string, std::string> formats = {{"X", "ssss"}, {"Y", "ssss"}, {"W", "ssss"}, {"Z", "csr"}};
  const Choice choice = chosen(text, {formats});
  CHECK(choice.best.steps <= choice.stored.steps);
  CHECK(choice.considered < 20'000);
}

TEST_CASE("what has no single nest of sums is not planned") {
  CHECK(!isPlannable(assignmentOf("y(i) = b(i) - A(i,j) * x(j)", {})));
  CHECK(!isPlannable(assignmentOf("y(i) min= A(i,j) + x(j)", {})));
  CHECK(!isPlannable(assignmentOf("a = b(i) * c(i)", {})));
  CHECK(isPlannable(assignmentOf("C(i,j) = A(i,j) + B(i,j)", {})));
}

std::string factored(const std::string& text, const Tensors& tensors, Abilities abilities = {}) {
  const notation::Assignment assignment = assignmentOf(text, tensors);
  Facts facts;
  for (const notation::Access& access : notation::accesses(assignment.rhs))
    facts[access.tensor.name] = assumedFacts(access.tensor);
  const auto found = factoring(assignment, facts, {"t1"}, abilities);
  if (!found) return "one statement";
  CHECK(found->steps < found->together);
  std::string out;
  for (const notation::Assignment& statement : found->statements)
    out += (out.empty() ? "" : "; ") + notation::print(statement);
  return out;
}

TEST_CASE("chains of products are computed from the vector on") {
  const Abilities scatters{true};
  CHECK(factored("y(i) = A(i,j) * B(j,k) * x(k)", {csrs}, scatters) ==
        "t1_(j) = B(j,k) * x(k); y(i) = A(i,j) * t1_(j)");
  CHECK(factored("y(i) = A(i,j) * B(j,k) * C(k,l) * x(l)", {csrs}, scatters) ==
        "t1_(k) = C(k,l) * x(l); t2(j) = B(j,k) * t1_(k); y(i) = A(i,j) * t2(j)");
  CHECK(factored("y(i) = A(i,j) * B(j,k) * x(k)", {}) == "t1_(j) = B(j,k) * x(k); y(i) = A(i,j) * t1_(j)");
}

TEST_CASE("products that gain nothing from a temporary stay one statement") {
  CHECK(factored("A(i,j) = B(i,j) * C(i,k) * D(k,j)", {{{"A", "csr"}, {"B", "csr"}}}) == "one statement");
  CHECK(factored("y(i) = A(i,j) * x(j)", {csrs}) == "one statement");
  CHECK(factored("A(i,j) = B(i,j) * C(i,j) * D(i,j)", {csrs}) == "one statement");
  CHECK(factored("y(i) = A(i,j) * B(j,k) * x(k) + z(i)", {csrs}) == "one statement");
}

TEST_CASE("factors that the terms of a sum share are taken out") {
  const Tensors product{{{"C", "csr"}}};  // A, B and D are dense
  CHECK(factored("A(i,j) = B(i,k) * C(k,j) + D(i,k) * C(k,j)", product) ==
        "t1_(i,k) = B(i,k) + D(i,k); A(i,j) = t1_(i,k) * C(k,j)");
  CHECK(factored("A(i,j) = B(i,k) * C(k,j) - D(i,k) * C(k,j)", product) ==
        "t1_(i,k) = B(i,k) - D(i,k); A(i,j) = t1_(i,k) * C(k,j)");
  CHECK(factored("A(i,j) = -(B(i,k) * C(k,j)) + C(k,j) * D(k,i)", product) ==
        "t1_(i,k) = D(k,i) - B(i,k); A(i,j) = t1_(i,k) * C(k,j)");
  CHECK(factored("A(i,j) = B(i,k) * C(k,j) + x(j) + D(i,k) * C(k,j) + 2 * E(i,k) * C(k,j)", product) ==
        "t1_(i,k) = B(i,k) + D(i,k) + 2 * E(i,k); A(i,j) = t1_(i,k) * C(k,j) + x(j)");
  CHECK(factored("y(i) = A(i,j) * x(j) + A(i,j) * z(j)", {csrs}) == "t1_(j) = x(j) + z(j); y(i) = A(i,j) * t1_(j)");
}

TEST_CASE("terms that share no factor, or whose rests differ in variables, stay") {
  const Tensors product{{{"C", "csr"}}};
  for (const char* text : {"A(i,j) = B(i,k) * C(k,j) + D(i,k) * E(k,j)",        // nothing is shared
                           "A(i,j) = B(i,k) * C(k,j) + x(i) * C(k,j)",          // x has no k
                           "A(i,j) = B(i,k) * C(k,j) + C(i,j)",                 // other indices, and no rest
                           "A(i,j) = B(i,k) * C(k,j) + abs(D(i,k)) * C(k,j)"})  // no tensor
    CHECK(factored(text, product) == "one statement");
  // the rows of B and D seldom meet, so that their sum has as many entries as both
  CHECK(factored("A(i,j) = B(i,k) * C(k,j) + D(i,k) * C(k,j)",
                 {{{"A", "csr"}, {"B", "csr"}, {"C", "csr"}, {"D", "csr"}}}) == "one statement");
  CHECK(factored("A(i,j) min= B(i,k) * C(k,j) + D(i,k) * C(k,j)", product) == "one statement");
}

TEST_CASE("facts of stored tensors") {
  const Coordinates entries{{4, 5}, {0, 1, 0, 3, 2, 1}, ValueArray<double>{1, 2, 3}};
  const TensorFacts rows = factsOf(pack(entries, namedFormat("csr")));
  CHECK(rows.stored() == 3);
  CHECK(rows.distinct(0b01) == 2);
  CHECK(rows.distinct(0b11) == 3);
  const TensorFacts columns = factsOf(pack(entries, namedFormat("csc")));
  CHECK(columns.distinct(0b10) == 2);
  CHECK(factsOf(pack({{4, 5}, {}, ValueArray<double>()}, namedFormat("dcsr"))).distinct(0b01) == 0);
}

}  // namespace
}  // namespace stardust::planner
