#include "driver/ready_call.h"

#include <algorithm>

#include "cin/nodes.h"
#include "driver/kernel.h"

namespace stardust::driver {
namespace {

constexpr std::size_t mostArguments = 16;  // of a call without a search; others go the long way

std::optional<std::size_t> positionOf(const std::vector<notation::TensorVar>& tensors, const std::string& name) {
  const auto at = std::find_if(tensors.begin(), tensors.end(), [&](const auto& tensor) { return tensor.name == name; });
  if (at == tensors.end()) return std::nullopt;
  return static_cast<std::size_t>(at - tensors.begin());
}

}  // namespace

std::optional<ReadyCall> Kernel::readyCall(const std::vector<Argument>& operands) const {
  if (problem_.computed || hasIndexValues_ || operands.size() + 1 > mostArguments) return std::nullopt;
  KernelProgram::Arguments arguments;
  for (std::size_t n = 0; n < operands.size(); ++n) arguments.emplace(operands_.at(n).name, operands[n]);
  const KernelProgram& program = programFor(arguments, requireFit(operands));
  const cpu::Kernel* kernel = program.whole();
  if (!kernel || !cin::relationsOf(program.compiled().scheduled).empty()) return std::nullopt;
  ReadyCall call;
  call.kernel_ = kernel;
  call.threads_ = program.threads();
  for (const std::string& name : kernel->tensors()) {
    call.order_.push_back(positionOf(operands_, name));
    if (!call.order_.back() && name != assignment_.lhs.tensor.name) return std::nullopt;
  }
  std::map<notation::IndexVar, ReadyCall::Mode> known;
  for (const notation::Access& access : notation::accesses(assignment_.rhs)) {
    const std::size_t operand = *positionOf(operands_, access.tensor.name);
    for (std::size_t m = 0; m < access.indices.size(); ++m) {
      const auto [first, isNew] = known.emplace(access.indices[m], ReadyCall::Mode{operand, m});
      if (!isNew) call.equal_.push_back({first->second, {operand, m}});
    }
  }
  for (const auto& [var, extent] : extents_)
    if (const auto mode = known.find(var); mode != known.end()) call.fixed_.push_back({mode->second, extent.value});
  for (const notation::IndexVar& var : assignment_.lhs.indices) {
    const auto mode = known.find(var);
    const auto extent = extents_.find(var);
    if (mode != known.end()) call.extents_.push_back({mode->second});
    else if (extent != extents_.end()) call.extents_.push_back({std::nullopt, extent->second.value});
    else return std::nullopt;
  }
  const notation::TensorVar& assembled = program.statements().back().ready.problem.assignment.lhs.tensor;
  call.assembled_ = assembled.format;
  call.declared_ = assignment_.lhs.tensor.format;
  call.type_ = assembled.type;
  return call;
}

bool ReadyCall::run(std::span<const StorageView* const> operands, KernelResult& result) const {
  const auto extentOf = [&](const Mode& mode) { return operands[mode.operand]->dims[mode.mode]; };
  for (const Equal& equal : equal_)
    if (extentOf(equal.one) != extentOf(equal.other)) return false;
  for (const Fixed& fixed : fixed_)
    if (extentOf(fixed.mode) != fixed.extent) return false;
  // Where no width is stated, a wide extent needs a program of its own.
  for (const StorageView* operand : operands)
    for (const std::int64_t dim : operand->dims)
      if (dim > mostNarrow) return false;
  cpu::ResultShape shape{{}, assembled_, type_};
  for (const Extent& extent : extents_) {
    shape.dims.push_back(extent.mode ? extentOf(*extent.mode) : extent.number);
    if (shape.dims.back() > mostNarrow) return false;
  }
  const StorageView* ordered[mostArguments] = {};
  for (std::size_t n = 0; n < order_.size(); ++n) ordered[n] = order_[n] ? operands[*order_[n]] : nullptr;
  result.temporaries_.clear();
  result.converted_.reset();
  result.format_.reset();
  if (!(declared_ == assembled_)) result.format_ = declared_;
  if (result.memory_) result.memory_->reshape(shape);
  else result.memory_.emplace(shape);
  kernel_->run({ordered, order_.size()}, *result.memory_, threads_);
  return true;
}

}  // namespace stardust::driver
