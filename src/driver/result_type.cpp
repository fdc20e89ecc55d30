#include "driver/result_type.h"

#include <algorithm>
#include <vector>

#include "driver/sequence.h"

namespace stardust::driver {
namespace {

bool isOfFour(ValueType type) { return type <= ValueType::Float64; }

bool isTruth(const notation::Expr& expr) {
  const auto* call = std::get_if<notation::Call>(&expr->kind);
  return call && call->op->givesTruth;
}

const notation::Assignment* expressionFor(const std::vector<Step>& all, const std::string& result) {
  for (const Step& step : all)
    if (step.expression.value.lhs.tensor.name == result) return &step.expression.value;
  return nullptr;
}

// Whether the expression has an imaginary part, by the declared types of its tensors and the sums in it.
bool isComplexValued(const KernelSpec& spec, const std::vector<Step>& all, const notation::Expr& expr) {
  return !notation::isRealValued(notation::rewrite(expr, [&](const notation::Expr& e) {
    const auto* read = std::get_if<notation::Access>(&e->kind);
    if (!read || read->tensor.isIndexValue) return notation::Expr();
    notation::TensorVar typed = read->tensor;
    const notation::Assignment* sum = spec.innerReductions.count(typed.name) ? expressionFor(all, typed.name) : nullptr;
    if (!sum) typed.type = declaredType(spec, typed.name);
    else typed.type = isComplexValued(spec, all, sum->rhs) ? ValueType::Complex64 : ValueType::Float32;
    return notation::access(notation::withTensor(*read, typed), e->where);
  }));
}

// The types of the operands; those of a sum in the expression count for it.
void addOperandTypes(const KernelSpec& spec, const std::vector<Step>& all, const notation::Assignment& expression,
                     std::vector<ValueType>& types) {
  for (const notation::Access& access : notation::accesses(expression.rhs)) {
    const std::string& name = access.tensor.name;
    const notation::Assignment* sum = spec.innerReductions.count(name) ? expressionFor(all, name) : nullptr;
    if (sum) addOperandTypes(spec, all, *sum, types);
    else if (name != spec.oldContents && !access.tensor.isIndexValue) types.push_back(declaredType(spec, name));
  }
  for (const ValueType type : notation::operandTypes(expression.rhs))
    if (isComplex(type)) types.push_back(type);  // of an imaginary literal
}

std::optional<ValueType> derivedType(const KernelSpec& spec, const std::vector<Step>& all,
                                     const notation::Assignment& expression) {
  if (spec.defaultType || spec.types.count(expression.lhs.tensor.name)) return std::nullopt;
  std::vector<ValueType> types;
  addOperandTypes(spec, all, expression, types);
  if (std::all_of(types.begin(), types.end(), isOfFour)) return std::nullopt;
  if (isTruth(expression.rhs)) return ValueType::Bool;
  ValueType type = types.front();
  for (const ValueType other : types) type = promoted(type, other);
  return isComplex(type) && !isComplexValued(spec, all, expression.rhs) ? realOf(type) : type;
}

ValueType typeOfSum(const KernelSpec& spec, const std::vector<Step>& all, const std::string& sum,
                    const std::string& result) {
  ValueType ofResult = declaredType(spec, result);
  const notation::Assignment* expression = expressionFor(all, sum);
  if (!expression || spec.typedByOperands.count(sum)) return ofResult;
  const bool isOfIndex = spec.indexResults.count(result) > 0;  // argmin= compares values of the operands
  if (ofResult == ValueType::Bool || isOfIndex) {
    std::vector<ValueType> types;
    addOperandTypes(spec, all, *expression, types);
    if (isOfIndex && !types.empty()) ofResult = types.front();
    for (const ValueType type : types) ofResult = promoted(ofResult, type);
  }
  if (isInteger(ofResult)) return ofResult;
  return isComplexValued(spec, all, expression->rhs) ? stardust::complexOf(ofResult) : realOf(ofResult);
}

}  // namespace

ValueType declaredType(const KernelSpec& spec, const std::string& tensor) {
  if (const auto said = spec.types.find(tensor); said != spec.types.end()) return said->second.value;
  return spec.defaultType ? spec.defaultType->value : ValueType::Float32;
}

std::optional<ValueType> derivedType(const KernelSpec& spec, const notation::Assignment& expression) {
  return derivedType(spec, {}, expression);
}

KernelSpec withDerivedTypes(KernelSpec spec) {
  const std::vector<Step> all = allSteps(spec);
  for (const Step& step : all) {
    const std::string& result = step.expression.value.lhs.tensor.name;
    if (spec.innerReductions.count(result)) continue;
    if (const auto type = derivedType(spec, all, step.expression.value))
      spec.types.emplace(result, Said<ValueType>{*type, {}});
  }
  for (const auto& [sum, result] : spec.innerReductions) {
    const auto said = spec.types.find(result);
    const ValueType type = typeOfSum(spec, all, sum, result);
    if (said != spec.types.end() || type != declaredType(spec, sum))
      spec.types.emplace(sum, Said<ValueType>{type, said != spec.types.end() ? said->second.where : Location()});
  }
  return spec;
}

}  // namespace stardust::driver
