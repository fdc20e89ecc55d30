// Scala by itself, and with a small language inside it.
#include "scala/evaluate/embedding.h"

#include <doctest/doctest.h>

#include "scala/evaluate/evaluator.h"

using namespace stardust;

namespace {

/// A value of the small language: a length with a unit.
struct Length {
  double metres;
};
std::string describedOf(const Length& length) {
  return scala::toString(scala::makeNumber(scala::float64, length.metres)) + " m";
}
std::string shownOf(const Length& length) { return describedOf(length); }
std::string keyedOf(const Length& length) { return describedOf(length); }
std::optional<scala::NumberType> numberTypeIn(const Length&) { return std::nullopt; }
bool isNumberOf(const Length&) { return false; }

class Lengths final : public scala::Objects {
 public:
  scala::Value member(const scala::Value& object, const std::string& name, scala::Call& call) override {
    const auto* length = object.get<Length>();
    if (!length || name != "twice") return Objects::member(object, name, call);
    return Length{2 * length->metres};
  }
};

std::string printed(const std::string& main, const std::function<void(scala::Names&)>& addNames = {}) {
  scala::Operators operators;
  scala::Staging staging;
  Lengths objects;
  scala::Rules rules;
  const auto source =
      makeSource("test.scala", "class Test {\ndef main(args: Array[String]): Unit = {\n" + main + "\n}\n}\n");
  scala::Evaluator evaluator(scala::read(source).definitions, {}, {operators, staging, objects, rules, addNames});
  scala::run(evaluator);
  return evaluator.outcome.printed;
}

void addLengths(scala::Names& names) {
  names.functions["metres"] = [](scala::Evaluator& e, scala::Call& call) -> scala::Value {
    return Length{e.words.number(e.one(call, "the number"), "the number", call.where).value()};
  };
}

}  // namespace

TEST_CASE("a program needs no embedded language") {
  CHECK(printed("println(List(1, 2, 3).map(_ * 2).sum)") == "12\n");
  CHECK(printed("var n = 0\nwhile (n < 3) { n += 1 }\nprintln(n match { case 3 => \"three\"\ncase _ => \"other\" })") ==
        "three\n");
  CHECK(printed("case class P(x: Int, y: Int)\nprintln(P(1, 2).copy(y = 3))") == "P(1,3)\n");
}

TEST_CASE("Spatial's names are none of Scala's") {
  CHECK_THROWS_WITH(printed("val a = SRAM[Int](16)"), doctest::Contains("SRAM is not defined here"));
  CHECK_THROWS_WITH(printed("Accel { }"), doctest::Contains("Accel is not defined here"));
}

TEST_CASE("a language adds names and values") {
  CHECK(printed("println(metres(1.5).twice)", addLengths) == "3 m\n");
  CHECK(printed("println(List(metres(1), metres(2)).map(_.twice))", addLengths) == "List(2 m, 4 m)\n");
  CHECK_THROWS_WITH(printed("metres(1).half", addLengths), doctest::Contains("1 m has no member half"));
}
