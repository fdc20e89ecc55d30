// Predefined names of programs, as a value: Scala's own, and those of an embedded language.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>

#include "scala/evaluate/call.h"

namespace stardust::scala {

class Evaluator;

/// Functions by name; those of an object have its name in front, as in "Array.tabulate".
using Handler = std::function<Value(Evaluator&, Call&)>;
using Functions = std::map<std::string, Handler>;
/// Members of one kind of value by name.
using Member = std::function<Value(Evaluator&, const Value&, Call&)>;
using Members = std::map<std::string, Member>;

struct Names {
  Functions functions;
  Members ofNumbers;                          ///< of numbers, known or unknown
  Members ofArrays;                           ///< of arrays, matrices, tensors and lists: the value is a Collection
  Members ofRecords;                          ///< of tuples and other records, besides their fields
  Members ofOthers;                           ///< of values that have no members in Scala
  std::set<std::string> modules;              ///< objects whose members are functions: math of math.sqrt
  std::set<std::string> packages;             ///< package names that may qualify a name: scala, java
  std::map<std::string, NumberType> numbers;  ///< types
  /// Parameterized number types, by their arguments: FixPt[TRUE, _16, _16].
  struct FormatArgument {
    std::string name;
    Location where;
  };
  using Format = std::function<NumberType(const std::vector<FormatArgument>& arguments, const Location& where)>;
  std::map<std::pair<std::string, std::size_t>, Format> formats;  ///< by name and number of arguments
  std::map<std::string, const char*> sources;  ///< libraries written in Scala: the source that import x.y.NAME reads
};

/// The names of Scala.
Names scalaNames();

[[noreturn]] void failNoMember(const std::string& what, const std::string& name, const std::vector<std::string>& names,
                               const Location& where);
/// Calls a member in a table. Throws Error (unsupported) with the nearest name if it is absent.
template <class Object, class Table, class User>
Value memberIn(const Table& table, User& user, const Object& object, const std::string& name, const std::string& what,
               Call& call) {
  const auto found = table.find(name);
  if (found != table.end()) return found->second(user, object, call);
  std::vector<std::string> names;
  for (const auto& entry : table) names.push_back(entry.first);
  failNoMember(what, name, names, call.where);
}

}  // namespace stardust::scala
