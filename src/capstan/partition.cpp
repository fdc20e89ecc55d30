#include "capstan/partition.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace stardust::capstan {
namespace {

// What an operation takes and gives.
struct Step {
  std::vector<Register> takes;
  std::size_t gives;
};

std::vector<Register> operandsOf(const Operation& op) {
  switch (op.kind) {
    case Operation::Kind::Unary:
      return {op.a};
    case Operation::Kind::Binary:
      return {op.a, op.b};
    case Operation::Kind::Mux:
      return {op.a, op.b, op.c};
  }
  return {};
}

class Partition {
 public:
  /// Of the loops from `firstLevel` on; what is computed above comes from elsewhere.
  Partition(const Context& context, const Machine::Pcu& pcu, std::size_t firstLevel)
      : pcu_(pcu), values_(context.registers) {
    const bool hasLanes = !context.levels.empty() && context.levels.back().lanes > 1;
    for (const Input& input : context.inputs)
      if (input.kind != Input::Kind::Token) values_[input.reg] = {true, hasLanes && input.kind == Input::Kind::Stream};
    for (std::size_t level = 0; level < context.operations.size(); ++level)
      for (const Operation& op : context.operations[level]) {
        values_[op.result] = {true, hasLanes && level + 1 == context.operations.size()};
        if (level >= firstLevel) add(operandsOf(op), op.result);
      }
  }

  // One step each, whose sum is a word of its own.
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

  int parts() const {
    int count = 1;
    std::size_t first = 0;
    for (std::size_t next = 0; next < steps_.size(); ++next) {
      if (next == first || fits(first, next + 1)) continue;
      ++count;
      first = next;
    }
    return count;
  }

 private:
  struct Ports {
    int scalar = 0, vector = 0;
    bool within(int scalars, int vectors) const { return scalar <= scalars && vector <= vectors; }
  };

  // A register; constants, and iterators, which each unit counts itself, do not come from anywhere.
  struct Value {
    bool arrives = false, isVector = false;
    std::size_t lastUse = 0;  ///< the last step that takes it, or none of them if it leaves the context
  };

  void add(const std::vector<Register>& takes, std::size_t gives) {
    for (const Register reg : takes) values_[reg].lastUse = steps_.size();
    steps_.push_back({takes, gives});
  }

  void leaves(std::size_t value) { values_[value].lastUse = SIZE_MAX; }

  void count(std::size_t value, Ports& ports) const { ++(values_[value].isVector ? ports.vector : ports.scalar); }

  bool fits(std::size_t first, std::size_t end) const {
    if (end - first > static_cast<std::size_t>(pcu_.stages)) return false;
    std::vector<std::size_t> here;  // what the unit has already
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
  std::vector<Value> values_;  // the registers, then the sums of reductions
  std::vector<Step> steps_;
};

}  // namespace

int chainLength(const Context& context, const Machine::Pcu& pcu) {
  Partition partition(context, pcu, 0);
  partition.addReductions(context);
  partition.addLeaving(context);
  return partition.parts();
}

int chainOfInnermost(const Context& context, const Machine::Pcu& pcu) {
  Partition partition(context, pcu, context.operations.size() - 1);
  partition.addLeaving(context);
  return partition.parts();
}

}  // namespace stardust::capstan
