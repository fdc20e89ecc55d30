// Random kernels whose loops read tensors with computed indices in place, interpreted and compared with the reference,
// which evaluates the indices as written.
#include <doctest/doctest.h>
#include <fmt/ranges.h>

#include "driver/cpu.h"
#include "driver/evaluate.h"
#include "driver/sequence.h"
#include "exec/loops_interpreter.h"
#include "format/parse.h"
#include "kernels.h"
#include "number_of_cases.h"
#include "random_indices.h"

using namespace stardust;
using namespace stardust::tests;

namespace {

constexpr std::uint64_t seedOfKernels = 11;

/// A kernel file and the tensors that it reads.
class RandomKernel {
 public:
  explicit RandomKernel(std::uint64_t seed) : random_(seed) {
    for (const char* var : {"i", "j", "k"}) dims_[var] = 1 + static_cast<std::int64_t>(random_() % 6);
    const std::uint64_t form = random_() % 4;
    const std::string first = matrix("A"), second = form == 2 && one(3) ? matrix("C") : first;
    std::vector<std::string> factors = {first};
    if (usesSum_) factors.push_back(vector("w", "k"));
    const bool isVector = one(3);
    if (isVector) factors.push_back(vector("x", "j"));
    const std::string product = fmt::format("{}", fmt::join(factors, " * "));
    const std::string left = isVector ? vector("y", "i", false) : plain("Y", false);
    const std::string other = isVector ? vector("z", "i") : plain("B");
    switch (form) {
      case 0: text_ = fmt::format("{} = {} * {}", left, product, other); break;
      case 1: text_ = fmt::format("{} = {} + {}", left, product, other); break;
      case 2: text_ = fmt::format("{} = {} - select({} > 3, {}, 0)", left, product, second, other); break;
      default: text_ = fmt::format("{} max= {} * {}", left, product, other); break;
    }
    text_ += fmt::format("\ntype int\n{}", fmt::join(lines_, "\n"));
    for (const auto& [var, dim] : dims_)
      if (text_.find(var) != std::string::npos) text_ += fmt::format("\ndim {}:{}", var, dim);
    if (one(4)) text_ += "\nschedule split_up(i, io, ii, 2)";
    else if (text_.find(":1,0") == std::string::npos && one(4)) text_ += "\nschedule parallelize(i, CPUThread)";
  }

  const std::string& text() const { return text_; }
  const exec::Operands& tensors() const { return tensors_; }

 private:
  bool one(std::uint64_t of) { return random_() % of == 0; }

  // A(2*i + k, p(j)): an access with the variables i and j, and perhaps k.
  std::string matrix(const std::string& name) {
    static const std::vector<std::string> formats = {"dd", "ds", "dd:1,0", "ds:1,0", "ss"};
    const std::string format = formats[random_() % formats.size()];
    std::vector<std::string> texts;
    std::vector<std::int64_t> extents;
    for (const std::string var : {"i", "j"}) {
      const bool isListed = format == "ss" || (format == "ds" && var == "j") || (format == "ds:1,0" && var == "i");
      RandomIndex index{RandomIndex::Form::Variable, var};
      if (!one(isListed ? 8 : 1) && !isListed) index = randomIndex(var, {}, name, random_);
      if (!isListed && !one(5)) index = randomIndex(var, usesSum_ ? "" : "k", name, random_);
      usesSum_ = usesSum_ || index.form == RandomIndex::Form::Sum;
      texts.push_back(index.text(dims_));
      extents.push_back(index.extent(dims_));
      if (index.form == RandomIndex::Form::Gather)
        tensors_[index.other] = randomCoordinates(dims_.at(var), extents.back(), random_());
    }
    add(name, format, extents);
    return fmt::format("{}({})", name, fmt::join(texts, ","));
  }
  std::string plain(const std::string& name, bool isOperand = true) {
    const std::string format = one(2) ? "dd" : "ds";
    if (isOperand) add(name, format, {dims_.at("i"), dims_.at("j")});
    else lines_.push_back(fmt::format("format {}:{}", name, format));
    return name + "(i,j)";
  }
  std::string vector(const std::string& name, const std::string& var, bool isOperand = true) {
    if (isOperand) add(name, one(2) ? "d" : "s", {dims_.at(var)});
    return fmt::format("{}({})", name, var);
  }
  void add(const std::string& name, const std::string& format, const std::vector<std::int64_t>& extents) {
    Lexer lexer(makeSource("format", format));
    const Format packed = parseFormat(lexer);
    const double density = packed.isDense() ? 1 : 0.4;
    tensors_[name] =
        pack(generate(density < 1 ? Fill::Sparse : Fill::Dense, extents, density, random_(), ValueType::Int32), packed);
    lines_.push_back(fmt::format("format {}:{}", name, format));
  }

  std::mt19937_64 random_;
  RandomIndex::Dims dims_;
  std::vector<std::string> lines_;
  exec::Operands tensors_;
  std::string text_;
  bool usesSum_ = false;
};

/// Whether views were read in place. Throws Error (wrong) if the result differs.
bool readsInPlace(const RandomKernel& kernel) {
  const auto steps = driver::steps(driver::parseKernel(makeSource("k.sd", kernel.text())));
  driver::Problem problem = driver::loadProblem(steps.back(), nullptr, kernel.tensors(), driver::Views::Open);
  const exec::Evaluated reference = driver::referenceOf(problem);
  driver::Ready ready = driver::forCpu(std::move(problem));
  driver::makeOpenViews(ready.problem, ready.inPlace);
  const auto compiled = driver::compileForCpu(ready.scheduled, "kernel", {}, {}, false, ready.inPlace);
  exec::Operands operands = ready.problem.operands;
  if (ready.problem.computed)
    for (const auto& [name, storage] : ready.problem.computed->sources) operands.emplace(name, storage);
  Storage result = exec::interpret(compiled.function, operands, compiled.assignment.lhs.tensor);
  if (ready.problem.finally) result = convert(result, ready.problem.finally->to);
  const auto comparison = exec::compare(reference, result);
  if (!comparison.verified) failWrong(kernel.text(), {}, comparison.difference);
  return !ready.inPlace.views.empty();
}

}  // namespace

TEST_CASE("random kernels read tensors with computed indices in place") {
  const int cases = casesToRun(400);
  int inPlace = 0;
  for (int n = 0; n < cases; ++n) {
    const RandomKernel kernel(seedToUse() * seedOfKernels + static_cast<std::uint64_t>(n));
    CAPTURE(kernel.text());
    try {
      inPlace += readsInPlace(kernel);
    } catch (const Error& error) {
      if (error.diagnostic().family == Family::Unsupported) continue;
      FAIL_CHECK(std::string(error.what()));
    }
  }
  CHECK(inPlace > cases / 4);
}
