#include <fmt/format.h>

#include <algorithm>

#include "notation/parse.h"

namespace stardust::notation {
namespace {

template <class F>
Assignment mapTensors(const Assignment& assignment, F&& f) {
  Assignment out = assignment;
  out.lhs.tensor = f(assignment.lhs);
  out.rhs = rewrite(assignment.rhs, [&](const Expr& expr) -> Expr {
    const auto* read = std::get_if<Access>(&expr->kind);
    return read ? access(f(*read), read->indices, expr->where) : Expr();
  });
  return out;
}

struct Extent {
  std::int64_t value;
  std::string from;  // whose it is, for the message
};

void addExtent(std::map<IndexVar, Extent>& known, const IndexVar& var, std::int64_t value, const std::string& from) {
  const auto [place, isNew] = known.emplace(var, Extent{value, from});
  if (isNew || place->second.value == value) return;
  failUser(fmt::format("index variable {} has extent {} in {}, but {} in {}", var, place->second.value, place->second.from, value, from), {},
           "an index variable runs over the same coordinates everywhere");
}

}  // namespace

Assignment withExtents(const Assignment& assignment, const std::map<IndexVar, std::int64_t>& extents) {
  std::vector<Access> all = accesses(assignment.rhs);
  all.insert(all.begin(), assignment.lhs);
  std::map<IndexVar, Extent> known;
  for (const auto& [var, value] : extents) {
    const bool used = std::any_of(all.begin(), all.end(), [&, v = var](const Access& a) {
      return std::find(a.indices.begin(), a.indices.end(), v) != a.indices.end();
    });
    if (!used) failUser(fmt::format("index variable {} is not in the expression {}", var, print(assignment)));
    addExtent(known, var, value, "-d");
  }
  for (const Access& a : all)
    for (std::size_t m = 0; m < a.tensor.dims.size(); ++m) addExtent(known, a.indices.at(m), a.tensor.dims[m], print(a));
  return mapTensors(assignment, [&](const Access& a) {
    TensorVar tensor = a.tensor;
    tensor.dims.clear();
    for (const IndexVar& var : a.indices) {
      const auto found = known.find(var);
      if (found == known.end())
        failUser(fmt::format("the extent of index variable {} is not known", var), {},
                 fmt::format("{} is used by {}, and no file or dimension gives it", var, print(a)),
                 fmt::format("give it: -d={}:100", var));
      tensor.dims.push_back(found->second.value);
    }
    return tensor;
  });
}

}  // namespace stardust::notation
