// The refusals of stream graphs: malformed text, malformed graphs, with line and node.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "sam/parse.h"
#include "sam/verify.h"

using namespace stardust;

namespace {

/// The first error of a graph with these statements, as "line: what".
std::string errorOf(const std::string& statements, const std::string& comment = "x=s0,B=s0,C=s0") {
  const auto source = makeSource("g.gv", "digraph g {\ncomment=\"" + comment + "\"\n" + statements + "}\n");
  const auto shown = [&](const Diagnostic& diagnostic) {
    const auto& text = source->text;
    const auto line =
        std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(diagnostic.where.span.begin), '\n');
    return std::to_string(line + 1) + ": " + diagnostic.what;
  };
  try {
    const auto findings = sam::verify(sam::parseGraph(source));
    return findings.empty() ? "" : shown(findings.front());
  } catch (const Error& error) {
    CHECK(error.diagnostic().family == Family::User);
    return shown(error.diagnostic());
  }
}

const std::string scan = "s [type=fiberlookup tensor=B mode=0 format=compressed root=true]\n";
const std::string array = "a [type=arrayvals tensor=B]\n";
const std::string writers =
    "w [type=fiberwrite tensor=x mode=0 format=compressed]\nv [type=fiberwrite tensor=x mode=vals]\n";
const std::string copy = scan + array + writers + "s -> w [type=crd]\ns -> a [type=ref]\na -> v [type=val]\n";

}  // namespace

TEST_CASE("a graph that copies a vector is well-formed, with quotes or without, with comments and stray commas") {
  CHECK(errorOf(copy) == "");
  CHECK(errorOf("# a line\n" + copy + "; // another\n") == "");
  CHECK(errorOf("\"s\" [\"type\"=\"fiberlookup\", tensor=\"B\",, mode=\"0\" format=compressed root=true,];\n" + array +
                writers + "s -> w [type=crd]; s -> a [type=ref,]\na -> v [type=val]\n") == "");
}

TEST_CASE("malformed text has a caret") {
  CHECK(errorOf("s [type=fiberlookup\n") == "4: expected an attribute or ']', but found '}'");
  CHECK(errorOf("s [type]\n") == "3: expected '=' and a value, but found ']'");
  CHECK(errorOf("s [type=\"fiberlookup]\n") == "3: the text has no end");
  CHECK(errorOf("/* no end\n") == "3: the comment has no end");
  CHECK(errorOf("subgraph a\n") == "3: a graph has no subgraphs");
  CHECK(errorOf("", "x") == "2: expected tensors and their formats, but found 'x'");
  CHECK(errorOf("", "x=s0,x=s0") == "2: tensor x has two formats");
}

TEST_CASE("unknown types, attributes, tensors and nodes are named") {
  CHECK(errorOf("s [type=fiberlokup]\n") == "3: no block has the type fiberlokup");
  CHECK(errorOf("s [tensor=B]\n") == "3: node s has no type");
  CHECK(errorOf("s [type=fiberlookup tenser=B]\n") == "3: a block has no attribute tenser");
  CHECK(errorOf("s [type=fiberlookup tensor=Q]\n") == "3: the graph has no tensor Q");
  CHECK(errorOf("s [type=fiberlookup mode=one]\n") == "3: the attribute mode has no value 'one'");
  CHECK(errorOf(scan + "s -> t [type=crd]\n") == "4: the graph has no node t");
  CHECK(errorOf(scan + array + "s -> a\n") == "5: the edge from s to a has no type");
  CHECK(errorOf(scan + "s [type=arrayvals tensor=B]\n") == "4: node s has two definitions");
}

TEST_CASE("each input has a source of its type, and each stream one consumer") {
  CHECK(errorOf(array) == "3: a (an array of B) lacks its input ref");
  CHECK(errorOf(scan + array + "a -> a [type=val]\n") ==
        "5: a (an array of B) takes references as ref, but gets values");
  CHECK(errorOf(scan + array + "b [type=arrayvals tensor=B]\ns -> a [type=ref]\ns -> b [type=ref]\n") ==
        "7: the stream from s to a has a second consumer, b");
  CHECK(errorOf(scan + array + "s -> a [type=ref]\ns -> a [type=ref]\n") ==
        "6: the stream from s to a has a second consumer, a");
  CHECK(errorOf("i [type=intersect]\n") == "3: i (an intersection) joins fewer than two sides");
}

