// Extents beyond 2^31: a program gives the same result as with small extents, at coordinates far from each other.
#include <doctest/doctest.h>

#include <random>

#include "backend/cpu/kernel.h"
#include "driver/conversions.h"
#include "driver/cpu.h"
#include "driver/device_formats.h"
#include "format/widths.h"
#include "loops_cases.h"
#include "random_language.h"
#include "toolchain.h"

using namespace stardust;
using namespace stardust::tests;

namespace {

const cpu::Toolchain& quickToolchain() {
  static const cpu::Toolchain found = toolchainWith({"-O0"});
  return found;
}

struct WideTensor {
  std::string name;
  std::vector<std::string> indices;
  Format format;
};

/// A sum of products of sparse tensors. Every variable of a term has a compressed level, so that no loop visits a
/// whole extent.
class WideCase {
 public:
  explicit WideCase(std::uint64_t seed) : random_(seed) {
    static const char* const terms[] = {
        "A(i,k) * B(k,j)",    "A(i,j) * B(i,j)",    "A(i,j) * x(j)",        "A(i,j,k) * x(k)",
        "A(i,j) * 3",         "-(A(i,j) * B(j,i))", "x(i) * z(j) * B(i,j)", "A(i,k) * B(k,l) * D(l,j)",
        "A(i,j,k) * B(i,j,k)"};
    const std::string term = terms[pick(std::size(terms))];
    const bool sums = pick(2) == 0;
    result_ = pick(4) == 0 ? "R(j)" : "R(i,j)";
    expression_ =
        result_ + " = " + term + (sums && result_ == "R(i,j)" ? pick(2) ? " + E(i,j)" : " - E(i,k) * F(k,j)" : "");
    static constexpr std::int64_t extents[] = {
        mostNarrow,  mostNarrow + 1, std::int64_t{1} << 32, 1'000'000'000'000, (std::int64_t{1} << 59) + 3,
        maxDimension};
    for (const char* var : {"i", "j", "k", "l"}) {
      Variable& v = variables_[var];
      v.extent = pick(5) == 0 ? 8 : extents[pick(std::size(extents))];
      for (std::int64_t n = 0; n < small; ++n) v.coordinates.push_back(coordinate(n, v.extent));
    }
    addTensors();
    type_ = pick(2) ? ValueType::Int64 : ValueType::Float64;
  }

  std::string text() const {
    std::string all = expression_;
    for (const WideTensor& t : tensors_) all += " " + t.name + ":" + toString(t.format);
    for (const auto& [var, v] : variables_) all += fmt::format(" {}:{}", var, v.extent);
    return all;
  }

  /// With the small extents, or the wide ones.
  Case build(bool isWide) const {
    notation::Declarations declarations;
    for (const WideTensor& t : tensors_) {
      notation::Declaration& declared = declarations[t.name];
      declared.format = t.format;
      declared.formatGiven = true;
      declared.type = type_;
      declared.dims = dimsOf(t, isWide);
    }
    Case c;
    c.assignment = notation::declare(notation::parseAssignment(makeSource("expression", expression_)), declarations);
    for (const WideTensor& t : tensors_)
      if (t.name != "R") c.operands[t.name] = pack(isWide ? moved(entriesOf(t), t) : entriesOf(t), t.format);
    return c;
  }

  /// The same entries at the coordinates of the wide extents.
  Storage moved(const Storage& result) const {
    return pack(moved(unpack(result), tensors_.back()), tensors_.back().format);
  }

 private:
  static constexpr std::int64_t small = 8;
  struct Variable {
    std::int64_t extent = 0;
    std::vector<std::int64_t> coordinates;  // of the small ones, ascending
  };

  std::size_t pick(std::size_t n) { return static_cast<std::size_t>(random_() % n); }

  static std::int64_t coordinate(std::int64_t n, std::int64_t extent) {
    if (extent == small) return n;
    return n < 3 ? n : n < 5 ? extent / 2 + n : extent - small + n;
  }

