// Workspaces: variables; arrays that are filled anew each time; and for vectors that loops skip coordinates of, arrays
// with a list of what is stored, which costs nothing for what is not.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "loops/lower/context.h"
#include "loops/lower/scope.h"

namespace stardust::loops {

/// What holds a workspace while its where is lowered: variables if it has no indices, else arrays with an element for
/// each coordinate.
struct Workspace {
  std::string values, stored;  ///< `stored`: which elements are
  std::string list, length;    ///< of a sparse one, if it is listed: the coordinates that are stored, and how many
  std::string keys;            ///< of a hashed one: whose `values` has slots, and no `stored`
  bool filled = false;         ///< its producer is done
  Expr size;
  Expr identity;          ///< what elements of a dense one hold that are not stored
  std::size_t depth = 0;  ///< loops and guards around its where
  int guards = 0;
  Expr complete{};  ///< a condition under which every coordinate is stored; null: none is known
  int writers = 0;  ///< how many statements store: if there is one, nothing is stored where `complete` does not hold

  bool isListed() const { return !list.empty(); }
  Type listType = Type::I32;
  bool isHashed() const { return !keys.empty(); }
  /// Of a sparse one that is packed by its flags.
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

  /// By tensor: those whose where is being lowered.
  std::map<std::string, Workspace> live;

  /// How many elements a dense one has.
  Expr sizeOf(const Access& workspace);
  /// A condition, of a sparse one, after its size and what its producer reads.
  Expr isHashed(const Access& workspace, const cin::Stmt& producer);

  /// `allocations`: where arrays are made that are used again and again.
  void begin(const Access& workspace, Form form, const Scope& scope, Body& allocations, Body& out);
  void end(const Access& workspace, Body& out);

  void toScalar(const cin::Assign& s, const Expr& value, const Scope& scope, Body& out);
  void toArray(const cin::Assign& s, const Expr& value, const Scope& scope, Body& out);
  /// Whether the assignment stores every coordinate.
  void noteComplete(const cin::Assign& s, const Scope& scope);

  void sortList(const Access& workspace, Body& out);
  /// Where a hashed one that is read holds the key.
  Position slotOf(const Workspace& w, const Expr& key, Body& out);
  /// Back to what it holds where nothing is stored.
  static Body forgetting(const Workspace& w, const Expr& coordinate);
  static Body forgettingKeys(const std::string& name, const Workspace& w);

 private:
  Expr entriesOf(const cin::Stmt& stmt);  ///< how many its operands store
  void beginSparse(const Access& workspace, Form form, Workspace& w, Body& allocations, Body& out);
  void beginDense(const Access& workspace, Workspace& w, const Scope& scope, Body& allocations, Body& out);
  void toHashed(const Workspace& w, const Expr& key, const Expr& value, AssignOp op, Body& out);

  std::map<std::string, Expr> sizes_, hashed_;  // by tensor
};

}  // namespace stardust::loops
