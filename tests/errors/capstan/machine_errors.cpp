// Errors in machine descriptions: whole messages.
#include <doctest/doctest.h>

#include <sstream>

#include "capstan/machine/machine.h"
#include "files/descriptions.h"
#include "machine/description.h"
#include "machine/memory.h"

using namespace stardust;
using namespace stardust::capstan;
using namespace stardust::machine;

namespace {

const std::vector<std::string> shipped = {STARDUST_SOURCE_DIR "/machines"};

std::string shippedText(const std::string& kind, const std::string& name) {
  return findDescription(kind, name, shipped).text->text;
}

// The shipped text with the first `from` replaced by `to`.
std::string edited(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

// Removes comments and empty lines, so that the line numbers below depend only on the fields.
std::string fieldsOnly(const std::string& text) {
  std::istringstream lines(text);
  std::string out;
  for (std::string line; std::getline(lines, line);) {
    line = line.substr(0, line.find('#'));
    while (!line.empty() && line.back() == ' ') line.pop_back();
    if (!line.empty()) out += line + "\n";
  }
  return out;
}

template <class Parse>
std::string messageOf(Parse parse) {
  try {
    parse();
  } catch (const Error& error) {
    CHECK(error.diagnostic().family == Family::User);
    return error.what();
  }
  return "no error";
}

std::string machineMessage(const std::string& from, const std::string& to) {
  const auto text = edited(fieldsOnly(shippedText("machine", "capstan")), from, to);
  return messageOf([&] { parseMachine(makeSource("my.toml", text)); });
}
std::string memoryMessage(const std::string& from, const std::string& to) {
  const auto text = edited(fieldsOnly(shippedText("memory", "hbm2e")), from, to);
  return messageOf([&] { parseMemorySystem(makeSource("my.toml", text)); });
}

}  // namespace

TEST_CASE("a missing field points at its table") {
  CHECK(machineMessage("banks = 16\n", "") ==
        "error: pmu.banks is missing\n"
        "  --> my.toml:19:1\n"
        "19 | [pmu]\n"
        "   | ^^^^^\n"
        "  why: every field of a description is mandatory\n");
  CHECK(machineMessage("clockGhz = 1.6\n", "") ==
        "error: clockGhz is missing\n"
        " --> my.toml:1:1\n"
        "1 | name = \"capstan\"\n"
        "  | ^\n"
        "  why: every field of a description is mandatory\n");
}

TEST_CASE("an unknown field is answered with the nearest one") {
  CHECK(machineMessage("wordsPerBank = 4096", "wordsPerBanks = 4096") ==
        "error: unknown field pmu.wordsPerBanks\n"
        "  --> my.toml:21:1\n"
        "21 | wordsPerBanks = 4096\n"
        "   | ^^^^^^^^^^^^^\n"
        "  help: did you mean wordsPerBank?\n");
  CHECK(machineMessage("[scanner]", "[skanner]").find("did you mean scanner?") != std::string::npos);
  CHECK(messageOf([] { parseMemorySystem(makeSource("my.toml", "name = \"x\"\nideal = true\nchannels = 4\n")); }) ==
        "error: unknown field channels\n"
        " --> my.toml:3:1\n"
        "3 | channels = 4\n"
        "  | ^^^^^^^^\n"
        "  help: known here: name, ideal\n");
}

TEST_CASE("a mistyped value says what is wanted") {
  CHECK(machineMessage("lanes = 16", "lanes = \"sixteen\"") ==
        "error: pcu.lanes must be a whole number\n"
        "  --> my.toml:13:9\n"
        "13 | lanes = \"sixteen\"\n"
        "   |         ^^^^^^^^^\n");
  CHECK(machineMessage("lanes = 16", "lanes = 16.0").find("pcu.lanes must be a whole number") != std::string::npos);
  CHECK(machineMessage("mergeAdjacent = true", "mergeAdjacent = 1").find("ag.mergeAdjacent must be true or false") !=
        std::string::npos);
  CHECK(machineMessage("clockGhz = 1.6", "clockGhz = [1.6]").find("clockGhz must be a number") != std::string::npos);
  CHECK(machineMessage("name = \"capstan\"", "name = \"../x y\"").find("name must be a string of 1 to 64") !=
        std::string::npos);
  CHECK(messageOf([] { parseMachine(makeSource("my.toml", "fifo = 3\n")); }).find("fifo must be a table") !=
        std::string::npos);
}

TEST_CASE("an absurd value says what is possible") {
  CHECK(machineMessage("lanes = 16", "lanes = 0") ==
        "error: pcu.lanes = 0 is out of range\n"
        "  --> my.toml:13:9\n"
        "13 | lanes = 0\n"
        "   |         ^\n"
        "  help: 1 to 64 is possible\n");
  CHECK(machineMessage("lanes = 16", "lanes = 9223372036854775807").find("out of range") != std::string::npos);
  CHECK(machineMessage("clockGhz = 1.6", "clockGhz = nan").find("out of range") != std::string::npos);
  CHECK(machineMessage("clockGhz = 1.6", "clockGhz = -inf").find("out of range") != std::string::npos);
  CHECK(memoryMessage("channels = 32", "channels = 24") ==
        "error: channels = 24 is not a power of two\n"
        " --> my.toml:3:12\n"
        "3 | channels = 24\n"
        "  |            ^^\n"
        "  why: an address is cut into fields of bits\n");
}

TEST_CASE("fields that contradict each other are refused with the rule") {
  CHECK(machineMessage("rows = 20", "rows = 10").find("why: pcu + pmu is at most rows * columns") != std::string::npos);
  CHECK(memoryMessage("tREFI = 3900.0", "tREFI = 500.0") ==
        "error: timing.tREFI does not fit the other fields\n"
        "  --> my.toml:35:9\n"
        "35 | tREFI = 500.0\n"
        "   |         ^^^^^\n"
        "  why: tREFI leaves at least half of the time to accesses: 2 * (tRFC + tRAS + tRP + tCL + tWR + tFAW) at "
        "most\n");
  CHECK(memoryMessage("writeLowWatermark = 0.2", "writeLowWatermark = 0.9").find("is below writeHighWatermark") !=
        std::string::npos);
  CHECK(memoryMessage("burstLength = 4", "burstLength = 32").find("at most 64 bytes") != std::string::npos);
}

TEST_CASE("text that is not TOML is refused at the right place") {
  CHECK(messageOf([] { parseMachine(makeSource("my.toml", "name = \"a\"\nclockGhz 1.6\n")); }) ==
        "error: the TOML does not parse: Error while parsing key-value pair: expected '=', saw '1'\n"
        " --> my.toml:2:10\n"
        "2 | clockGhz 1.6\n"
        "  |          ^\n"
        "  help: one \"key = value\" to a line, tables as [name], comments after #\n");
  CHECK(messageOf([] { parseMachine(makeSource("my.toml", "name = \"a\"\nname = \"b\"\n")); }).find("does not parse") !=
        std::string::npos);
  CHECK(messageOf([] { parseMachine(makeSource("my.toml", "[`a]\n")); }).find("does not parse") != std::string::npos);
  CHECK(messageOf([] { parseMachine(makeSource("my.toml", "")); }).find("name is missing") != std::string::npos);
  CHECK(messageOf([] { parseMachine(makeSource("my.toml", std::string("\0\x01", 2))); }).find("does not parse") !=
        std::string::npos);
}

TEST_CASE("bytes outside ASCII are pointed at") {
  CHECK(messageOf([] { parseMachine(makeSource("my.toml", "name = \"a\"\n\xc3\xa9 = 1\n")); }) ==
        "error: a description is plain ASCII, comments too\n"
        " --> my.toml:2:1\n"
        "2 | \xc3\xa9 = 1\n"
        "  | ^\n");
}

TEST_CASE("deep and huge texts are refused before they can exhaust the stack") {
  std::string dots = "a";
  for (int i = 0; i < 100000; ++i) dots += ".a";
  CHECK(messageOf([&] {
          parseMachine(makeSource("my.toml", dots + " = 1\n"));
        }).find("a line of a description has at most") != std::string::npos);
  std::string braces;
  for (int i = 0; i < 120; ++i) braces += "{a=";
  CHECK(messageOf([&] { parseMachine(makeSource("my.toml", "a = " + braces)); }).find("does not parse") !=
        std::string::npos);
  CHECK(messageOf([] { parseMachine(makeSource("my.toml", std::string(2 << 20, '\n'))); }).find("bytes long") !=
        std::string::npos);
}

TEST_CASE("a description that is not there is answered with what there is") {
  CHECK(messageOf([] { findDescription("memory", "hbm2", shipped); }) ==
        "error: there is no memory \"hbm2\"\n"
        "  why: there is: ddr3-1600x4, ddr4-2133x4, ddr4-2133x8, hbm2-900, hbm2e, ideal\n"
        "  help: did you mean hbm2e? Or give the path of a .toml file\n");
  CHECK(messageOf([] { findDescription("machine", "", {"/nowhere"}); }) ==
        "error: there is no machine \"\"\n"
        "  why: looked in: /nowhere\n"
        "  help: give one of these names, or the path of a .toml file\n");
  CHECK(messageOf([] { findDescription("machine", "../capstan", shipped); }).find("there is no machine") !=
        std::string::npos);
}
