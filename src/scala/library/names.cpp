#include "scala/library/names.h"

#include <fmt/format.h>

#include "scala/library/library.h"

namespace stardust::scala {
namespace {

std::map<std::string, NumberType> numberTypes() {
  using Kind = NumberType::Kind;
  return {{"Int", int32},
          {"Long", {Kind::Fixed, true, false, 64, 0}},
          {"Short", {Kind::Fixed, true, false, 16, 0}},
          {"Char", {Kind::Fixed, true, false, 8, 0}},
          {"Byte", {Kind::Fixed, true, false, 8, 0}},
          {"Float", float32},
          {"Double", float64},
          {"Boolean", bit}};
}

Names allNames() {
  Names all;
  for (const auto add : {addArrays, addOptions, addRandom, addClasses, addMaps, addMath, addOutput}) add(all.functions);
  all.ofNumbers = numberMembers();
  all.ofArrays = arrayMembers();
  all.modules = {"scala",   "math",       "Math",    "scala.Array",   "Array",      "List",       "Seq",
                 "Vector",  "IndexedSeq", "Set",     "Iterator",      "Matrix",     "Tensor3",    "Tensor4",
                 "Tensor5", "Map",        "HashMap", "LinkedHashMap", "ListMap",    "ListBuffer", "ArrayBuffer",
                 "mutable", "Vec",        "Random",  "util",          "collection", "immutable",  "java",
                 "lang",    "io",         "Console", "System"};
  all.packages = {"scala", "collection", "immutable", "mutable", "java", "util", "lang", "io"};
  all.numbers = numberTypes();
  return all;
}

}  // namespace

Names scalaNames() {
  static const Names names = allNames();
  return names;
}

void failNoMember(const std::string& what, const std::string& name, const std::vector<std::string>& names,
                  const Location& where) {
  const auto near = nearest(name, names);
  failUnsupported(fmt::format("{} has no member {}", what, name), where, {},
                  near ? fmt::format("did you mean {}?", *near) : "");
}

}  // namespace stardust::scala
