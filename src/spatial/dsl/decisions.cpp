#include "spatial/dsl/decisions.h"

#include <algorithm>

namespace stardust::dsl {

using Handling = Decision::Handling;

bool Decisions::operator==(const Decisions& o) const {
  const auto isSame = [](const auto& a, const auto& b) { return a.first == b.first && a.second.isSame(b.second); };
  return trips == o.trips && separate == o.separate && depths_ == o.depths_ &&
         std::equal(places_.begin(), places_.end(), o.places_.begin(), o.places_.end(), isSame);
}

void Decisions::beginAccel() {
  trips = {};
  depths_.clear();
  for (auto& [place, decision] : places_) {
    if (decision.handling == Handling::Shared || decision.handling == Handling::Settled)
      decision.handling = Handling::Noted;
  }
}

bool Decisions::isNoted(const Location& where) const {
  const auto found = places_.find(placeOf(where));
  return found != places_.end() && found->second.handling != Handling::Turns &&
         found->second.handling != Handling::Shared;
}

bool Decisions::isOnTrial(const Location& where) const {
  const auto found = places_.find(placeOf(where));
  return found != places_.end() && found->second.handling == Handling::Trial;
}

bool Decisions::isShared(const Location& where) const {
  const auto found = places_.find(placeOf(where));
  return found != places_.end() && found->second.handling == Handling::Shared;
}

std::optional<std::int64_t> Decisions::depthOf(const Location& where) const {
  const auto found = depths_.find(placeOf(where));
  return found == depths_.end() ? std::nullopt : std::optional(found->second.given);
}

void Decisions::note(const Location& where, const Reason& reason) {
  const auto [entry, isNew] = places_.try_emplace(placeOf(where), Decision{Handling::Noted, where, reason});
  auto& decision = entry->second;
  if (decision.handling == Handling::Trial || decision.handling == Handling::Turns)
    decision = {Handling::Noted, where, reason, decision.endsLoop};
  if (decision.handling == Handling::Shared) decision.handling = Handling::Settled;
}

void Decisions::noteEnd(const Location& where, const Reason& reason) {
  note(where, reason);
  places_.at(placeOf(where)).endsLoop = true;
}

void Decisions::tryTurns(const Location& where, const Reason& reason) {
  places_.try_emplace(placeOf(where), Decision{Handling::Trial, where, reason});
}

void Decisions::endTrial(const Location& where, bool isLeft) {
  const auto found = places_.find(placeOf(where));
  if (isLeft || found == places_.end() || found->second.handling != Handling::Trial) return;
  found->second.handling = Handling::Turns;
  found->second.reason.how = "a stream, to which they give in turn";
}

void Decisions::endTrials() {
  for (auto& [place, decision] : places_) {
    if (decision.handling == Handling::Trial) decision.handling = Handling::Noted;
  }
}

void Decisions::forgetEnds() {
  for (auto entry = places_.begin(); entry != places_.end();) {
    auto& decision = entry->second;
    const bool isForgotten =
        decision.endsLoop && (decision.handling == Handling::Noted || decision.handling == Handling::Trial);
    decision.endsLoop = false;
    entry = isForgotten ? places_.erase(entry) : std::next(entry);
  }
}

bool Decisions::share(const Location& where) {
  const auto found = places_.find(placeOf(where));
  if (found == places_.end() || found->second.handling == Handling::Shared ||
      found->second.handling == Handling::Settled)
    return false;
  found->second.handling = Handling::Shared;
  found->second.reason.how = "a stream with several readers, each of which takes all elements";
  return true;
}

void Decisions::deepen(const Depth& depth) {
  const auto [entry, isNew] = depths_.try_emplace(placeOf(depth.where), depth);
  if (!isNew) entry->second.given = depth.given;
}

std::vector<Depth> Decisions::depths() const {
  std::vector<Depth> all;
  for (const auto& [place, depth] : depths_) all.push_back(depth);
  return all;
}

}  // namespace stardust::dsl
