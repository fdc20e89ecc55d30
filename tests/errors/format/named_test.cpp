#include "errors/failure.h"
#include "format/parse.h"

using namespace stardust;

namespace {

void refuses(const std::string& text, const std::string& message) {
  failsWith(Family::User, message, [&] {
    Lexer lexer(makeSource("format", text));
    parseFormat(lexer);
    lexer.expectEnd("the end");
  });
}

}  // namespace

TEST_CASE("names that no format has") {
  failsWith(Family::User, "there is no format called \"csd\"", [] { namedFormat("csd"); });
  failsWith(Family::User, "did you mean dcsr?", [] { namedFormat("dscr"); });
  failsWith(Family::User, "the format \"csr\" has order 2, not 3", [] { namedFormat("csr", 3); });
  failsWith(Family::User, "formats of order 3: dcc, csf, coo, dense", [] { namedFormat("csr", 3); });
  failsWith(Family::User, "formats of order 1: s, vec", [] { namedFormat("dcsr", 1); });
  failsWith(Family::User, "a scalar has no levels", [] { namedFormat("csr", 0); });
  failsWith(Family::User, "the format \"coo3\" has order 3, not 2", [] { namedFormat("coo3", 2); });
  failsWith(Family::User, "formats of order 2: coo, ", [] { namedFormat("coo3", 2); });
  failsWith(Family::User, "write the order after it: dense2", [] { namedFormat("dense"); });
}

TEST_CASE("formats that are not well-formed are refused at the place") {
  refuses("dcsrr", "did you mean dcsr?");
  refuses("dz", "b bit vector");
  refuses("coo0", "there is no level format");
  refuses("coo999999999999", "there is no level format");
  refuses("dense", "exists in every order");
  refuses("csc:1,0", "csc has a mode order of its own");
  refuses("csr:0,0", "is not a permutation");
  refuses("csf:0,2", "there is no mode 2");
  refuses("coo:3", "coo3 is coo of order 3");
  refuses("csf:4:onChip", "there is no mode 4 in a format of one level");
  refuses("dense:65", "modes, in the order in which the levels store them, and count from 0");
  refuses("ds:", "expected a mode");
  refuses("csr:crd16", "there is no width crd16");
  refuses("csr:pos_32", "did you mean pos32?");
  refuses("csr:offchip", "there is no region offchip");
  refuses("csr:pos32:", "expected offChip, onChip, symmetric, pos32, pos64, crd32 or crd64");
  refuses("csr:pos32:1,0", "expected offChip, onChip, symmetric, pos32, pos64, crd32 or crd64");
  refuses("csr:pos32:pos64", "a format has one width of pos");
  refuses("csr:onChip:offChip", "a format has one region");
  refuses("dbq", "is a singleton (q) below a level 'b'");
}
