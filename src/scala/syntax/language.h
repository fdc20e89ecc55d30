// Parser options for a language embedded in Scala, as data; empty by default.
#pragma once

#include <string_view>
#include <vector>

namespace stardust::scala {

struct Language {
  std::string_view name = "Scala";
  std::string_view library{};  ///< import LIBRARY._ brings the language in
  /// Of a class whose control structures the language stages, in a file with that import.
  std::vector<std::string_view> staging{};
  std::vector<std::string_view> records{};  ///< annotations that make a class a record of values
  std::vector<std::string_view> bounds{};   ///< T: Name says of a type alone what the language knows without being told
  std::string_view labelled{};              ///< the object that a label, 'NAME, stands for
  std::string_view arguments{};             ///< the member of a class with the arguments of its run
};

}  // namespace stardust::scala
