#include "exec/cin_interpreter.h"

#include <fmt/format.h>

#include <memory>
#include <unordered_map>

#include "cin/derived.h"
#include "exec/cin_interpreter_needs.h"
#include "exec/reference_cells.h"
#include "exec/reference_problem.h"
#include "notation/accumulate.h"
#include "support/diagnostic.h"

namespace stardust::exec {
namespace {

using notation::Access;
using notation::Call;
using notation::Expr;
using notation::IndexVar;
using notation::Literal;
using notation::TensorVar;

// A value, or nothing where nothing is stored.
template <class T>
using Maybe = std::optional<T>;

struct KeyHash {
  std::size_t operator()(Key key) const {
    return std::hash<std::uint64_t>{}(static_cast<std::uint64_t>(key) ^
                                      (static_cast<std::uint64_t>(key >> 64) * 0x9e3779b97f4a7c15));
  }
};

// The result or a workspace.
template <class T>
struct Made {
  KeySpace space;
  std::unordered_map<Key, T, KeyHash> cells;
  notation::AssignOp op = notation::AssignOp::Set;  // what reduces into it
};

struct Variable {
  std::int64_t value = 0;
  bool bound = false;
};

// A variable that follows from those of the loops (cin/derived.h), as sums and divisions of their values.
struct Follower {
  Variable* variable;
  const Variable* first;             // outer, or fused
  const Variable* second = nullptr;  // inner
  std::int64_t number;               // the stride, or the divisor
  bool quotient = false;
  std::int64_t extent;

  // False beyond the extent: the rest of a partial tile.
  bool follow() const {
    if (second) variable->value = first->value * number + second->value;
    else variable->value = quotient ? first->value / number : first->value % number;
    return variable->value < extent;
  }
};
// What the body of a loop starts with, on one path of loops.
struct Followers {
  std::vector<IndexVar> path;
  std::vector<Follower> all;
};

// An access, ready to be looked up: in a dense operand, in the trie of a sparse one, or in a made tensor.
template <class T>
struct Place {
  const std::vector<T>* dense = nullptr;
  const Trie<T>* trie = nullptr;
  Made<T>* made = nullptr;
  std::vector<const Variable*> variables;  // by mode; for a trie, by level
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
    for (std::size_t l = 0; at && l < levels; ++l)
      at = trie->find(l, *at, static_cast<std::int32_t>(variables[l]->value));
    return at;
  }
};

template <class T>
class Interpreter {
 public:
  Interpreter(const cin::Stmt& stmt, const Operands& operands, const TensorVar& result, const Dimensions& dims)
      : operands_(operands), result_(result), relations_(cin::relationsOf(stmt)), dims_(dims) {
    findDimensions(stmt);
    for (const auto& [v, dim] : dims_) variables_[v];
    forEachAccess(stmt, [&](const Access& a, bool, const Location&) { prepare(a); });
    noteReductions(stmt);
    if (const auto existing = operands.find(result.name); existing != operands.end()) load(existing->second);
  }

  void execute(const cin::Stmt& stmt) {
    match(
        stmt->kind, [&](const cin::Forall& s) { loop(stmt, s); }, [&](const cin::Assign& s) { assign(s); },
        [&](const cin::Where& s) {
          for (Made<T>* workspace : workspacesOf(stmt, s)) workspace->cells = {};
          execute(s.producer);
          execute(s.consumer);
        },
        [&](const cin::Sequence& s) {
          execute(s.first);
          execute(s.second);
        },
        [&](const cin::Map& s) { execute(s.body); }, [&](const cin::SuchThat& s) { execute(s.body); });
  }

  Storage result() {
    const auto found = made_.find(result_.name);
    if (found == made_.end()) failInternal(fmt::format("the statement does not assign the result {}", result_.name));
    const Made<T>& made = *found->second;
    const Arithmetic<T> exact{result_.type, 0};
    Cells<T> cells(made.space, notation::AssignOp::Set, exact);
    for (const auto& [key, value] : made.cells) cells.add(key, {value, 0, 1});
    return finish(cells, made.space, exact, identityOf<T>(made.op, result_.type)).result;
  }

