#include "notation/views.h"

#include <fmt/format.h>

#include <algorithm>

namespace stardust::notation {
namespace {

std::string freshName(const std::string& wanted, std::set<std::string>& taken) {
  std::string name = wanted;
  for (int n = 2; !taken.insert(name).second; ++n) name = fmt::format("{}{}", wanted, n);
  return name;
}

int positionOf(const std::vector<IndexVar>& vars, const IndexVar& var) {
  return static_cast<int>(std::find(vars.begin(), vars.end(), var) - vars.begin());
}

Format formatOfView(const Access& access) {
  const Format& source = access.tensor.format;
  std::vector<LevelFormat> levels;
  std::vector<int> modes;
  bool isDense = true;  // so far
  for (int l = 0; l < source.order(); ++l) {
    isDense = isDense && (source.isFull() || source.level(l) == dense);
    for (const IndexVar& var : access.computed.at(static_cast<std::size_t>(source.mode(l))).variables()) {
      const int mode = positionOf(access.indices, var);
      if (std::find(modes.begin(), modes.end(), mode) != modes.end()) continue;
      modes.push_back(mode);
      levels.push_back(isDense ? dense : compressed);
    }
  }
  if (!source.isFull() && !levels.empty()) levels.back() = compressed;
  return source.with(std::move(levels), std::move(modes));
}

TensorVar tensorOfView(const Access& access, std::string name) {
  TensorVar tensor;
  tensor.name = std::move(name);
  tensor.format = formatOfView(access);
  tensor.type = access.tensor.type;
  return tensor;
}

const View* find(const std::vector<View>& views, const Access& access) {
  const auto found = std::find_if(views.begin(), views.end(), [&](const View& view) { return equal(view.of, access); });
  return found == views.end() ? nullptr : &*found;
}

// The access with variables only; axisOf stands for computed indices.
Access ofSource(const Access& access) {
  if (access.computed.empty()) return access;
  Access plain{access.tensor, {}};
  for (std::size_t m = 0; m < access.computed.size(); ++m)
    plain.indices.push_back(access.computed[m].isVariable ? access.computed[m].terms[0].name
                                                          : axisOf(access.tensor.name, m));
  return plain;
}

Expr times(const Expr& a, const Access& b, const Location& where) {
  return binary(operators::multiply, a, access(b, where), a->where);
}

}  // namespace

Viewed withViews(const Assignment& written, const std::set<std::string>& taken) {
  std::set<std::string> names = taken;
  for (const PlacedAccess& placed : placedAccesses(written)) names.insert(placed.access.tensor.name);
  Viewed viewed{written, {}, {}};
  for (const auto& [access, where] : placedAccesses({{}, {}, {}, written.rhs})) {
    if (access.computed.empty() || find(viewed.views, access)) continue;
    viewed.views.push_back({tensorOfView(access, freshName(access.tensor.name + "_view", names)), access, where});
  }
  viewed.assignment.rhs = withViews(written.rhs, viewed.views);
  if (written.lhs.computed.empty()) return viewed;
  const TensorVar part = tensorOfView(written.lhs, freshName(written.lhs.tensor.name + "_part", names));
  viewed.placement.push_back({part, written.lhs, written.op, written.lhsWhere});
  viewed.assignment.lhs = {part, written.lhs.indices};
  if (!reducesAll(written.op)) viewed.assignment.op = AssignOp::Set;
  return viewed;
}

Expr withViews(const Expr& expr, const std::vector<View>& views) {
  return rewrite(expr, [&](const Expr& e) {
    const auto* read = std::get_if<Access>(&e->kind);
    const View* view = read && !read->computed.empty() ? find(views, *read) : nullptr;
    return view ? access(view->tensor, view->of.indices, e->where) : Expr();
  });
}

std::vector<PlacedAccess> indexTensors(const Assignment& written) {
  std::vector<PlacedAccess> found;
  std::set<std::string> seen;
  for (const auto& [access, where] : placedAccesses(written))
    for (const Index& index : access.computed)
      for (const IndexTerm& term : index.terms)
        if (term.isGather() && seen.insert(term.name).second)
          found.push_back({undeclaredAccess(term.name,
                                            [&] {
                                              std::vector<Index> indices;
                                              for (const IndexVar& var : term.indices)
                                                indices.push_back(plainIndex(var));
                                              return indices;
                                            }()),
                           index.where ? index.where : where});
  return found;
}

IndexVar axisOf(const std::string& tensor, std::size_t mode) { return fmt::format("mode {} of {}", mode + 1, tensor); }

Assignment ofSources(const Assignment& written, bool hasContents) {
  Assignment all = written;
  all.rhs = rewrite(written.rhs, [&](const Expr& e) {
    const auto* read = std::get_if<Access>(&e->kind);
    return read && !read->computed.empty() ? access(ofSource(*read), e->where) : Expr();
  });
  for (const auto& [access, where] : indexTensors(written)) all.rhs = times(all.rhs, access, where);
  if (written.lhs.computed.empty()) return all;
  if (hasContents) all.rhs = times(all.rhs, ofSource(written.lhs), written.lhsWhere);
  all.lhs.tensor.name += " in parts";
  all.lhs.tensor.format = denseFormat(static_cast<int>(written.lhs.indices.size()));
  all.lhs.computed.clear();
  if (!reducesAll(written.op)) all.op = AssignOp::Set;
  return all;
}

}  // namespace stardust::notation
