// Programs in a subset of Scala, in which another language may be embedded: the door of the room.
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
  std::vector<std::string> arguments;      ///< of the command line; empty: the program's own runtimeArgs
  std::uint64_t maxSteps = 4'000'000'000;  ///< until a program is taken to run forever
  std::function<std::string(const std::string& path)> readFile{};  ///< throws Error (user); null: there are no files
};

struct Outcome {
  std::string name;                          ///< of the class
  std::string printed;                       ///< by println and its siblings
  std::map<std::string, std::string> files;  ///< by path: what was written
  int asserts = 0;                           ///< that held
  std::vector<std::string> failed;           ///< a sentence for each that did not
};

/// Runs the main of a class; the evaluator's `outcome` has what came of it. Throws Error: user (with a caret) for what
/// is wrong with the program, unsupported for what this subset lacks; and what the embedded language throws.
void run(Evaluator& evaluator);

}  // namespace stardust::scala
