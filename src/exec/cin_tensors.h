// The tensors of a running statement: operands, workspaces and the result; internal to the interpreter of cin.
#pragma once

#include <fmt/format.h>

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "exec/cin_interpreter_needs.h"
#include "exec/cin_variables.h"
#include "exec/reference_cells.h"
#include "exec/reference_problem.h"
#include "notation/access_key.h"
#include "notation/accumulate.h"
#include "support/diagnostic.h"

namespace stardust::exec {

/// A value, or nothing if none is stored.
template <class T>
using Maybe = std::optional<T>;

struct KeyHash {
  std::size_t operator()(Key key) const {
    return std::hash<std::uint64_t>{}(static_cast<std::uint64_t>(key) ^
                                      (static_cast<std::uint64_t>(key >> 64) * 0x9e3779b97f4a7c15));
  }
};

/// The result or a workspace.
template <class T>
struct Made {
  KeySpace space;
  std::unordered_map<Key, T, KeyHash> cells;
  notation::AssignOp op = notation::AssignOp::Set;  ///< the reduction into it
};

/// A resolved access: to a dense operand, to the trie of a sparse operand, or to a tensor that the statement defines.
template <class T>
struct Place {
  const std::vector<T>* dense = nullptr;
  const Trie<T>* trie = nullptr;
  Made<T>* made = nullptr;
  std::vector<const Variable*> variables;  // by mode; in a trie, by level
  std::vector<std::int64_t> strides;       // of a dense operand

  Key key() const {
    Key key = 0;
    for (std::size_t m = 0; m < variables.size(); ++m)
      key += static_cast<Key>(variables[m]->value) * made->space.strides[m];
    return key;
  }
  // The position in the trie below the first `levels` variables.
  std::optional<std::int64_t> position(std::size_t levels) const {
    std::optional<std::int64_t> at = 0;
    for (std::size_t l = 0; at && l < levels; ++l) at = trie->find(l, *at, variables[l]->value);
    return at;
  }
  /// The value; nothing if it is not stored.
  Maybe<T> lookUp() const {
    if (dense) {
      std::int64_t at = 0;
      for (std::size_t m = 0; m < variables.size(); ++m) at += variables[m]->value * strides[m];
      return (*dense)[static_cast<std::size_t>(at)];
    }
    if (trie) {
      const auto at = position(variables.size());
      return at ? Maybe<T>(trie->values[static_cast<std::size_t>(*at)]) : std::nullopt;
    }
    const auto found = made->cells.find(key());
    return found == made->cells.end() ? std::nullopt : Maybe<T>(found->second);
  }
};

template <class T>
class Tensors {
 public:
  /// All tensors that the statement accesses. Its accesses must not move.
  Tensors(const cin::Stmt& stmt, const Operands& operands, const notation::TensorVar& result, ValueType type,
          Variables& variables)
      : operands_(operands), result_(result), type_(type), variables_(variables), written_(cin::tensorsWritten(stmt)) {
    forEachAccess(stmt, [&](const notation::Access& a, bool, const Location&) { prepare(a); });
    noteReductions(stmt);
    if (const auto existing = operands.find(result.name); existing != operands.end()) load(existing->second);
  }

