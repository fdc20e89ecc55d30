#include <doctest/doctest.h>

#include "format/parse.h"

using namespace stardust;

namespace {

Format parsed(const std::string& text, int order = -1) {
  Lexer lexer(makeSource("format", text));
  const WrittenFormat written = parseWrittenFormat(lexer);
  lexer.expectEnd("the end");
  return written.of(order);
}

}  // namespace

TEST_CASE("named formats are what the field calls so") {
  CHECK(toString(namedFormat("csr")) == "ds");
  CHECK(toString(namedFormat("csc")) == "ds:1,0");
  CHECK(toString(namedFormat("dcsr")) == "ss");
  CHECK(toString(namedFormat("dcsc")) == "ss:1,0");
  CHECK(toString(namedFormat("coo")) == "uq");
  CHECK(toString(namedFormat("coo3")) == "uqq");
  CHECK(toString(namedFormat("coo", 4)) == "uqqq");
  CHECK(toString(namedFormat("coo", 1)) == "u");
  CHECK(toString(namedFormat("csf")) == "sss");
  CHECK(toString(namedFormat("csf", 5)) == "sssss");
  CHECK(toString(namedFormat("csf", 0)) == "");
  CHECK(toString(namedFormat("dcc")) == "dss");
  CHECK(toString(namedFormat("bcsr")) == "dsdd");
  CHECK(toString(namedFormat("vec")) == "d");
  CHECK(toString(namedFormat("dense", 3)) == "ddd");
  CHECK(toString(namedFormat("dense2")) == "dd");
}

TEST_CASE("a name is accepted wherever a format is, with a region and with modes") {
  CHECK(toString(parsed("csr")) == "ds");
  CHECK(toString(parsed("csr:onChip")) == "ds:onChip");
  CHECK(toString(parsed("csr:1,0")) == "ds:1,0");
  CHECK(toString(parsed("csc")) == "ds:1,0");  // not three compressed levels
  CHECK(toString(parsed("csf:2,0,1")) == "sss:2,0,1");
  CHECK(toString(parsed("csf:2,0,1:onChip")) == "sss:2,0,1:onChip");
  CHECK(toString(parsed("csf", 4)) == "ssss");
  CHECK(toString(parsed("coo", 3)) == "uqq");
  CHECK(toString(parsed("coo3:2,1,0")) == "uqq:2,1,0");
  CHECK(toString(parsed("dense:onChip", 2)) == "dd:onChip");
  CHECK(toString(parsed("db")) == "db");
  CHECK(toString(parsed("ccc")) == "sss");
  Lexer lexer(makeSource("format", "csf:onChip"));
  CHECK(toString(parseWrittenFormat(lexer)) == "csf:onChip");
}

TEST_CASE("a format states the widths of positions and coordinates") {
  CHECK(toString(parsed("csr:pos32")) == "ds:pos32");
  CHECK(toString(parsed("csr:crd64:pos64")) == "ds:pos64:crd64");
  CHECK(toString(parsed("ss:1,0:onChip:crd32")) == "ss:1,0:crd32:onChip");
  CHECK(toString(parsed("coo:pos32:crd64", 3)) == "uqq:pos32:crd64");
  CHECK((parsed("csr:pos32").widths() == Widths{Width::Bits32, Width::AsNeeded}));
  CHECK_FALSE((parsed("csr:crd32") == parsed("csr")));
  Lexer lexer(makeSource("format", "csf:crd64"));
  CHECK(toString(parseWrittenFormat(lexer)) == "csf:crd64");
  for (const char* text : {"ds:pos32", "ss:1,0:pos64:crd64:onChip", "dbs:crd32"}) {
    Lexer again(makeSource("format", text));
    CHECK(toString(parseFormat(again)) == text);
  }
}

TEST_CASE("the formats of another order, those that are most alike first") {
  using Names = std::vector<std::string>;
  CHECK(alternativesTo(namedFormat("csr"), 1) == Names{"s", "vec"});
  CHECK(alternativesTo(namedFormat("dense2"), 1) == Names{"vec", "s"});
  CHECK(alternativesTo(namedFormat("vec"), 2) == Names{"dense", "csr", "csc", "dcsr", "dcsc", "coo"});
  CHECK(alternativesTo(Format({compressed}), 2) == Names{"dcsr", "dcsc", "csr", "csc", "coo", "dense"});
  CHECK(alternativesTo(namedFormat("coo3"), 2).front() == "coo");
  CHECK(alternativesTo(namedFormat("csf"), 2).front() == "dcsr");
  CHECK(alternativesTo(namedFormat("csr"), 4) == Names{"bcsr", "csf", "coo", "dense"});
  CHECK(alternativesTo(namedFormat("csr"), 0).empty());
}
