// Interface of the room: programs in a subset of Scala, in which another language may be embedded.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "scala/syntax/tree.h"

namespace stardust::scala {

struct Embedding;
class Evaluator;

struct Request {
  std::string instance;                    ///< the class to run; empty: the only one, or the first concrete one
  std::vector<std::string> arguments;      ///< command-line arguments; empty: those of the program itself
  std::uint64_t maxSteps = 4'000'000'000;  ///< step limit, against infinite loops
  std::function<std::string(const std::string& path)> readFile{};  ///< throws Error (user); null: there are no files
};

struct Outcome {
  std::string name;                          ///< of the class
  std::string printed;                       ///< output of println and similar functions
  std::map<std::string, std::string> files;  ///< written files, by path
  int asserts = 0;                           ///< passed assertions
  std::vector<std::string> failed;           ///< a sentence for each failed assertion
};

/// Runs the main method of a class; the evaluator's `outcome` receives the results. Throws Error: user (with a caret)
/// for mistakes in the program, unsupported for constructs that this subset lacks, and the errors of the embedded
/// language.
void run(Evaluator& evaluator);

}  // namespace stardust::scala
