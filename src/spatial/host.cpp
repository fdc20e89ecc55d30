#include "spatial/host.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "spatial/arithmetic.h"
#include "spatial/syntax.h"
#include "support/plural.h"

namespace stardust::spatial {
namespace {

constexpr std::int64_t maxDramWords = std::int64_t{1} << 31;

std::string valueText(Type type, Word word) {
  return type == Type::Float ? fmt::format("{}", floatOf(word)) : fmt::format("{}", intOf(word));
}

double numberOf(Type type, Word word) {
  if (type == Type::Float) return static_cast<double>(floatOf(word));
  return type == Type::U32 ? static_cast<double>(word) : static_cast<double>(intOf(word));
}

/// Comparison as in Spatial: NaN and, with a margin, infinity are not near themselves. The margin is a value of the
/// type.
bool isNear(Type type, double margin, bool isRelative, Word actual, Word gold) {
  const double a = numberOf(type, actual), b = numberOf(type, gold);
  const double allowed = type == Type::Float ? margin : std::trunc(margin);
  return std::fabs(a - b) <= (isRelative ? allowed * std::fabs(a) : allowed);
}

bool isNear(Type type, const CheckGold& check, Word actual, Word gold) {
  return isNear(type, check.margin, true, actual, gold);
}

bool isNear(Type type, const CheckNear& check, Word actual, Word gold) {
  const bool isEqual = numberOf(type, actual) == numberOf(type, gold);
  if (check.margin == 0 || (check.orEqual && isEqual)) return isEqual;
  return isNear(type, check.margin, check.isRelative, actual, gold);
}

/// Whether a DRAM with this many words can be compared with this many gold words.
bool fits(const CheckGold&, std::uint64_t words, std::size_t goldWords) { return words == goldWords; }
bool fits(const CheckNear&, std::uint64_t words, std::size_t goldWords) { return words >= goldWords; }

template <class Items>
auto named(Items& items, const std::string& name) {
  return std::find_if(items.begin(), items.end(), [&](const auto& item) { return item.name == name; });
}

}  // namespace

HostRun::HostRun(const Program& program, const HostFiles& files)
    : program_(program), files_(files), constants_(program) {
  for (const auto& stmt : program.host) before(stmt);
}

void HostRun::before(const HostStmt& stmt) {
  const auto& where = stmt.where;
  match(
      stmt.kind, [&](const ArgIn& n) { argument(n, where); },
      [&](const ArgOut& n) {
        argOuts_.push_back({n.name, resolved(n.type, program_.valueType), where});
      },
      [&](const HostLoad& n) { file(n, where); }, [&](const Dram& n) { dram(n, where); },
      [&](const SetMem& n) { setMem(n, where); }, [&](const CheckLength& n) { check(n, where); },
      [&](const auto&) { failUser("a check stands after Accel", where); });
}

void HostRun::argument(const ArgIn& arg, const Location& where) {
  const auto type = resolved(arg.type, program_.valueType);
  std::optional<Word> word;
  if (const auto* literal = std::get_if<Literal>(&arg.value->kind)) {
    if (resolved(literal->type, program_.valueType) == type) word = wordOf(*literal, program_.valueType);
  } else if (const auto value = constants_.valueOf(arg.value); value && type == Type::Int) {
    word = wordOf(Literal{Type::Int, static_cast<double>(*value)}, Type::Int);
  }
  if (!word) {
    failUser(fmt::format("the value of {} is not known to the host, or is no {}", arg.name, syntax::typeName(type)),
             where);
  }
  if (type == Type::Int) constants_.define(arg.name, intOf(*word));
  arguments_.push_back({arg.name, type, *word, where});
}

/// A program of floats may read a file of integers; the reverse would lose digits.
const HostArray& HostRun::converted(const HostArray& array, Type type, const std::string& file, const Location& where) {
  if (array.type == type) return array;
  if (array.type != Type::Int || type != Type::Float) {
    failUser(fmt::format("file {} holds values of type {}, not {}", file, syntax::typeName(array.type),
                         syntax::typeName(type)),
             where);
  }
  auto& result = converted_.emplace_back(HostArray{Type::Float, array.words});
  for (auto& word : result.words) word = wordOf(static_cast<float>(intOf(word)));
  return result;
}

void HostRun::file(const HostLoad& load, const Location& where) {
  const auto entry = files_.find(load.file);
  if (entry == files_.end()) failUser(fmt::format("file {} is missing", load.file), where);
  const auto& array = converted(entry->second, resolved(load.type, program_.valueType), load.file, where);
  constants_.defineLength(load.name, static_cast<std::int64_t>(array.words.size()));
  if (!arrays_.emplace(load.name, &array).second) failUser(fmt::format("{} is defined twice", load.name), where);
}

void HostRun::dram(const Dram& dram, const Location& where) {
  const auto size = constants_.valueOf(dram.size);
  if (!size || *size < 0) failUser(fmt::format("the size of {} is not known to the host", dram.name), where);
  if (*size > maxDramWords) {
    failUnsupported(fmt::format("{} has {}", dram.name, counted(*size, "word")), where,
                    "an index is an Int: at most 2,147,483,648");
  }
  drams_.push_back(
      {dram.name, resolved(dram.type, program_.valueType), static_cast<std::uint64_t>(*size), nullptr, where});
}

const HostArray& HostRun::array(const std::string& name, const Location& where) const {
  const auto entry = arrays_.find(name);
  if (entry == arrays_.end()) failUser(fmt::format("there is no host array {}", name), where);
  return *entry->second;
}

void HostRun::setMem(const SetMem& copy, const Location& where) {
  const auto dram = named(drams_, copy.dram);
  if (dram == drams_.end()) failUser(fmt::format("{} is not a DRAM", copy.dram), where);
  const auto& source = array(copy.array, where);
  if (source.type != dram->type) {
    failUser(fmt::format("{} and {} hold values of different types", copy.dram, copy.array), where);
  }
  if (source.words.size() > dram->size) {
    failWrong(fmt::format("{} has {}, but {} only {}", copy.array, counted(source.words.size(), "word"), copy.dram,
                          dram->size),
              where);
  }
  if (dram->set && dram->set->size() > source.words.size()) {
    auto& words = merged_.emplace_back(*dram->set);
    std::copy(source.words.begin(), source.words.end(), words.begin());
    dram->set = &words;
  } else {
    dram->set = &source.words;
  }
}

void HostRun::check(const CheckLength& check, const Location& where) const {
  const auto expected = constants_.valueOf(check.words);
  const auto words = static_cast<std::int64_t>(array(check.array, where).words.size());
  if (!expected)
    failUser(fmt::format("the length of {} is compared with a value that the host does not know", check.array), where);
  if (words != *expected)
    failUser(fmt::format("{} has {}, not {}", check.array, counted(words, "word"), *expected), where,
             "the program is made for data of these extents", "compile the kernel for this data");
}

RunOutput HostRun::finish(const Left& left) {
  RunOutput output;
  for (const auto& stmt : program_.checks) {
    match(
        stmt.kind, [&](const HostLoad& n) { file(n, stmt.where); },
        [&](const CheckGold& n) { check(n, stmt.where, left, output); },
        [&](const CheckNear& n) { check(n, stmt.where, left, output); },
        [&](const auto&) { failUser("only files and checks stand after Accel", stmt.where); });
  }
  for (std::size_t i = 0; i < drams_.size(); ++i) output.drams[drams_[i].name] = {drams_[i].type, left.contents(i)};
  for (std::size_t i = 0; i < argOuts_.size(); ++i) {
    output.argOuts[argOuts_[i].name] = {argOuts_[i].type, {left.argOut(i)}};
  }
  return output;
}

/// Reports the first word that differs.
template <class Check>
void HostRun::check(const Check& check, const Location& where, const Left& left, RunOutput& output) const {
  const auto dram = named(drams_, check.target);
  const auto argOut = named(argOuts_, check.target);
  const bool isDram = dram != drams_.end();
  if (!isDram && argOut == argOuts_.end()) {
    failUser(fmt::format("{} is neither a DRAM nor an ArgOut", check.target), where);
  }
  const auto& gold = array(check.gold, where);
  const auto type = isDram ? dram->type : argOut->type;
  if (gold.type != type) {
    failUser(fmt::format("{} and {} hold values of different types", check.target, check.gold), where);
  }
  if (isDram == check.isRegister) failUser(fmt::format("{} is{} a DRAM", check.target, isDram ? "" : " not"), where);
  if (!isDram && gold.words.empty()) failUser(fmt::format("{} has no word 0", check.gold), where);
  const auto size = isDram ? dram->size : 1;
  if (isDram && !fits(check, size, gold.words.size())) {
    output.failedChecks.push_back(
        fmt::format("{} has {}, but {} has {}", check.target, counted(size, "word"), check.gold, gold.words.size()));
    return;
  }
  for (std::size_t i = 0; i < (isDram ? gold.words.size() : 1); ++i) {
    const auto result = isDram ? 0 : left.argOut(static_cast<std::size_t>(argOut - argOuts_.begin()));
    const Word* actual = isDram ? left.word(static_cast<std::size_t>(dram - drams_.begin()), i) : &result;
    if (!actual) {
      output.failedChecks.push_back(fmt::format("{}({}) was never written", check.target, i));
      return;
    }
    if (!isNear(type, check, *actual, gold.words[i])) {
      output.failedChecks.push_back(fmt::format("{}({}) is {}, but should be {}", check.target, i,
                                                valueText(type, *actual), valueText(type, gold.words[i])));
      return;
    }
  }
}

}  // namespace stardust::spatial
