// Values of tensors: packed from their entries, or computed from their definitions.
#pragma once

#include <memory>
#include <vector>

#include "api/nodes.h"
#include "stardust/run.h"

namespace stardust::api {

/// Every tensor that a definition is computed from, through all definitions, each after those that it needs itself.
/// Throws Error (user) at chains of definitions that are too long. O(size of all definitions).
std::vector<std::shared_ptr<TensorState>> neededBy(const Definition& definition);

/// Has a value, computed from the values that its operands have now.
bool isCurrent(const Content& content);

/// A tensor that holds what `tensor` held with `content` (packed here, if it was not); null if that is nothing.
std::shared_ptr<TensorState> heldBy(const TensorState& tensor, Content& content);

/// The assignment without a schedule. Throws Error (user) if there is none.
std::shared_ptr<const IndexStmt::State> assignmentOf(const std::shared_ptr<TensorState>& tensor);

/// The statement as the driver takes it, without data.
driver::Problem problemOf(const IndexStmt::State& stmt);

/// Throws Error (user) for a number of threads that is neither 0 nor one that a run may have; `option` says it.
void requireThreads(int threads, const char* option);

/// Evaluates the tensor, after all it needs that has no value yet. If the result is wrong, the tensor is left without a
/// value.
Report evaluate(const std::shared_ptr<TensorState>& tensor, const RunOptions& options);

/// The value, evaluated with default options if there is none or an operand has changed. Throws Error (wrong) if the
/// result is wrong. Safe with several threads, as long as none changes the tensor or what it needs.
std::shared_ptr<const Value> valueOf(const std::shared_ptr<TensorState>& tensor);

/// The Spatial program of an evaluation.
std::string programOf(const std::shared_ptr<TensorState>& tensor);

}  // namespace stardust::api
