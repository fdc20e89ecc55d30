// Golden texts, stored next to the tests that produce them.
#pragma once

#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

namespace stardust::tests {

/// Compares with tests/<name>.txt. STARDUST_UPDATE=1 rewrites it, for review in the diff.
inline void golden(const std::string& name, const std::string& actual) {
  const std::string path = std::string(STARDUST_SOURCE_DIR) + "/tests/" + name + ".txt";
  if (std::getenv("STARDUST_UPDATE")) std::ofstream(path) << actual;
  std::ostringstream expected;
  expected << std::ifstream(path).rdbuf();
  CHECK_MESSAGE(expected.str() == actual, name << " differs; STARDUST_UPDATE=1 rewrites it");
}

}  // namespace stardust::tests
