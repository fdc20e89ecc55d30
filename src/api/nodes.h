// What stands behind the public C++ API: expressions by identity, turned into notation when a statement is made.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "api/value.h"
#include "cin/nodes.h"
#include "notation/expr.h"
#include "schedule/rename.h"
#include "schedule/schedule.h"
#include "stardust/index.h"
#include "stardust/schedule.h"
#include "tensor/storage.h"

namespace stardust::api {

struct AccessNode {
  std::shared_ptr<TensorState> tensor;
  std::vector<IndexVar> indices;
};
struct CallNode {
  notation::Op op;
  std::vector<std::shared_ptr<const Node>> operands;
};
/// `depth` and `size` (of the tree, shared parts counted each time) bound what walks over it cost: makers refuse more.
struct Node {
  std::variant<AccessNode, notation::Literal, CallNode> kind;
  int depth = 1;
  std::size_t size = 1;
};

/// What an assignment says of its tensor. The tensor is not in it, since a tensor owns its definition.
struct Definition {
  std::vector<IndexVar> indices;
  notation::AssignOp op;
  std::shared_ptr<const Node> rhs;
  std::shared_ptr<TensorState> old;  ///< what the tensor held before, for every op but Set; null if it held nothing
};

/// What a tensor holds at one time.
struct Content {
  Coordinates inserted;                              ///< entries while there is no `value`
  std::shared_ptr<Value> value;                      ///< packed, evaluated, or of a kernel
  std::shared_ptr<const Definition> definition;      ///< null: the entries come from insert() and read()
  std::shared_ptr<const IndexStmt::State> compiled;  ///< the statement that evaluation uses; null: without a schedule
  std::vector<std::weak_ptr<const Value>> from;      ///< the operands' values that `value` was computed from
};

/// What all copies of one Tensor share. Definitions never go round in a circle, so neither does the ownership.
struct TensorState {
  std::string name;  ///< as given; empty: named by first appearance in a statement
  std::vector<std::int64_t> dims;
  Format format;
  ValueType type = ValueType::Float32;
  Content content;
  std::mutex packing;  ///< held while `content` gets a value: calls of kernels in several threads may share operands

  std::string describe() const;  ///< for messages: "tensor A (order 2)", or "a tensor of order 2"
  Coordinates noEntries() const;
};

struct AssignNode {
  std::shared_ptr<TensorState> tensor;
  std::shared_ptr<const Definition> definition;
  std::shared_ptr<Content> before;  ///< what the tensor held when this became its definition
};
struct ForallNode {
  IndexVar var;
  std::shared_ptr<const StmtNode> body;
};
struct StmtNode {
  std::variant<AssignNode, ForallNode> kind;
  int depth = 1;
};

/// Throws Error (user) unless the grammar reads `name` as the name of a tensor, so that statements and schedules can be
/// read back.
void requireTensorName(const std::string& name);
void requireVariableName(const std::string& name);

/// Names for index variables and tensors that were given none: by first appearance. A name that was given stays: what
/// was made up and is called so gets another name (takeRenaming), and a second thing of that name gets a number.
class Naming {
 public:
  /// The names of an assignment, before those that are made up for it.
  void keepGiven(const std::shared_ptr<TensorState>& tensor, const Definition& definition);
  notation::IndexVar of(const IndexVar& var);
  std::string of(const std::shared_ptr<TensorState>& tensor, bool workspace = false);
  /// The tensors that the schedule made up: names to keep clear of, unless they are given.
  void keepClearOf(const cin::Stmt& stmt);
  /// What has been renamed since the last call.
  schedule::Renaming takeRenaming() { return std::exchange(renaming_, {}); }

 private:
  std::string claim(const std::string& given);
  std::string made(std::string name);
  std::set<std::string> allTaken() const;
  void keepGiven(const std::shared_ptr<TensorState>& tensor);
  void keepGiven(const std::vector<IndexVar>& vars);
  void keepGiven(const Node& node);

  std::map<std::shared_ptr<const std::string>, std::string> vars_;
  // Weak, since the result owns the statement that it was compiled to.
  std::map<std::weak_ptr<TensorState>, std::string, std::owner_less<>> tensors_;
  std::set<std::string> taken_, made_;  // made_: those of taken_ that nobody gave
  std::set<std::string> ofSchedule_;
  schedule::Renaming renaming_;
};

notation::Expr convert(const Node& node, Naming& naming);
/// As written.
notation::Assignment convert(const std::shared_ptr<TensorState>& tensor, const Definition& definition, Naming& naming);
/// As it is evaluated: y(i) += e reads what y held before as an operand of its own. Throws Error (unsupported) for *=
/// into a tensor that held something.
notation::Assignment evaluated(const std::shared_ptr<TensorState>& tensor, const Definition& definition,
                               Naming& naming);
/// The statement after the commands; no tensor that they make up is called like a workspace that they name.
cin::Stmt scheduled(const notation::Assignment& assignment, const std::vector<schedule::Command>& commands);
/// A result that nothing has named before is a workspace of the schedule.
cin::Stmt convert(const StmtNode& node, Naming& naming);

/// The tensors an expression reads, each once, in order of appearance.
std::vector<std::shared_ptr<TensorState>> operandsOf(const Node& node);
/// The same, after what the tensor held before, where the definition accumulates into it.
std::vector<std::shared_ptr<TensorState>> operandsOf(const Definition& definition);

/// A statement inside a forall or a command is something to look for: it defines nothing, and its tensor gets back what
/// it held.
void withdraw(const StmtNode& node);

}  // namespace stardust::api

namespace stardust {

/// Behind an IndexStmt: the assignment, the commands so far, and the statement they make.
struct IndexStmt::State {
  std::shared_ptr<const api::Definition> definition;
  api::Naming naming;
  notation::Assignment assignment;
  std::vector<schedule::Command> commands;
  cin::Stmt stmt;
};

}  // namespace stardust
