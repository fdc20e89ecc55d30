// Tensors in any format: unsupported formats are converted, and the result is correct in the user's format.
#include <doctest/doctest.h>
#include <fmt/ranges.h>
#include <rapidcheck.h>

#include <algorithm>

#include "cin/concretize.h"
#include "cin/loop_order.h"
#include "cin/query.h"
#include "driver/conversions.h"
#include "driver/device_formats.h"
#include "driver/run.h"
#include "unit/tensor/samples.h"

using namespace stardust;
using namespace stardust::driver;

namespace {

KernelSpec spec(const std::string& expression, const std::vector<std::pair<std::string, Format>>& formats) {
  KernelSpec spec;
  addExpression(spec, expression);
  addFlag(spec, "type", "int");
  for (const auto& [tensor, format] : formats) spec.formats.emplace(tensor, Said<WrittenFormat>{format, {}});
  return spec;
}

/// The run, or none if the compiler refuses the kernel.
std::optional<Run> tryRun(const KernelSpec& spec) {
  RunRequest request;
  request.target = Target::Interpret;
  try {
    return run(loadProblem(spec), request);
  } catch (const Error& error) {
    const Family family = error.diagnostic().family;
    if (family != Family::Unsupported && family != Family::User)
      throw;  // a loop order that contradicts a format is a user error
    return std::nullopt;
  }
}

// The letters of the accelerator's format, without the mode order.
std::string twin(const Format& format) {
  return toString(Format(acceleratorFormat(format).levels(), denseFormat(format.order()).modeOrder()));
}

}  // namespace

TEST_CASE(
    "law: a product with a matrix in any format is right, and those that are read as CSR or dense are not refused") {
  const bool holds = rc::check([] {
    const Format format = samples::format(2);
    KernelSpec kernel = spec("y(i) = A(i,j) * x(j)", {{"A", format}});
    addFlag(kernel, "generate",
            "A:s:0.3:" + std::to_string(*rc::gen::inRange(1, 9)) + "," + std::to_string(*rc::gen::inRange(1, 40)));
    addFlag(kernel, "generate", "x:d");
    const auto done = tryRun(kernel);
    const bool natural = format.modeOrder() == denseFormat(2).modeOrder();
    if (natural && (twin(format) == "ds" || twin(format) == "dd")) RC_ASSERT(done.has_value());
    if (!done) return;
    RC_ASSERT(done->verified());
    RC_ASSERT(done->receipts.size() == (acceleratorFormat(format) == format ? 0u : 1u));
  });
  CHECK(holds);
}

TEST_CASE("law: a result in any format is what the reference says, in that format") {
  const bool holds = rc::check([] {
    const Format to = samples::format(2), from = samples::format(2);
    KernelSpec kernel = spec("A(i,j) = B(i,j) * c(j)", {{"A", to}, {"B", from}});
    addFlag(kernel, "generate",
            "B:s:0.3:" + std::to_string(*rc::gen::inRange(1, 9)) + "," + std::to_string(*rc::gen::inRange(1, 40)));
    addFlag(kernel, "generate", "c:d");
    const auto done = tryRun(kernel);
    if (!done) return;
    RC_ASSERT(done->verified());
    validate(done->checked.result);
    RC_ASSERT(done->checked.result.format == to);
    RC_ASSERT(firstDifference(stored(done->reference, to), done->checked.result) == "");
    std::vector<Receipt> ofResult;
    std::copy_if(done->receipts.begin(), done->receipts.end(), std::back_inserter(ofResult),
                 [](const Receipt& r) { return r.ofResult; });
    RC_ASSERT(ofResult.size() <= 1u);
    if (acceleratorFormat(to) != to) RC_ASSERT(ofResult.size() == 1u);
    // A plan may compute the result in the operand's mode order.
    else if (!ofResult.empty()) RC_ASSERT(ofResult.front().from.modeOrder() == from.modeOrder());
    if (acceleratorFormat(from) != from) RC_ASSERT(done->receipts.front().from == from);
  });
  CHECK(holds);
}

TEST_CASE(
    "law: no operand is read against its levels, unless the schedule orders the loops; the result is right either way") {
  const bool holds = rc::check([] {
    const auto expression = *rc::gen::elementOf(std::vector<std::string>{
        "A(i,j) = B(j,i)", "A(i,j) = B(i,j) + B(j,i)", "A(i,j) = B(i,j) * C(j,i)", "A(i,j) = B(j,i) - 2 * C(i,j)",
        "A(i,j) max= min(B(j,i), C(i,j))", "A(i,j) = B(k,i) * C(j,k)", "A(i,j) = B(i,j) * B(j,k) * B(k,i)"});
    KernelSpec kernel = spec(expression, {{"A", samples::format(2)}, {"B", samples::format(2)}});
    const bool readsC = expression.find('C') != std::string::npos;
    if (readsC) kernel.formats.emplace("C", Said<WrittenFormat>{samples::format(2), {}});
    const int extent = *rc::gen::inRange(1, 9);
    addFlag(kernel, "generate", fmt::format("{}:s:0.3:{},{}", readsC ? "B,C" : "B", extent, extent));
    Problem problem;
    try {
      problem = loadProblem(kernel);
      const Ready ready = forAccelerator(problem);
      RC_ASSERT(cin::discordant(ready.scheduled.stmt()).empty());
    } catch (const Error& error) {
      RC_ASSERT(error.diagnostic().family == Family::Unsupported);
      return;
    }
    const auto loops = cin::nestOf(forAccelerator(problem).scheduled.stmt()).vars;
    if (const auto done = tryRun(kernel)) RC_ASSERT(done->verified());
    if (loops.empty()) return;
    addFlag(kernel, "schedule", fmt::format("reorder({})", fmt::join(loops, ",")));
    if (const auto searched = tryRun(kernel)) {
      RC_ASSERT(searched->verified());
      for (const Receipt& receipt : searched->receipts) RC_ASSERT(receipt.from.modeOrder() == receipt.to.modeOrder());
    }
  });
  CHECK(holds);
}

TEST_CASE("a tensor of order 5 in a mixture of levels is converted as it is") {
  const Format format({bitvector, dense, compressedNonUnique, singleton, bitvector}, {4, 0, 2, 1, 3});
  KernelSpec kernel = spec("A(i,j,k,l,m) = B(i,j,k,l,m) * c(m)", {{"A", format}, {"B", format}});
  addFlag(kernel, "generate", "B:s:0.05:3,4,2,5,6");
  addFlag(kernel, "generate", "c:d");
  const Problem before = loadProblem(kernel);
  const Problem after = forAccelerator(before).problem;
  CHECK(toString(after.operands.at("B").format) == "sdsss:4,0,2,1,3");
  validate(after.operands.at("B"));
  CHECK(firstDifference(before.operands.at("B"), pack(unpack(after.operands.at("B")), format)) == "");
  REQUIRE(after.finally.has_value());
  const auto reference = referenceOf(before);
  const auto onDevice = inFormat(reference, after.assignment.lhs.tensor.format);
  CHECK(firstDifference(referenceOf(after).result, onDevice.result) == "");
  CHECK(firstDifference(finish(*after.finally, onDevice.result).result, reference.result) == "");
}
