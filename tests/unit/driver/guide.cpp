// The guide to the command line and the existing flags must agree.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <fstream>
#include <sstream>

#include "driver/kernel_spec.h"
#include "driver/run.h"

using namespace stardust;
using namespace stardust::driver;

namespace {

const std::string& guide() {
  static const std::string text = [] {
    std::ifstream in(STARDUST_SOURCE_DIR "/docs/guide/cli.md");
    std::ostringstream all;
    all << in.rdbuf();
    return all.str();
  }();
  return text;
}

/// The row in the table of flags; empty if there is none.
std::string rowOf(const Keyword& keyword) {
  const std::string letter = *keyword.letter ? fmt::format("`-{}`, ", keyword.letter) : "";
  const auto begin = guide().find(fmt::format("\n| {}`--{}` |", letter, keyword.name));
  if (begin == std::string::npos) return {};
  return guide().substr(begin + 1, guide().find('\n', begin + 1) - begin - 1);
}

/// The values of the examples in the second column: "-f=A:ds" → "A:ds".
std::vector<std::string> exampleValues(const std::string& row) {
  const auto column = row.find(" | ") + 3;
  const std::string examples = row.substr(column, row.find(" | ", column) - column);
  std::vector<std::string> values;
  for (auto begin = examples.find('='); begin != std::string::npos;
       begin = examples.find('=', examples.find('`', begin))) {
    std::string value = examples.substr(begin + 1, examples.find('`', begin) - begin - 1);
    if (value.front() == '"') value = value.substr(1, value.size() - 2);
    values.push_back(value);
  }
  return values;
}

}  // namespace

TEST_CASE("the guide has a row for every flag, with examples that are read") {
  for (const Keyword& keyword : keywords()) {
    INFO(keyword.name);
    const std::string row = rowOf(keyword);
    CHECK(!row.empty());
    const auto values = exampleValues(row);
    CHECK(!values.empty());
    for (const std::string& value : values) {
      INFO(value);
      KernelSpec spec;
      const bool isFile = keyword.name == std::string("import");
      CHECK_NOTHROW(addFlag(spec, keyword.name, isFile ? STARDUST_SOURCE_DIR "/" + value : value));
    }
  }
}

TEST_CASE("the guide names everything that can be printed") {
  for (const Keyword& keyword : keywords()) {
    if (keyword.name != std::string("print")) continue;
    for (const std::string& part : textParts()) {
      INFO(part);
      CHECK(rowOf(keyword).find(part) != std::string::npos);
    }
  }
}

TEST_CASE("the guide shows an error as it is") {
  KernelSpec spec;
  std::string message;
  try {
    addFlag(spec, "format", "A:dz");
  } catch (const Error& error) {
    message = error.what();
  }
  CHECK(!message.empty());
  CHECK(guide().find(message) != std::string::npos);
}
