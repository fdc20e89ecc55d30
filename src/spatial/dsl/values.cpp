#include "spatial/dsl/values.h"

#include <fmt/format.h>

#include "spatial/dsl/words/word_operators.h"

namespace stardust::dsl {

std::optional<spatial::Type> wordType(const NumberType& type) {
  if (type.kind == NumberType::Kind::Bit) return spatial::Type::Bit;
  if (type.kind == NumberType::Kind::Float || type.fraction > 0) return spatial::Type::Float;
  if (type.integer > 32) return std::nullopt;
  return type.integer == 32 && !type.isSigned ? spatial::Type::U32 : spatial::Type::Int;
}

std::int64_t Memory::size() const {
  std::int64_t product = 1;
  for (const auto dim : dims) product *= dim;
  return product;
}

MemoryRef Memory::field(const std::string& part) const {
  if (isNumber()) return nullptr;
  const auto found = fieldOf(whole.names, fields.size(), part);
  return found ? fields[*found] : nullptr;
}

namespace {

void addLeaves(const MemoryRef& memory, bool toWords, std::vector<MemoryRef>& all) {
  if (toWords ? !memory->isStruct() : memory->isNumber()) return all.push_back(memory);
  for (const auto& field : memory->fields) addLeaves(field, toWords, all);
}

}  // namespace

std::vector<MemoryRef> leavesOf(const MemoryRef& memory) {
  std::vector<MemoryRef> all;
  addLeaves(memory, true, all);
  return all;
}

std::vector<MemoryRef> numbersOf(const MemoryRef& memory) {
  std::vector<MemoryRef> all;
  addLeaves(memory, false, all);
  return all;
}

DataType inWords(const DataType& type) {
  if (type.kind != DataType::Kind::Number || !isWide(type.number)) return type;
  DataType words(DataType::Kind::Struct, toString(type.number));
  words.number = type.number;
  words.parts = {uint32, type.number.isSigned ? int32 : uint32};
  words.names = {"low", "high"};
  return words;
}

// ---------------------------------------------------------------- as values of Scala

std::string describedOf(const Staged&) { return "a value of the accelerator"; }
std::string describedOf(const MemoryRef& memory) { return fmt::format("the memory {}", memory->name); }
std::string describedOf(const SectionRef&) { return "a part of a memory"; }
std::string describedOf(const Controller& controller) { return controller.name; }

std::string shownOf(const Staged& value) { return describedOf(value); }
std::string shownOf(const MemoryRef& memory) {
  const bool isArgument = memory->isScalar() && memory->isNumber() && memory->kind != Memory::Kind::Reg;
  return isArgument ? toString(numberIn(*memory)) : describedOf(memory);
}
std::string shownOf(const SectionRef& section) { return describedOf(section); }
std::string shownOf(const Controller& controller) { return describedOf(controller); }

std::string keyedOf(const MemoryRef& memory) { return fmt::format("m{}", memory->name); }
std::optional<NumberType> numberTypeIn(const MemoryRef& memory) { return memory->numberType(); }

}  // namespace stardust::dsl
