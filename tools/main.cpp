// stardust: the command line. Every operation is a call into the library; this file contains only flags, files and exit
// codes.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "capstan/machine/limits.h"
#include "command_line.h"
#include "driver/exec.h"
#include "driver/factored.h"
#include "driver/file_kinds.h"
#include "driver/fills.h"
#include "driver/invocation.h"
#include "driver/machines.h"
#include "driver/memory.h"
#include "driver/outputs.h"
#include "driver/printed_program.h"
#include "driver/program_data.h"
#include "driver/run.h"
#include "driver/sequence.h"
#include "driver/session.h"
#include "driver/source_files.h"
#include "driver/spatial_artifact.h"
#include "driver/stream_graph.h"
#include "driver/target.h"
#include "explore_command.h"
#include "files/files.h"
#include "files/output_folder.h"
#include "files/tensors.h"
#include "files/write_error.h"
#include "graph_command.h"
#include "kernel_flags.h"
#include "limit_flags.h"
#include "memory_limit.h"
#include "opt_command.h"
#include "output_flags.h"
#include "paper_command.h"
#include "reduce_command.h"
#include "report/json.h"
#include "report/parts.h"
#include "report/text.h"
#include "spatial/spatial.h"
#include "stardust_version.h"
#include "support/plural.h"
#include "target_flags.h"
#include "tune/chosen.h"
#include "tune_command.h"
#include "watch.h"

namespace {

using namespace stardust;
using tools::BuildFlags;
using tools::PictureFlags;
using tools::Watch;

/// The report parts to show: the requested ones, each with a line if it is empty; otherwise a default selection.
struct Shown {
  std::vector<std::string> parts;
  report::MissingParts missing;

