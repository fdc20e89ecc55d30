#include "exec/cin_interpreter.h"

#include <algorithm>
#include <unordered_map>

#include "cin/value_types.h"
#include "exec/cin_tensors.h"
#include "notation/accumulate.h"
#include "notation/stored.h"
#include "support/diagnostic.h"

namespace stardust::exec {
namespace {

using notation::Access;
using notation::Call;
using notation::Expr;
using notation::Literal;
using notation::TensorVar;

template <class T>
T reduced(const notation::AssignOp& op, ValueType type, T old, T value, bool areReal) {
  if (op == notation::AssignOp::Set) return value;
  const T operands[] = {old, value};
  return operators::valueOf<T>(*op.reduction(), type, operands, areReal);
}

template <class T>
class Interpreter {
 public:
  Interpreter(const cin::Stmt& stmt, const Operands& operands, const TensorVar& result, const Dimensions& dims)
      : operands_(operands),
        result_(result),
        type_(expressionTypeOf(stmt, operands, result)),
        variables_(cin::relationsOf(stmt), dimensionsIn(stmt, operands, result, dims)),
        tensors_(stmt, operands, result, type_, variables_) {}

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

  Storage result() const { return tensors_.result(); }

 private:
  const std::vector<Made<T>*>& workspacesOf(const cin::Stmt& stmt, const cin::Where& where) {
    const auto [known, isNew] = workspaces_.emplace(&*stmt, std::vector<Made<T>*>{});
    if (isNew) {
      const std::set<std::string> used = cin::tensorsRead(where.consumer);
      for (const std::string& name : cin::tensorsWritten(where.producer))
        if (name != result_.name && used.count(name)) known->second.push_back(tensors_.made(name));
    }
    return known->second;
  }

  // A sparse operand that bounds the iterations of the loop, with the level of the variable; null if there is none.
  const Place<T>* driver(const cin::Stmt& stmt, const Variable& variable) {
    const auto [needs, isNew] = needs_.emplace(&*stmt, std::vector<const Place<T>*>{});
    if (isNew)
      for (const notation::AccessKey& access : needsOf(stmt, operands_))
        needs->second.push_back(&tensors_.placeOfSparse(access));
    for (const Place<T>* place : needs->second)
      for (const Variable* v : place->variables) {
        if (v == &variable) return place;
        if (!v->bound) break;
      }
    return nullptr;
  }

  void loop(const cin::Stmt& stmt, const cin::Forall& s) {
    const std::int64_t extent = variables_.dim(s.var);
    Variable& variable = variables_.at(s.var);
    const Place<T>* sparse = driver(stmt, variable);
    const std::vector<Follower>& followers = variables_.enter(s, &*stmt);
    if (sparse) {
      std::size_t level = 0;
      while (sparse->variables[level] != &variable) ++level;
      if (const auto parent = sparse->position(level)) {
        const LevelView& l = sparse->trie->levels[level];
        const auto p = static_cast<std::size_t>(*parent);
        for (std::int64_t at = l.pos[p]; at < l.pos[p + 1]; ++at) {
          variable.value = l.crd[static_cast<std::size_t>(at)];
          step(s.body, followers);
        }
      }
    } else {
      for (variable.value = 0; variable.value < extent; ++variable.value) step(s.body, followers);
    }
    variables_.leave(s, followers);
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

  // Copies of expressions share their nodes, whose addresses identify places.
  const std::vector<Expr>& termsOf(const cin::Assign& s) {
    const auto [known, isNew] = terms_.emplace(&s, std::vector<Expr>{});
    if (isNew) known->second = notation::reductionTerms(s.op, s.rhs);
    return known->second;
  }

  void assign(const cin::Assign& s, const Expr& rhs) {
    const Maybe<T> value = evaluate(rhs);
    if (!value) return;
    const Place<T>& lhs = tensors_.place(s.lhs);
    const auto [cell, isNew] = lhs.made->cells.emplace(lhs.key(), *value);
    if (!isNew) cell->second = reduced(s.op, type_, cell->second, *value, !isComplex(s.lhs.tensor.type));
  }

  bool allStored(const Expr& expr) {
    bool all = true;
    forEachAccess(expr,
                  [&](const Access& a, bool, const Location&) { all = all && tensors_.place(a).lookUp().has_value(); });
    return all;
  }

  Maybe<T> evaluate(const Expr& expr) {
    return match(
        expr->kind, [&](const Access& a) { return tensors_.place(a).lookUp(); },
        [&](const Literal& l) { return Maybe<T>(number<T>(l, expr->where)); },
        [&](const Call& c) { return evaluate(c); });
  }

  // An absent operand is 0.
  Maybe<T> evaluate(const Call& c) {
    T operands[operators::mostOperands];
    bool isStored[operators::mostOperands];
    for (std::size_t n = 0; n < c.operands.size(); ++n) {
      const Maybe<T> operand = evaluate(c.operands[n]);
      isStored[n] = operand.has_value();
      operands[n] = operand.value_or(0);
    }
    if (!operators::isStored(
            *c.op, [&](std::size_t n) { return isStored[n]; }, notation::constantsOf(c)))
      return std::nullopt;
    const bool areReal = isComplexElement<T> && notation::hasRealOperands(c);
    return operators::valueOf<T>(*c.op, type_, operands, areReal);
  }

  const Operands& operands_;
  const TensorVar& result_;
  const ValueType type_;  // of the computation
  Variables variables_;
  Tensors<T> tensors_;
  std::int64_t steps_ = std::int64_t{1} << 34;
  std::unordered_map<const cin::Assign*, std::vector<Expr>> terms_;
  std::unordered_map<const cin::StmtNode*, std::vector<Made<T>*>> workspaces_;
  std::unordered_map<const cin::StmtNode*, std::vector<const Place<T>*>> needs_;
};

template <class T>
Storage run(const cin::Stmt& stmt, const Operands& operands, const TensorVar& result, const Dimensions& dims) {
  Interpreter<T> interpreter(stmt, operands, result, dims);
  interpreter.execute(stmt);
  return interpreter.result();
}

}  // namespace

Storage interpret(const cin::Stmt& stmt, const Operands& operands, const TensorVar& result, const Dimensions& dims) {
  const ValueType type = expressionTypeOf(stmt, operands, result);
  if (isComplex(type)) {
    const cin::Stmt typed = cin::withValueTypes(stmt, type, [&](const TensorVar& tensor) {
      const auto data = operands.find(tensor.name);
      return data == operands.end() ? tensor.type : data->second.type();
    });
    return run<std::complex<double>>(typed, operands, result, dims);
  }
  return isInteger(type) ? run<std::uint64_t>(stmt, operands, result, dims) : run<double>(stmt, operands, result, dims);
}

}  // namespace stardust::exec
