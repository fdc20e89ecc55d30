#include "paper_command.h"

#include <iostream>

#include "experiments/paper.h"

namespace stardust::tools {
namespace {

constexpr const char* withoutData = "loc,resources,perf,bandwidth,recorded";
constexpr const char* allParts = "loc,resources,perf,bandwidth,recorded,dram";

// The command as typed, without the folder of data sets: results contain no path of one machine.
std::string paperCommandOf(const PaperFlags& flags) {
  std::string command = "stardust paper";
  if (!flags.data.empty()) command += " --data=DIR";
  if (!flags.only.empty()) command += " --only=" + flags.only;
  return command;
}

}  // namespace

void PaperFlags::addTo(CLI::App& app) {
  app.add_option("--data", data, "the folder of the paper's data sets; kernels that need files are otherwise not timed")
      ->type_name("DIR");
  app.add_option("--out", out, "the folder of the results (default: docs/results)")->type_name("DIR");
  app.add_option("--only", only,
                 "the parts to measure: loc, resources, perf, bandwidth, recorded, dram (with --data); default: all")
      ->type_name("PART,…");
  pool.addTo(app);
  app.add_flag("-q,--quiet", quiet, "no progress line")->disable_flag_override();
}

int measurePaper(const PaperFlags& flags, Watch& watch) {
  watch.onlyAsk();
  if (!flags.quiet) watch.progress().show();
  watch.progress().begin({"measuring"});
  experiments::PaperCommand command;
  command.out = flags.out;
  command.version = versionText();
  command.command = paperCommandOf(flags);
  command.request.data = flags.data;
  command.request.parts = experiments::parseParts(!flags.only.empty()  ? flags.only
                                                  : flags.data.empty() ? withoutData
                                                                       : allParts);
  command.request.pool = flags.pool.options(flags.out, watch);
  const experiments::PaperOutcome outcome = experiments::measurePaper(command);
  watch.progress().finish();
  if (watch.isStopped() && !outcome.unwritten)
    return watch.tell("the page has the finished runs", "the same command continues from the finished runs");
  std::cout << outcome.told << std::flush;  // first: a full disk must not lose the output
  if (outcome.unwritten) throw Error(*outcome.unwritten);
  return 0;
}

}  // namespace stardust::tools
