// What the lowering asks of a statement as a whole.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "cin/derived.h"
#include "loops/nodes.h"

namespace stardust::loops {

struct StatementFacts {
  cin::Stmt body;                        ///< below the relations
  std::vector<cin::Relation> relations;  ///< but for those that say how a loop runs: Parallelize and Unroll
  std::vector<cin::Relation> executions;
  cin::Extents extents;
  std::vector<notation::Access>
      accesses;  ///< of tensors that are bound to data: operands in order of appearance, then the result
  notation::Access result;
  int writers = 0;                                    ///< assignments to the result
  std::map<std::string, notation::AssignOp> reduces;  ///< by tensor: what reduces it; Set: nothing, or a sum

  std::vector<notation::TensorVar> tensors() const;  ///< of `accesses`, each once, the result last
};
/// Throws Error (internal) if the statement assigns no result, or several.
StatementFacts factsOf(const cin::Stmt& stmt);

/// Vector workspaces that are bit vectors, or of which nobody said how they are stored and that loops skip coordinates
/// of, become bit vectors, which the lowering stores as lists. Others become dense.
cin::Stmt withSparseWorkspaces(const cin::Stmt& stmt);

/// The index variable that a level of an access stores.
inline const notation::IndexVar& varOfLevel(const notation::Access& access, int level) {
  return access.indices.at(static_cast<std::size_t>(access.tensor.format.mode(level)));
}
/// All accesses, results included, each once by its printed form.
std::vector<notation::Access> accessesIn(const cin::Stmt& stmt);
std::vector<cin::Assign> assignmentsIn(const cin::Stmt& stmt);
bool writes(const cin::Stmt& stmt, const std::string& tensor);
/// Whether it happens once for each time that the statement runs, in no loop of its own: there is exactly one such
/// assignment to the tensor.
bool assignsDirectly(const cin::Stmt& stmt, const std::string& tensor);

}  // namespace stardust::loops
