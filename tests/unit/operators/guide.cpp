// The guide's table of operators equals the rows.
#include <doctest/doctest.h>

#include <fstream>
#include <sstream>

#include "operators/table.h"

TEST_CASE("docs/guide/grammar.md has the table of operators") {
  std::ostringstream page;
  page << std::ifstream(STARDUST_SOURCE_DIR "/docs/guide/grammar.md").rdbuf();
  const std::string table = stardust::operators::guideTable();
  INFO("the table is\n", table);
  CHECK(page.str().find("\n" + table + "\n") != std::string::npos);
}
