// The names of Spatial, as tables of functions; internal to the room.
//   control.cpp  Foreach, Reduce, if    functions.cpp  mux, functions of numbers    number_members.cpp
//   memories.cpp  declarations of memories    memory_members.cpp  their members    scans.cpp  bit vectors
//   host.cpp  arguments, DRAM contents, checks    files.cpp  contents of files    types.cpp
#pragma once

#include "scala/library/library.h"
#include "spatial/dsl/dsl.h"

namespace stardust::dsl {

/// Functions by name; those of an object have its name in front, as in "Stream.Foreach".
using Handler = std::function<Value(Dsl&, Call&)>;
using Functions = std::map<std::string, Handler>;
/// Members of one kind of value by name.
template <class Object>
using Members = std::map<std::string, std::function<Value(Dsl&, const Object&, Call&)>>;

/// Adds all names of Spatial to those of Scala.
void addNames(Names& names, Dsl& dsl);

void addControl(Functions& table);
void addMemories(Functions& table);
void addMath(Functions& table);
void addHost(Functions& table);
void addFiles(Functions& table);
void addScans(Functions& table);
void addTypes(Names& names);
Members<Value> numberMembers();
const Members<MemoryRef>& memoryMembers();
const Members<Section>& sectionMembers();

Value memberOfMemory(Dsl& e, const MemoryRef& memory, const std::string& name, Call& c);
Value memberOfController(Dsl& e, const Controller& controller, const std::string& name, Call& c);
/// Names that describe a memory layout: they change no value.
bool isLayoutHint(const std::string& name);
/// Whether a value is a memory of this kind (SRAM2, Reg); none if the name is not a memory kind.
std::optional<bool> isMemoryOf(const Value& value, const std::string& name);

/// x.as[T]: the same bits.
Value reinterpreted(Dsl& e, const Value& x, Call& c);
/// setArg(target, value), equivalent to target := value.
void setArg(Dsl& e, const MemoryRef& target, const Value& value, const Location& where);
/// The elements of a DRAM, or the value of an argument after Accel.
std::optional<Values> contentsOf(const Dsl& e, const Value& value);
/// Moves words of a DRAM to or from a FIFO, one after the other.
Value streamed(Dsl& e, const MemoryRef& dram, Call& c, bool isLoad);
/// Stores the elements of a FIFO whose valid flag, from another FIFO, is set, to consecutive words of a DRAM.
Value coalesced(Dsl& e, const MemoryRef& dram, Call& c);
/// The fields of a file, separated by commas, blanks and line ends.
std::vector<std::string> wordsOfFile(Dsl& e, const std::string& path, const Location& where);
/// The types of a struct's fields, or the type itself.
std::vector<NumberType> columnsOf(const DataType& type);
/// The numbers of a file.
Values numbersOfFile(Dsl& e, const std::string& path, const NumberType& type, const Location& where);

}  // namespace stardust::dsl