  bool has(const std::string& part) const { return std::find(parts.begin(), parts.end(), part) != parts.end(); }
  bool isAsked(const std::string& part) const { return missing == report::MissingParts::AreSaid && has(part); }
  std::string of(const driver::Run& run, const std::string& programFile) const {
    return report::text(run, parts, programFile, missing);
  }
};

/// Throws for an unknown part, and if none of the parts in --print can be shown.
Shown shown(const driver::KernelSpec& spec, const driver::Backend& target, bool runs,
            std::vector<std::string> otherwise) {
  report::requireShown(spec.prints, target, runs);
  if (spec.prints.empty()) return {std::move(otherwise), report::MissingParts::AreLeftOut};
  Shown asked{{}, report::MissingParts::AreSaid};
  for (const auto& part : spec.prints) asked.parts.push_back(part.value);
  return asked;
}

/// The program files of all steps, for a flag that names a file.
std::vector<driver::Output> programsOf(const char* flag, const std::string& file, std::size_t count,
                                       const std::string& ending = ".scala") {
  std::vector<driver::Output> programs;
  for (std::size_t n = 0; n < count && !file.empty(); ++n)
    programs.push_back({fmt::format("the program ({})", flag), driver::programFile(file, n, count), {}, false, ending});
  return programs;
}

/// Their data folders.
std::vector<driver::Output> dataOf(const std::string& file, std::size_t count) {
  std::vector<driver::Output> folders;
  for (std::size_t n = 0; n < count && !file.empty(); ++n)
    folders.push_back(
        {"the data of the program (--spatial)", driver::dataPathOf(driver::programFile(file, n, count)), {}, true});
  return folders;
}

/// Refuses before a long run everything that can be refused.
void checkOutputs(const std::vector<driver::KernelSpec>& steps, const std::vector<driver::InputFile>& inputs,
                  const std::string& spatialFile, const PictureFlags& pictures, const BuildFlags& build) {
  const std::size_t count = steps.size();
  driver::requireApart(tools::joined({driver::outputsOf(steps), programsOf("--spatial", spatialFile, count),
                                      dataOf(spatialFile, count), pictures.outputs(), build.outputs()}),
                       inputs);
  for (std::size_t n = 0; n < count; ++n) {
    const notation::TensorVar result = driver::assignmentOf(steps[n]).lhs.tensor;
    for (const auto& [tensor, path] : steps[n].outputs)
      withPlace(path.where, [&, &file = path.value] { checkWritable(file, result.order(), result.type); });
    if (spatialFile.empty()) continue;
    const std::string program = driver::programFile(spatialFile, n, count), data = driver::dataPathOf(program);
    checkWritable(program);
    if (!data.empty()) checkOutputFolder(data, StaleFiles::Remove);
  }
  if (const auto& json = steps.back().json) withPlace(json->where, [&] { checkWritable(json->value); });
}

/// Writes the programs, each after its data files.
void writePrograms(const std::string& spatialFile, const std::vector<driver::Run>& runs, std::size_t count) {
  for (std::size_t n = 0; n < runs.size() && !spatialFile.empty(); ++n) {
    if (runs[n].refusal) continue;
    const driver::Product& made = *runs[n].products.back();
    const std::string program = driver::programFile(spatialFile, n, count), data = driver::dataPathOf(program);
    if (!data.empty()) writeOutputFolder(data, made.data(), StaleFiles::Remove);
    writeFile(program, made.program());
  }
}

/// A file about the accelerator requires a statement that ran on it.
void requireOnAccelerator(const std::vector<driver::Run>& runs, const char* flag, bool isGiven) {
  const bool nothing =
      std::all_of(runs.begin(), runs.end(), [](const driver::Run& run) { return run.refusal.has_value(); });
  if (isGiven && nothing)
    driver::failWithBoth(*runs.back().refusal, fmt::format("{} needs a statement that runs on the accelerator", flag),
                         fmt::format("leave out {}", flag));
}

// Results are written completely, unless the run was stopped before.
void beginWriting(Watch& watch) {
  watch.onlyAsk();
  watch.progress().finish();
  if (watch.isStopped()) failUnsupported("the run was stopped");
}

/// The request of a run, from the flags, with the hooks of the watch.
driver::RunRequest runRequest(const std::vector<driver::KernelSpec>& steps, const tools::KernelFlags& flags,
                              const std::string& spatialFile, const std::string& program, const PictureFlags& pictures,
                              const BuildFlags& build, Watch& watch) {
  driver::RunRequest request = driver::requestOf(steps.back(), flags.strict);
  request.cancelled = &watch.isStopped();
  request.progress = &watch.progress();
  const driver::Backend& target = driver::backendOf(request);
  pictures.check(target.simulates(), target.takes("report"));
  build.check(target, !program.empty() ? "--program" : !spatialFile.empty() ? "--spatial" : "");
  build.tell(request);
  request.passes = flags.passes.watch(target);
  request.program = program;
  if (!program.empty() && steps.size() > 1)
    failUser("--program replaces one program, but the file has several expressions", {}, {}, "run one at a time");
  if (!program.empty() && !target.language())
    failUser(fmt::format("{} runs no program", target.title()), {}, {}, "leave out --program, or --target");
  return request;
}

/// A user who names a file for one program gets one program: products are factored only if none is named.
std::vector<driver::KernelSpec> stepsOf(const driver::Invocation& invocation, bool mayFactor) {
  driver::KernelSpec spec = driver::specOf(invocation);
  mayFactor = mayFactor && !tune::hasChosenSchedule(spec);
  return driver::steps(mayFactor ? driver::factored(std::move(spec)) : std::move(spec));
}

int runKernel(const tools::KernelFlags& flags, const std::string& spatialFile, const std::string& program,
              const PictureFlags& pictures, const BuildFlags& build, Watch& watch) {
  const std::string name = flags.name();
  const driver::Invocation invocation = flags.invocation();
  std::vector<driver::KernelSpec> steps =
      stepsOf(invocation, spatialFile.empty() && program.empty() && build.artifact.empty());
  driver::RunRequest request = runRequest(steps, flags, spatialFile, program, pictures, build, watch);
  const driver::Backend& target = driver::backendOf(request);
  for (const auto& [flag, value] : {std::pair("--program", program), std::pair("--spatial", spatialFile)})
    if (!value.empty() && target.language() && target.language()->name != "Spatial")
      failUser(fmt::format("{} is of Spatial, and {} runs {}", flag, target.title(), target.language()->name), {}, {},
               fmt::format("leave out {}, or --target", flag));
  if (!program.empty() && !spatialFile.empty())
    failUser("--spatial would write the program that --program reads", {}, {}, "leave out --spatial");
  const Shown report =
      shown(steps.back(), target, true,
            {"expression", "cin", "plan", "program", "result", "timing", "profile", "resources", "stalls"});
  checkOutputs(steps, driver::inputsOf(invocation, steps, request), spatialFile, pictures, build);
  const std::string json = steps.back().json ? steps.back().json->value : "";
  const bool prints = !tools::takesStandardOutput({json, spatialFile, pictures.trace, pictures.page});
  // Recording adds a third to the time of a simulation: it is on only if its results are shown or stored.
  request.records = pictures.any() || tools::isFile(json) || (prints && report.has("stalls"));
  request.profiles = report.isAsked("profile") || (!pictures.page.empty() && !target.simulates());
  if (!flags.quiet) watch.progress().show();
  steps = tune::withChosenSchedule(std::move(steps), request, flags.tuned);
  std::string text;
  const auto withText = [&](const driver::Run& run, const std::string& programWritten, report::MissingParts missing) {
    return (text.empty() ? "" : text + "\n") + report::text(run, report.parts, programWritten, missing);
  };
  if (prints)
    request.known = [&](const driver::Run& run) { watch.keep(withText(run, "", report::MissingParts::AreLeftOut)); };
  const auto ended = [&](const driver::Run& run, std::size_t step) {
    text = withText(run, driver::programFile(spatialFile, step, steps.size()), report.missing);
  };
  const std::vector<driver::Run> runs =
      driver::runAll({name, steps, request, spatialFile}, ended, [&] { watch.tellKnown(); });
  requireOnAccelerator(runs, "--spatial", !spatialFile.empty());
  requireOnAccelerator(runs, pictures.trace.empty() ? "--report" : "--trace", pictures.any());
  build.check(runs);
  beginWriting(watch);
  if (prints) std::cout << text << std::flush;  // first: a full disk must not lose the output
  writePrograms(spatialFile, runs, steps.size());
  pictures.write(runs);
  build.write(runs);
  const bool verified = runs.back().verified();
  for (std::size_t n = 0; n < runs.size() && verified; ++n)
    for (const auto& [tensor, path] : steps[n].outputs)
      writeTensor(path.value, driver::asWritten(steps[n], tensor, path.value, runs[n].checked.result),
                  driver::fillOf(steps[n], tensor));
  if (!json.empty()) writeFile(json, report::json(runs));  // also of a wrong result, with its difference
  if (!verified)
    failWrong(
        fmt::format("{} differs from the result of the reference evaluator", runs.back().assignment.lhs.tensor.name),
        {}, {},
        program.empty() ? "please report this with the command that caused it" : "the program computes something else");
  return 0;
}

/// The report parts that show a program, of all targets.
std::vector<std::string> programParts() {
  std::vector<std::string> parts;
  for (const driver::Backend* target : driver::backends())
    if (const auto language = target->language())
      if (std::find(parts.begin(), parts.end(), language->part) == parts.end()) parts.push_back(language->part);
  return parts;
}

int compileKernel(const tools::KernelFlags& flags, const std::string& out, const BuildFlags& build, Watch& watch) {
  const std::string name = flags.name();
  const driver::Invocation invocation = flags.invocation();
  std::vector<driver::KernelSpec> steps = stepsOf(invocation, out.empty() && build.artifact.empty());
  driver::RunRequest request = driver::requestOf(steps.back(), flags.strict);
  const driver::Backend& target = driver::backendOf(request);
  if (!target.language())
    failUser(fmt::format("{} compiles nothing", target.title()), steps.back().target->where, target.whyNoProgram(),
             driver::targetsThatCompile());
  request.progress = &watch.progress();
  build.check(target, out.empty() ? "" : "--out");
  build.tell(request);
  request.passes = flags.passes.watch(target);
  const bool printsProgram = out.empty() && !request.artifact;
  const Shown report = shown(steps.back(), target, false, printsProgram ? programParts() : std::vector<std::string>{});
  const std::string ending = target.language()->ending;
  driver::requireApart(tools::joined({programsOf("--out", out, steps.size(), ending), build.outputs()}),
                       driver::inputsOf(invocation, steps, request));
  for (std::size_t n = 0; n < steps.size() && !out.empty(); ++n)
    checkWritable(driver::programFile(out, n, steps.size()));
  if (!flags.quiet) watch.progress().show();
  tune::requireData(steps, build.hasData(target));
  steps = tune::withChosenSchedule(std::move(steps), request, flags.tuned);
  const driver::Session session{name, steps, request};
  const std::vector<driver::Run> runs =
      build.hasData(target) ? driver::compileAllWithData(session) : driver::compileAll(session);
  for (const driver::Run& run : runs) requireOnAccelerator({run}, "--out", !out.empty());
  build.check(runs);
  beginWriting(watch);
  for (std::size_t n = 0; n < runs.size(); ++n) {
    const std::string file = driver::programFile(out, n, runs.size());
    if (!out.empty()) writeFile(file, runs[n].products.back()->program());
    if (!tools::takesStandardOutput({file})) std::cout << report.of(runs[n], file);
  }
  build.write(runs);
  return 0;
}

int checkProgram(const std::string& path) {
  driver::requireProgramPath(path);
  if (driver::isGraphFile(path)) return tools::checkGraph(path);
  const spatial::Program program = driver::parsePrinted(driver::readSource(path, "a Spatial program"));
  int errors = 0, warnings = 0;
  for (const auto& finding : spatial::verify(program, capstan::publishedLimits)) {
    ++(finding.isError ? errors : warnings);
    std::cerr << fmt::format("[{}] {}", finding.rule,
                             finding.isError ? render(finding.diagnostic) : renderWarning(finding.diagnostic));
  }
  std::cout << fmt::format("{}: {} ({}, {})\n", path, errors ? "not well-formed" : "well-formed",
                           counted(errors, "error"), counted(warnings, "warning"));
  return errors ? exitCode(Family::User) : 0;
}

struct ExecFlags {
  std::string program, app, machine, memory, json, spatial;
  std::vector<std::string> arguments, inputs;
  bool interprets = false, explains = false, quiet = false;
  tools::TargetFlags ofTargets;

