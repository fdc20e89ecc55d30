#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "random_program.h"
#include "spatial/spatial.h"

using namespace stardust;
using namespace stardust::spatial;

TEST_CASE("parse(print(p)) == p for random programs") {
  CHECK(rc::check("round trip", [] {
    const auto size = *rc::gen::inRange<std::size_t>(0, 600);
    const auto bytes = *rc::gen::container<std::vector<std::uint8_t>>(size, rc::gen::arbitrary<std::uint8_t>());
    const auto program = RandomProgram(bytes).program();
    const auto text = print(program);
    RC_LOG() << text;
    const auto back = parse(makeSource("random.scala", text));
    RC_ASSERT(equal(back, program));
    RC_ASSERT(print(back) == text);
  }));
}
