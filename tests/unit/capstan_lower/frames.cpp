// The known values of open bodies.
#include "capstan/lower/frames.h"

#include <doctest/doctest.h>

#include "spatial/build.h"

namespace stardust::spatial {
namespace {

std::string nameOf(const std::optional<Expr>& expr) { return expr ? std::get<Name>((*expr)->kind).name : "nothing"; }

TEST_CASE("a body knows what those around it know, and forgets what its own knows when it is closed") {
  Frames frames;
  frames.open("");
  frames.open("i");
  frames.of("").known[known::coordinate("i")] = name("outer");
  CHECK(nameOf(frames.find(known::coordinate("i"))) == "outer");
  frames.innermost().known[known::coordinate("i")] = name("inner");
  CHECK(nameOf(frames.find(known::coordinate("i"))) == "inner");
  CHECK(frames.memory(known::coordinate("i")) == "inner");
  frames.close();
  CHECK(nameOf(frames.at(known::coordinate("i"))) == "outer");
  CHECK_FALSE(frames.find(known::iterator("i")));
  CHECK_THROWS_AS(frames.at(known::iterator("i")), Error);
  CHECK_THROWS_AS(frames.of("j"), Error);
}

TEST_CASE("things of different kinds, and of different accesses, are told apart whatever they are called") {
  Frames frames;
  frames.open("");
  notation::TensorVar a;
  a.name = "A";
  auto& known = frames.innermost().known;
  known[known::of(known::Level::Start, {a, {"i", "j"}}, 0)] = name("fiber");
  known[known::of(known::ResultLevel::Start, 0)] = name("range");
  known[known::of(known::Operand::Value, {a, {}})] = name("operand");
  known[known::of(known::Workspace::Value, a)] = name("workspace");
  CHECK(known.size() == 4);
  CHECK(nameOf(frames.find(known::of(known::Level::Start, {a, {"i", "j"}}, 0))) == "fiber");
  CHECK_FALSE(frames.find(known::of(known::Level::Start, {a, {"i", "j"}}, 1)));
  CHECK_FALSE(frames.find(known::of(known::Level::Start, {a, {"j", "i"}}, 0)));
  CHECK_FALSE(frames.find(known::of(known::Level::End, {a, {"i", "j"}}, 0)));
  CHECK(nameOf(frames.find(known::of(known::Workspace::Value, a))) == "workspace");
}

TEST_CASE("what a body stores in the end comes behind all else") {
  Frames frames;
  frames.open("");
  frames.innermost().tail.push_back(enq("last", lit(1)));
  frames.innermost().emit(enq("first", lit(0)), "a note");
  const Frame closed = frames.close();
  REQUIRE(closed.body.size() == 2);
  CHECK(closed.body[0]->note == "a note");
  CHECK(closed.tail.empty());
}

}  // namespace
}  // namespace stardust::spatial
