// Computed indices: their text, the extents that they imply, and the views that replace them.
#include <doctest/doctest.h>

#include "notation/views.h"

using namespace stardust;
using namespace stardust::notation;

namespace {

Assignment parsed(const std::string& text) { return parseAssignment(makeSource("expression", text)); }
Assignment parsed(const std::string& text, const std::string& tensor, const Format& format) {
  return declare(parsed(text), {{tensor, {format, true, ValueType::Float32, {}, {}}}});
}

std::map<std::string, std::int64_t> extents(const std::string& text, const std::map<std::string, std::int64_t>& known,
                                            const std::set<std::string>& padded = {}) {
  Extents given;
  for (const auto& [name, value] : known) given.emplace(name, Extent(value));
  std::map<std::string, std::int64_t> all;
  for (const auto& [name, extent] : inferred(parsed(text), given, padded)) all.emplace(name, extent.value);
  return all;
}

}  // namespace

TEST_CASE("a printed index parses to the same one") {
  for (const char* index : {"3", "i + 0", "i + 1", "i - 1", "-i + 9", "2*i", "i + k", "2*i + 3*k - 1", "-i - k",
                            "i(2:9)", "i(0:100:4)", "i(3:)", "i(1::2)", "p(i)", "2*p(i,j) + k - 1", "-p(i)"}) {
    const std::string text = std::string("y(i) = x(") + index + ",j)";
    CHECK(print(parsed(text)) == text);
  }
}

TEST_CASE("indices are collected to sums of distinct terms") {
  const auto printed = [](const std::string& index) { return print(parsed("y(i) = x(" + index + ")").rhs); };
  CHECK(printed("i*2 + 1") == "x(2*i + 1)");
  CHECK(printed("n - 1 - i") == "x(n - i - 1)");
  CHECK(printed("2*(i + k) - (3 - i)") == "x(3*i + 2*k - 3)");
  CHECK(printed("i + k - i") == "x(k)");
  CHECK(printed("i - i + 4") == "x(4)");
  CHECK(printed("(i)") == "x(i)");
  CHECK(printed("i(:9)") == "x(i(0:9))");
  CHECK(printed("p[i] + p(i)") == "x(2*p(i))");
  CHECK(accesses(parsed("y(i) = x(i)").rhs)[0].computed.empty());
}

TEST_CASE("accesses include the tensors in indices, and the variables of these") {
  const Assignment assignment = parsed("y(q(i)) += x(p(i,j) + k)");
  std::vector<std::string> names;
  for (const PlacedAccess& placed : placedAccesses(assignment)) names.push_back(print(placed.access));
  CHECK(names == std::vector<std::string>{"y(q(i))", "q(i)", "x(p(i,j) + k)", "p(i,j)"});
  CHECK(variables(assignment.rhs) == std::vector<IndexVar>{"i", "j", "k"});
}

TEST_CASE("the extents of variables follow from those of tensors") {
  CHECK(extents("y(i) = x(i + k) * w(k)", {{"mode 1 of x", 10}, {"k", 3}}).at("i") == 8);
  CHECK(extents("y(i) = x(2*i + k) * w(k)", {{"mode 1 of x", 10}, {"k", 3}}).at("i") == 4);
  CHECK(extents("y(i) = x(2*i + k) * w(k)", {{"mode 1 of x", 10}, {"i", 3}}).at("k") == 6);
  CHECK(extents("y(i) = x(9 - i)", {{"mode 1 of x", 10}}).at("i") == 10);
  CHECK(extents("y(i) = x(i + 1) + x(i + 0)", {{"mode 1 of x", 10}}).at("i") == 9);
  CHECK(extents("y(i) = x(i(2:9:3))", {}).at("i") == 3);
  CHECK(extents("y(i) = x(i(2::3))", {{"mode 1 of x", 10}}).at("i") == 3);
  CHECK(extents("y(i) = x(i + 5)", {{"mode 1 of x", 5}}).at("i") == 0);
  CHECK(extents("y(i) = x(i + 1)", {{"mode 1 of x", 10}}, {"x"}).count("i") == 0);
  CHECK_THROWS_AS(extents("y(i) = x(i + 6)", {{"mode 1 of x", 5}}), Error);
  CHECK_THROWS_AS(extents("y(i) = x(i - 1)", {{"mode 1 of x", 5}}), Error);
}

