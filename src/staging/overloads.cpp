// Methods of one name with different parameters.
#include <algorithm>

#include "staging/library.h"

namespace stardust::staging {
namespace {

bool areAlike(const TypeTree& a, const TypeTree& b) {
  return a.name == b.name &&
         std::equal(a.arguments.begin(), a.arguments.end(), b.arguments.begin(), b.arguments.end(), areAlike);
}

/// Whether one of the two methods takes the place of the other.
bool haveSameParameters(const DefTree& a, const DefTree& b) {
  if (a.parameters.empty() || b.parameters.empty()) return a.parameters.empty() == b.parameters.empty();
  const auto &x = a.parameters.front(), &y = b.parameters.front();
  return std::equal(x.begin(), x.end(), y.begin(), y.end(),
                    [](const Parameter& p, const Parameter& q) { return areAlike(p.type, q.type); });
}

/// A method and those of its name, with one more behind them.
std::shared_ptr<const Function> withOther(const Function& first, std::shared_ptr<const Function> last) {
  auto copy = first;
  copy.other = first.other ? withOther(*first.other, std::move(last)) : std::move(last);
  return std::make_shared<const Function>(std::move(copy));
}

bool takes(const DefTree& def, std::size_t count) {
  if (def.parameters.empty()) return count == 0;
  const auto& parameters = def.parameters.front();
  const auto isNeeded = [](const Parameter& p) { return !p.initial && !p.isRepeated && !p.isImplicit; };
  const auto least = static_cast<std::size_t>(std::count_if(parameters.begin(), parameters.end(), isNeeded));
  const bool isOpen = !parameters.empty() && parameters.back().isRepeated;
  return count >= least && (isOpen || count <= parameters.size());
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

/// SRAM2 is an SRAM with two dimensions; a kind without a number has any.
bool isMemoryOf(const Memory& memory, const std::string& name) {
  const auto found = kindsOfMemories().find(withoutRank(name));
  if (found == kindsOfMemories().end()) return false;
  return found->second.count(memory.kind) > 0 &&
         (!hasRank(name) || memory.dims.size() == static_cast<std::size_t>(name.back() - '0'));
}

}  // namespace

bool takesSo(const Function& methods, std::size_t count) {
  for (const auto* at = &methods; at; at = at->other.get()) {
    if (at->def && takes(*at->def, count)) return true;
  }
  return false;
}

std::optional<bool> isMemoryOf(const Value& value, const std::string& name) {
  if (kindsOfMemories().count(withoutRank(name)) == 0) return std::nullopt;
  const auto* memory = std::get_if<MemoryRef>(&value.data);
  return memory && isMemoryOf(**memory, name);
}

void Evaluator::defineMethod(const DefTree& def, const Tree& tree, const Scope& scope, const Scope& around) {
  const bool isView = def.isImplicit && !isParameterless(def);
  hasViews_ |= isView;
  auto function = std::make_shared<const Function>(Function{&def, nullptr, tree, around ? around : scope, {}});
  auto* entry = scope->own(def.name);
  const auto* known = entry ? entry->value.object<const Function>() : nullptr;
  if (!known || !known->def) return Scopes::define(scope, def.name, std::move(function));
  for (const auto* at = known; at; at = at->other.get()) {
    if (!haveSameParameters(*at->def, def)) continue;
    if (!scope->isInstanceOf) Scopes::define(scope, def.name, std::move(function));
    return;  // in a class: what extends it came first
  }
  entry->value = withOther(*known, std::move(function));
}

/// The first method that takes as many arguments, of these types where that does not decide.
const Function& Evaluator::overload(const Function& function, Call& call) {
  if (!function.other) return function;
  static const std::vector<Argument> none;
  const auto& list = call.has() ? *call.lists[call.used] : none;
  std::vector<const Function*> candidates;
  for (const auto* at = &function; at; at = at->other.get()) {
    if (takes(*at->def, list.size())) candidates.push_back(at);
  }
  if (candidates.size() < 2) return candidates.empty() ? function : *candidates.front();
  spatial::Body scratch;
  Values values;
  {
    const Into into(stage, stage.isActive() ? &scratch : nullptr);
    values = arguments(list, call.scope);
  }
  const auto fits = [&](const Function& one, std::size_t i) {
    if (i >= one.def->parameters.front().size()) return true;
    const auto& declared = one.def->parameters.front()[i].type;
    if (const auto* memory = std::get_if<MemoryRef>(&values[i].data)) return isMemoryOf(**memory, declared.name);
    if (kindsOfMemories().count(withoutRank(declared.name)) > 0) return false;
    const auto& open = one.def->typeParameters;
    if (std::find(open.begin(), open.end(), declared.name) != open.end()) return true;
    const auto wanted = type(declared, one.around);
    if (values[i].object<Collection>()) return wanted.kind != DataType::Kind::Number;
    const auto given = numberTypeOf(values[i]);
    if (wanted.kind == DataType::Kind::Number) return given && (*given == wanted.number || given->isUnstaged);
    return !given;
  };
  for (const auto* one : candidates) {
    bool fitsAll = true;
    for (std::size_t i = 0; i < values.size(); ++i) fitsAll = fitsAll && fits(*one, i);
    if (fitsAll) return *one;
  }
  return *candidates.front();
}

}  // namespace stardust::staging
