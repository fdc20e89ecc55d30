// Evaluation of tensors: packing of entries, or computation of definitions.
#pragma once

#include <memory>
#include <vector>

#include "api/nodes.h"
#include "stardust/run.h"

namespace stardust::api {

/// All tensors that a definition transitively depends on, in topological order. Throws Error (user) for a chain of
/// definitions that is too long. O(size of all definitions).
std::vector<std::shared_ptr<TensorState>> dependenciesOf(const Definition& definition);

/// Whether the value is up to date with the values of its operands.
bool isCurrent(const Content& content);

/// A tensor with the former contents `content` of `tensor`, packed here if needed; null if it was empty.
std::shared_ptr<TensorState> previousContents(const TensorState& tensor, Content& content);

/// The unscheduled assignment. Throws Error (user) if there is none.
std::shared_ptr<const IndexStmt::State> assignmentOf(const std::shared_ptr<TensorState>& tensor);

/// The statement in the form of the driver, without data.
driver::Problem problemOf(const IndexStmt::State& stmt);

/// Throws Error (user) for an illegal number of threads; `option` names its source.
void requireThreads(int threads, const char* option);

/// Evaluates the tensor after its outdated dependencies. A wrong result leaves the tensor without a value.
Report evaluate(const std::shared_ptr<TensorState>& tensor, const RunOptions& options);

/// The value; evaluated with default options if missing or outdated. Throws Error (wrong) for a wrong result.
/// Thread-safe as long as no thread modifies the tensor or its dependencies.
std::shared_ptr<const Value> valueOf(const std::shared_ptr<TensorState>& tensor);

/// The Spatial program for an evaluation.
std::string programOf(const std::shared_ptr<TensorState>& tensor);

}  // namespace stardust::api
