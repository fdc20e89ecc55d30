// Loops over the positions of an operand (pos): for every format, split, in chunks and in parallel, they are equivalent
// to the loops over coordinates.
#include <doctest/doctest.h>

#include "loops_cases.h"
#include "random_cases.h"

using namespace stardust;
using namespace stardust::tests;

namespace {

struct Kernel {
  const char* expression;
  std::vector<std::string> indices;              // of A, over whose positions the loop iterates
  std::vector<std::vector<std::string>> others;  // of B and C
  std::vector<std::string> result;
};

const std::vector<Kernel>& kernels() {
  static const std::vector<Kernel> all = {
      {"R(i) = A(i,j) * B(j)", {"i", "j"}, {{"j"}}, {"i"}},
      {"R(j) = A(i,j) * B(i)", {"i", "j"}, {{"i"}}, {"j"}},
      {"R = A(i,j) * B(j)", {"i", "j"}, {{"j"}}, {}},
      {"R(i,j) = A(i,j) * B(i,j)", {"i", "j"}, {{"i", "j"}}, {"i", "j"}},
      {"R(i) = A(i,j) * B(i,j) * C(i)", {"i", "j"}, {{"i", "j"}, {"i"}}, {"i"}},
      {"R(i,k) = A(i,j) * B(j,k)", {"i", "j"}, {{"j", "k"}}, {"i", "k"}},
      {"R(i) min= A(i,j) + B(j)", {"i", "j"}, {{"j"}}, {"i"}},
      {"R(i) = A(i,j,k) * B(j) * C(k)", {"i", "j", "k"}, {{"j"}, {"k"}}, {"i"}},
      {"R(i,j) = A(i,j,k) * B(k)", {"i", "j", "k"}, {{"k"}}, {"i", "j"}},
      {"R(i,l) = A(i,j,k) * B(j,l) * C(k,l)", {"i", "j", "k"}, {{"j", "l"}, {"k", "l"}}, {"i", "l"}},
      {"R(k) = A(i,j,k) * (B(j) + C(i,j))", {"i", "j", "k"}, {{"j"}, {"i", "j"}}, {"k"}}};
  return all;
}

Format formatOf(std::mt19937_64& random, std::size_t order) {
  static const std::map<std::size_t, std::vector<Format>> all = {
      {0, {Format()}},
      {1, {Format({dense}), Format({compressed})}},
      {2,
       {csr, Format({compressed, compressed}), Format({compressedNonUnique, singleton}),
        Format({dense, compressed}, {1, 0}), rowMajor, Format({compressed, dense})}},
      {3,
       {Format({compressed, compressed, compressed}), Format({dense, compressed, compressed}),
        Format({dense, dense, compressed}), Format({compressed, dense, compressed}),
        Format({compressedNonUnique, singleton, singleton}), Format({dense, compressed, compressed}, {1, 0, 2})}}};
  const auto& some = all.at(order);
  return some[random() % some.size()];
}

RandomCase::Tensor tensor(std::mt19937_64& random, const std::string& name, const std::vector<std::string>& indices,
                          bool operand) {
  static const double densities[] = {0, 0.05, 0.3, 0.3, 0.6, 1};
  RandomCase::Tensor t{name, indices, formatOf(random, indices.size()), Fill::Sparse, densities[random() % 6], operand};
  if (t.format.isDense() && random() % 2) t.fill = Fill::Dense;
  return t;
}

RandomCase drawn(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const Kernel& kernel = kernels()[random() % kernels().size()];
  RandomCase c;
  c.expression = kernel.expression;
  c.seed = seed;
  c.type = random() % 2 ? ValueType::Int32 : ValueType::Float64;
  c.tensors.push_back(tensor(random, "A", kernel.indices, true));
  for (std::size_t n = 0; n < kernel.others.size(); ++n)
    c.tensors.push_back(tensor(random, n == 0 ? "B" : "C", kernel.others[n], true));
  c.tensors.push_back(tensor(random, "R", kernel.result, false));
  for (const RandomCase::Tensor& t : c.tensors)
    for (const std::string& var : t.indices) c.dims[var] = 1 + static_cast<std::int64_t>(random() % 9);
  const RandomCase::Tensor& counted = c.tensors.front();
  c.execution = RandomLanguage::positionsOf(counted, random);
  return c;
}

/// The statement after the commands that are legal and that its loops support.
loops::Function lowered(const RandomCase& random, const driver::Problem& problem, std::map<std::string, int>& applied) {
  std::vector<schedule::Command> commands;
  loops::Function function = passes::cpuLoops(scheduledForLoops(problem, {}), "kernel", sharedLoops());
  for (const std::string& command : random.execution) {
    std::vector<schedule::Command> more = commands;
    try {
      more.push_back(schedule::parse(makeSource("-s", command)).front());
      function = passes::cpuLoops(scheduledForLoops(problem, more, random.seed % 5 != 0), "kernel", sharedLoops());
      commands = std::move(more);
      ++applied[command.substr(0, command.find('('))];
    } catch (const Error& error) {
      if (error.diagnostic().family == Family::Internal) throw;
    }
  }
  return function;
}

}  // namespace

TEST_CASE("positions: random assignments and schedules of them agree with the reference, for any number of threads") {
  std::map<std::string, int> applied;
  int sharing = 0;
  const int cases = casesToRun(1000);
  for (int n = 0; n < cases; ++n) {
    const RandomCase random = drawn(seedToUse() + static_cast<std::uint64_t>(n));
    const Case asked = random.build();
    CAPTURE(random.command());
    try {
      const exec::Evaluated expected = exec::evaluateReference(asked.assignment, asked.operands);
      const driver::Problem problem = forLoops(asked);
      const loops::Function function = lowered(random, problem, applied);
      const std::string text = loops::print(function);
      CHECK(equal(loops::parse(text), function));
      if (text.find("_shared") != std::string::npos) ++sharing;
      for (const std::int64_t threads : {1, 2, 3, 7}) CHECK(differenceIn(function, problem, expected, threads) == "");
    } catch (const Error& error) {
      FAIL_CHECK(render(error.diagnostic()));
    }
  }
  for (const char* command : {"fuse", "pos", "split_up", "split_down", "reorder", "parallelize", "unroll"})
    CHECK_MESSAGE(applied[command] * 40 > cases, command << ": " << applied[command]);
  CHECK(sharing * 40 > cases);
}

TEST_CASE("positions: where rows are split between chunks, integers are the same for any number of threads") {
  for (const Format& format : {csr, Format({compressed, compressed}), Format({compressedNonUnique, singleton})}) {
    const Case made = makeCase("R(i) = A(i,j) * B(j)",
                               {{"R", Format({dense}), {40}},
                                {"A", format, {40, 60}, Fill::Sparse, 0.2},
                                {"B", Format({dense}), {60}, Fill::Dense}},
                               ValueType::Int32, 3);
    const exec::Evaluated expected = exec::evaluateReference(made.assignment, made.operands);
    const driver::Problem problem = forLoops(made);
    const auto commands = schedule::parse(makeSource(
        "-s", "fuse(i, j, f), pos(f, fpos, A), split_up(fpos, chunk, inner, 7), parallelize(chunk, CPUThread)"));
    const loops::Function function = passes::cpuLoops(scheduledForLoops(problem, commands), "kernel", sharedLoops());
    for (const std::int64_t threads : {1, 2, 3, 7, 40}) CHECK(differenceIn(function, problem, expected, threads) == "");
  }
}
