#include "spatial/dsl/restrictions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <string_view>

#include "support/plural.h"

namespace stardust::dsl {
namespace {

constexpr std::int64_t burstBits = 512, bitsOfByte = 8;
constexpr std::size_t mostIterators = 3;

template <class Names>
bool isOneOf(const Names& names, std::string_view name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

std::int64_t bitsOf(const Memory& memory) {
  if (memory.isNumber()) return memory.numberType().bits();
  std::int64_t bits = 0;
  for (const auto& field : memory.fields) bits += bitsOf(*field);
  return bits;
}

/// 0, -1 or { 0 }, or a function that returns such a literal.
bool isLiteral(const Tree& tree) {
  if (const auto* block = as<BlockTree>(tree)) return block->statements.size() == 1 && isLiteral(block->statements[0]);
  if (const auto* lambda = as<LambdaTree>(tree)) return lambda->cases.empty() && isLiteral(lambda->body);
  return as<NumberTree>(tree);
}

/// Spatial's arrays have only the members `own` of those that Scala's arrays have here.
template <class Names>
void requireOwn(const Names& own, const std::string& member, const scala::Members& all, const char* what,
                const Location& where, const char* why, const char* remedy) {
  if (isOneOf(own, member) || all.count(member) == 0) return;
  failUser(fmt::format("{} of Spatial has no {}", what, member), where, why, remedy);
}

}  // namespace

void requireDistance(const Value& amount, const Location& where) {
  const NumberType distance{NumberType::Kind::Fixed, true, false, 16, 0};
  const bool isOfAccel = amount.get<Staged>() || amount.get<MemoryRef>() != nullptr;
  const auto type = isOfAccel ? numberTypeOf(amount) : std::nullopt;
  if (!type || *type == distance) return;
  failUser(fmt::format("the distance of a shift has the type {}, not Int16", toString(*type)), where,
           "shifts take an Int16, or a number of Scala", "convert the distance with .to[Int16]");
}

void requireBurst(const Section& part, WordOperators& words, const Location& where) {
  const auto parOf = [&](const Value& par) { return par.get<Unit>() ? 1 : words.integer(par, "par", where); };
  for (std::size_t i = 0; i + 1 < part.ranges.size(); ++i) {
    if (part.ranges[i].isSingle || parOf(part.ranges[i].par) == 1) continue;
    failUser(fmt::format("rows of {} are moved with par {}", part.memory->name, parOf(part.ranges[i].par)), where,
             "a transfer moves words of its last dimension at a time", "write par at the last range only");
  }
  const auto bits = bitsOf(*part.memory), par = parOf(part.par);
  const auto wholeBytes = bitsOfByte / std::gcd(bits, bitsOfByte);  // words per whole number of bytes
  if (par * bits > burstBits) {
    failUser(fmt::format("{} words of {} bits are moved at a time", par, bits), where,
             "a burst of the memory has 512 bits",
             bits > burstBits ? "use a smaller type" : fmt::format("write par {}", burstBits / bits));
  }
  if (par % wholeBytes != 0) {
    failUser(fmt::format("{} of {} moved at a time are not whole bytes", counted(par * bits, "bit"), part.memory->name),
             where, fmt::format("a word of {} has {}", part.memory->name, counted(bits, "bit")),
             fmt::format("write par {}", wholeBytes));
  }
}

void requireFolded(const Value& mapped, const Location& where) {
  const auto* memory = mapped.get<MemoryRef>();
  if (memory && (*memory)->kind == Memory::Kind::Reg) return;
  failUser(fmt::format("the body of this Fold gives {}, not a Reg", describe(mapped)), where,
           "Fold(reg) combines reg with a Reg of the same type, as MemFold does with memories",
           "declare a Reg in the body, set it to the value, and give it");
}

void requireListOfIterators(const Value& function, std::size_t counters) {
  const auto* f = function.object<const Function>();
  if (counters <= mostIterators || !f || !f->lambda || f->lambda->parameters.size() <= 1) return;
  std::string names;
  for (const auto& parameter : f->lambda->parameters) names += (names.empty() ? "" : ", ") + parameter.name;
  failUser(fmt::format("this function takes {} iterators", f->lambda->parameters.size()), f->keep->where,
           "a loop with four counters or more gives them as one list",
           fmt::format("write {{ case List({}) => … }}", names));
}

void requireNotApplied(const std::string& function, const Call& call) {
  if (!call.has()) return;
  failUser(fmt::format("the result of {} cannot be applied directly", function), call.where,
           fmt::format("{} has a list of implicit arguments, for which the second parenthesis is taken", function),
           "give it a name first (val a = …, then a(i)), or write .apply(i)");
}

void requireTypedElements(const Tree& array) {
  const auto* made = as<ApplyTree>(array);
  const auto* sized = made && made->arguments.size() == 1 ? as<ApplyTree>(made->function) : nullptr;
  const auto* maker = sized ? as<SelectTree>(sized->function) : nullptr;
  const auto* module =
      maker && (maker->name == "fill" || maker->name == "tabulate") ? as<NameTree>(maker->object) : nullptr;
  if (!module || module->name != "Array" || !isLiteral(made->arguments.front().value)) return;
  failUser("the elements of this array are numbers of Scala", array->where,
           "those of an Array of Spatial have a type of Spatial", fmt::format("write Array.{}[Int](n)", maker->name));
}

void requireGoldShape(const Value& result, const Value& gold, const Location& where) {
  const auto* memory = result.get<MemoryRef>();
  const auto* array = gold.object<Collection>();
  if (!memory || (*memory)->kind != Memory::Kind::Dram || !array) return;
  const auto of = (*memory)->dims.size(), given = std::max<std::size_t>(array->dims.size(), 1);
  if (of > 2) {
    failUser(fmt::format("checkGold does not take {}, a DRAM of {} dimensions", (*memory)->name, of), where,
             "it compares a DRAM of one dimension with an array, and one of two with a matrix",
             fmt::format("compare the elements: getTensor{}({}).zip(gold) {{ (a, b) => a == b }}.reduce {{ _ && _ }}",
                         of, (*memory)->name));
  }
  if (of == given) return;
  failUser(fmt::format("{} has {} dimensions, and the expected values have {}", (*memory)->name, of, given), where,
           "checkGold compares a DRAM of one dimension with an array, and one of two with a matrix",
           of == 2 ? "write gold.reshape(rows, columns)" : "write gold.flatten");
}

void requireMargin(const Value& margin, const Location& where) {
  const auto type = numberTypeOf(margin);
  if (!type || type->isUnstaged) return;
  failUser(fmt::format("the margin has the type {}", toString(*type)), where, "it is a number of Scala",
           "write it as it is: 0.001");
}

void requireMemberOfSeries(const std::string& member, const scala::Members& all, const Location& where) {
  constexpr std::array<std::string_view, 4> own = {"foreach", "length", "apply", "toString"};
  requireOwn(own, member, all, "a range", where,
             "begin until end gives counters, with only foreach and length as members of lists",
             "write Array.tabulate(n) { i => … }, List.tabulate(n) { i => … }, or 0 to n - 1 for a range of Scala");
}

void requireMemberOfArray(const std::string& member, const scala::Members& all, const Location& where) {
  constexpr std::array<std::string_view, 24> own = {"length", "apply",   "update", "foreach",  "map",     "zip",
                                                    "reduce", "sum",     "min",    "max",      "product", "fold",
                                                    "filter", "flatMap", "forall", "exists",   "indexOf", "mkString",
                                                    "++",     "reshape", "to",     "toString", "flatten", "toText"};
  requireOwn(own, member, all, "an Array", where, "it is not an array of Scala",
             "write it with map, zip, reduce, fold, filter or Array.tabulate, or use a List");
}

void requireChanging(const Collection& array, const Location& where) {
  if (!array.isFixed) return;
  failUser("this array does not change", where, "it was made by a function of its indices or elements",
           "write Array.empty[T](n), and fill it in a loop");
}

namespace {

void requireFreeName(const std::string& member, const Location& where) {
  constexpr std::array<std::string_view, 24> words = {"a",       "after", "an",     "be",      "compile", "contain",
                                                      "defined", "empty", "exist",  "have",    "include", "info",
                                                      "it",      "key",   "length", "not",     "pending", "readable",
                                                      "regex",   "size",  "sorted", "succeed", "value",   "writable"};
  if (!isOneOf(words, member)) return;
  failUser(fmt::format("a SpatialTest has a member {} already", member), where,
           "it is a member of the test library that each SpatialTest extends",
           "give it another name, or let the class extend SpatialApp");
}

}  // namespace

void requireFreeNames(const std::vector<const ClassTree*>& classes) {
  const auto isTest = [](const ClassTree* type) {
    return std::any_of(type->bases.begin(), type->bases.end(),
                       [](const auto& base) { return base.type.name == "SpatialTest"; });
  };
  const auto isStaged = [](const ClassTree* type) { return type->isStaged; };
  if (std::none_of(classes.begin(), classes.end(), isStaged) || std::none_of(classes.begin(), classes.end(), isTest))
    return;
  for (const auto* type : classes) {
    for (const auto& parameter : type->parameters) {
      if (parameter.isMember) requireFreeName(parameter.name, parameter.type.where);
    }
    const auto* body = as<BlockTree>(type->body);
    for (const auto& statement : body ? body->statements : std::vector<Tree>()) {
      const auto* val = as<ValTree>(statement);
      const auto* def = as<DefTree>(statement);
      if (val && val->pattern.kind == Pattern::Kind::Bind) requireFreeName(val->pattern.name, statement->where);
      if (def && isParameterless(*def)) requireFreeName(def->name, statement->where);
    }
  }
}

}  // namespace stardust::dsl