TEST_CASE("a cycle is shown as a path") {
  CHECK(errorOf("a [type=compute op=\"-\" operands=\"in\"]\nb [type=compute op=\"-\" operands=\"in\"]\n"
                "a -> b [type=val]\nb -> a [type=val]\n")
            .ends_with("feeds itself"));
}

TEST_CASE("streams that a block takes together are nested equally deep") {
  CHECK(
      errorOf(
          scan + "d [type=fiberlookup tensor=C mode=0 format=compressed]\nb [type=broadcast]\n" +
              "i [type=intersect]\ns -> b [type=ref]\nb -> d [type=ref]\nb -> i [type=ref comment=\"in-B\"]\n"
              "s -> i [type=crd comment=\"in-B\"]\nd -> i [type=crd comment=\"in-C\"]\nd -> i [type=ref comment=\"in-C\"]\n",
          "x=s0,B=s0,C=s0") ==
      "11: i (an intersection) takes a stream with stops of 1 level as crd-C, but gets one with stops of 2 levels");
}

TEST_CASE("scanners and writers fit the formats of their tensors") {
  CHECK(errorOf(copy, "x=s0,B=d0") == "3: s (a level scanner of B) does not fit the format of its level, dense");
  CHECK(errorOf("s [type=fiberlookup tensor=B mode=1 format=compressed root=true]\n") ==
        "3: s (a level scanner of B) reads mode 1 of a tensor with 1 mode");
  CHECK(errorOf(scan + array + "s -> a [type=ref]\n") == "1: no block writes level 1 of x");
  CHECK(errorOf(copy, "x=s0,B=s0") == "");
}

TEST_CASE("references lead into the level above, of the same tensor") {
  const std::string matrix = "x=s0,B=ss01,C=ss01,E=ds01";
  const std::string scanI = "i [type=fiberlookup tensor=B mode=0 format=compressed root=true]\n";
  const auto scanOf = [](const std::string& tensor, const std::string& edges) {
    return "j [type=fiberlookup tensor=" + tensor + " mode=1 format=compressed]\n" + writers +
           "r [type=reduce]\na [type=arrayvals tensor=" + tensor + "]\n" + edges +
           "j -> a [type=ref]\na -> r [type=val]\nr -> v [type=val]\n";
  };
  const std::string two = "b [type=broadcast]\ni -> b [type=crd]\nb -> w [type=crd]\n";
  CHECK(errorOf(scanI + scanOf("B", two + "i -> j [type=ref]\n"), matrix) == "");
  CHECK(errorOf(scanI + scanOf("C", two + "i -> j [type=ref]\n"), matrix) ==
        "12: j (a level scanner of C) takes references into level 1 of B as ref");
  CHECK(errorOf(scanI + scanOf("C", two + "b -> j [type=crd]\n"), matrix) ==
        "12: j (a level scanner of C) takes coordinates as ref");
  // A coordinate is the reference of a dense first level.
  CHECK(errorOf(scanI + scanOf("E", two + "b -> j [type=crd]\n"), matrix) == "");
  CHECK(errorOf("i [type=fiberlookup tensor=B mode=1 format=compressed root=true]\n" + writers +
                    "a [type=arrayvals tensor=B]\ni -> w [type=crd]\ni -> a [type=ref]\na -> v [type=val]\n",
                matrix) == "3: i (a level scanner of B) takes the root as ref");
  CHECK(errorOf(scan + writers + "a [type=arrayvals tensor=C]\ns -> w [type=crd]\ns -> a [type=ref]\n" +
                "a -> v [type=val]\n") == "8: a (an array of C) takes references into level 1 of B as ref");
}
