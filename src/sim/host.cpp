#include "sim/host.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "spatial/arithmetic.h"
#include "spatial/constants.h"
#include "spatial/syntax.h"

namespace stardust::sim {

using namespace spatial;

namespace {

constexpr std::int64_t maxDramWords = std::int64_t{1} << 28;

bool isWithin(Type type, Word actual, Word gold, double margin) {
  if (type != Type::Float) return std::abs(static_cast<double>(intOf(actual)) - intOf(gold)) <= margin;
  return floatOf(actual) == floatOf(gold) ||
         std::fabs(static_cast<double>(floatOf(actual)) - static_cast<double>(floatOf(gold))) <= margin;
}

std::string text(Type type, Word word) {
  return type == Type::Float ? fmt::format("{}", floatOf(word)) : fmt::format("{}", intOf(word));
}

}  // namespace

/// What the file holds, as values of the type.
const HostArray& Host::loaded(const HostLoad& load, Type type, const Location& where) {
  const auto found = files_.find(load.file);
  if (found == files_.end()) failUser(fmt::format("there is no file {}", load.file), where);
  const auto& file = found->second;
  if (file.type == type) return file;
  if (file.type != Type::Int || type != Type::Float) {
    failUser(fmt::format("file {} holds values of type {}, not {}", load.file, syntax::typeName(file.type),
                         syntax::typeName(type)),
             where);
  }
  auto& result = converted_.emplace_back(file);
  result.type = type;
  for (auto& word : result.words) word = wordOf(static_cast<float>(intOf(word)));
  return result;
}

Host::Host(const capstan::Mapping& mapping, const HostFiles& files) : mapping_(mapping), files_(files) {
  const auto& program = mapping.program;
  Constants constants(program);
  std::int64_t words = 0;
  const auto constant = [&](const Expr& expr) {
    const auto value = constants.valueOf(expr);
    if (!value) failUser("a value of the host is not known before the program runs", expr->where);
    return *value;
  };
  for (const auto& stmt : program.host) {
    if (const auto* n = std::get_if<HostLoad>(&stmt.kind)) {
      const auto& a = loaded(*n, resolved(n->type, program.valueType), stmt.where);
      arrays_[n->name] = &a;
      constants.defineLength(n->name, static_cast<std::int64_t>(a.words.size()));
    } else if (const auto* arg = std::get_if<ArgIn>(&stmt.kind)) {
      const auto type = resolved(arg->type, program.valueType);
      const auto* literal = std::get_if<Literal>(&arg->value->kind);
      std::optional<Word> word;
      if (literal && type == resolved(literal->type, program.valueType)) {
        word = spatial::wordOf(*literal, program.valueType);
      } else {
        word = spatial::wordOf(Literal{Type::Int, static_cast<double>(constant(arg->value))}, Type::Int);
      }
      if (!word) failUser(fmt::format("the value of {} is not of its type", arg->name), stmt.where);
      arguments[arg->name] = *word;
      if (type == Type::Int) constants.define(arg->name, intOf(*word));
    } else if (const auto* dram = std::get_if<spatial::Dram>(&stmt.kind)) {
      const auto size = constant(dram->size);
      if (size < 0 || (words += size) > maxDramWords) {
        failUnsupported(fmt::format("DRAM {} has {} words", dram->name, size), stmt.where, "a run has at most 2^28");
      }
      drams_.emplace_back(dram->name, size, 1);
    } else if (const auto* copy = std::get_if<SetMem>(&stmt.kind)) {
      const auto& a = array(copy->array, stmt.where);
      for (std::size_t i = 0; i < mapping.drams.size(); ++i) {
        if (mapping.drams[i].name != copy->dram) continue;
        if (i >= drams_.size() || static_cast<std::int64_t>(a.words.size()) > drams_[i].words()) {
          failWrong(fmt::format("{} is longer than {}", copy->array, copy->dram), stmt.where);
        }
        drams_[i].load(a.words);
      }
    }
  }
}

const HostArray& Host::array(const std::string& name, const Location& where) const {
  const auto found = arrays_.find(name);
  if (found == arrays_.end()) failUser(fmt::format("{} is not a host array", name), where);
  return *found->second;
}

RunOutput Host::finish(const std::vector<Store>& drams, const std::map<std::string, Word>& argumentsOut) {
  RunOutput output;
  for (std::size_t i = 0; i < drams.size(); ++i) {
    output.drams.emplace(drams[i].name(), HostArray{mapping_.drams[i].type, drams[i].all()});
  }
  const auto& program = mapping_.program;
  for (const auto& stmt : program.host) {
    const auto* n = std::get_if<ArgOut>(&stmt.kind);
    if (!n) continue;
    const auto found = argumentsOut.find(n->name);
    const Word word = found == argumentsOut.end() ? 0 : found->second;
    output.argOuts[n->name] = {resolved(n->type, program.valueType), {word}};
  }
  std::map<std::string, const HostArray*> golds;
  for (const auto& stmt : program.checks) {
    if (const auto* n = std::get_if<HostLoad>(&stmt.kind)) {
      golds[n->name] = &loaded(*n, resolved(n->type, program.valueType), stmt.where);
    }
    const auto* check = std::get_if<CheckGold>(&stmt.kind);
    if (!check) continue;
    const auto ownGold = golds.find(check->gold);
    const auto gold = ownGold == golds.end() ? arrays_.find(check->gold) : ownGold;
    const auto dram = output.drams.find(check->target);
    const auto arg = output.argOuts.find(check->target);
    if (gold == arrays_.end() || (dram == output.drams.end() && arg == output.argOuts.end())) {
      failUser("a check names something that is not there", stmt.where);
    }
    const auto& actual = dram == output.drams.end() ? arg->second : dram->second;
    const auto count = gold->second->words.size();
    const auto declared =
        std::find_if(drams.begin(), drams.end(), [&](const Store& s) { return s.name() == check->target; });
    const auto size = declared == drams.end() ? actual.words.size() : static_cast<std::size_t>(declared->words());
    if (count > size) {
      output.failedChecks.push_back(
          fmt::format("{} has {} words, but {} has {}", check->target, size, check->gold, count));
      continue;
    }
    if (count > actual.words.size()) {
      output.failedChecks.push_back(fmt::format("{}({}) was never written", check->target, actual.words.size()));
      continue;
    }
    for (std::size_t i = 0; i < count; ++i) {
      if (isWithin(actual.type, actual.words[i], gold->second->words[i], check->margin)) continue;
      output.failedChecks.push_back(fmt::format("{}({}) is {}, but should be {}", check->target, i,
                                                text(actual.type, actual.words[i]),
                                                text(actual.type, gold->second->words[i])));
      break;
    }
  }
  return output;
}

}  // namespace stardust::sim
