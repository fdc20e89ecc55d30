#include "stardust/index.h"

#include <fmt/format.h>

#include <algorithm>

#include "api/evaluate.h"
#include "api/nodes.h"
#include "notation/inner_reductions.h"
#include "notation/parse.h"
#include "support/lexer.h"
#include "support/plural.h"

namespace stardust {

using api::Node;

namespace {

constexpr std::size_t largestExpression = 10000;  // accesses, literals and operators

std::shared_ptr<const Node> make(decltype(Node::kind) kind) {
  return std::make_shared<const Node>(Node{std::move(kind)});
}

std::shared_ptr<const Node> make(decltype(Node::kind) kind, int depthBelow, std::size_t sizeBelow) {
  checkDepth(depthBelow + 1, {});
  if (sizeBelow >= largestExpression)
    failUser(fmt::format("an expression of more than {} operations", largestExpression), {}, {},
             "split it into several statements");
  return std::make_shared<const Node>(Node{std::move(kind), depthBelow + 1, sizeBelow + 1});
}

IndexExpr called(notation::Op op, const std::vector<IndexExpr>& operands) {
  api::CallNode call{op, {}};
  int depth = 0;
  std::size_t size = 0;
  for (const IndexExpr& operand : operands) {
    call.operands.push_back(operand.node());
    depth = std::max(depth, operand.node()->depth);
    size += operand.node()->size;
  }
  return IndexExpr(make(std::move(call), depth, size));
}

}  // namespace

IndexVar::IndexVar() : id_(std::make_shared<const std::string>()) {}
IndexVar::IndexVar(std::string name) : id_(std::make_shared<const std::string>(std::move(name))) {
  api::requireVariableName(*id_);
}

IndexExpr::IndexExpr(int value) : IndexExpr(std::int64_t{value}) {}
IndexExpr::IndexExpr(std::int64_t value) : node_(make(notation::Literal{value})) {}
IndexExpr::IndexExpr(double value) : node_(make(notation::Literal{value})) {}
IndexExpr::IndexExpr(std::complex<double> value) {
  const IndexExpr real(value.real()), imaginary(make(notation::Literal{notation::Imaginary{value.imag()}}));
  node_ = (value.real() == 0 ? imaginary : real + imaginary).node_;
}

IndexExpr operator+(const IndexExpr& a, const IndexExpr& b) { return called(operators::add, {a, b}); }
IndexExpr operator-(const IndexExpr& a, const IndexExpr& b) { return called(operators::subtract, {a, b}); }
IndexExpr operator*(const IndexExpr& a, const IndexExpr& b) { return called(operators::multiply, {a, b}); }
IndexExpr operator/(const IndexExpr& a, const IndexExpr& b) { return called(operators::divide, {a, b}); }
IndexExpr operator-(const IndexExpr& a) { return called(operators::negate, {a}); }

IndexExpr min(const IndexExpr& a, const IndexExpr& b) { return called(operators::min, {a, b}); }
IndexExpr max(const IndexExpr& a, const IndexExpr& b) { return called(operators::max, {a, b}); }
IndexExpr abs(const IndexExpr& a) { return call("abs", {a}); }
IndexExpr sqrt(const IndexExpr& a) { return call("sqrt", {a}); }

IndexExpr value(const IndexVar& var) { return IndexExpr(make(api::IndexValueNode{var})); }

IndexExpr call(const std::string& function, const std::vector<IndexExpr>& operands) {
  const notation::Op op = operators::function(function);
  if (!op) {
    const auto similar = nearest(function, operators::functions());
    failUser(fmt::format("there is no function {}", function), {}, "there are " + operators::listed(),
             similar ? fmt::format("did you mean {}?", *similar) : "");
  }
  if (op->arity != operands.size())
    failUser(fmt::format("{} has {}, not {}", function, counted(op->arity, "operand"), operands.size()));
  return called(op, operands);
}

namespace {

bool has(const Node& node, const IndexVar& var);

bool has(const std::vector<Index>& indices, const IndexVar& var) {
  return std::any_of(indices.begin(), indices.end(), [&](const Index& index) {
    const auto& terms = index.node()->terms;
    return std::any_of(terms.begin(), terms.end(), [&](const api::IndexNode::Term& term) {
      return std::find(term.variables.begin(), term.variables.end(), var) != term.variables.end();
    });
  });
}

bool has(const Node& node, const IndexVar& var) {
  return match(
      node.kind, [&](const api::AccessNode& a) { return has(a.indices, var); },
      [&](const api::IndexValueNode& value) { return value.var == var; },
      [](const notation::Literal&) { return false; },
      [&](const api::CallNode& c) {
        return std::any_of(c.operands.begin(), c.operands.end(),
                           [&](const auto& operand) { return has(*operand, var); });
      });
}

// One additive term: a sum inside of a reduction is reduced as a whole.
IndexExpr asTerm(const IndexExpr& e) {
  const auto* call = std::get_if<api::CallNode>(&e.node()->kind);
  const bool isSum =
      call && (call->op == operators::add || call->op == operators::subtract || call->op == operators::negate);
  return isSum ? 1 * e : e;
}

}  // namespace

IndexExpr sum(const IndexVar& over, const IndexExpr& e) { return reduce("sum", {over}, e); }
IndexExpr min(const IndexVar& over, const IndexExpr& e) { return reduce("min", {over}, e); }
IndexExpr max(const IndexVar& over, const IndexExpr& e) { return reduce("max", {over}, e); }

IndexExpr reduce(const std::string& reduction, const std::vector<IndexVar>& over, const IndexExpr& e) {
  const notation::Op op = operators::reductionInside(reduction);
  if (!op || !notation::canBeOperand(op))
    failUser(fmt::format("there is no reduction {}", reduction), {},
             fmt::format("reductions inside of expressions are {}", enumerated(operators::reductionsInside(), "and")));
  if (over.empty()) failUser(fmt::format("{} reduces over no variable", reduction), {}, {}, "leave it out");
  IndexExpr reduced = op == operators::add ? asTerm(e) : e;
  for (auto var = over.rbegin(); var != over.rend(); ++var) {
    if (!has(*e.node(), *var) || std::find(over.rbegin(), var, *var) != var)
      failUser(fmt::format("{} reduces over {}, which does not occur in its expression, or twice in the list",
                           reduction, var->id()->empty() ? "a variable" : *var->id()));
    reduced = called(notation::operatorOfReduced(op), {value(*var), reduced});
  }
  return reduced;
}

Pattern forall(const IndexVar& var, const Pattern& body) {
  api::withdraw(*body.node());
  const int depth = body.node()->depth + 1;
  checkDepth(depth, {});
  return Pattern(std::make_shared<const api::StmtNode>(api::StmtNode{api::ForallNode{var, body.node()}, depth}));
}

void api::withdraw(const StmtNode& node) {
  const auto* assign = std::get_if<AssignNode>(&node.kind);
  if (assign && assign->tensor->content.definition == assign->definition)
    assign->tensor->content = std::move(*assign->before);
}

Access::Access(std::shared_ptr<api::TensorState> tensor, std::vector<Index> indices)
    : IndexExpr(make(api::AccessNode{tensor, indices})), tensor_(std::move(tensor)), indices_(std::move(indices)) {
  if (static_cast<int>(indices_.size()) != tensor_->format.order())
    failUser(fmt::format("{} is accessed with {}", tensor_->describe(), counted(indices_.size(), "index", "indices")),
             {}, "an access has one index for each mode");
}

namespace {

using Tensor = std::shared_ptr<api::TensorState>;

// Lazy evaluation follows definitions: a cyclic definition would not terminate.
void requireNoCycle(const Tensor& tensor, const notation::Assignment& assignment, const api::Definition& definition) {
  for (const Tensor& needed : api::dependenciesOf(definition))
    if (needed == tensor)
      failUser(fmt::format("{}: an operand is itself computed from {}", notation::print(assignment),
                           assignment.lhs.tensor.name),
               {}, "a tensor keeps its expression, and is computed again when an operand changes",
               "copy the values of the operand into a new tensor (forEach, insert)");
}

Pattern define(const Tensor& tensor, const std::vector<Index>& indices, notation::AssignOp op, const IndexExpr& rhs) {
  api::Definition definition{indices, op, rhs.node(), nullptr};
  api::Naming naming;
  naming.keepGiven(tensor, definition);
  const notation::Assignment assignment = api::convert(tensor, definition, naming);
  notation::verify(assignment);
  if (notation::hasComputedIndices(assignment)) api::separated(assignment, definition, naming);
  else notation::withExtents(assignment, {});
  if (op != notation::AssignOp::Set || definition.isPlaced())
    definition.old = api::previousContents(*tensor, tensor->content);
  requireNoCycle(tensor, assignment, definition);
  auto before = std::make_shared<api::Content>(std::move(tensor->content));
  tensor->content = {};
  auto shared = std::make_shared<const api::Definition>(std::move(definition));
  tensor->content.definition = shared;
  return Pattern(
      std::make_shared<const api::StmtNode>(api::StmtNode{api::AssignNode{tensor, shared, std::move(before)}}));
}

}  // namespace

Pattern Access::operator=(const IndexExpr& rhs) { return define(tensor_, indices_, notation::AssignOp::Set, rhs); }
Pattern Access::operator=(const Access& rhs) { return *this = static_cast<const IndexExpr&>(rhs); }
Pattern Access::operator+=(const IndexExpr& rhs) { return define(tensor_, indices_, operators::add, rhs); }
Pattern Access::operator*=(const IndexExpr& rhs) { return define(tensor_, indices_, operators::multiply, rhs); }
Pattern Access::minEquals(const IndexExpr& rhs) { return define(tensor_, indices_, operators::min, rhs); }
Pattern Access::maxEquals(const IndexExpr& rhs) { return define(tensor_, indices_, operators::max, rhs); }

}  // namespace stardust
