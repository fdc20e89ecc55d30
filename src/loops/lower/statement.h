// Facts about a whole statement.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "cin/query.h"
#include "loops/nodes.h"

namespace stardust::loops {

struct StatementFacts {
  cin::Stmt body;                        ///< without the relations
  std::vector<cin::Relation> relations;  ///< excluding execution requests: Parallelize and Unroll
  std::vector<cin::Relation> executions;
  cin::Extents extents;
  std::vector<notation::Access>
      accesses;  ///< of tensors bound to data: operands in order of appearance, then the result
  notation::Access result;
  ValueType type = ValueType::Float32;                ///< of the computation: stardust::expressionType
                                                      ///< complex if an operand is; real values are then computed in
                                                      ///< the type of its parts
  int writers = 0;                                    ///< number of assignments to the result
  std::map<std::string, notation::AssignOp> reduces;  ///< reduction operator by tensor (cin::reductionsIn)

  std::vector<notation::TensorVar> tensors() const;  ///< the distinct tensors of `accesses`, the result last
  /// Of the values of the result, before they are narrowed.
  ValueType typeOfResult() const { return isComplex(result.tensor.type) ? type : realOf(type); }
  bool isResult(const notation::Access& access) const { return access.tensor.name == result.tensor.name; }
};
/// Throws Error (internal) unless the statement assigns exactly one result.
StatementFacts factsOf(const cin::Stmt& stmt);

/// Selects the format of vector workspaces. A workspace becomes a bit vector, which the lowering implements as a
/// coordinate list, if it is declared so, or if its format is unspecified and loops skip some of its coordinates. All
/// others become dense.
cin::Stmt withSparseWorkspaces(const cin::Stmt& stmt);

/// The statement with the types of workspaces: complex ones and real ones, if it computes with complex numbers.
cin::Stmt withTypedWorkspaces(const cin::Stmt& stmt);

/// Whether the statement is ws += e, with a scalar ws and a single term e.
bool addsToScalar(const cin::Stmt& stmt);

}  // namespace stardust::loops
