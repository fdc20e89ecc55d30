#include "driver/kernel.h"

#include <fmt/format.h>

#include <algorithm>
#include <list>

#include "cin/derived.h"
#include "driver/conversions.h"
#include "driver/device_formats.h"
#include "driver/machines.h"
#include "driver/places.h"
#include "driver/run.h"
#include "support/plural.h"

namespace stardust::driver {
namespace {

std::vector<notation::TensorVar> operandTensors(const notation::Assignment& assignment) {
  std::vector<notation::TensorVar> operands;
  for (const notation::Access& access : notation::accesses(assignment.rhs))
    if (std::none_of(operands.begin(), operands.end(),
                     [&](const auto& other) { return other.name == access.tensor.name; }))
      operands.push_back(access.tensor);
  return operands;
}

Ready prepared(Problem problem, bool strict) {
  problem.assignment = notation::withDims(problem.assignment, {});
  problem.operands.clear();
  schedule::requireLanes(problem.commands, loadMachine(RunRequest().machine).pcu.lanes);
  return forCpu(std::move(problem), strict);
}

std::string described(const Format& format) {
  return format.order() == 0 ? "a scalar" : "a tensor stored as " + toString(format);
}

}  // namespace

Kernel::Kernel(Problem problem, const CpuSettings& settings, bool strict, Extents extents)
    : assignment_(notation::withDims(problem.assignment, {})),
      operands_(operandTensors(assignment_)),
      extents_(std::move(extents)),
      threads_(threadsOf(settings)),
      ready_(prepared(std::move(problem), strict)),
      compiled_(compileForCpu(ready_.scheduled, ready_.problem.name)),
      kernel_(compiled_.function, toolchainOf(settings)) {
  notation::requireVariables(assignment_, extents_);
}

void Kernel::requireFits(const notation::TensorVar& parameter, const Format& format, ValueType type) const {
  const auto refuse = [&](const std::string& is, const std::string& should, const std::string& use) {
    failUser(fmt::format("the argument for {} in the kernel {} is {}, not {}", parameter.name,
                         notation::print(assignment_), is, should),
             {}, "a kernel is compiled for the formats and types of its tensors", use + ", or compile another kernel");
  };
  if (format != parameter.format)
    refuse(described(format), described(parameter.format), "use " + described(parameter.format));
  if (type != parameter.type)
    refuse("of type " + toString(type), "of type " + toString(parameter.type),
           fmt::format("use values of type {}", toString(parameter.type)));
}

std::vector<std::int64_t> Kernel::requireFit(const std::vector<StorageView>& operands,
                                             const std::vector<std::int64_t>& dims) const {
  if (operands.size() != operands_.size())
    failUser(fmt::format("the kernel {} has {}, and is given {}", notation::print(assignment_),
                         counted(operands_.size(), "operand"), operands.size()));
  std::map<std::string, std::vector<std::int64_t>> known = {{assignment_.lhs.tensor.name, dims}};
  for (std::size_t n = 0; n < operands.size(); ++n) {
    requireFits(operands_[n], operands[n].format, operands[n].type());
    known.emplace(operands_[n].name, operands[n].dims);
  }
  const auto complete = notation::withExtents(notation::withDims(assignment_, known), extents_);
  cin::Extents extents;
  for (const auto& [access, where] : notation::placedAccesses(complete))
    for (std::size_t m = 0; m < access.indices.size(); ++m) extents.emplace(access.indices[m], access.tensor.dims[m]);
  withPlaceOf(assignment_, compiled_.commands,
              [&] { cin::withDerived(cin::relationsOf(compiled_.scheduled), extents); });
  return complete.lhs.tensor.dims;
}

void Kernel::run(const std::vector<StorageView>& operands, const std::vector<std::int64_t>& dims,
                 KernelResult& result) const {
  std::map<std::string, StorageView> arrays;
  for (std::size_t n = 0; n < operands.size(); ++n) arrays.emplace(operands_.at(n).name, operands[n]);
  std::list<Storage> converted;  // a list, for stable addresses
  for (const Receipt& receipt : ready_.problem.receipts) {
    converted.push_back(driver::converted(copyOf(arrays.at(receipt.tensor)), receipt.to));
    arrays[receipt.copy.empty() ? receipt.tensor : receipt.copy] = viewOf(converted.back());
  }
  const notation::TensorVar& assembled = ready_.problem.assignment.lhs.tensor;
  const cpu::ResultShape shape{dims, assembled.format, assembled.type};
  if (result.memory_) result.memory_->reshape(shape);
  else result.memory_.emplace(shape);
  result.converted_.reset();
  withSubject("the kernel " + notation::print(assignment_),
              [&] { kernel_.run(arrays, assembled.name, *result.memory_, threads_); });
  if (ready_.problem.finally) result.converted_ = finish(*ready_.problem.finally, result.memory_->storage()).result;
}

}  // namespace stardust::driver
