#include <fmt/format.h>

#include <algorithm>

#include "api/nodes.h"
#include "cin/concretize.h"
#include "cin/parse.h"
#include "notation/accumulate.h"
#include "notation/inner_reductions.h"
#include "schedule/search.h"

namespace stardust::api {
namespace {

// The first free name of wanted, wanted2, wanted3, ….
std::string firstFree(const std::string& wanted, const std::set<std::string>& taken) {
  std::string name = wanted;
  for (int n = 2; taken.count(name); ++n) name = wanted + std::to_string(n);
  return name;
}

// The first free letter of the range, else a letter and a number.
std::string nextLetter(char first, char last, const std::set<std::string>& taken) {
  for (char c = first; c <= last; ++c)
    if (!taken.count(std::string(1, c))) return std::string(1, c);
  return firstFree(std::string(1, first), taken);
}

bool isIdentifier(const std::string& name) {
  Lexer lexer(makeSource("name", name));
  return lexer.peek().kind == TokenKind::Identifier && lexer.peek().text == name;
}

// "forall" and "min" are identifiers, but keywords before a parenthesis.
bool readsAsTensor(const std::string& name) {
  try {
    cin::parseStmt(makeSource("name", name + "(i) = " + name + "(i)"));
    return true;
  } catch (const Error&) {
    return false;
  }
}

}  // namespace

void requireVariableName(const std::string& name) {
  if (!isIdentifier(name))
    failUser(fmt::format("\"{}\" is not a legal name of an index variable", name), {},
             "names are letters, digits and _");
}

void requireTensorName(const std::string& name) {
  if (!isIdentifier(name))
    failUser(fmt::format("\"{}\" is not a legal name of a tensor", name), {}, "names are letters, digits and _");
  if (!readsAsTensor(name))
    failUser(fmt::format("a tensor cannot be called {}", name), {}, "the notation has this word");
}

void Naming::keepGiven(const std::shared_ptr<TensorState>& tensor) {
  if (!tensor->name.empty() && taken_.insert(tensor->name).second) tensors_.emplace(tensor, tensor->name);
}

void Naming::keepGiven(const std::vector<IndexVar>& vars) {
  for (const IndexVar& var : vars)
    if (!var.id()->empty() && taken_.insert(*var.id()).second) vars_.emplace(var.id(), *var.id());
}

void Naming::keepGiven(const std::vector<Index>& indices) {
  for (const Index& index : indices)
    for (const IndexNode::Term& term : index.node()->terms) {
      if (term.tensor) keepGiven(term.tensor);
      keepGiven(term.variables);
    }
}

void Naming::keepGiven(const Node& node) {
  match(
      node.kind,
      [&](const AccessNode& a) {
        keepGiven(a.tensor);
        keepGiven(a.indices);
      },
      [&](const IndexValueNode& value) { keepGiven(std::vector<IndexVar>{value.var}); },
      [](const notation::Literal&) {},
      [&](const CallNode& c) {
        for (const auto& operand : c.operands) keepGiven(*operand);
      });
}

// The old contents of the tensor are excluded: their name is derived from the tensor's.
void Naming::keepGiven(const std::shared_ptr<TensorState>& tensor, const Definition& definition) {
  keepGiven(tensor);
  keepGiven(definition.indices);
  keepGiven(*definition.rhs);
}

std::set<std::string> Naming::allTaken() const {
  std::set<std::string> all = taken_;
  all.insert(ofSchedule_.begin(), ofSchedule_.end());
  return all;
}

std::string Naming::made(std::string name) {
  taken_.insert(name);
  made_.insert(name);
  return name;
}

namespace {

// Renames `from` to `to`. Returns whether the name existed.
template <class Names>
bool rename(Names& names, const std::string& from, const std::string& to,
            std::map<std::string, std::string>& renaming) {
  const auto entry = std::find_if(names.begin(), names.end(), [&](const auto& e) { return e.second == from; });
  if (entry == names.end()) return false;
  entry->second = to;
  const auto before = std::find_if(renaming.begin(), renaming.end(), [&](const auto& e) { return e.second == from; });
  if (before != renaming.end()) before->second = to;
  else renaming.emplace(from, to);
  return true;
}

}  // namespace

std::string Naming::claim(const std::string& given) {
  if (made_.erase(given)) {
    const std::string other = made(firstFree(given, allTaken()));
    if (!rename(tensors_, given, other, renaming_.tensors)) rename(vars_, given, other, renaming_.vars);
    return given;
  }
  const std::string name = taken_.count(given) ? firstFree(given, allTaken()) : given;
  taken_.insert(name);
  return name;
}

notation::IndexVar Naming::of(const IndexVar& var) {
  const auto known = vars_.find(var.id());
  if (known != vars_.end()) return known->second;
  const std::string name = var.id()->empty() ? made(nextLetter('i', 'v', allTaken())) : claim(*var.id());
  return vars_.emplace(var.id(), name).first->second;
}

std::string Naming::ofValue(const IndexVar& var) {
  const auto known = values_.find(var.id());
  if (known != values_.end()) return known->second;
  const std::string name = made(firstFree("index_" + of(var), allTaken()));
  return values_.emplace(var.id(), name).first->second;
}

std::string Naming::of(const std::shared_ptr<TensorState>& tensor, bool workspace) {
  const auto known = tensors_.find(tensor);
  if (known != tensors_.end()) return known->second;
  std::string name;
  if (!tensor->name.empty()) name = claim(tensor->name);
  else name = made(workspace ? firstFree("ws", allTaken()) : nextLetter('A', 'Z', allTaken()));
  return tensors_.emplace(tensor, name).first->second;
}

void Naming::keepClearOf(const cin::Stmt& stmt) {
  ofSchedule_.clear();
  for (const notation::Access& access : cin::allAccesses(stmt)) ofSchedule_.insert(access.tensor.name);
}

cin::Stmt scheduled(const notation::Assignment& assignment, const std::vector<schedule::Command>& commands) {
  const auto reserved = schedule::namedWorkspaces(commands);
  cin::Stmt stmt = cin::concretize(assignment, cin::Sums::Together, reserved);
  for (const schedule::Command& command : commands) stmt = schedule::apply(stmt, command, reserved);
  return stmt;
}

namespace {

notation::Access convert(const std::shared_ptr<TensorState>& tensor, const std::vector<Index>& indices, Naming& naming,
                         bool workspace = false) {
  notation::TensorVar var{naming.of(tensor, workspace), tensor->format, tensor->type, tensor->dims, workspace};
  std::vector<notation::Index> converted;
  for (const Index& index : indices) converted.push_back(convert(index, naming));
  return notation::withTensor(notation::undeclaredAccess(var.name, std::move(converted)), var);
}

}  // namespace

notation::Expr convert(const Node& node, Naming& naming) {
  return match(
      node.kind, [&](const AccessNode& a) { return notation::access(convert(a.tensor, a.indices, naming)); },
      [&](const IndexValueNode& value) {
        return notation::indexValue(naming.ofValue(value.var), naming.of(value.var));
      },
      [&](const notation::Literal& l) { return match(l.value, [](auto value) { return notation::literal(value); }); },
      [&](const CallNode& c) {
        std::vector<notation::Expr> operands;  // in order of appearance, which determines the names
        for (const auto& operand : c.operands) operands.push_back(convert(*operand, naming));
        return notation::call(c.op, std::move(operands));
      });
}

namespace {

// y(i) = sum(j, e) is y(i) = e.
notation::Assignment withoutLastSum(notation::Assignment assignment) {
  const auto sum = notation::asReducedOperand(assignment.rhs);
  if (!sum || sum->op != operators::add || notation::reducesAll(assignment.op)) return assignment;
  const std::vector<notation::IndexVar> kept = notation::freeVariables(assignment.rhs);
  const std::vector<notation::IndexVar>& left = assignment.lhs.indices;
  if (std::is_permutation(left.begin(), left.end(), kept.begin(), kept.end())) assignment.rhs = sum->term;
  return assignment;
}

}  // namespace

notation::Assignment convert(const std::shared_ptr<TensorState>& tensor, const Definition& definition, Naming& naming) {
  notation::Assignment assignment;
  assignment.lhs = convert(tensor, definition.indices, naming);
  assignment.op = definition.op;
  assignment.rhs = notation::withIndexValuesOf(tensor->type, convert(*definition.rhs, naming));
  return notation::withDistinctVariables(withoutLastSum(std::move(assignment)));
}

notation::Assignment evaluated(const std::shared_ptr<TensorState>& tensor, const Definition& definition,
                               Naming& naming) {
  notation::Assignment assignment = convert(tensor, definition, naming);
  if (definition.isPlaced()) return assignment;  // the host changes the old contents
  if (!definition.old) {
    // no old value: an accumulation into zero
    if (assignment.op == operators::add) assignment.op = notation::AssignOp::Set;
    return assignment;
  }
  const auto accumulation = notation::withOldContents(assignment, naming.of(definition.old));
  if (!accumulation)
    failUnsupported(fmt::format("{}: {} into a tensor that has values", notation::print(assignment),
                                notation::symbol(assignment.op)),
                    {}, {}, "compute the factors into a tensor of their own, and multiply the two");
  return accumulation->assignment;
}

cin::Stmt convert(const StmtNode& node, Naming& naming) {
  return match(
      node.kind,
      [&](const AssignNode& a) {
        const notation::Access lhs = convert(a.tensor, a.definition->indices, naming, true);
        return cin::assign(lhs, a.definition->op, convert(*a.definition->rhs, naming));
      },
      [&](const ForallNode& f) {
        const notation::IndexVar var = naming.of(f.var);
        return cin::forall(var, convert(*f.body, naming));
      });
}

bool Definition::isPlaced() const {
  return std::any_of(indices.begin(), indices.end(), [](const Index& index) { return !index.node()->isVariable; });
}

namespace {

void collectOperands(const std::vector<Index>& indices, std::vector<std::shared_ptr<TensorState>>& operands,
                     std::set<const TensorState*>& seen) {
  for (const Index& index : indices)
    for (const IndexNode::Term& term : index.node()->terms)
      if (term.tensor && seen.insert(term.tensor.get()).second) operands.push_back(term.tensor);
}

void collectOperands(const Node& node, std::vector<std::shared_ptr<TensorState>>& operands,
                     std::set<const TensorState*>& seen) {
  match(
      node.kind,
      [&](const AccessNode& a) {
        if (seen.insert(a.tensor.get()).second) operands.push_back(a.tensor);
        collectOperands(a.indices, operands, seen);
      },
      [](const IndexValueNode&) {}, [](const notation::Literal&) {},
      [&](const CallNode& c) {
        for (const auto& operand : c.operands) collectOperands(*operand, operands, seen);
      });
}

}  // namespace

std::vector<std::shared_ptr<TensorState>> operandsOf(const Node& node) {
  std::vector<std::shared_ptr<TensorState>> operands;
  std::set<const TensorState*> seen;
  collectOperands(node, operands, seen);
  return operands;
}

std::vector<std::shared_ptr<TensorState>> operandsOf(const Definition& definition) {
  std::vector<std::shared_ptr<TensorState>> operands;
  std::set<const TensorState*> seen;
  if (definition.old) operands.push_back(definition.old);
  collectOperands(definition.indices, operands, seen);
  collectOperands(*definition.rhs, operands, seen);
  return operands;
}

driver::Separated separated(const notation::Assignment& assignment, const Definition& definition, Naming& naming) {
  std::set<std::string> padded, ofIndices;
  for (const notation::PlacedAccess& placed : notation::indexTensors(assignment))
    ofIndices.insert(placed.access.tensor.name);
  std::vector<notation::TensorVar> tensors;
  for (const auto& operand : operandsOf(definition)) {
    const std::string name = naming.of(operand);
    if (operand->isPadded) padded.insert(name);
    if (ofIndices.count(name)) tensors.push_back({name, operand->format, operand->type, operand->dims});
  }
  return driver::separated(assignment, std::move(padded), tensors);
}

}  // namespace stardust::api
