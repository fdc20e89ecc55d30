#include "exec/spatial_host.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "spatial/arithmetic.h"
#include "spatial/syntax.h"

namespace stardust::spatial::run {
namespace {

constexpr std::int64_t maxDramWords = std::int64_t{1} << 31;

/// A file of integers serves a program of floats; the other way round would lose digits.
HostArray converted(const HostArray& array, Type type, const std::string& file, const Location& where) {
  if (array.type == type) return array;
  if (array.type != Type::Int || type != Type::Float) {
    failUser(fmt::format("file {} holds values of type {}, not {}", file, syntax::typeName(array.type),
                         syntax::typeName(type)),
             where);
  }
  HostArray result{Type::Float, array.words};
  for (auto& word : result.words) word = wordOf(static_cast<float>(intOf(word)));
  return result;
}

std::string valueText(Type type, Word word) {
  return type == Type::Float ? fmt::format("{}", floatOf(word)) : fmt::format("{}", intOf(word));
}

bool isWithin(Type type, Word actual, Word gold, double margin) {
  if (type != Type::Float) return std::abs(static_cast<double>(intOf(actual)) - intOf(gold)) <= margin;
  return floatOf(actual) == floatOf(gold) ||
         std::fabs(static_cast<double>(floatOf(actual)) - static_cast<double>(floatOf(gold))) <= margin;
}

}  // namespace

Host::Host(const Program& program, const HostFiles& files, Machine& machine, Scopes& scopes)
    : program_(program), files_(files), machine_(machine), scopes_(scopes), constants_(program) {
  for (const auto& parameter : program.parameters) {
    const auto word = wordOf(Literal{Type::Int, static_cast<double>(parameter.value)}, Type::Int);
    if (!word) continue;  // only a size can be this large, and sizes are computed in 64 bits
    scopes_.define(parameter.name, {Entity::Kind::Constant, Type::Int, *word}, {});
  }
  for (const auto& stmt : program.host) before(stmt);
}

void Host::before(const HostStmt& stmt) {
  match(
      stmt.kind, [&](const ArgIn& n) { argument(n, stmt.where); }, [&](const ArgOut& n) { argumentOut(n, stmt.where); },
      [&](const HostLoad& n) { file(n, stmt.where); }, [&](const Dram& n) { dram(n, stmt.where); },
      [&](const SetMem& n) { setMem(n, stmt.where); },
      [&](const CheckGold&) { failUser("a check stands after Accel", stmt.where); });
}

void Host::argument(const ArgIn& arg, const Location& where) {
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
  scopes_.define(arg.name, {Entity::Kind::Constant, type, *word}, where);
}

void Host::argumentOut(const ArgOut& arg, const Location& where) {
  const auto slot = static_cast<std::uint32_t>(machine_.scalars.size());
  machine_.scalars.push_back(0);
  scopes_.define(arg.name, {Entity::Kind::ArgOut, resolved(arg.type, program_.valueType), slot, symbols()}, where);
  argOutNames_.push_back(arg.name);
}

void Host::file(const HostLoad& load, const Location& where) {
  const auto entry = files_.find(load.file);
  if (entry == files_.end()) failUser(fmt::format("file {} is missing", load.file), where);
  auto array = converted(entry->second, resolved(load.type, program_.valueType), load.file, where);
  constants_.defineLength(load.name, static_cast<std::int64_t>(array.words.size()));
  if (!arrays_.emplace(load.name, std::move(array)).second) {
    failUser(fmt::format("{} is defined twice", load.name), where);
  }
}

void Host::dram(const Dram& dram, const Location& where) {
  const auto size = constants_.valueOf(dram.size);
  if (!size || *size < 0) failUser(fmt::format("the size of {} is not known to the host", dram.name), where);
  if (*size > maxDramWords) {
    failUnsupported(fmt::format("{} has {} words", dram.name, *size), where,
                    "an index is an Int: at most 2,147,483,648");
  }
  const auto words = static_cast<std::uint64_t>(*size);
  const auto type = resolved(dram.type, program_.valueType);
  const auto index = static_cast<std::uint32_t>(machine_.memories.size());
  machine_.memories.emplace_back(dram.name, type, words, machine_.storage);
  scopes_.define(dram.name, {Entity::Kind::Dram, type, index, symbols()}, where);
  dramNames_.push_back(dram.name);
}

const HostArray& Host::array(const std::string& name, const Location& where) const {
  const auto entry = arrays_.find(name);
  if (entry == arrays_.end()) failUser(fmt::format("there is no host array {}", name), where);
  return entry->second;
}

void Host::setMem(const SetMem& copy, const Location& where) {
  const auto& dram = scopes_.get(copy.dram, where);
  const auto& source = array(copy.array, where);
  if (dram.kind != Entity::Kind::Dram) failUser(fmt::format("{} is not a DRAM", copy.dram), where);
  auto& memory = machine_.memories[dram.index];
  if (source.type != memory.type()) {
    failUser(fmt::format("{} and {} hold values of different types", copy.dram, copy.array), where);
  }
  if (source.words.size() > memory.size()) {
    failWrong(fmt::format("{} has {} words, but {} only {}", copy.array, source.words.size(), copy.dram, memory.size()),
              where);
  }
  for (std::size_t i = source.words.size(); i-- > 0;) memory.write(i, source.words[i]);
}

RunOutput Host::finish() {
  RunOutput output;
  for (const auto& stmt : program_.checks) {
    match(
        stmt.kind, [&](const HostLoad& n) { file(n, stmt.where); },
        [&](const CheckGold& n) { check(n, stmt.where, output); },
        [&](const auto&) { failUser("only files and checks stand after Accel", stmt.where); });
  }
  for (const auto& name : dramNames_) {
    const auto& memory = machine_.memories[scopes_.get(name, {}).index];
    output.drams[name] = {memory.type(), memory.contents()};
  }
  for (const auto& name : argOutNames_) {
    const auto& entity = scopes_.get(name, {});
    output.argOuts[name] = {entity.type, {machine_.scalars[entity.index]}};
  }
  return output;
}

/// Reports the first word that differs.
void Host::check(const CheckGold& check, const Location& where, RunOutput& output) const {
  const auto& target = scopes_.get(check.target, where);
  const auto& gold = array(check.gold, where);
  const bool isDram = target.kind == Entity::Kind::Dram;
  if (!isDram && target.kind != Entity::Kind::ArgOut) {
    failUser(fmt::format("{} is neither a DRAM nor an ArgOut", check.target), where);
  }
  if (gold.type != target.type) {
    failUser(fmt::format("{} and {} hold values of different types", check.target, check.gold), where);
  }
  const auto size = isDram ? machine_.memories[target.index].size() : 1;
  if (gold.words.size() > size) {
    output.failedChecks.push_back(
        fmt::format("{} has {} words, but {} has {}", check.target, size, check.gold, gold.words.size()));
    return;
  }
  for (std::size_t i = 0; i < gold.words.size(); ++i) {
    const bool isWritten = !isDram || machine_.memories[target.index].isWritten(i);
    if (!isWritten) {
      output.failedChecks.push_back(fmt::format("{}({}) was never written", check.target, i));
      return;
    }
    const auto actual = isDram ? machine_.memories[target.index].at(i) : machine_.scalars[target.index];
    if (!isWithin(target.type, actual, gold.words[i], check.margin)) {
      output.failedChecks.push_back(fmt::format("{}({}) is {}, but should be {}", check.target, i,
                                                valueText(target.type, actual), valueText(target.type, gold.words[i])));
      return;
    }
  }
}

}  // namespace stardust::spatial::run
