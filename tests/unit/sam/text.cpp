// Graphs as text, and the streams of small graphs.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "sam/interpret.h"
#include "sam/parse.h"
#include "sam/print.h"
#include "sam/verify.h"

using namespace stardust;

namespace {

sam::Graph graphOf(const std::string& text) {
  sam::Graph graph = sam::parseGraph(makeSource("g.gv", text));
  sam::requireWellFormed(graph);
  return graph;
}

std::string textOf(const sam::Tokens& tokens, sam::Stream stream = sam::Stream::Coordinate) {
  std::string text;
  for (const auto& token : tokens) text += (text.empty() ? "" : " ") + print(token, stream, ValueType::Float64);
  return text;
}

}  // namespace

TEST_CASE("each example is well-formed, and printing reads back as the same text") {
  int examples = 0;
  for (const auto& entry : std::filesystem::directory_iterator(STARDUST_SOURCE_DIR "/examples/sam")) {
    if (entry.path().extension() != ".gv") continue;
    CAPTURE(entry.path().string());
    std::ifstream file(entry.path());
    std::ostringstream text;
    text << file.rdbuf();
    const std::string printed = print(graphOf(text.str()));
    CHECK(print(graphOf(printed)) == printed);
    ++examples;
  }
  CHECK(examples == 8);
}

TEST_CASE("the streams of a matrix are those of the paper") {
  const auto graph = graphOf(R"(digraph g { comment="X=ss01,B=ss01"
    i [type=fiberlookup tensor=B mode=0 format=compressed root=true]
    j [type=fiberlookup tensor=B mode=1 format=compressed]
    a [type=arrayvals tensor=B]
    w [type=fiberwrite tensor=X mode=0 format=compressed]
    x [type=fiberwrite tensor=X mode=1 format=compressed]
    v [type=fiberwrite tensor=X mode=vals]
    i -> w [type=crd] i -> j [type=ref] j -> x [type=crd] j -> a [type=ref] a -> v [type=val] })");
  const Storage B = pack({{3, 4}, CoordinateArray({0, 1, 0, 3, 2, 2}), Values(ValueArray<double>{5, 6, 7})},
                         Format({compressed, compressed}));
  const auto run = sam::interpret(graph, {{"B", &B}}, ValueType::Float64);
  CHECK(textOf(run.written.levels[0]) == "0 2 S0 D");
  CHECK(textOf(run.written.levels[1]) == "1 3 S0 2 S1 D");
  CHECK(textOf(run.written.values, sam::Stream::Value) == "5 6 S0 7 S1 D");
  const Coordinates result = sam::assembled(graph, run.written, {3, 4}, ValueType::Float64);
  CHECK(firstDifference(B, pack(result, B.format)) == "");
}

TEST_CASE("coordinate drop keeps the inner stream, and drops outer coordinates with an empty fiber") {
  const auto graph = graphOf(R"(digraph g { comment="X=ss01,B=ds01"
    i [type=fiberlookup tensor=B mode=0 format=dense root=true]
    j [type=fiberlookup tensor=B mode=1 format=compressed]
    d [type=crddrop outer=i inner=j]
    a [type=arrayvals tensor=B]
    w [type=fiberwrite tensor=X mode=0 format=compressed]
    x [type=fiberwrite tensor=X mode=1 format=compressed]
    v [type=fiberwrite tensor=X mode=vals]
    i -> d [type=crd comment="in-i"] i -> j [type=ref] j -> d [type=crd comment="in-j"] j -> a [type=ref]
    d -> w [type=crd comment="outer-i"] d -> x [type=crd comment="inner-j"] a -> v [type=val] })");
  const Storage B = pack({{4, 2}, CoordinateArray({0, 1, 1, 1, 3, 1}), Values(ValueArray<double>{1, 2, 3})},
                         Format({dense, compressed}));
  const auto run = sam::interpret(graph, {{"B", &B}}, ValueType::Float64);
  CHECK(textOf(run.written.levels[0]) == "0 1 3 S0 D");
  CHECK(textOf(run.written.levels[1]) == "1 S0 1 S0 S0 1 S1 D");
}