 private:
  bool isMade(const Access& a) const { return assigned_.count(a.tensor.name) != 0; }

  void findDimensions(const cin::Stmt& stmt) {
    assigned_ = cin::tensorsWritten(stmt);
    std::vector<const Access*> made;
    forEachAccess(stmt, [&](const Access& a, bool, const Location& where) {
      if (isMade(a)) {
        made.push_back(&a);
        if (a.tensor.dims.size() == a.indices.size()) noteDimensions(a, a.tensor.dims, where, dims_);
        return;
      }
      noteOperand(a, operands_, where, dims_);
      const Storage& storage = operands_.at(a.tensor.name);
      if (isInteger(result_.type) && !isInteger(storage.type()))
        failUser(fmt::format("{} holds {} values, but the result {} holds {}", a.tensor.name, toString(storage.type()),
                             result_.name, toString(result_.type)),
                 where, "an integer result cannot keep fractions");
    });
    // A made tensor passes what is known of one of its accesses on to the variables of the others.
    std::map<std::pair<std::string, std::size_t>, std::int64_t> modes;
    for (std::size_t known = static_cast<std::size_t>(-1); known != dims_.size() + modes.size();) {
      known = dims_.size() + modes.size();
      dims_ = cin::withDerived(relations_, std::move(dims_));
      for (const Access* a : made)
        for (std::size_t m = 0; m < a->indices.size(); ++m) {
          const std::pair mode(a->tensor.name, m);
          if (const auto dim = dims_.find(a->indices[m]); dim != dims_.end()) modes.emplace(mode, dim->second);
          if (const auto dim = modes.find(mode); dim != modes.end()) dims_.emplace(a->indices[m], dim->second);
        }
    }
  }

  // A dense result holds the identity of min where no term arrives.
  void noteReductions(const cin::Stmt& stmt) {
    const auto reductions = cin::reductionsIn(stmt);
    for (auto& [name, made] : made_)
      if (const auto op = reductions.find(name); op != reductions.end()) made->op = op->second;
  }

  std::int64_t dim(const IndexVar& v) const {
    const auto found = dims_.find(v);
    if (found == dims_.end())
      failUser(fmt::format("the dimension of {} is not known", v), {}, "no operand has this variable");
    return found->second;
  }

