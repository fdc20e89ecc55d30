#include "opt_command.h"

#include <fmt/format.h>

#include <iostream>
#include <iterator>

#include "driver/opt.h"
#include "driver/source_files.h"

namespace stardust::tools {
namespace {

Source textOf(const std::string& file) {
  constexpr const char* holds = "a text of notation, cin, loops or Spatial";
  if (file != "-") return driver::readSource(file, holds);
  std::string text{std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>()};
  if (text.find_first_not_of(" \t\r\n") == std::string::npos)
    failUser("the standard input is empty", {}, {},
             fmt::format("it is to hold {}: stardust compile K.sd --print-after=concretize prints one", holds));
  return makeSource("standard input", std::move(text));
}

}  // namespace

void OptFlags::addTo(CLI::App& app) {
  app.add_option("file", file, "the file of the text (default, and -: the standard input)");
  app.add_option("--ir", ir, "the form of the text: notation, cin, loops or spatial")->type_name("FORM");
  app.add_option("-p,--passes", passes, "the passes to run, in order")
      ->type_name("PASS, …")
      ->delimiter(',')
      ->allow_extra_args(false);
  app.add_option("-s,--schedule", schedule, "the commands that the pass schedule applies")->type_name("COMMAND, …");
  app.add_option("--machine", machine, "the machine that the pass plan binds arrays for")->type_name("NAME|FILE");
  app.add_option("--processor", processor, "the processor that loops are made for")->type_name("NAME|FILE");
  app.add_flag("--list", list, "list all passes, with their forms and effects")->disable_flag_override();
  seen.addTo(app);
}

int runPasses(const OptFlags& flags) {
  if (flags.list) {
    std::cout << driver::listOfPasses();
    return 0;
  }
  driver::OptRequest request;
  request.ir = driver::readableForm(flags.ir);
  for (const std::string& name : flags.passes)
    if (!name.empty()) request.passes.push_back(name);
  request.schedule = flags.schedule;
  request.machine = flags.machine;
  if (!flags.processor.empty()) request.processor = flags.processor;
  request.watch = flags.seen.watch();
  std::cout << driver::optimised(textOf(flags.file), request);
  return 0;
}

}  // namespace stardust::tools
