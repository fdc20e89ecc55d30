// Workspaces: scalar variables, arrays that are filled anew each time, or, for vectors with skipped coordinates, arrays
// with a coordinate list of the occupied elements, which makes resetting proportional to the entries.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "loops/lower/context.h"
#include "loops/lower/scope.h"

namespace stardust::loops {

/// The representation of a workspace during the lowering of its where: variables for a scalar, else arrays with one
/// element for each coordinate.
struct Workspace {
  std::string values, stored;  ///< `stored`: occupancy flags
  std::string list, length;    ///< sparse, with a list: the occupied coordinates and their number
  std::string keys;            ///< hashed: `values` is indexed by slot, and there is no `stored`
  bool filled = false;         ///< the producer is complete
  Expr size;
  Expr identity;          ///< dense: initial value of the elements
  std::size_t depth = 0;  ///< number of loops and conditions around the where
  int guards = 0;
  Expr complete{};  ///< condition under which every coordinate is stored; null: unknown
  int writers = 0;  ///< number of storing statements; with one, nothing is stored where `complete` is false

  bool isListed() const { return !list.empty(); }
  Type listType = Type::I32;  ///< I64 if the coordinates of a hashed workspace may need it
  bool isHashed() const { return !keys.empty(); }
  /// The same without the coordinate list, for compaction by flags.
  Workspace withoutList() const {
    Workspace w = *this;
    w.list.clear(), w.length.clear();
    return w;
  }
  Expr listed(const Expr& at) const { return converted(Type::I64, load(list, listType, at)); }
};

class Workspaces : public Part {
 public:
  using Part::Part;
  enum class Form { Dense, Hashed };

  /// Live workspaces, by tensor.
  std::map<std::string, Workspace> live;

  /// The number of elements of a dense workspace.
  Expr sizeOf(const Access& workspace);
  /// The condition for a hash table, emitted after the size of the workspace and the operands of its producer are
  /// known.
  Expr isHashed(const Access& workspace, const cin::Stmt& producer);

  /// `allocations`: body for arrays that are reused.
  void begin(const Access& workspace, Form form, const Scope& scope, Body& allocations, Body& out);
  void end(const Access& workspace, Body& out);

  void toScalar(const cin::Assign& s, const Expr& value, const Scope& scope, Body& out);
  void toArray(const cin::Assign& s, const Expr& value, const Scope& scope, Body& out);
  /// Records whether the assignment stores every coordinate.
  void noteComplete(const cin::Assign& s, const Scope& scope);

  void sortList(const Access& workspace, Body& out);
  /// The slot of a key, for reading a hashed workspace.
  Position slotOf(const Workspace& w, const Expr& key, Body& out);
  /// Resets an element to its unoccupied state.
  static Body forgetting(const Workspace& w, const Expr& coordinate);
  static Body forgettingKeys(const std::string& name, const Workspace& w);

 private:
  Expr entriesOf(const cin::Stmt& stmt);  ///< upper bound of the entries of its operands
  void beginSparse(const Access& workspace, Form form, Workspace& w, Body& allocations, Body& out);
  void beginDense(const Access& workspace, Workspace& w, const Scope& scope, Body& allocations, Body& out);
  void toHashed(const Workspace& w, const Expr& key, const Expr& value, AssignOp op, Body& out);

  std::map<std::string, Expr> sizes_, hashed_;  // by tensor
};

}  // namespace stardust::loops
