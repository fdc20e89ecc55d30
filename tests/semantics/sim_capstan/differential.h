// Hand-built programs run by the interpreter, and on every memory by the simulator.
#pragma once

#include <doctest/doctest.h>

#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "capstan/machine/limits.h"
#include "capstan/machine/machine.h"
#include "exec/spatial_interpreter.h"
#include "files/descriptions.h"
#include "machine/description.h"
#include "machine/memory.h"
#include "sim/capstan/simulate.h"
#include "spatial/spatial.h"

namespace stardust::sim {

using spatial::HostArray;
using spatial::HostFiles;

inline const capstan::Machine& theMachine() {
  static const auto machine =
      capstan::parseMachine(machine::findDescription("machine", "capstan", {STARDUST_SOURCE_DIR "/machines"}).text);
  return machine;
}
inline const machine::MemorySystem& theMemory(const std::string& name) {
  static std::map<std::string, machine::MemorySystem> known;
  const auto found = known.find(name);
  if (found != known.end()) return found->second;
  const auto text = machine::findDescription("memory", name, {STARDUST_SOURCE_DIR "/machines"}).text;
  return known.emplace(name, machine::parseMemorySystem(text)).first->second;
}

inline spatial::Program programOf(const std::string& host, const std::string& accel, const std::string& type = "Int") {
  return spatial::parse(
      makeSource("test.scala", "import spatial.dsl._\n@spatial class Test extends SpatialTest {\n  type T = " + type +
                                   "\n  def main(args: Array[String]): Unit = {\n" + host + "\nAccel {\n" + accel +
                                   "\n}\n  }\n}\n"));
}

inline HostArray ints(const std::vector<int>& values) {
  HostArray array{spatial::Type::Int, {}};
  for (const int value : values) array.words.push_back(spatial::wordOf(value));
  return array;
}
inline std::vector<int> toInts(const HostArray& array) {
  std::vector<int> values;
  for (const auto word : array.words) values.push_back(spatial::intOf(word));
  return values;
}

inline std::string replaced(std::string text, const std::map<std::string, std::string>& words) {
  for (const auto& [from, to] : words) {
    for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
      text.replace(at, from.size(), to);
    }
  }
  return text;
}

/// The words of all DRAMs and ArgOuts.
inline std::map<std::string, std::vector<spatial::Word>> wordsOf(const spatial::RunOutput& output) {
  std::map<std::string, std::vector<spatial::Word>> words;
  for (const auto& [name, array] : output.drams) words["DRAM " + name] = array.words;
  for (const auto& [name, array] : output.argOuts) words["ArgOut " + name] = array.words;
  return words;
}

struct Compared {
  spatial::RunOutput output;            ///< of the interpreter
  std::map<std::string, Cycle> cycles;  ///< by memory
};

/// Runs a program on all executors. Outputs agree word for word, and no memory is faster than the ideal one. (Some tiny
/// programs, which only wait for single bursts, are faster on DDR4 than on HBM2E, because a row hit is.)
inline Compared compare(const spatial::Program& program, const HostFiles& files) {
  Compared result{spatial::interpret(program, files, capstan::publishedLimits), {}};
  const auto wanted = wordsOf(result.output);
  const auto mapping = capstan::map(program, theMachine());
  for (const std::string name : {"ideal", "hbm2e", "ddr4-2133x4"}) {
    const auto report = simulate(mapping, files, theMachine(), theMemory(name));
    const auto actual = wordsOf(report.output);
    CAPTURE(name);
    for (const auto& entry : wanted) {
      CAPTURE(entry.first);
      REQUIRE((actual.at(entry.first) == entry.second));
    }
    result.cycles[name] = report.cycles;
  }
  CHECK(result.cycles["ideal"] <= result.cycles["hbm2e"]);
  CHECK(result.cycles["ideal"] <= result.cycles["ddr4-2133x4"]);
  return result;
}

// ---------------------------------------------------------------- coordinates

using Coordinates = std::set<int>;

inline Coordinates randomCoordinates(std::mt19937& random, int dimension, int count) {
  Coordinates result;
  for (int i = 0; i < count && dimension > 0; ++i)
    result.insert(static_cast<int>(random() % static_cast<unsigned>(dimension)));
  return result;
}
inline std::vector<int> listOf(const Coordinates& set) { return {set.begin(), set.end()}; }

/// A host with the list of NAME in the DRAM NAME_dram, for each name, and a result y of `words` words.
inline std::string hostOf(const std::vector<std::string>& names, int words) {
  std::string host = "val dim = loadCSV1D[Int](\"dim.csv\")\nval m = ArgIn[Int]; setArg(m, dim.length)\n";
  for (const auto& name : names) {
    host += replaced(R"(val NAME_in = loadCSV1D[Int]("NAME.csv")
      val NAME_n = ArgIn[Int]; setArg(NAME_n, NAME_in.length)
      val NAME_dram = DRAM[Int](NAME_in.length); setMem(NAME_dram, NAME_in)
      )",
                     {{"NAME", name}});
  }
  const auto size = std::to_string(words);
  return host + "val zeros = loadCSV1D[Int](\"zeros.csv\")\nval y = DRAM[Int](" + size +
         "); setMem(y, zeros)\nval z = DRAM[Int](" + size + "); setMem(z, zeros)\nval counted = ArgOut[Int]\n";
}
inline HostFiles filesOf(int dimension, const std::map<std::string, std::vector<int>>& lists, int words) {
  HostFiles files{{"dim.csv", ints(std::vector<int>(static_cast<std::size_t>(dimension)))},
                  {"zeros.csv", ints(std::vector<int>(static_cast<std::size_t>(words)))}};
  for (const auto& [name, list] : lists) files[name + ".csv"] = ints(list);
  return files;
}

/// Accel: the FIFO NAME carries the words of NAME's bit vector, from LENGTH coordinates starting at BEGIN.
inline std::string vectorOf(const std::string& name, const std::string& begin, const std::string& length,
                            int depth = 16) {
  return replaced(R"(val NAME_idx = FIFO[Int](16)
    NAME_dram stream_load_vec(BEGIN, LENGTH, NAME_idx)
    val NAME = FIFO[U32](DEPTH)
    gen_bitvector(0, bits, LENGTH, NAME_idx, NAME)
    )",
                  {{"NAME", name}, {"BEGIN", begin}, {"LENGTH", length}, {"DEPTH", std::to_string(depth)}});
}
inline const std::string bitsOfDimension = "val bits = 512 * ((m + 511) / 512)\n";

}  // namespace stardust::sim
