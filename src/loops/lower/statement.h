// What the lowering asks of a statement as a whole.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "cin/query.h"
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
  std::map<std::string, notation::AssignOp> reduces;  ///< by tensor that is reduced into (cin::reductionsIn)

  std::vector<notation::TensorVar> tensors() const;  ///< of `accesses`, each once, the result last
  bool isResult(const notation::Access& access) const { return access.tensor.name == result.tensor.name; }
};
/// Throws Error (internal) if the statement assigns no result, or several.
StatementFacts factsOf(const cin::Stmt& stmt);

/// Vector workspaces that are bit vectors, or of which nobody said how they are stored and that loops skip coordinates
/// of, become bit vectors, which the lowering stores as lists. Others become dense.
cin::Stmt withSparseWorkspaces(const cin::Stmt& stmt);

/// ws += e, with nothing else, where ws is a scalar and e one term.
bool addsToScalar(const cin::Stmt& stmt);

}  // namespace stardust::loops
