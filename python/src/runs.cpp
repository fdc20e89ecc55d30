#include "runs.h"

#include <nanobind/stl/map.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "driver/invocation.h"
#include "driver/result_type.h"
#include "driver/sequence.h"
#include "driver/session.h"
#include "format/widths.h"
#include "interruptible.h"
#include "report/json.h"
#include "report/page.h"
#include "report/text.h"
#include "report/trace.h"
#include "stardust/run.h"
#include "stardust_version.h"
#include "support/diagnostic.h"
#include "tensor.h"
#include "tune/chosen.h"

namespace stardust::python {
namespace {

struct RunOnTarget {
  std::string text;
  std::vector<std::pair<std::string, std::string>> flags;
  std::map<std::string, StorageView> operands;
  std::shared_ptr<const Kept> kept;
  bool strict = false, pictures = false;
};

struct Measured {
  bool verified = false, onHost = false;
  std::int64_t cycles = 0, readBytes = 0, writeBytes = 0;
  double seconds = 0;
  std::vector<std::string> json;
  std::string page, trace;
  std::shared_ptr<Tensor> result;
};

// Reports of several statements add up.
void add(const driver::Run& run, Measured& to) {
  Report report;
  for (const auto& product : run.products) product->addTo(report);
  to.verified = to.verified && run.verified();
  to.onHost = to.onHost || run.refusal.has_value();
  to.cycles += report.cycles;
  to.seconds += report.seconds;
  to.readBytes += report.dramReadBytes;
  to.writeBytes += report.dramWriteBytes;
  to.json.push_back(report::json(run));
}

driver::Session sessionOf(const RunOnTarget& of) {
  driver::KernelSpec flags;
  for (const auto& [keyword, value] : of.flags) driver::addFlag(flags, keyword, value);
  driver::KernelSpec spec = driver::merge(driver::parseKernel(makeSource("kernel", of.text), flags), flags);
  if (!spec.expression) failUser("there is no expression", {}, {}, "give one, e.g. y(i) = A(i,j) * x(j)");
  driver::Session session;
  for (const auto& [name, order] : driver::freeOperands(spec)) {
    const auto operand = of.operands.find(name);
    if (operand == of.operands.end()) continue;
    const ValueType type = operand->second.type();
    spec.types.emplace(name, driver::Said<ValueType>{type, {}});
    if (spec.formats.count(name) == 0)
      spec.formats.emplace(name, driver::Said<WrittenFormat>{withoutWidths(operand->second.format), {}});
    Storage storage = copyOf(operand->second);
    const ValueType declared = driver::declaredType(spec, name);
    session.given.emplace(name, declared == type ? std::move(storage) : convertValues(storage, declared));
  }
  session.name = "Kernel";
  session.request = driver::requestOf(spec, of.strict);
  session.request.records = of.pictures;
  session.steps = driver::steps(spec);
  return session;
}

Measured measured(const RunOnTarget& of, const std::atomic<bool>& cancelled) {
  driver::Session session = sessionOf(of);
  session.request.cancelled = &cancelled;
  session.steps = tune::withChosenSchedule(std::move(session.steps), session.request, {}, session.given);
  const std::vector<driver::Run> runs = driver::runAll(session);
  Measured all;
  all.verified = !runs.empty();
  for (const driver::Run& run : runs) add(run, all);
  if (runs.empty()) return all;
  if (runs.back().verified()) all.result = std::make_shared<Tensor>(runs.back().checked.result);
  if (of.pictures) {
    all.page = report::page(runs);
    if (const auto simulations = report::simulationsOf(runs); !simulations.empty())
      all.trace = report::trace(simulations);
  }
  return all;
}

nb::dict simulated(const std::string& text, const std::vector<std::pair<std::string, std::string>>& flags,
                   const std::map<std::string, std::shared_ptr<Tensor>>& operands, bool strict, bool pictures) {
  const auto of = std::make_shared<RunOnTarget>(RunOnTarget{text, flags, {}, {}, strict, pictures});
  const auto kept = std::make_shared<Kept>();
  for (const auto& [name, tensor] : operands) {
    of->operands.emplace(name, tensor->view);
    kept->add(nb::find(tensor));
  }
  of->kept = kept;
  const auto result = std::make_shared<Measured>();
  runInterruptibly([of, result](const std::atomic<bool>& cancelled) { *result = measured(*of, cancelled); }, true);
  nb::dict all;
  all["verified"] = result->verified;
  all["on_host"] = result->onHost;
  all["cycles"] = result->cycles;
  all["seconds"] = result->seconds;
  all["read_bytes"] = result->readBytes;
  all["write_bytes"] = result->writeBytes;
  all["json"] = result->json;
  all["page"] = result->page;
  all["trace"] = result->trace;
  all["result"] = result->result;
  return all;
}

}  // namespace

void bindRuns(nb::module_& module) {
  module.def("simulate", &simulated, nb::arg("text"), nb::arg("flags"), nb::arg("operands"), nb::arg("strict"),
             nb::arg("pictures"));
  module.def("targets", [] { return targets(); });
  module.def("machines", [] { return machines(); });
  module.def("memories", [] { return memories(); });
  module.attr("__version__") = STARDUST_VERSION;
}

}  // namespace stardust::python
