// Names of a function: each is given once, so that nothing is shadowed.
#pragma once

#include <set>
#include <string>

namespace stardust::loops {

class Names {
 public:
  /// `wanted`, or wanted_2, wanted_3, … ; a word of the text form gets a number, too.
  std::string fresh(const std::string& wanted);

 private:
  std::set<std::string> taken_;
};

}  // namespace stardust::loops
