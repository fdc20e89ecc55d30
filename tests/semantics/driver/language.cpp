// Random programs of the whole language: the reference, the CIN interpreter before and after scheduling, the Spatial
// interpreter and the simulator give the same complete result, or the case is refused with a reason; refusals are rare.
#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>

#include "capstan/machine/limits.h"
#include "cin/listing.h"
#include "driver/conversions.h"
#include "driver/device_formats.h"
#include "exec/cin_interpreter.h"
#include "exec/spatial_interpreter.h"
#include "random_cases.h"
#include "sim/capstan/simulate.h"

using namespace stardust;
using namespace stardust::tests;

namespace {

/// Writes a case's program to the folder STARDUST_PROGRAMS, for Spatial's own compiler (scripts/real-spatial).
void keepProgram(const RandomCase& random, const driver::Compiled& compiled) {
  const char* folder = std::getenv("STARDUST_PROGRAMS");
  if (!folder) return;
  std::ofstream file(fmt::format("{}/random_{}.scala", folder, random.seed));
  file << compiled.text << "// " << random.command() << "\n";
}

driver::Compiled compiledFor(const RandomCase& random, const driver::Problem& problem) {
  driver::CompileOptions options;
  options.facts = driver::factsOf(problem.operands);
  options.margin = {1, false};
  std::string commands = legal(random, problem.assignment);
  const auto compile = [&](int outerPar) {
    const std::string schedule =
        fmt::format("environment(innerPar,{}), environment(outerPar,{}){}", random.innerPar, outerPar, commands);
    return driver::compile(problem.assignment, schedule::parse(makeSource("-s", schedule)), capstanMachine(), options);
  };
  const auto tried = [&](int outerPar) -> std::optional<driver::Compiled> {
    try {
      return compile(outerPar);
    } catch (const Error& error) {
      if (error.diagnostic().family == Family::Internal) throw;
      return std::nullopt;
    }
  };
  // Each of the transfers that the statement and the machine allow.
  for (const std::string& transfer : random.transfers) {
    const std::string before = commands;
    commands += ", " + transfer;
    if (!tried(1)) commands = before;
  }
  if (random.outerPar > 1)
    if (auto compiled = tried(random.outerPar)) return std::move(*compiled);
  return compile(1);  // no outer loop to copy
}

/// Empty if all agree; a refusal is counted by its reason.
std::string disagreementIn(const RandomCase& random, Refusals& refused) {
  const Case asked = random.build();
  driver::Problem c;  // as the accelerator receives it
  exec::Evaluated expected;
  std::optional<driver::Compiled> compiled;
  try {
    expected = exec::evaluateReference(asked.assignment, asked.operands);
    c.assignment = asked.assignment;
    c.operands = asked.operands;
    c = driver::forAccelerator(std::move(c)).problem;
    compiled = compiledFor(random, c);
  } catch (const Error& error) {
    if (error.diagnostic().family == Family::Internal) return error.diagnostic().what + " " + error.diagnostic().why;
    std::string reason;
    for (const char ch : error.diagnostic().what)
      if (!(ch >= '0' && ch <= '9')) reason += ch;
    ++refused[reason.substr(0, 60)];
    return {};
  }
  keepProgram(random, *compiled);
  const bool isDeclared = c.assignment.op.reduction() && c.assignment.op.reduction()->composed;
  for (const auto& stmt : {compiled->concrete, compiled->scheduled}) {
    if (isDeclared) break;  // a listing does not declare reductions
    const std::string listing = cin::printListing(stmt);
    if (cin::printListing(cin::parseListing(makeSource("listing", listing))) != listing)
      return "this listing is read otherwise:\n" + listing;
  }
  const auto& tensor = compiled->assignment.lhs.tensor;
  const auto wrong = [&](const char* executor, const Storage& actual) {
    const auto comparison = exec::compare(expected, c.finally ? driver::finish(*c.finally, actual).result : actual);
    if (comparison.verified) return std::string();
    return fmt::format("{}: {}\n{}\n{}", executor, comparison.difference, cin::print(compiled->scheduled),
                       std::getenv("STARDUST_SHOW") ? compiled->text : "");
  };
  try {
    for (const auto& stmt : {compiled->concrete, compiled->scheduled})
      if (auto text = wrong("CIN", exec::interpret(stmt, c.operands, tensor)); !text.empty()) return text;
    const auto inDeviceFormat = c.finally && c.finally->type ? exec::evaluateReference(c.assignment, c.operands)
                                                             : driver::inFormat(expected, tensor.format);
    const auto files = spatial::hostFiles(compiled->lowered, c.operands, inDeviceFormat.result);
    const auto interpreted = spatial::interpret(compiled->parsed, files, capstan::publishedLimits);
    if (auto text = wrong("Spatial interpreter", spatial::resultOf(compiled->lowered, interpreted, tensor));
        !text.empty())
      return text;
    static const machine::MemorySystem memory = driver::loadHardware("capstan", "ideal").memory;
    const auto simulated = sim::simulate(compiled->mapping, files, capstanMachine(), memory);
    if (auto text = wrong("simulator", spatial::resultOf(compiled->lowered, simulated.output, tensor)); !text.empty())
      return text;
  } catch (const Error& error) {
    return render(error.diagnostic());
  }
  return {};
}

}  // namespace

