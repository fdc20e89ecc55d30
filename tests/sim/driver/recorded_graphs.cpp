// The recorded runs of the public SAM simulator, to the cycle: examples/sam/recorded/README.md says where they are
// from.
#include <doctest/doctest.h>

#include <sstream>

#include "driver/source_files.h"
#include "driver/stream_graph.h"
#include "files/files.h"

using namespace stardust;
using namespace stardust::driver;

namespace {

const std::string folder = STARDUST_SOURCE_DIR "/examples/sam/";

/// "B:m0_B C:m0_C" as files by tensor.
std::map<std::string, std::string> inputsOf(const std::string& operands) {
  std::map<std::string, std::string> inputs;
  std::istringstream words(operands);
  for (std::string word; words >> word;) {
    const auto colon = word.find(':');
    inputs[word.substr(0, colon)] = folder + "recorded/" + word.substr(colon + 1) + ".tns.gz";
  }
  return inputs;
}

}  // namespace

TEST_CASE("every recorded run takes the recorded cycles") {
  std::istringstream lines(readFile(folder + "recorded/recorded.csv"));
  std::string line;
  std::getline(lines, line);
  REQUIRE(line == "graph,operands,cycles");
  int rows = 0;
  for (; std::getline(lines, line); ++rows) {
    CAPTURE(line);
    const auto first = line.find(','), last = line.rfind(',');
    GraphRequest request;
    request.inputs = inputsOf(line.substr(first + 1, last - first - 1));
    const GraphRun run = execGraph(readSource(folder + line.substr(0, first) + ".gv", "a stream graph"), request);
    CHECK(run.report.cycles == std::stoll(line.substr(last + 1)));
    CHECK(run.report.leftover.empty());
  }
  CHECK(rows == 28);
}
