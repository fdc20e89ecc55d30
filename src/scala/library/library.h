// Scala's own names and members, as tables of functions by name; internal to the room.
//   collections.cpp  constructors of arrays and lists    arrays.cpp, array_functions.cpp, array_search.cpp  their
//   members maps.cpp  Map and Set    options.cpp  Left and Right, Some and None    records.cpp, ranges.cpp,
//   numbers.cpp, texts.cpp random.cpp  random numbers    math.cpp    output.cpp  println, assert    type_classes.cpp
#pragma once

#include "scala/evaluate/evaluator.h"

namespace stardust::scala {

void addArrays(Functions& table);
void addOptions(Functions& table);
void addRandom(Functions& table);
void addClasses(Functions& table);
void addMaps(Functions& table);
void addMath(Functions& table);
void addOutput(Functions& table);
Members numberMembers();
Members arrayMembers();

// Numbers and ranges
/// A function such as sqrt(x), for all values that the operators support.
Handler mathFunction(const std::string& name);
/// isDigit, toUpper and similar members of characters and their codes
void addCharacters(Members& t);
Value series(Series value);
/// Whether a range with this begin belongs to the embedded language: a range of Ints in a staged class.
bool isForeignRange(Evaluator& e, const Value& begin, const Location& where);
Value memberOfRange(Evaluator& e, const Series& range, const std::string& name, Call& c);

// Arrays and lists
/// A member that receives its object as a Collection.
using ArrayMember = std::function<Value(Evaluator&, const Collection&, Call&)>;
using ArrayMembers = std::map<std::string, ArrayMember>;
void addArrayFunctions(ArrayMembers& t);
void addSearch(ArrayMembers& t);
/// element :: list
Value prepended(const Value& x, const Value& list, const Location& where);
/// An array with these extents, whose elements are a function of their indices.
Value tabulate(Evaluator& e, const std::vector<std::int64_t>& dims, const Value& function, const Location& where,
               const NumberType& index = int32);
/// (0::m, 0::n){ (i, j) => … }: a matrix.
Value tabulate(Evaluator& e, const Record& ranges, const Value& function, const Location& where);
/// The elements of an array or range; any other value is a single element.
Values elementsOf(Evaluator& e, const Value& value, const Location& where);

// Maps, options and other records
/// A Map of pairs; of several pairs with one key, the last.
Value mapOf(const Values& pairs, const Location& where);
/// A member of a Map or Set that other collections lack or define differently; none for other members.
std::optional<Value> memberOfKeyed(Evaluator& e, const Value& self, const std::string& name, Call& c);
/// Adds or removes an element of a Map or Set; and a copy with or without an element.
void changeElement(Collection& all, const Value& element, bool isAdded, const Location& where);
Value withElement(const Collection& all, const Value& element, bool isAdded, const Location& where);
Value some(Value value);  ///< Some(value)
Value none();
/// A member of Left, Right, Some or None; none for other records.
std::optional<Value> memberOfOption(Evaluator& e, const Record& option, const std::string& name, Call& c);
/// A member of Random(seed); none for other records.
std::optional<Value> memberOfRandom(Evaluator& e, const Record& random, const std::string& name, Call& c);
Value memberOfRecord(Evaluator& e, const Value& self, const Record& record, const std::string& name, Call& c);

// Strings
/// The characters of a string.
Value charactersOf(const std::string& text);
Value characterOf(char letter);
bool isTextMember(const Evaluator& e, const std::string& name);
Value memberOfText(Evaluator& e, const Value& self, const std::string& name, Call& c);

// Output
/// Limit on printed output and on files written by hand: 64 MiB.
inline constexpr std::size_t mostPrinted = std::size_t{1} << 26;
void print(Evaluator& e, const std::string& text, const Location& where);
/// assert(condition, text)
Value check(Evaluator& e, const Values& v, Call& c);
/// A host function, which has no effect in staged code; its arguments are not evaluated there.
using HostFunction = std::function<Value(Evaluator&, const Values&, Call&)>;
Handler hostOnly(const std::string& name, const HostFunction& f);

}  // namespace stardust::scala
