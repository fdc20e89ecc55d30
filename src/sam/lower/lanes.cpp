#include <fmt/format.h>

#include <algorithm>

#include "cin/query.h"
#include "sam/lower/lowerer.h"

namespace stardust::sam {

std::vector<cin::Assign> Lowerer::definedOutside(const cin::Stmt& body) const {
  std::vector<cin::Assign> assigns = cin::assignmentsIn(body);
  std::erase_if(assigns, [&](const cin::Assign& assign) { return scopes_.count(assign.lhs.tensor.name) == 0; });
  return assigns;
}

std::string Lowerer::whyNoLanes(const cin::Forall& s, const Place& place) const {
  for (const auto& [key, reading] : place.readings)
    if (reading.isStream && !reading.isWhole())
      return fmt::format("{} is a stream, whose fibers cannot be forked", reading.access.tensor.name);
  const auto assigns = definedOutside(s.body);
  if (assigns.size() != 1) return fmt::format("the loop over {} has several terms", s.var);
  const notation::Access& lhs = assigns.front().lhs;
  if (lhs.tensor.order() == 0 || notation::varOfLevel(lhs, 0) == s.var) return {};
  return fmt::format("the outermost loop, over {}, is not the first level of {}", s.var, notation::print(lhs));
}

Produced Lowerer::inLanes(const cin::Forall& s, const Place& place) {
  std::vector<Produced> lanes;
  const auto loops = loops_.size();
  for (int lane = 0; lane < lanes_; ++lane) {
    const auto own = [&](Source stream) { return builder_.fork(stream, lanes_)[static_cast<std::size_t>(lane)]; };
    Place inside = place;
    inside.loops[0].crd = own(inside.loops[0].crd);
    inside.loops[0].mayBeEmpty = true;  // with fewer iterations than lanes
    for (auto& [key, reading] : inside.readings)
      if (reading.depth == 1 && reading.ref.isBlock()) reading.ref = own(reading.ref);
    const auto scopes = scopes_;
    const auto alone = isAlone_;
    laneDepth_ = 1;
    for (auto& [key, reading] : inside.readings) locateLevels(reading, inside, s.body);
    lanes.push_back(statement(s.body, inside));
    laneDepth_ = 0;
    scopes_ = scopes;
    isAlone_ = alone;
    if (lane + 1 < lanes_) loops_.resize(loops);
  }
  used_ = {lanes_, s.var, {}};

  const LoweredLoop& forked = place.loops[0];
  const auto joined = [&](int levels, auto&& streamOf) {
    std::vector<Source> streams;
    for (const Produced& lane : lanes) streams.push_back(streamOf(lane));
    return builder_.joinLanes(forked.crd, streams, levels);
  };
  const Produced& first = lanes.front();
  const auto inner = static_cast<int>(first.crds.size());
  Produced result;
  result.values = joined(inner, [](const Produced& lane) { return lane.values; });
  const cin::Assign assign = definedOutside(s.body).front();
  if (assign.lhs.tensor.order() == 0) {
    const operators::Operator& op = assign.op.reduction() ? *assign.op.reduction() : *operators::add;
    result.mayBeAbsent =
        assign.lhs.tensor.workspace && &op == operators::add && (forked.mayBeEmpty || first.mayBeAbsent);
    result.values = builder_.reduce(op, result.values, Source(),
                                    result.mayBeAbsent ? Builder::OfEmpty::Absent : Builder::OfEmpty::Identity);
    return result;
  }
  result.crds = {forked.crd};
  result.mayBeEmpty = {forked.mayBeEmpty};
  if (first.mayBeAbsent) {
    const auto [crd, present] = builder_.dropAbsent(forked.crd, result.values);
    result.crds = {crd};
    result.mayBeEmpty = {true};
    result.values = present;
  }
  for (int level = 0; level < inner; ++level) {
    const auto n = static_cast<std::size_t>(level);
    result.crds.push_back(joined(level + 1, [n](const Produced& lane) { return lane.crds[n]; }));
    result.mayBeEmpty.push_back(first.mayBeEmpty[n]);
  }
  return result;
}

}  // namespace stardust::sam
