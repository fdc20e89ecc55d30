#include "sam/lower/lower.h"

namespace stardust::sam {
namespace {

using iteration::Condition;
using iteration::Rule;
using Op = iteration::Combination::Op;
using Side = Rule::Side;
using Take = Rule::Take;
constexpr const Condition* always = nullptr;

}  // namespace

const iteration::Table& rewriteTable() {
  static const iteration::Table table = {
      {"universe", "U", "a dense scanner", std::nullopt, Side::Universe, Side::Any, always, Take::End},
      {"compressed", "C", "a scanner", std::nullopt, Side::Compressed, Side::Any, always, Take::End},
      {"absorption", "(C1 ∪ C2) ∩ C1", "C1", std::nullopt, Side::BitVectors, Side::Any, &iteration::reducible,
       Take::Smaller},
      {"joined", "S", "its joiners", std::nullopt, Side::BitVectors, Side::Any, always, Take::End},
      {"universe-union-left", "U ∪ _", "U", Op::Union, Side::Universe, Side::Any, always, Take::Left},
      {"universe-union-right", "_ ∪ U", "U", Op::Union, Side::Any, Side::Universe, always, Take::Right},
      {"universe-intersection", "U ∩ U", "U", Op::Intersection, Side::Universe, Side::Universe, always, Take::Left},
      {"locate-right", "S ∩ U", "S, and a locator for the dense level", Op::Intersection, Side::Any, Side::Universe,
       always, Take::Left},
      {"locate-left", "U ∩ S", "S, and a locator for the dense level", Op::Intersection, Side::Universe, Side::Any,
       always, Take::Right},
      {"idempotent-intersection", "C ∩ C (the same)", "C", Op::Intersection, Side::Compressed, Side::SameCompressed,
       always, Take::Left},
      {"idempotent-union", "C ∪ C (the same)", "C", Op::Union, Side::Compressed, Side::SameCompressed, always,
       Take::Left},
      {"intersection", "S ∩ S", "an intersect block", Op::Intersection, Side::Any, Side::Any, always, Take::Both},
      {"union", "S ∪ S", "a union block", Op::Union, Side::Any, Side::Any, always, Take::Both},
  };
  return table;
}

}  // namespace stardust::sam
