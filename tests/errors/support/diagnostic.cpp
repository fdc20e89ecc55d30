#include "support/diagnostic.h"

#include <doctest/doctest.h>

#include <vector>

using namespace stardust;

namespace {

std::string shown(const std::string& text, Span span, std::size_t firstLine = 1) {
  return render({Family::User, "what", {makeSource("file", text, firstLine), span}, "", ""});
}

}  // namespace

TEST_CASE("a message has what, where, why and help") {
  CHECK(render({Family::Unsupported, "what", {makeSource("file", "one\ntwo three\n"), {8, 13}}, "why", "do"}) ==
        "not supported: what\n"
        " --> file:2:5\n"
        "2 | two three\n"
        "  |     ^^^^^\n"
        "  why: why\n"
        "  help: do\n");
  CHECK(render({Family::User, "what", {}, "", ""}) == "error: what\n");
}

TEST_CASE("a part of a file keeps the file's line numbers") {
  CHECK(shown("1 x 5", {2, 3}, 104) ==
        "error: what\n"
        "   --> file:104:3\n"
        "104 | 1 x 5\n"
        "    |   ^\n");
}

TEST_CASE("carets count characters, not bytes") {
  CHECK(shown("é = ü𝒙", {5, 11}) ==
        "error: what\n"
        " --> file:1:6\n"
        "1 | é = ü𝒙\n"
        "  |     ^^\n");
}

TEST_CASE("nothing reaches the terminal that it would obey or could not show") {
  CHECK(shown("a\tb\x1b[31m\xff\xc3", {0, 1}) ==
        "error: what\n"
        " --> file:1:1\n"
        "1 | a b?[31m??\n"
        "  | ^\n");
  CHECK(render({Family::User, "cannot read \x1b\xc3", {}, "", ""}) == "error: cannot read ??\n");
}

TEST_CASE("long lines are cut around the caret, long sentences at their end") {
  const std::string line(5000, 'x');
  const std::string text = shown(line, {4000, 5000});
  CHECK(text.size() < 400);
  CHECK(text.find("file:1:4001") != std::string::npos);
  CHECK(render({Family::User, line, {}, "", ""}) == "error: " + line.substr(0, 1000) + "…\n");
}

TEST_CASE("a suggestion is similar") {
  const std::vector<std::string> names = {"A", "ws", "reorder", "precompute"};
  CHECK(nearest("reordr", names) == "reorder");
  CHECK(nearest("rerodre", names) == "reorder");  // two swaps
  CHECK(nearest("a", names) == "A");
  CHECK(nearest("w", names) == "ws");
  CHECK(nearest("B", names) == std::nullopt);
  CHECK(nearest("split", names) == std::nullopt);
  CHECK(nearest(std::string(1u << 20, 'x'), std::vector<std::string>{std::string(1u << 20, 'y')}) == std::nullopt);
}

TEST_CASE("an error without a place gets one, another keeps its own") {
  const Location outer{makeSource("flag", "A:x"), {0, 3}}, inner{makeSource("file", "1 1"), {0, 1}};
  const auto placeOf = [&](const Location& own) {
    try {
      withPlace(outer, [&] { failUser("what", own); });
    } catch (const Error& error) {
      return error.diagnostic().where.source->name;
    }
    return std::string();
  };
  CHECK(placeOf({}) == "flag");
  CHECK(placeOf(inner) == "file");
}