  PictureFlags pictures() const { return {ofTargets["trace"], ofTargets["report"]}; }
  tools::GraphFlags ofGraph() const {
    for (const auto& [flag, value] : {std::pair("--app", app),
                                      {"--memory", memory},
                                      {"--spatial", spatial},
                                      {"--trace", ofTargets["trace"]},
                                      {"--report", ofTargets["report"]}})
      if (!value.empty()) failUser(fmt::format("{} is for Spatial programs", flag), {}, program + " is a stream graph");
    if (!arguments.empty()) failUser("a stream graph takes no arguments", {}, {}, "-i=B:FILE gives it operands");
    return {program, machine.empty() ? "sam-ideal" : machine, json, inputs, interprets, quiet};
  }
  void addTo(CLI::App& app_) {
    ofTargets.addTo(app_, tools::flagsOfPictures());
    app_.add_option("program", program, "a Spatial program, or a stream graph (.gv)")->required()->type_name("FILE");
    app_.add_option("-i,--input", inputs, "an operand of a stream graph")
        ->type_name("TENSOR:FILE")
        ->allow_extra_args(false);
    app_.add_option("arguments", arguments, "the args of the program, in place of its own runtimeArgs");
    app_.add_option("--app", app, "the class to run, if there are several")->type_name("NAME");
    app_.add_option("--machine", machine,
                    "the machine, by name or TOML file (default: recorded, or sam-ideal for a stream graph)")
        ->type_name("NAME");
    app_.add_option("--memory", memory, "the memory system, by name or TOML file (default: that of the machine)")
        ->type_name("NAME");
    app_.add_option("--json", json, "also write the report as JSON")->type_name("FILE");
    app_.add_option("--spatial", spatial, "also write the program that Accel became")->type_name("FILE.scala");
    app_.add_flag("--interpret", interprets, "interpret only: no mapping, no cycles")->disable_flag_override();
    app_.add_flag("--explain", explains, "say which decisions about Accel a trial run has made, and why")
        ->disable_flag_override();
    app_.add_flag("-q,--quiet", quiet, "no progress line")->disable_flag_override();
  }

