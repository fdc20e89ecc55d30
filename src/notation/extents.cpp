#include <fmt/format.h>

#include <algorithm>

#include "notation/parse.h"

namespace stardust::notation {
namespace {

template <class F>
Assignment mapTensors(const Assignment& assignment, F&& f) {
  Assignment out = assignment;
  out.lhs.tensor = f(assignment.lhs, assignment.lhsWhere);
  out.rhs = rewrite(assignment.rhs, [&](const Expr& expr) -> Expr {
    const auto* read = std::get_if<Access>(&expr->kind);
    return read ? access(f(*read, expr->where), read->indices, expr->where) : Expr();
  });
  return out;
}

struct Known {
  Extent extent;
  std::string in;  // the access that determines the extent; empty if the user states it
};

void add(std::map<IndexVar, Known>& known, const IndexVar& var, std::int64_t value, const PlacedAccess& from) {
  const std::string in = print(from.access);
  const auto [place, isNew] = known.emplace(var, Known{{value, from.where}, in});
  const Known& before = place->second;
  if (isNew || before.extent.value == value) return;
  constexpr const char* why = "an index variable runs over the same coordinates everywhere";
  if (before.in.empty())
    failUser(fmt::format("index variable {} has extent {} in {}, not {}", var, value, in, before.extent.value),
             before.extent.where, why);
  failUser(fmt::format("index variable {} has extent {} in {}, but {} in {}", var, value, in, before.extent.value,
                       before.in),
           from.where, why);
}

std::map<IndexVar, Known> stated(const Assignment& assignment, const std::map<IndexVar, Extent>& extents) {
  requireVariables(assignment, extents);
  std::map<IndexVar, Known> known;
  for (const auto& [var, extent] : extents) known.emplace(var, Known{extent, {}});
  return known;
}

}  // namespace

void requireOneExtent(const std::vector<PlacedAccess>& accesses) {
  std::map<IndexVar, Known> known;
  for (const PlacedAccess& a : accesses)
    for (std::size_t m = 0; m < a.access.tensor.dims.size(); ++m)
      add(known, a.access.indices.at(m), a.access.tensor.dims[m], a);
}

void requireVariables(const Assignment& assignment, const std::map<IndexVar, Extent>& extents) {
  std::vector<IndexVar> used = variables(assignment.rhs);
  used.insert(used.end(), assignment.lhs.indices.begin(), assignment.lhs.indices.end());
  for (const auto& [var, extent] : extents)
    if (std::find(used.begin(), used.end(), var) == used.end())
      failUser(fmt::format("the expression has no index variable {}", var), extent.where,
               fmt::format("it is {}", print(assignment)));
}

namespace {

// Extents stated by the user, and extents of the tensors.
std::map<IndexVar, Known> allKnown(const Assignment& assignment, const std::map<IndexVar, Extent>& extents) {
  std::map<IndexVar, Known> known = stated(assignment, extents);
  for (const PlacedAccess& a : placedAccesses(assignment))
    for (std::size_t m = 0; m < a.access.tensor.dims.size(); ++m)
      add(known, a.access.indices.at(m), a.access.tensor.dims[m], a);
  return known;
}

}  // namespace

Assignment withExtents(const Assignment& assignment, const std::map<IndexVar, Extent>& extents,
                       const std::string& whyNeeded) {
  const std::map<IndexVar, Known> known = allKnown(assignment, extents);
  return mapTensors(assignment, [&](const Access& a, const Location& where) {
    TensorVar tensor = a.tensor;
    tensor.dims.clear();
    for (const IndexVar& var : a.indices) {
      const auto found = known.find(var);
      if (found == known.end())
        failUser(fmt::format("the extent of index variable {} is not known", var), where,
                 fmt::format("{} is used by {}, and no file or dimension gives it{}", var, print(a), whyNeeded),
                 fmt::format("give it: a line `dim {0}:100`, or -d={0}:100", var));
      tensor.dims.push_back(found->second.extent.value);
    }
    return tensor;
  });
}

Assignment withKnownExtents(const Assignment& assignment, const std::map<IndexVar, Extent>& extents) {
  const std::map<IndexVar, Known> known = allKnown(assignment, extents);
  return mapTensors(assignment, [&](const Access& a, const Location&) {
    TensorVar tensor = a.tensor;
    tensor.dims.clear();
    if (!std::all_of(a.indices.begin(), a.indices.end(), [&](const IndexVar& var) { return known.count(var) > 0; }))
      return tensor;
    for (const IndexVar& var : a.indices) tensor.dims.push_back(known.at(var).extent.value);
    return tensor;
  });
}

Assignment withDims(const Assignment& assignment, const std::map<std::string, std::vector<std::int64_t>>& dims) {
  return mapTensors(assignment, [&](const Access& a, const Location&) {
    TensorVar tensor = a.tensor;
    const auto known = dims.find(tensor.name);
    tensor.dims = known == dims.end() ? std::vector<std::int64_t>() : known->second;
    return tensor;
  });
}

}  // namespace stardust::notation