  /// Nodes are immutable and outlive this object, so their addresses identify them.
  const Place<T>& place(const notation::Access& access) {
    const auto known = places_.find(&access);
    if (known != places_.end()) return known->second;
    Place<T> place;
    if (!isMade(access) && !operands_.at(access.tensor.name).format.isDense()) {
      place = sparse_.at(notation::AccessKey(access)).place;
    } else {
      for (const auto& v : access.indices) place.variables.push_back(&variables_.at(v));
      if (isMade(access)) {
        place.made = made_.at(access.tensor.name).get();
      } else {
        const Storage& storage = operands_.at(access.tensor.name);
        place.dense = &dense_.at(access.tensor.name);
        place.strides = denseStrides(storage.dims, storage.format);
      }
    }
    return places_.emplace(&access, std::move(place)).first->second;
  }
  const Place<T>& placeOfSparse(const notation::AccessKey& access) const { return sparse_.at(access).place; }
  Made<T>* made(const std::string& name) { return made_.at(name).get(); }
  Storage result() const {
    const auto found = made_.find(result_.name);
    if (found == made_.end()) failInternal(fmt::format("the statement does not assign the result {}", result_.name));
    const Made<T>& made = *found->second;
    const Arithmetic<T> exact{type_, 0, result_.type};
    Cells<T> cells(made.space, notation::AssignOp::Set, exact);
    for (const auto& [key, value] : made.cells) cells.add(key, {value, 0, 1});
    return finish(cells, made.space, exact, identityOf<T>(made.op, result_.type)).result;
  }

 private:
  struct Sparse {
    Trie<T> trie;
    Place<T> place;
  };
  bool isMade(const notation::Access& a) const { return written_.count(a.tensor.name) != 0; }

  // A dense result without a term holds the identity of its reduction, as for min.
  void noteReductions(const cin::Stmt& stmt) {
    const auto reductions = cin::reductionsIn(stmt);
    for (auto& [name, made] : made_)
      if (const auto op = reductions.find(name); op != reductions.end()) made->op = op->second;
  }

  void prepare(const notation::Access& access) {
    if (isMade(access)) {
      if (const auto known = made_.find(access.tensor.name); known != made_.end()) {
        require(known->second->space.dims.size() == access.indices.size(), "a workspace has one order");
        return;
      }
      std::vector<std::int64_t> dims;
      for (const auto& v : access.indices) dims.push_back(variables_.dim(v));
      const Format& format = access.tensor.name == result_.name ? result_.format : access.tensor.format;
      made_.emplace(access.tensor.name, std::make_unique<Made<T>>(Made<T>{KeySpace(dims, format), {}, {}}));
      return;
    }
    const Storage& storage = operands_.at(access.tensor.name);
    if (storage.format.isDense()) {
      if (!dense_.count(access.tensor.name)) dense_.emplace(access.tensor.name, numbers<T>(storage.values));
    } else if (const auto [known, isNew] = sparse_.try_emplace(notation::AccessKey(access)); isNew) {
      const std::vector<notation::IndexVar> order = storageOrder(storage, access.indices);
      Sparse& operand = known->second;
      operand.trie = makeTrie<T>(storage, access.indices, order);
      operand.place.trie = &operand.trie;
      for (const auto& v : order) operand.place.variables.push_back(&variables_.at(v));
    }
  }

  void load(const Storage& existing) {
    const auto found = made_.find(result_.name);
    if (found == made_.end()) return;
    Made<T>& made = *found->second;
    if (existing.dims != made.space.dims)
      failUser(fmt::format("the data of {} do not have its dimensions", result_.name));
    const Coordinates entries = unpack(existing);
    const std::vector<T> values = numbers<T>(entries.values);
    for (std::size_t e = 0; e < values.size(); ++e) {
      Key key = 0;
      for (std::size_t m = 0; m < made.space.dims.size(); ++m)
        key += static_cast<Key>(entries.crd[e * made.space.dims.size() + m]) * made.space.strides[m];
      made.cells[key] += values[e];
    }
    if (notation::isLogical(made.op))
      for (auto& [key, value] : made.cells) value = value != T{0} ? 1 : 0;
  }

  const Operands& operands_;
  const notation::TensorVar& result_;
  ValueType type_;  // of the computation
  Variables& variables_;
  std::set<std::string> written_;
  std::map<std::string, std::vector<T>> dense_;
  std::map<notation::AccessKey, Sparse> sparse_;
  std::map<std::string, std::unique_ptr<Made<T>>> made_;
  std::unordered_map<const notation::Access*, Place<T>> places_;
};

}  // namespace stardust::exec
