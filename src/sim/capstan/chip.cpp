#include "sim/capstan/chip.h"

namespace stardust::sim {
namespace {

capstan::NetworkModel modelOf(const capstan::Machine& m, bool isIdeal) {
  return isIdeal ? capstan::NetworkModel::Ideal : m.network.model;
}

Delays delaysOf(const capstan::Machine& m, capstan::NetworkModel network) {
  return {m.pcu.stages,
          m.pcu.reduceLatency,
          m.pmu.addressStages,
          m.spmu.latency,
          network == capstan::NetworkModel::Ideal ? 0 : Cycle{m.shuffle.stages},
          m.ag.pipelineCycles};
}

}  // namespace

Chip::Chip(const capstan::Mapping& theMapping, const capstan::Machine& theMachine, bool isIdeal)
    : mapping(theMapping),
      machine(theMachine),
      network(theMapping, theMachine, modelOf(theMachine, isIdeal)),
      delays(delaysOf(theMachine, modelOf(theMachine, isIdeal))) {}

}  // namespace stardust::sim
