// Analyses of a function before it is printed.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "loops/visit.h"

namespace stardust::cpu {

/// An array that a kernel allocates: a local array, or an array of a result.
struct Array {
  std::string name;  ///< its name in the loops
  loops::Type type;
  bool hasLength = false;  ///< the length is tracked besides the capacity: a result, or a resized array
};

/// Whether the function has a parallel loop.
bool usesThreads(const loops::Function& function);

/// The local arrays declared in `body`, in order, each once. Excludes those of inner parallel loops, which are private
/// to threads.
std::vector<Array> localArrays(const loops::Body& body);

/// The captures of a loop body: outer variables that it reads, in the order of their names, and outer arrays that it
/// reads or writes. The function must be verified.
struct Captures {
  std::map<std::string, loops::Type> variables;
  std::set<std::string> arrays;
  std::set<std::string> lengths;  ///< the captured arrays whose length is read as well
  bool threads = false;           ///< whether it reads the number of threads
};
Captures capturesOf(const loops::For& loop);

/// The input arrays whose length is read.
std::set<std::string> measured(const loops::Body& body);

/// The outer variables that the loop reduces into (`s = s + …`), by the OpenMP symbol of the reduction: "+", "*",
/// "min", "max". Empty if the loop accesses outer variables in any other way, or writes arrays.
std::map<std::string, std::vector<std::string>> reductionsOf(const loops::For& loop);

}  // namespace stardust::cpu