  std::vector<driver::Output> outputs() const {
    return tools::joined(
        {{{"the report (--json)", json, {}, false, ".json"}, {"the program (--spatial)", spatial, {}, false, ".scala"}},
         pictures().outputs()});
  }
};

int execProgram(const ExecFlags& flags, Watch& watch) {
  driver::requireProgramPath(flags.program);
  if (driver::isGraphFile(flags.program)) return tools::execGraph(flags.ofGraph(), watch);
  if (!flags.inputs.empty())
    failUser("a Spatial program loads its own data", {}, {}, "-i is for stream graphs, in files .gv and .dot");
  if (!flags.json.empty()) checkWritable(flags.json);
  if (!flags.spatial.empty()) checkWritable(flags.spatial);
  const PictureFlags pictures = flags.pictures();
  pictures.check(!flags.interprets, !flags.interprets);
  if (!flags.quiet) watch.progress().show();
  const bool prints = !tools::takesStandardOutput({flags.json, flags.spatial, pictures.trace, pictures.page});
  driver::ExecRequest request;
  request.program = {flags.app, flags.arguments};
  request.simulates = !flags.interprets;
  request.explains = flags.explains;
  if (!flags.machine.empty()) request.machine = flags.machine;
  request.memory = flags.memory.empty() ? driver::loadMachine(request.machine).memory : flags.memory;
  request.records = pictures.any() || tools::isFile(flags.json);
  request.outputs = flags.outputs();
  request.hooks = {&watch.isStopped(), &watch.progress()};
  if (prints) request.known = [&](const driver::ExecRun& run) { watch.keep(report::textSoFar(run)); };
  const auto run = driver::exec(driver::readSource(flags.program, "a Spatial program"), request);
  beginWriting(watch);
  if (prints) std::cout << report::text(run) << std::flush;  // first: a full disk must not lose the output
  driver::writeFiles(run);
  if (!flags.spatial.empty() && !run.parts.empty()) writeFile(flags.spatial, spatial::print(run.parts.back().program));
  if (!flags.json.empty()) writeFile(flags.json, report::json(run));
  pictures.write(run);
  if (!run.verified()) failWrong(run.outcome.failed.front());
  return 0;
}

int listTargets() {
  for (const driver::Backend* target : driver::backends())
    std::cout << fmt::format("{:<10} {}\n", target->target().name(), target->summary());
  return 0;
}

int listMachines() {
  for (const char* kind : {"machine", "memory", "processor", "sam"})
    for (const auto& name : driver::builtInNames(kind)) std::cout << fmt::format("{:<8} {}\n", kind, name);
  return 0;
}

int command(int argc, char** argv, Watch& watch) {
  CLI::App app{"stardust: sparse tensor algebra compiled to the Capstan dataflow accelerator, checked and timed"};
  app.set_version_flag("--version", fmt::format("stardust {} ({})", STARDUST_VERSION, STARDUST_GIT_ID));
  app.name("stardust");
  app.require_subcommand(1);
  app.footer(
      "Exit codes: 0 verified, 1 the input is wrong, 2 not supported (or past a limit), 3 the result is wrong, 70 internal error, 130 interrupted.");

  tools::KernelFlags runFlags, compileFlags;
  tools::TargetFlags runTargets, compileTargets;
  std::string out, program;
  CLI::App* run = app.add_subcommand("run", "compile, run on a target, and check the result against the reference");
  runFlags.addTo(*run);
  runTargets.addTo(*run, tools::flagsOfRun());
  CLI::App* compile = app.add_subcommand("compile", "print the program, Spatial or C, or write it");
  compileFlags.addTo(*compile);
  compileTargets.addTo(*compile, tools::flagsOfCompile());
  compile->add_option("--out", out, "write the program instead of printing it")->type_name("FILE.scala");
  CLI::App* check = app.add_subcommand("check", "parse a Spatial program or a stream graph, and verify its rules");
  check->add_option("program", program, "a Spatial program, or a stream graph (.gv)")->required()->type_name("FILE");
  tools::OptFlags optFlags;
  CLI::App* opt = app.add_subcommand("opt", "run passes on a text of concrete index notation, loops or Spatial");
  optFlags.addTo(*opt);
  tools::ReduceFlags reduceFlags;
  CLI::App* reduce = app.add_subcommand("reduce", "find a smaller kernel that fails in the same way");
  reduceFlags.addTo(*reduce);
  tools::PaperFlags paperFlags;
  CLI::App* paper = app.add_subcommand(
      "paper", "measure the tables and figures of the paper, and compare them with the published ones");
  paperFlags.addTo(*paper);
  tools::ExploreFlags exploreFlags;
  CLI::App* explore =
      app.add_subcommand("explore", "run a kernel in many variants, and compare their cycles and units");
  exploreFlags.addTo(*explore);
  tools::TuneFlags tuneFlags;
  CLI::App* tune = app.add_subcommand("tune", "search for a fast schedule of a kernel, with the simulator as judge");
  tuneFlags.addTo(*tune);
  ExecFlags execFlags;
  CLI::App* exec =
      app.add_subcommand("exec", "interpret and simulate a Spatial program or a stream graph written by hand");
  execFlags.addTo(*exec);
  CLI::App* machines =
      app.add_subcommand("machines", "list the machines, memory systems and processors that come with stardust");

  CLI::App* targets = app.add_subcommand("targets", "list the targets that run kernels");

  tools::LimitFlags limits;
  for (CLI::App* subcommand : app.get_subcommands({})) limits.addTo(*subcommand);

  try {
    tools::parse(app, argc, argv);
  } catch (const CLI::Success& e) {  // --help and --version
    return app.exit(e, std::cout, std::cerr);
  }
  limits.apply(watch);
  if (*run)
    return runKernel(runFlags, runTargets["spatial"], runTargets["program"],
                     {runTargets["trace"], runTargets["report"]},
                     {runTargets["artifact"], runTargets["cc"], runTargets["self-contained"], runTargets["emulate"],
                      runTargets["ranks"]},
                     watch);
  if (*compile)
    return compileKernel(compileFlags, out,
                         {compileTargets["artifact"], compileTargets["cc"], compileTargets["self-contained"]}, watch);
  if (*exec) return execProgram(execFlags, watch);
  if (*check) return checkProgram(program);
  if (*reduce) return tools::reduceKernel(reduceFlags, watch);
  if (*opt) return tools::runPasses(optFlags);
  if (*explore) return tools::exploreKernel(exploreFlags, watch);
  if (*tune) return tools::tuneKernel(tuneFlags, watch);
  if (*paper) return tools::measurePaper(paperFlags, watch);
  if (*machines) return listMachines();
  if (*targets) return listTargets();
  return exitCode(Family::Internal);
}

}  // namespace

int main(int argc, char** argv) {
  Watch watch;
  try {
    tools::limitMemory();
    const int code = command(argc, argv, watch);
    watch.progress().finish();
    errno = 0;
    if (!std::cout.flush())
      failUser(
          fmt::format("cannot write to the standard output{}{}", errno ? ": " : "", errno ? std::strerror(errno) : ""),
          {}, {}, remedyOfWriting(errno));
    return code;
  } catch (const Error& e) {
    if (watch.isStopped()) return watch.tell();  // any error: the command was stopped
    watch.progress().finish();
    std::cerr << e.what();
    return exitCode(e.diagnostic().family);
  } catch (const std::bad_alloc&) {
    watch.progress().finish();
    std::cerr << "not supported: this does not fit in " << driver::toString(driver::freeMemory().of)
              << "\n  help: smaller data, or sparse formats (s)\n";
    return exitCode(Family::Unsupported);
  } catch (const std::exception& e) {
    watch.progress().finish();
    std::cerr << "internal error: " << e.what() << "\n";
    return exitCode(Family::Internal);
  }
}
