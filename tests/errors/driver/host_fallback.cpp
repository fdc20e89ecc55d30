#include "driver/host_fallback.h"

#include "driver/run.h"
#include "errors/failure.h"

using namespace stardust;
using namespace stardust::driver;

namespace {

Problem problem(const char* expression, const char* type = "long") {
  KernelSpec spec;
  addExpression(spec, expression);
  addFlag(spec, "type", type);
  addFlag(spec, "generate", "x:d:4");
  return loadProblem(spec);
}

std::string message(Family family, const Problem& problem, const RunRequest& request) {
  return failure(family, [&] { run(problem, request); });
}

const char* refusal =
    "not supported: values of type long on Capstan\n --> expression:1:1\n1 | y(i) = x(i)\n  | ^^^^^^^^^^^\n  why: Capstan's words have 32 bits";

}  // namespace

TEST_CASE("strictly, no statement runs on the host") {
  RunRequest request;
  request.strict = true;
  const auto text = message(Family::Unsupported, problem("y(i) = x(i)"), request);
  contains(text, refusal);
  contains(text, "; the host does not run it: a strict run computes no statement on the host");
  contains(
      text,
      "help: -t=int or -t=float; --target=cpu and --target=oracle compute with every type; or run it without strict\n");
}

TEST_CASE("without a C compiler the refusal is shown, with both ways out") {
  RunRequest request;
  request.cpu.compiler = "no-such-cc";
  const auto text = message(Family::Unsupported, problem("y(i) = x(i)"), request);
  contains(text, refusal);
  contains(text, "the host does not run it: there is no C compiler no-such-cc");
  contains(text, "help: -t=int or -t=float;");
  contains(text, "; or install a C compiler (apt-get install gcc), or name one with $CC\n");
}

TEST_CASE("another program cannot take the place of one that there is not") {
  RunRequest request;
  request.program = "p.scala";
  contains(message(Family::Unsupported, problem("y(i) = x(i)"), request), "; or leave out --program\n");
}

TEST_CASE("what is the user's error stays one") {
  Problem wrong = problem("y(i) = x(i)");
  wrong.commands = schedule::parse(makeSource("--schedule", "reorder(i,k)"));
  contains(message(Family::User, wrong, {}), "--schedule:1:");
  Problem divides = problem("y(i) = 7 / (x(i) - x(i))");
  contains(message(Family::User, divides, {}), "divi");
}

TEST_CASE("what neither takes is refused as the accelerator refuses it") {
  Problem neither = problem("y(i) = 3 * x(i)");
  neither.commands = schedule::parse(makeSource("--schedule", "precompute(3 * x(i), {i}, {i}, W)"));
  std::get<schedule::Precompute>(neither.commands.front().kind).format = Format({compressed}, {0}, onChip);
  const auto text = message(Family::Unsupported, neither, {});
  contains(text, "workspace W cannot have the format s:onChip");
  CHECK(text.find("the host") == std::string::npos);
}