TEST_CASE("random assignments of the whole language: all executors agree, and few cases are refused") {
  checkRandomCases(casesToRun(600), disagreementIn);
}

TEST_CASE("each form of an index is in at least one of 100 random programs") {
  RandomLanguage language(seedToUse());
  constexpr int programs = 4000;
  std::map<RandomIndex::Form, int> with;
  for (int n = 0; n < programs; ++n) {
    const RandomCase program = language.draw();
    std::set<RandomIndex::Form> forms;
    for (const RandomCase::Tensor& tensor : program.tensors)
      for (const RandomIndex& index : tensor.computed) forms.insert(index.form);
    for (const RandomIndex::Form form : forms) ++with[form];
  }
  for (int form = 0; form <= static_cast<int>(RandomIndex::Form::Gather); ++form) {
    CAPTURE(form);
    CHECK(with[static_cast<RandomIndex::Form>(form)] * 100 >= programs);
  }
}

TEST_CASE("random assignments over all value types, widened to words") {
  checkRandomCases(casesToRun(600) / 2, disagreementIn, Types::All);
}

TEST_CASE("what random programs found, at its smallest") {
  using Tensor = RandomCase::Tensor;
  const auto sparse = [](const char* name, std::vector<std::string> indices, Format format, double density) {
    return Tensor{name, std::move(indices), std::move(format), Fill::Sparse, density, true};
  };
  const std::map<std::string, std::int64_t> dims{{"i", 3}, {"j", 4}, {"k", 5}};
  const std::vector<RandomCase> found = {
      // A copied loop variable of a split with a further split outer part was derived before that part.
      {"R(j,i) max= D(i,j) - C(i)",
       {sparse("D", {"i", "j"}, denseFormat(2), 0.5),
        sparse("C", {"i"}, denseFormat(1), 0.5),
        {"R", {"j", "i"}, Format({dense, compressed}, {1, 0}), Fill::Sparse, 0, false}},
       dims,
       ValueType::Int32,
       1,
       1,
       16,
       {"split_up(i, io, ii, 1)", "reorder(j, ii)", "split_up(io, ioo, ioi, 3)"}},
      {"R(k,i,j) = B(i) - A(i,j,k)",
       {sparse("B", {"i"}, denseFormat(1), 0.6),
        sparse("A", {"i", "j", "k"}, denseFormat(3), 0.1),
        {"R", {"k", "i", "j"}, Format({compressed, dense, dense}), Fill::Sparse, 0, false}},
       dims,
       ValueType::Int32,
       2,
       1,
       2,
       {"split_up(j, jo, ji, 4)", "fuse(i, jo, ijo)", "split_down(k, ko, ki, 6)"}},
      // A fused loop counted j, which is stored below k, so that k was appended once for each j.
      {"R(i,k,j) = B(i,j,k) * A(i,j,k)",
       {sparse("B", {"i", "j", "k"}, denseFormat(3), 0.5),
        sparse("A", {"i", "j", "k"}, denseFormat(3), 0.9),
        {"R", {"i", "k", "j"}, Format({dense, compressed, dense}), Fill::Sparse, 0, false}},
       dims,
       ValueType::Int32,
       3,
       1,
       1,
       {"reorder(j, k)", "fuse(i, j, ij)"}},
  };
  Refusals refused;
  for (const RandomCase& c : found) {
    CAPTURE(c.command());
    CHECK(disagreementOf(c, refused, disagreementIn) == "");
  }
}
