// Implementation of the public C++ API: expressions by identity, converted to notation when a statement is built.
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
#include "driver/computed.h"
#include "notation/expr.h"
#include "schedule/rename.h"
#include "schedule/schedule.h"
#include "stardust/index.h"
#include "stardust/schedule.h"
#include "tensor/storage.h"

namespace stardust::api {

/// An index of a mode: see notation::Index.
struct IndexNode {
  /// A multiple of a variable, or of the entry of a tensor at variables.
  struct Term {
    std::int64_t factor = 1;
    std::shared_ptr<TensorState> tensor;  ///< null: the term is a variable
    std::vector<IndexVar> variables;
  };
  std::vector<Term> terms = {};
  std::int64_t constant = 0;
  std::optional<std::int64_t> windowEnd = {};
  bool isVariable = false;  ///< a variable alone
};
struct AccessNode {
  std::shared_ptr<TensorState> tensor;
  std::vector<Index> indices;
};
struct IndexValueNode {
  IndexVar var;
};
struct CallNode {
  notation::Op op;
  std::vector<std::shared_ptr<const Node>> operands;
};
/// `depth` and `size` (of the tree, with shared parts counted repeatedly) bound the cost of traversals. The
/// constructors refuse larger expressions.
struct Node {
  std::variant<AccessNode, IndexValueNode, notation::Literal, CallNode> kind;
  int depth = 1;
  std::size_t size = 1;
};

/// The assignment that defines a tensor. It does not refer to the tensor, which owns it.
struct Definition {
  std::vector<Index> indices;
  notation::AssignOp op;
  std::shared_ptr<const Node> rhs;
  std::shared_ptr<TensorState> old;  ///< contents before this assignment, unless it replaces all; null if empty

  bool isPlaced() const;  ///< an index of the left side is computed
};

/// The contents of a tensor at one time.
struct Content {
  Coordinates inserted;                              ///< entries while `value` is null
  std::shared_ptr<Value> value;                      ///< packed, evaluated, or from a kernel
  std::shared_ptr<const Definition> definition;      ///< null: the entries come from insert() and read()
  std::shared_ptr<const IndexStmt::State> compiled;  ///< the scheduled statement for evaluation; null: unscheduled
  std::vector<std::weak_ptr<const Value>> from;      ///< operand values from which `value` was computed
};

/// State shared by all copies of one Tensor. Definitions are acyclic, and so is the ownership.
struct TensorState {
  std::string name;  ///< given name; empty: named by first appearance in a statement
  std::vector<std::int64_t> dims;
  Format format;
  ValueType type = ValueType::Float32;
  bool isPadded = false;  ///< computed indices read 0 outside
  Content content;
  std::mutex packing;  ///< locked while `content` is packed: concurrent kernel calls may share operands

  std::string describe() const;  ///< for messages: "tensor A (order 2)", or "a tensor of order 2"
  Coordinates noEntries() const;
};

struct AssignNode {
  std::shared_ptr<TensorState> tensor;
  std::shared_ptr<const Definition> definition;
  std::shared_ptr<Content> before;  ///< contents when this became the definition
};
struct ForallNode {
  IndexVar var;
  std::shared_ptr<const StmtNode> body;
};
struct StmtNode {
  std::variant<AssignNode, ForallNode> kind;
  int depth = 1;
};

/// Throws Error (user) unless the grammar accepts `name` as a tensor name. This keeps printed statements and schedules
/// parsable.
void requireTensorName(const std::string& name);
void requireVariableName(const std::string& name);

/// Generates names for anonymous index variables and tensors, by first appearance. User-given names are kept: a
/// generated name that conflicts is replaced (takeRenaming), and a second user-given use gets a number.
class Naming {
 public:
  /// Reserves the user-given names of an assignment before names are generated for it.
  void keepGiven(const std::shared_ptr<TensorState>& tensor, const Definition& definition);
  notation::IndexVar of(const IndexVar& var);
  std::string of(const std::shared_ptr<TensorState>& tensor, bool workspace = false);
  /// The operand with the values of the index.
  std::string ofValue(const IndexVar& var);
  /// Reserves the names of tensors that the schedule created, unless they are user-given.
  void keepClearOf(const cin::Stmt& stmt);
  /// Takes the renamings since the last call.
  schedule::Renaming takeRenaming() { return std::exchange(renaming_, {}); }

 private:
  std::string claim(const std::string& given);
  std::string made(std::string name);
  std::set<std::string> allTaken() const;
  void keepGiven(const std::shared_ptr<TensorState>& tensor);
  void keepGiven(const std::vector<IndexVar>& vars);
  void keepGiven(const std::vector<Index>& indices);
  void keepGiven(const Node& node);

  std::map<std::shared_ptr<const std::string>, std::string> vars_, values_;
  // Weak, since the result owns its compiled statement.
  std::map<std::weak_ptr<TensorState>, std::string, std::owner_less<>> tensors_;
  std::set<std::string> taken_, made_;  // made_: the generated names in taken_
  std::set<std::string> ofSchedule_;
  schedule::Renaming renaming_;
};

notation::Expr convert(const Node& node, Naming& naming);
notation::Index convert(const Index& index, Naming& naming);
/// The assignment as written.
notation::Assignment convert(const std::shared_ptr<TensorState>& tensor, const Definition& definition, Naming& naming);
/// The assignment as evaluated: y(i) += e reads the old contents of y as a separate operand. Throws Error (unsupported)
/// for *= into a non-empty tensor.
notation::Assignment evaluated(const std::shared_ptr<TensorState>& tensor, const Definition& definition,
                               Naming& naming);
/// The statement after the commands. Generated tensors avoid the names of the workspaces in the commands.
cin::Stmt scheduled(const notation::Assignment& assignment, const std::vector<schedule::Command>& commands);
/// A result that was not named before becomes a workspace of the schedule.
cin::Stmt convert(const StmtNode& node, Naming& naming);

/// The converted assignment without computed indices. Throws Error (user) for indices that leave their tensors.
driver::Separated separated(const notation::Assignment& assignment, const Definition& definition, Naming& naming);
/// The tensors that an expression reads, each once, in order of appearance.
std::vector<std::shared_ptr<TensorState>> operandsOf(const Node& node);
/// The same, preceded by the old contents of the tensor if the definition accumulates.
std::vector<std::shared_ptr<TensorState>> operandsOf(const Definition& definition);

/// A statement inside a forall or a command is a pattern. Undoes its assignment and restores the contents of its
/// tensor.
void withdraw(const StmtNode& node);

}  // namespace stardust::api

namespace stardust {

/// State of an IndexStmt: the assignment, the commands so far, and the resulting statement.
struct IndexStmt::State {
  std::shared_ptr<const api::Definition> definition;
  api::Naming naming;
  notation::Assignment assignment;  ///< on views, if indices are computed
  std::vector<schedule::Command> commands;
  cin::Stmt stmt;
  std::shared_ptr<const driver::Computed> computed = {};  ///< null: the assignment is as written
};

}  // namespace stardust
