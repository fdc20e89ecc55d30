// What Scala and Spatial offer, as tables of functions by name; internal to the room.
//   library.cpp  control and functions of numbers    library_memories.cpp  what declares memories
//   library_host.cpp  arguments, DRAM contents, output, checks    library_arrays.cpp  what makes arrays
//   library_files.cpp  what files hold    library_scans.cpp  bit vectors
//   library_random.cpp  random numbers of the host    library_options.cpp  Left and Right, Some and None
//   library_classes.cpp  type classes
//   members.cpp  of numbers, ranges, structs    members_texts.cpp    members_memories.cpp    members_arrays.cpp
#pragma once

#include <functional>
#include <map>

#include "staging/evaluator.h"

namespace stardust::staging {

/// Functions by name; those of an object as "Array.tabulate".
using Handler = std::function<Value(Evaluator&, Call&)>;
using Functions = std::map<std::string, Handler>;
const Functions& functions();

void addControl(Functions& table);
void addMemories(Functions& table);
void addMath(Functions& table);
void addHost(Functions& table);
void addArrays(Functions& table);
void addFiles(Functions& table);
void addScans(Functions& table);
void addOptions(Functions& table);
void addRandom(Functions& table);
void addClasses(Functions& table);
void addMaps(Functions& table);
/// A Map of pairs: of several with one key the last.
Value mapOf(const Values& pairs, const Location& where);
/// Of a Map or Set what other collections do not have, or do otherwise; nothing for other members.
std::optional<Value> memberOfKeyed(Evaluator& e, const Value& self, const std::string& name, Call& c);
/// Adds an element to a Map or Set, or takes one from it; and a copy with it, or without it.
void changeElement(Collection& all, const Value& element, bool isAdded, const Location& where);
Value withElement(const Collection& all, const Value& element, bool isAdded, const Location& where);
/// More members of arrays, which compare, sort, group and search (members_search.cpp).
using ArrayMember = std::function<Value(Evaluator&, const Collection&, Call&)>;
void addSearch(std::map<std::string, ArrayMember>& t);
/// setArg(target, value), which is target := value.
void setArg(Evaluator& e, const MemoryRef& target, const Value& value, const Location& where);
/// Words of a DRAM to or from a FIFO, one after the other.
Value streamed(Evaluator& e, const MemoryRef& dram, Call& c, bool isLoad);
/// Of the elements of a FIFO those that another says are valid, to words of a DRAM one behind the other.
Value coalesced(Evaluator& e, const MemoryRef& dram, Call& c);

/// Members of one kind of value by name.
template <class Object>
using Members = std::map<std::string, std::function<Value(Evaluator&, const Object&, Call&)>>;
const Members<Value>& numberMembers();
const Members<MemoryRef>& memoryMembers();
const Members<Section>& sectionMembers();
/// Of arrays, matrices and tensors of the host and of Scala's lists: the value is a Collection.
const Members<Value>& arrayMembers();

Value some(Value value);  ///< Some(value)
Value none();
/// Of what Left, Right, Some and None make; nothing for other records.
std::optional<Value> memberOfOption(Evaluator& e, const Record& option, const std::string& name, Call& c);

/// Of what Random(seed) makes; nothing for other records.
std::optional<Value> memberOfRandom(Evaluator& e, const Record& random, const std::string& name, Call& c);

/// A type as the program would write it: numbers by one name each.
TypeTree canonical(const DataType& type);

/// x.as[T]: the same bits.
Value reinterpreted(Evaluator& e, const Value& x, Call& c);

/// Names that say how a memory is laid out: they change no value.
bool isLayoutHint(const std::string& name);

/// An array whose elements are a function of their indices, of so many in each dimension.
Value tabulate(Evaluator& e, const std::vector<std::int64_t>& dims, const Value& function, const Location& where,
               const NumberType& index = int32);
/// (0::m, 0::n){ (i, j) => … }: a matrix.
Value tabulate(Evaluator& e, const Record& ranges, const Value& function, const Location& where);
/// What a program prints, or writes to a file by hand, at most: 64 MiB.
inline constexpr std::size_t mostPrinted = std::size_t{1} << 26;
/// The elements of an array, DRAM or range; or one value.
Values elementsOf(Evaluator& e, const Value& value, const Location& where);
/// The numbers of a file.
Values numbersOfFile(Evaluator& e, const std::string& path, const NumberType& type, const Location& where);
Value series(Series value);
/// Whether a value is a memory of this name (SRAM2, Reg); nothing if the name is no memory's.
std::optional<bool> isMemoryOf(const Value& value, const std::string& name);
bool isTextType(const DataType& type);  ///< Text or String
/// The characters of a text.
Value charactersOf(const std::string& text);
Value characterOf(char letter);
bool isTextMember(const std::string& name);
Value memberOfText(Evaluator& e, const Value& self, const std::string& name, Call& c);
/// isDigit, toUpper and their siblings, of characters and their codes
void addCharacters(Members<Value>& t);

/// Sequential, Pipe and their siblings: how what follows is scheduled.
bool isSchedule(const std::string& name);

}  // namespace stardust::staging
