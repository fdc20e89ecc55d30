// The output of exec for the programs of examples/ parses to the same program.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "driver/exec.h"
#include "spatial/build.h"
#include "spatial/spatial.h"

using namespace stardust;
namespace fs = std::filesystem;

namespace {

Source sourceOf(const fs::path& path) {
  std::ifstream in(path);
  std::ostringstream all;
  all << in.rdbuf();
  return makeSource(path.string(), all.str());
}

}  // namespace

TEST_CASE("the program of each Accel is read back") {
  for (const auto& entry : fs::directory_iterator(fs::path(STARDUST_SOURCE_DIR) / "examples" / "spatial")) {
    if (entry.path().extension() != ".scala") continue;
    CAPTURE(entry.path().filename().string());
    driver::ExecRequest request;
    request.simulates = false;
    for (const auto& part : driver::exec(sourceOf(entry.path()), request).parts) {
      auto program = part.program;
      program.isSpeculative = false;  // not printed
      const auto text = spatial::print(program);
      const auto back = spatial::parse(makeSource("printed.scala", text));
      CHECK(spatial::equal(back, program));
      CHECK(spatial::print(back) == text);
    }
  }
}
