#include "capstan/resources/partition.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace stardust::capstan {
namespace {

// Operands and result of an operation.
struct Step {
  std::vector<Register> takes;
  std::size_t gives;
};

std::vector<Register> operandsOf(const Operation& op) {
  switch (op.kind) {
    case Operation::Kind::Unary: return {op.a};
    case Operation::Kind::Binary: return {op.a, op.b};
    case Operation::Kind::Mux: return {op.a, op.b, op.c};
  }
  return {};
}

class Partition {
 public:
  /// The steps of the loops from `firstLevel` on; other contexts compute the outer ones.
  Partition(const Context& context, const Machine::Pcu& pcu, std::size_t firstLevel)
      : pcu_(pcu), values_(context.registers) {
    const bool hasLanes = !context.levels.empty() && context.levels.back().lanes > 1;
    const auto innermost = context.operations.size() - 1;
    for (const Input& input : context.inputs) {
      if (input.kind == Input::Kind::Token) continue;
      values_[input.reg] = {true, hasLanes && input.kind == Input::Kind::Stream, input.level == innermost};
    }
    for (std::size_t level = 0; level <= innermost; ++level)
      for (const Operation& op : context.operations[level]) {
        values_[op.result] = {true, hasLanes && level == innermost, level == innermost};
        if (level >= firstLevel) add(operandsOf(op), op.result);
      }
  }

  // One step for each reduction, whose result is a value of its own.
  void addReductions(const Context& context) {
    for (const Output& output : context.outputs) {
      if (output.kind != Output::Kind::Reduced) continue;
      values_.push_back({true, false});
      add({output.reg}, values_.size() - 1);
    }
    for (std::size_t sum = context.registers; sum < values_.size(); ++sum) leaves(sum);
  }

  void addLeaving(const Context& context) {
    for (const Output& output : context.outputs) {
      if (output.kind == Output::Kind::Token || output.kind == Output::Kind::Reduced) continue;
      leaves(output.reg);
      if (output.isConditional) leaves(output.enable);
    }
    for (const SramWrite& write : context.writes) {
      leaves(write.index);
      leaves(write.value);
      if (write.isConditional) leaves(write.enable);
    }
    for (const ArgumentWrite& write : context.argumentWrites) {
      leaves(write.value);
      if (write.isConditional) leaves(write.enable);
    }
  }

  int parts() const { return static_cast<int>(ends().size()); }

  Pipeline pipeline() const {
    Pipeline result;
    result.units = parts();
    std::vector<int> ready(values_.size(), 0);  // the chain depth at which a value is available
    std::size_t first = 0;
    for (const auto end : ends()) {
      int begin = 0;
      eachArriving(first, end, [&](std::size_t value) { begin = std::max(begin, ready[value]); });
      eachArriving(first, end, [&](std::size_t value) {
        if (values_[value].isNew) result.slack = std::max(result.slack, begin - ready[value]);
      });
      for (; first < end; ++first) ready[steps_[first].gives] = begin + 1;
      result.depth = std::max(result.depth, begin + 1);
    }
    return result;
  }

 private:
  struct Ports {
    int scalar = 0, vector = 0;
    bool within(int scalars, int vectors) const { return scalar <= scalars && vector <= vectors; }
  };

  // A register. Constants, and iterators, which each unit counts itself, are not inputs.
  struct Value {
    bool arrives = false, isVector = false;
    bool isNew = false;       ///< changes in each iteration of the innermost loop
    std::size_t lastUse = 0;  ///< the last step that uses it; beyond all steps if it leaves the context
  };

  void add(const std::vector<Register>& takes, std::size_t gives) {
    for (const Register reg : takes) values_[reg].lastUse = steps_.size();
    steps_.push_back({takes, gives});
  }

  void leaves(std::size_t value) { values_[value].lastUse = SIZE_MAX; }

  void count(std::size_t value, Ports& ports) const { ++(values_[value].isVector ? ports.vector : ports.scalar); }

  /// The last step of each unit; at least one unit.
  std::vector<std::size_t> ends() const {
    std::vector<std::size_t> result;
    std::size_t first = 0;
    for (std::size_t next = 1; next < steps_.size(); ++next) {
      if (fits(first, next + 1)) continue;
      result.push_back(first = next);
    }
    result.push_back(steps_.size());
    return result;
  }

  /// Visits the inputs of a unit's steps.
  template <class Take>
  void eachArriving(std::size_t first, std::size_t end, const Take& take) const {
    const auto isMadeHere = [&](std::size_t value, std::size_t before) {
      return std::any_of(steps_.begin() + static_cast<std::ptrdiff_t>(first),
                         steps_.begin() + static_cast<std::ptrdiff_t>(before),
                         [&](const Step& step) { return step.gives == value; });
    };
    for (std::size_t i = first; i < end; ++i) {
      for (const Register reg : steps_[i].takes) {
        if (values_[reg].arrives && !isMadeHere(reg, i)) take(reg);
      }
    }
  }

  bool fits(std::size_t first, std::size_t end) const {
    if (end - first > static_cast<std::size_t>(pcu_.stages)) return false;
    std::vector<std::size_t> here;  // the values that the unit has already
    Ports in, out;
    for (std::size_t i = first; i < end; ++i) {
      for (const Register reg : steps_[i].takes) {
        if (!values_[reg].arrives || std::find(here.begin(), here.end(), reg) != here.end()) continue;
        here.push_back(reg);
        count(reg, in);
      }
      here.push_back(steps_[i].gives);
      if (values_[steps_[i].gives].lastUse >= end) count(steps_[i].gives, out);
    }
    return in.within(pcu_.scalarInputs, pcu_.vectorInputs) && out.within(pcu_.scalarOutputs, pcu_.vectorOutputs);
  }

  const Machine::Pcu& pcu_;
  std::vector<Value> values_;  // the registers, then the results of reductions
  std::vector<Step> steps_;
};

}  // namespace

int chainLength(const Context& context, const Machine::Pcu& pcu) {
  Partition partition(context, pcu, 0);
  partition.addReductions(context);
  partition.addLeaving(context);
  return partition.parts();
}

Pipeline pipelineOfInnermost(const Context& context, const Machine::Pcu& pcu) {
  Partition partition(context, pcu, context.operations.size() - 1);
  partition.addLeaving(context);
  return partition.pipeline();
}

}  // namespace stardust::capstan
