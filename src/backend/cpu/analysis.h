// What the printer must know of a function before it prints it.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "loops/visit.h"

namespace stardust::cpu {

/// An array that a kernel allocates: a local one, or one of a result.
struct Array {
  std::string name;  ///< in the loops
  loops::Type type;
  bool hasLength = false;  ///< not only its room: it is a result, or resized
};

/// Whether the function has a loop that threads share.
bool usesThreads(const loops::Function& function);

/// The local arrays that are declared in `body`, in order and each once; not those of parallel loops inside it, whose
/// threads have their own.
std::vector<Array> localArrays(const loops::Body& body);

/// The variables of outside that a loop's body reads, in the order of their names, and the arrays of outside that it
/// reads or writes. The function must be verified.
struct Captures {
  std::map<std::string, loops::Type> variables;
  std::set<std::string> arrays;
  std::set<std::string> lengths;  ///< of those arrays, the ones whose length is read, too
  bool threads = false;           ///< whether it asks for their number
};
Captures capturesOf(const loops::For& loop);

/// The arrays that go in whose length decides something.
std::set<std::string> measured(const loops::Body& body);

/// The variables of outside that the loop adds into (`s = s + …`), by the reduction's sign in OpenMP: "+", "*", "min",
/// "max". Empty if the loop does anything else to variables of outside, or writes arrays.
std::map<std::string, std::vector<std::string>> reductionsOf(const loops::For& loop);

}  // namespace stardust::cpu