  Format format(std::size_t order) {
    std::vector<LevelFormat> levels(order, compressed);
    std::vector<int> modes = denseFormat(static_cast<int>(order)).modeOrder();
    if (order > 1 && pick(5) == 0) levels.assign(order, singleton), levels.front() = compressedNonUnique;
    if (pick(3) == 0) std::shuffle(modes.begin(), modes.end(), random_);
    Widths widths;
    if (pick(4) == 0) widths.positions = Width::Bits32;
    if (pick(4) == 0) widths.coordinates = Width::Bits64;
    return Format(levels, modes).with(widths);
  }

  void addTensors() {
    const notation::Assignment parsed = notation::parseAssignment(makeSource("expression", expression_));
    for (const notation::Access& access : notation::accesses(parsed.rhs))
      tensors_.push_back({access.tensor.name, access.indices, format(access.indices.size())});
    tensors_.push_back({"R", parsed.lhs.indices, format(parsed.lhs.indices.size())});
  }

  std::vector<std::int64_t> dimsOf(const WideTensor& tensor, bool isWide) const {
    std::vector<std::int64_t> dims;
    for (const std::string& var : tensor.indices) dims.push_back(isWide ? variables_.at(var).extent : small);
    return dims;
  }

  Coordinates entriesOf(const WideTensor& tensor) const {
    return generate(Fill::Sparse, dimsOf(tensor, false), 0.4, static_cast<std::uint64_t>(tensor.name[0]), type_);
  }

  Coordinates moved(const Coordinates& entries, const WideTensor& tensor) const {
    Coordinates there{dimsOf(tensor, true), {}, entries.values};
    for (std::size_t e = 0; e < entries.size(); ++e)
      for (std::size_t m = 0; m < tensor.indices.size(); ++m)
        there.crd.push_back(variables_.at(tensor.indices[m])
                                .coordinates[static_cast<std::size_t>(entries.crd[e * tensor.indices.size() + m])]);
    return there;
  }

  std::mt19937_64 random_;
  std::string expression_, result_;
  std::map<std::string, Variable> variables_;
  std::vector<WideTensor> tensors_;
  ValueType type_ = ValueType::Int64;
};

Storage computedOnCpu(const driver::Problem& problem, int threads) {
  const auto compiled = driver::compileForCpu(problem, sharedLoops());
  const cpu::Kernel kernel(compiled.function, quickToolchain());
  std::map<std::string, const Storage*> operands;
  for (const auto& [name, storage] : problem.operands) operands.emplace(name, &storage);
  const auto& result = problem.assignment.lhs.tensor;
  cpu::Call call(kernel.function(), operands, {{result.name, {result.dims, result.format, result.type}}});
  kernel.run(call, threads);
  const Storage storage = call.result(result.name);
  return problem.finally ? driver::finish(*problem.finally, storage).result : storage;
}

}  // namespace

TEST_CASE("random programs with wide extents agree with those of small ones") {
  for (std::uint64_t seed = 1; seed <= static_cast<std::uint64_t>(casesToRun(60)); ++seed) {
    const WideCase random(seed);
    CAPTURE(seed);
    CAPTURE(random.text());
    const Case few = random.build(false), wide = random.build(true);
    const Storage expected = random.moved(exec::evaluateReference(few.assignment, few.operands).result);
    const exec::Evaluated reference = exec::evaluateReference(wide.assignment, wide.operands);
    CHECK(exec::compare(reference, expected).difference == "");
    validate(reference.result);

    driver::Problem problem;
    problem.assignment = wide.assignment;
    problem.operands = wide.operands;
    problem = driver::forCpu(std::move(problem)).problem;
    for (const int threads : {1, 3}) {
      const Storage result = computedOnCpu(problem, threads);
      validate(result);
      CHECK((result.format == wide.assignment.lhs.tensor.format));
      CHECK(exec::compare(reference, result).difference == "");
    }
    CHECK(differenceIn(driver::compileForCpu(problem, sharedLoops()).function, problem, reference) == "");
  }
}
