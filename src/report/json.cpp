#include "report/json.h"

#include <type_traits>

#include "driver/targets/shown.h"
#include "report/precision.h"

namespace stardust::report {

using namespace driver;

namespace {

Json tensors(const Run& run) {
  Json list = Json::array();
  for (const TensorSummary& t : run.tensors)
    list.push_back({{"name", t.tensor.name},
                    {"dims", t.tensor.dims},
                    {"format", toString(t.tensor.format)},
                    {"type", toString(t.tensor.type)},
                    {"stored", t.stored}});
  return list;
}

template <class T>
Json valueOf(T value) {
  if constexpr (isComplexElement<T>) return Json{{"real", number(value.real())}, {"imag", number(value.imag())}};
  else if constexpr (isReal<T>) return number(numberOf(value));
  else return numberOf(value);
}

Json resultOf(const Run& run) {
  Json json = {{"tensor", run.assignment.lhs.tensor.name},
               {"verified", run.verified()},
               {"against", "reference"},
               {"maxRelativeError", number(run.checked.comparison.maxRelativeError)},
               {"stored", run.checked.result.stored()}};
  if (!run.products.empty()) {
    json["check"] = {{"seconds", run.referenceSeconds + run.checked.seconds},
                     {"referenceSeconds", run.referenceSeconds},
                     {"comparisonSeconds", run.checked.seconds}};
    if (run.verified()) json["precision"] = precisionOf(run);
    if (const std::string warning = precisionWarning(run); !warning.empty()) json["warning"] = warning;
  }
  if (!run.checked.comparison.difference.empty()) json["difference"] = run.checked.comparison.difference;
  if (run.checked.result.order() == 0) {
    const Values& values = run.checked.result.values;
    std::visit([&](const auto& v) { json["value"] = valueOf(v.at(0)); }, values);
  }
  return json;
}

Json refusal(const Diagnostic& refusal) {
  return {{"what", refusal.what},
          {"at", refusal.where ? refusal.where.text() : ""},
          {"why", refusal.why},
          {"remedy", refusal.remedy}};
}

Json rounds(const Rounds& rounds) {
  Json json = {{"count", rounds.count}, {"most", rounds.most}};
  if (!rounds.until.empty()) json.update({{"until", rounds.until}, {"reached", rounds.isReached}});
  return json;
}

Json settings(const Settings& all) {
  Json json = Json::object();
  for (const auto& [name, value] : all) json[name] = value.value;
  return json;
}

Json whole(const Run& run) {
  Json json = {{"schema", 2},
               {"stardust", stardustVersion()},
               {"kernel", run.name},
               {"expression", run.expression()},
               {"notes", run.notes},
               {"target", toString(run.request.target)},
               {"seed", run.seed},
               {"settings", settings(run.request.settings)},
               {"tensors", tensors(run)},
               {"result", resultOf(run)}};
  if (run.refusal) json["refusal"] = refusal(*run.refusal);
  if (run.rounds) json["rounds"] = rounds(*run.rounds);
  for (const auto& product : run.products) product->addTo(json, run);
  json["verified"] = run.verified();  // over all memory systems, and for targets without one
  return json;
}

}  // namespace

std::string json(const Run& run) { return whole(run).dump(2) + "\n"; }

std::string json(const std::vector<Run>& runs) {
  Json json = whole(runs.back());
  for (std::size_t n = 0; n + 1 < runs.size(); ++n) json["earlier"].push_back(whole(runs[n]));
  return json.dump(2) + "\n";
}

}  // namespace stardust::report
