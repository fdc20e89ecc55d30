// Types that Spatial adds to Scala.
#include <fmt/format.h>

#include <charconv>
#include <set>

#include "spatial/dsl/names/names.h"

namespace stardust::dsl {
namespace {

/// _16
int bitsOf(const Names::FormatArgument& argument) {
  const auto& name = argument.name;
  int bits = -1;
  if (name.size() > 1 && name[0] == '_') std::from_chars(name.data() + 1, name.data() + name.size(), bits);
  if (bits < 0 || bits > 128)
    failUser(fmt::format("{} is not a number of bits", name), argument.where, {}, "write _16");
  return bits;
}

/// FixPt[TRUE, _16, _16]
NumberType fixedPoint(const std::vector<Names::FormatArgument>& arguments, const Location& where) {
  const int integer = bitsOf(arguments[1]), fraction = bitsOf(arguments[2]);
  const NumberType type{NumberType::Kind::Fixed, arguments[0].name == "TRUE", false, integer, fraction};
  if (type.bits() > 64) failUnsupported("fixed point of more than 64 bits is not supported", where);
  return type;
}

/// FltPt[_24, _8]
NumberType floatingPoint(const std::vector<Names::FormatArgument>& arguments, const Location&) {
  const int mantissa = bitsOf(arguments[0]), exponent = bitsOf(arguments[1]);
  return {NumberType::Kind::Float, true, false, mantissa, exponent};
}

using Kind = Memory::Kind;

const std::map<std::string, std::set<Kind>>& kindsOfMemories() {
  static const std::map<std::string, std::set<Kind>> kinds = {
      {"SRAM", {Kind::Sram}},         {"RegFile", {Kind::Sram}},
      {"LUT", {Kind::Sram}},          {"LineBuffer", {Kind::Sram}},
      {"FIFO", {Kind::Fifo}},         {"LIFO", {Kind::Fifo}},
      {"DRAM", {Kind::Dram}},         {"Reg", {Kind::Reg, Kind::ArgIn, Kind::ArgOut, Kind::HostIO}},
      {"StreamIn", {Kind::StreamIn}}, {"StreamOut", {Kind::StreamOut}}};
  return kinds;
}

bool hasRank(const std::string& name) { return !name.empty() && name.back() >= '1' && name.back() <= '5'; }
std::string withoutRank(const std::string& name) { return hasRank(name) ? name.substr(0, name.size() - 1) : name; }

/// SRAM2 is an SRAM with two dimensions; a kind without a number has any rank.
bool isMemoryOf(const Memory& memory, const std::string& name) {
  const auto found = kindsOfMemories().find(withoutRank(name));
  if (found == kindsOfMemories().end()) return false;
  return found->second.count(memory.kind) > 0 &&
         (!hasRank(name) || memory.dims.size() == static_cast<std::size_t>(name.back() - '0'));
}

}  // namespace

std::optional<bool> isMemoryOf(const Value& value, const std::string& name) {
  if (kindsOfMemories().count(withoutRank(name)) == 0) return std::nullopt;
  const auto* memory = value.get<MemoryRef>();
  return memory && isMemoryOf(**memory, name);
}

void addTypes(Names& names) {
  using NumberKind = NumberType::Kind;
  auto& types = names.numbers;
  types.insert({{"Index", int32},
                {"F16", {NumberKind::Float, true, false, 11, 5}},
                {"F32", float32},
                {"F64", float64},
                {"Half", {NumberKind::Float, true, false, 11, 5}},
                {"Bit", bit}});
  for (int bits = 1; bits <= 64; ++bits) {
    for (const char* name : {"I", "Int"})
      types[fmt::format("{}{}", name, bits)] = {NumberKind::Fixed, true, false, bits, 0};
    for (const char* name : {"U", "UInt"})
      types[fmt::format("{}{}", name, bits)] = {NumberKind::Fixed, false, false, bits, 0};
  }
  types["UInt"] = uint32;
  for (const char* name : {"FixPt", "Fix"}) names.formats[{name, 3}] = fixedPoint;
  for (const char* name : {"FltPt", "Flt"}) names.formats[{name, 2}] = floatingPoint;
}

}  // namespace stardust::dsl