TEST_CASE("the extents of tensors follow from those of variables") {
  CHECK(extents("y(2*i + k) = a(i) * b(k)", {{"i", 5}, {"k", 2}}).at("mode 1 of y") == 10);
  CHECK(extents("y(i(2:9:3)) = a(i)", {}).at("mode 1 of y") == 9);
  CHECK(extents("y(p(i)) = a(i)", {{"i", 5}}).count("mode 1 of y") == 0);
  CHECK(extents("y(i) = x(i + 1) + x(i)", {{"i", 5}}).at("mode 1 of x") == 5);  // refused by requireInside
}

TEST_CASE("an index that leaves its tensor is refused, unless the tensor is padded") {
  const auto inside = [](const std::string& text, const std::map<std::string, std::int64_t>& known,
                         const std::set<std::string>& padded = {}) {
    Extents given;
    for (const auto& [name, value] : known) given.emplace(name, Extent(value));
    requireInside(parsed(text), given, padded);
  };
  CHECK_NOTHROW(inside("y(i) = x(i + 1)", {{"mode 1 of x", 5}, {"i", 4}}));
  CHECK_THROWS_AS(inside("y(i) = x(i + 1)", {{"mode 1 of x", 5}, {"i", 5}}), Error);
  CHECK_NOTHROW(inside("y(i) = x(i + 1)", {{"mode 1 of x", 5}, {"i", 5}}, {"x"}));
  CHECK_THROWS_AS(inside("y(i) = x(3 - i)", {{"mode 1 of x", 5}, {"i", 5}}), Error);
  CHECK_NOTHROW(inside("y(i) = x(3 - i)", {{"mode 1 of x", 5}, {"i", 0}}));
  CHECK_THROWS_AS(inside("y(i) = x(i(2:6))", {{"mode 1 of x", 5}, {"i", 4}}), Error);
  CHECK_THROWS_AS(
      inside("y = x(2147483648*i + 2147483648*j)", {{"mode 1 of x", 5}, {"i", 2147483647}, {"j", 2147483647}}), Error);
}

TEST_CASE("views have a mode for each variable, and levels like those of their tensors") {
  const auto view = [](const std::string& rhs, const Format& format) {
    const Viewed viewed = withViews(parsed("y(i) = " + rhs, "A", format), {});
    return print(viewed.assignment.rhs) + ":" + toString(viewed.views.at(0).tensor.format);
  };
  const Format csr({dense, compressed}), csc({dense, compressed}, {1, 0}), ss({compressed, compressed});
  CHECK(view("A(i,3)", csr) == "A_view(i):s");
  CHECK(view("A(i(0:4),j)", csr) == "A_view(i,j):ds");
  CHECK(view("A(i + k,j)", csr) == "A_view(i,k,j):dds");
  CHECK(view("A(i + 1,j + k)", csc) == "A_view(i,j,k):dds:1,2,0");
  CHECK(view("A(i,j + k)", denseFormat(2)) == "A_view(i,j,k):ddd");
  CHECK(view("A(3,i + k)", ss) == "A_view(i,k):ss");
  CHECK(view("A(1,2)", csr) == "A_view:");
}

TEST_CASE("equal accesses share a view, and names of views avoid others") {
  const Viewed viewed = withViews(parsed("y(i) = x(i + 1) * x(i + 2) + x(i + 1)"), {"x_view"});
  CHECK(print(viewed.assignment) == "y(i) = x_view2(i) * x_view3(i) + x_view2(i)");
  CHECK(viewed.views.size() == 2);
  const Viewed placed = withViews(parsed("y(2*i) += x(i)"), {});
  CHECK(print(placed.assignment) == "y_part(i) = x(i)");
  REQUIRE(placed.placement.size() == 1);
  CHECK(print(placed.placement[0].of) == "y(2*i)");
}
