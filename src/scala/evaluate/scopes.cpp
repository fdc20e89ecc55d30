#include "scala/evaluate/scopes.h"

#include <algorithm>

namespace stardust::scala {

Scopes::~Scopes() {
  for (const auto& known : scopes_)
    if (const Scope scope = known.lock()) scope->entries.clear();
}

Scope Scopes::create(Scope parent) {
  if (scopes_.size() >= pruneAt_) {
    scopes_.erase(std::remove_if(scopes_.begin(), scopes_.end(), [](const auto& known) { return known.expired(); }),
                  scopes_.end());
    pruneAt_ = std::max(pruneAt_, 2 * scopes_.size());
  }
  auto scope = std::make_shared<Environment>();
  scope->parent = std::move(parent);
  scopes_.push_back(scope);
  return scope;
}

void Scopes::define(const Scope& scope, std::string name, Value value, bool isVar) {
  scope->entries.push_back({std::move(name), std::move(value), {}, isVar});
}

Environment::Entry* Scopes::find(const std::string& name, const Scope& scope) {
  for (auto at = scope; at; at = at->parent) {
    if (auto* entry = at->own(name)) return entry;
  }
  return nullptr;
}

Value Scopes::valueOf(Environment::Entry& entry, const Scope& scope) {
  if (!entry.pending) return entry.value;
  const auto pending = entry;
  if (pending.from) return resolve_(pending, pending.from);
  entry.pending = {};  // a cyclic reference finds no value
  auto value = resolve_(pending, pending.home ? pending.home : scope);
  scope->own(pending.name)->value = value;  // entries may have moved
  return value;
}

std::optional<Value> Scopes::imported(const std::string& name, const std::string& from, const Scope& scope) {
  if (!importing_.insert(from).second) return std::nullopt;  // breaks cycles between imports
  struct Ends {
    std::set<std::string>& names;
    const std::string& name;
    ~Ends() { names.erase(name); }
  } const ends{importing_, from};
  const auto object = lookUp(from, scope);
  if (!object) return std::nullopt;
  if (const auto* record = object->object<const Record>()) {
    const auto found = std::find(record->names.begin(), record->names.end(), name);
    if (found != record->names.end()) return record->items[static_cast<std::size_t>(found - record->names.begin())];
  }
  auto* members = object->object<Environment>();
  auto* entry = members ? members->own(name) : nullptr;
  if (!entry) return std::nullopt;
  return valueOf(*entry, std::get<Scope>(object->data));
}

std::optional<Value> Scopes::lookUp(const std::string& name, const Scope& scope) {
  for (auto at = scope; at; at = at->parent) {
    if (auto* entry = at->own(name)) return valueOf(*entry, at);
    for (const auto& import : at->imports) {
      if (auto value = imported(name, import, at)) return value;
    }
  }
  return std::nullopt;
}

}  // namespace stardust::scala
