#include "tune/sample.h"

#include <algorithm>
#include <map>

#include "tensor/pack.h"

namespace stardust::tune {
namespace {

using notation::Access;
using notation::IndexVar;

std::optional<std::size_t> modeOf(const Access& access, const IndexVar& var) {
  const auto at = std::find(access.indices.begin(), access.indices.end(), var);
  if (at == access.indices.end()) return std::nullopt;
  return static_cast<std::size_t>(at - access.indices.begin());
}

std::vector<Access> accessesOf(const driver::Problem& problem) {
  std::vector<Access> all = notation::accesses(problem.assignment.rhs);
  all.push_back(problem.assignment.lhs);
  return all;
}

// Whether each tensor has the variable in one mode of all its accesses, or in none.
bool isUniform(const std::vector<Access>& accesses, const IndexVar& var) {
  std::map<std::string, std::optional<std::size_t>> modes;
  return std::all_of(accesses.begin(), accesses.end(), [&](const Access& access) {
    const bool isTwice = std::count(access.indices.begin(), access.indices.end(), var) > 1;
    const auto mode = modeOf(access, var);
    return !isTwice && modes.emplace(access.tensor.name, mode).first->second == mode;
  });
}

std::int64_t sampledExtent(std::int64_t extent, std::int64_t every) { return (extent + every - 1) / every; }

Storage sampledTensor(const Storage& tensor, std::size_t mode, std::int64_t every) {
  const Coordinates all = unpack(expanded(tensor));
  Coordinates some{all.dims, {}, makeValues(tensor.type(), 0)};
  some.dims[mode] = sampledExtent(all.dims[mode], every);
  const std::size_t order = all.dims.size();
  std::vector<std::int64_t> coordinates = all.crd.wide();
  for (std::size_t e = 0; e < all.size(); ++e) {
    std::int64_t* const at = coordinates.data() + e * order;
    if (at[mode] % every != 0) continue;
    at[mode] /= every;
    some.crd.append(at, at + order);
    std::visit([&](auto& to) { to.push_back(std::get<std::decay_t<decltype(to)>>(all.values)[e]); }, some.values);
  }
  return pack(some, tensor.format);
}

}  // namespace

std::optional<IndexVar> sampledVariable(const driver::Problem& problem) {
  const std::vector<Access> accesses = accessesOf(problem);
  const bool hasIndexValues =
      std::any_of(accesses.begin(), accesses.end(), [](const Access& access) { return access.tensor.isIndexValue; });
  if (problem.computed || hasIndexValues) return std::nullopt;
  std::vector<IndexVar> vars = problem.assignment.lhs.indices;
  for (const Access& access : accesses) vars.insert(vars.end(), access.indices.begin(), access.indices.end());
  for (const IndexVar& var : vars)
    if (isUniform(accesses, var)) return var;
  return std::nullopt;
}

std::int64_t extentOf(const driver::Problem& problem, const IndexVar& var) {
  for (const Access& access : accessesOf(problem))
    if (const auto mode = modeOf(access, var)) return access.tensor.dims[*mode];
  return 0;
}

driver::Problem sampled(const driver::Problem& problem, const IndexVar& var, std::int64_t every) {
  driver::Problem some{static_cast<const driver::ProblemWithoutData&>(problem), {}};
  const auto shrink = [&](Access access) {
    if (const auto mode = modeOf(access, var))
      access.tensor.dims[*mode] = sampledExtent(access.tensor.dims[*mode], every);
    return access;
  };
  some.assignment.lhs = shrink(problem.assignment.lhs);
  some.assignment.rhs = notation::rewrite(problem.assignment.rhs, [&](const notation::Expr& e) {
    const auto* access = std::get_if<Access>(&e->kind);
    return access ? notation::access(shrink(*access), e->where) : notation::Expr();
  });
  const std::vector<Access> accesses = accessesOf(problem);
  for (const auto& [name, operand] : problem.operands) {
    const auto access = std::find_if(accesses.begin(), accesses.end(),
                                     [&, &tensor = name](const Access& one) { return one.tensor.name == tensor; });
    const auto mode = access == accesses.end() ? std::nullopt : modeOf(*access, var);
    some.operands.emplace(name, mode ? sampledTensor(operand, *mode, every) : operand);
  }
  return some;
}

}  // namespace stardust::tune