  void prepare(const Access& access) {
    if (isMade(access)) {
      if (const auto known = made_.find(access.tensor.name); known != made_.end()) {
        require(known->second->space.dims.size() == access.indices.size(), "a workspace has one order");
        return;
      }
      std::vector<std::int64_t> dims;
      for (const IndexVar& v : access.indices) dims.push_back(dim(v));
      const Format& format = access.tensor.name == result_.name ? result_.format : access.tensor.format;
      made_.emplace(access.tensor.name, std::make_unique<Made<T>>(Made<T>{KeySpace(dims, format), {}, {}}));
      return;
    }
    const Storage& storage = operands_.at(access.tensor.name);
    const std::string name = notation::print(access);
    if (storage.format.isDense()) {
      if (!dense_.count(access.tensor.name)) dense_.emplace(access.tensor.name, numbers<T>(storage.values));
    } else if (!tries_.count(name)) {
      const std::vector<IndexVar> order = storageOrder(storage, access.indices);
      Place<T>& place = tries_[name];
      trieStore_.push_back(std::make_unique<Trie<T>>(makeTrie<T>(storage, access.indices, order)));
      place.trie = trieStore_.back().get();
      for (const IndexVar& v : order) place.variables.push_back(&variables_.at(v));
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
  }

  // Nodes are immutable and outlive us, so their addresses name them.
  const Place<T>& place(const Access& access) {
    const auto known = places_.find(&access);
    if (known != places_.end()) return known->second;
    Place<T> place;
    if (!isMade(access) && !operands_.at(access.tensor.name).format.isDense()) {
      place = tries_.at(notation::print(access));
    } else {
      for (const IndexVar& v : access.indices) place.variables.push_back(&variables_.at(v));
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

  const std::vector<Made<T>*>& workspacesOf(const cin::Stmt& stmt, const cin::Where& where) {
    const auto [known, isNew] = workspaces_.emplace(&*stmt, std::vector<Made<T>*>{});
    if (isNew) {
      const std::set<std::string> used = cin::tensorsRead(where.consumer);
      for (const std::string& name : cin::tensorsWritten(where.producer))
        if (name != result_.name && used.count(name)) known->second.push_back(made_.at(name).get());
    }
    return known->second;
  }

  // A sparse operand that bounds what the loop has to visit, with the level of the variable; null if there is none.
  const Place<T>* driver(const cin::Stmt& stmt, const Variable& variable) {
    const auto [needs, isNew] = needs_.emplace(&*stmt, std::vector<const Place<T>*>{});
    if (isNew)
      for (const std::string& access : needsOf(stmt, operands_)) needs->second.push_back(&tries_.at(access));
    for (const Place<T>* place : needs->second)
      for (const Variable* v : place->variables) {
        if (v == &variable) return place;
        if (!v->bound) break;
      }
    return nullptr;
  }

  const std::vector<Follower>& followersHere(const cin::Stmt& stmt) {
    Followers& here = followers_[&*stmt];
    if (here.path == path_) return here.all;
    here = {path_, {}};
    for (const cin::Derived& derived : cin::derivedHere(relations_, path_, dims_))
      here.all.push_back(follower(derived));
    return here.all;
  }

  Follower follower(const cin::Derived& derived) {
    Variable* const variable = &variables_.at(derived.var);
    return match(
        derived.definition,
        [&](const cin::Combined& d) {
          return Follower{variable, &variables_.at(d.outer), &variables_.at(d.inner), d.stride, false, derived.extent};
        },
        [&](const cin::Quotient& d) {
          return Follower{variable, &variables_.at(d.fused), nullptr, d.divisor, true, derived.extent};
        },
        [&](const cin::Remainder& d) {
          return Follower{variable, &variables_.at(d.fused), nullptr, d.divisor, false, derived.extent};
        },
        [&](const cin::Stored& d) {
          return Follower{variable, &variables_.at(d.position), nullptr, 1, true, derived.extent};
        });
  }

  void loop(const cin::Stmt& stmt, const cin::Forall& s) {
    const std::int64_t extent = dim(s.var);
    Variable& variable = variables_.at(s.var);
    const Place<T>* sparse = driver(stmt, variable);
    path_.push_back(s.var);
    const std::vector<Follower>& followers = followersHere(stmt);
    bind(variable, followers, true);
    if (sparse) {
      std::size_t level = 0;
      while (sparse->variables[level] != &variable) ++level;
      if (const auto parent = sparse->position(level)) {
        const Level& l = sparse->trie->levels[level];
        const auto p = static_cast<std::size_t>(*parent);
        for (std::int64_t at = l.pos[p]; at < l.pos[p + 1]; ++at) {
          variable.value = l.crd[static_cast<std::size_t>(at)];
          step(s.body, followers);
        }
      }
    } else {
      for (variable.value = 0; variable.value < extent; ++variable.value) step(s.body, followers);
    }
    bind(variable, followers, false);
    path_.pop_back();
  }

  static void bind(Variable& variable, const std::vector<Follower>& followers, bool bound) {
    variable.bound = bound;
    for (const Follower& follower : followers) follower.variable->bound = bound;
  }

  void step(const cin::Stmt& body, const std::vector<Follower>& followers) {
    if (--steps_ < 0)
      failUnsupported("an interpretation with more than 2^34 iterations", {}, "a forall visits its whole range");
    for (const Follower& follower : followers)
      if (!follower.follow()) return;
    execute(body);
  }

  void assign(const cin::Assign& s) {
    if (!notation::reducesAll(s.op)) return assign(s, s.rhs);
    for (const Expr& term : termsOf(s))
      if (allStored(term)) assign(s, term);
  }

  // Copies of expressions share their nodes, which name the places.
  const std::vector<Expr>& termsOf(const cin::Assign& s) {
    const auto [known, isNew] = terms_.emplace(&s, std::vector<Expr>{});
    if (isNew) known->second = notation::reductionTerms(s.op, s.rhs);
    return known->second;
  }

  void assign(const cin::Assign& s, const Expr& rhs) {
    const Maybe<T> value = evaluate(rhs);
    if (!value) return;
    const Place<T>& lhs = place(s.lhs);
    const auto [cell, isNew] = lhs.made->cells.emplace(lhs.key(), *value);
    if (!isNew) cell->second = reduced(s.op, cell->second, *value);
  }

  T reduced(notation::AssignOp op, T old, T value) const {
    if (op == notation::AssignOp::Set) return value;
    const T operands[] = {old, value};
    return operators::valueOf<T>(*op.reduction(), result_.type, operands);
  }

  bool allStored(const Expr& expr) {
    bool all = true;
    forEachAccess(expr, [&](const Access& a, bool, const Location&) { all = all && lookUp(place(a)).has_value(); });
    return all;
  }

  Maybe<T> evaluate(const Expr& expr) {
    return match(
        expr->kind, [&](const Access& a) { return lookUp(place(a)); },
        [&](const Literal& l) { return Maybe<T>(number<T>(l, expr->where)); },
        [&](const Call& c) { return evaluate(c); });
  }

  Maybe<T> lookUp(const Place<T>& place) const {
    if (place.dense) {
      std::int64_t at = 0;
      for (std::size_t m = 0; m < place.variables.size(); ++m) at += place.variables[m]->value * place.strides[m];
      return (*place.dense)[static_cast<std::size_t>(at)];
    }
    if (place.trie) {
      const auto at = place.position(place.variables.size());
      return at ? Maybe<T>(place.trie->values[static_cast<std::size_t>(*at)]) : std::nullopt;
    }
    const auto found = place.made->cells.find(place.key());
    return found == place.made->cells.end() ? std::nullopt : Maybe<T>(found->second);
  }

  // What is absent is 0.
  Maybe<T> evaluate(const Call& c) {
    T operands[operators::mostOperands];
    bool isStored[operators::mostOperands];
    for (std::size_t n = 0; n < c.operands.size(); ++n) {
      const Maybe<T> operand = evaluate(c.operands[n]);
      isStored[n] = operand.has_value();
      operands[n] = operand.value_or(0);
    }
    if (!operators::isStored(*c.op, [&](std::size_t n) { return isStored[n]; })) return std::nullopt;
    return operators::valueOf<T>(*c.op, result_.type, operands);
  }

  const Operands& operands_;
  const TensorVar& result_;
  const std::vector<cin::Relation>& relations_;
  Dimensions dims_;
  std::vector<IndexVar> path_;  // the loops around, outermost first
  std::int64_t steps_ = std::int64_t{1} << 34;
  std::set<std::string> assigned_;
  std::map<IndexVar, Variable> variables_;  // nodes stay where they are
  std::map<std::string, std::vector<T>> dense_;
  std::vector<std::unique_ptr<Trie<T>>> trieStore_;
  std::map<std::string, Place<T>> tries_;  // by printed access
  std::map<std::string, std::unique_ptr<Made<T>>> made_;
  std::unordered_map<const Access*, Place<T>> places_;
  std::unordered_map<const cin::Assign*, std::vector<Expr>> terms_;
  std::unordered_map<const cin::StmtNode*, std::vector<Made<T>*>> workspaces_;
  std::unordered_map<const cin::StmtNode*, std::vector<const Place<T>*>> needs_;
  std::unordered_map<const cin::StmtNode*, Followers> followers_;  // of a forall
};

template <class T>
Storage run(const cin::Stmt& stmt, const Operands& operands, const TensorVar& result, const Dimensions& dims) {
  Interpreter<T> interpreter(stmt, operands, result, dims);
  interpreter.execute(stmt);
  return interpreter.result();
}

}  // namespace

Storage interpret(const cin::Stmt& stmt, const Operands& operands, const TensorVar& result, const Dimensions& dims) {
  return isInteger(result.type) ? run<std::uint64_t>(stmt, operands, result, dims)
                                : run<double>(stmt, operands, result, dims);
}

}  // namespace stardust::exec
