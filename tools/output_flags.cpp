#include "output_flags.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include "files/output_folder.h"

namespace stardust::tools {

void PictureFlags::check(bool simulates, bool isShown) const {
  if (!trace.empty() && !simulates)
    failUser("--trace shows a simulation, and nothing is simulated", {}, {}, "leave out --target or --interpret");
  if (!page.empty() && !isShown)
    failUser("--report shows where the time of a simulation or of a kernel on the CPU went, and neither runs", {}, {},
             "leave out --interpret, or choose --target=capstan, --target=sam or --target=cpu");
  if (!trace.empty()) checkWritable(trace);
  if (!page.empty()) checkWritable(page);
}

std::vector<driver::Output> PictureFlags::outputs() const {
  return {{"the trace (--trace)", trace, {}, false, ".json"}, {"the page (--report)", page, {}, false, ".html"}};
}

namespace {

// Requires that the target has the flag, if it is given.
void requireTaken(const driver::Backend& target, const std::string& flag, const std::string& value) {
  if (value.empty() || target.takes(flag)) return;
  const driver::Backend& other = driver::backendTaking(flag);
  failUser(fmt::format("--{} is for kernels of {}", flag, other.title()), {},
           fmt::format("the target is {}", target.target().name()),
           fmt::format("add --target={}, or leave out --{}", other.target().name(), flag));
}

int ranksOf(const std::string& text) {
  int ranks = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), ranks);
  if (error != std::errc() || end != text.data() + text.size() || ranks < 1 || ranks > 1024)
    failUser(fmt::format("--ranks={} is no number of ranks", text), {}, {}, "it is 1 to 1024");
  return ranks;
}

}  // namespace

void BuildFlags::check(const driver::Backend& target, const std::string& programFlag) const {
  requireTaken(target, "cc", compiler);
  requireTaken(target, "self-contained", selfContained);
  requireTaken(target, "emulate", emulates);
  requireTaken(target, "ranks", ranks);
  if (!artifact.empty() && !target.language())
    failUser(fmt::format("--artifact needs a compiled program, and {} compiles nothing", target.title()), {}, {},
             driver::targetsThatCompile() + ", or leave out --artifact");
  if (hasData(target) && !programFlag.empty())
    failUser(fmt::format("--artifact and {} are of one program", programFlag), {},
             "the artifact has the compiled program, which loads the data beside it",
             fmt::format("leave out {}", programFlag));
  if (!artifact.empty()) checkOutputFolder(artifact, StaleFiles::Remove);
}

std::vector<driver::Output> BuildFlags::outputs() const { return {{"the artifact (--artifact)", artifact, {}, true}}; }

void BuildFlags::tell(driver::RunRequest& request) const {
  const char* cc = std::getenv("CC");
  request.cpu.compiler = !compiler.empty() || !cc ? compiler : cc;
  request.cpu.selfContained = !selfContained.empty();
  request.emulates = !emulates.empty();
  if (!ranks.empty()) request.ranks = ranksOf(ranks);
  request.artifact = !artifact.empty();
}

namespace {

std::map<std::string, std::string> filesOf(const std::vector<driver::Run>& runs) {
  return driver::backendOf(runs.front().request).artifactOf(runs);
}

}  // namespace

void BuildFlags::check(const std::vector<driver::Run>& runs) const {
  if (artifact.empty()) return;
  std::vector<std::string> names;
  for (const auto& entry : filesOf(runs)) names.push_back(entry.first);
  checkOutputFolder(artifact, StaleFiles::Remove, names);
}

void BuildFlags::write(const std::vector<driver::Run>& runs) const {
  if (!artifact.empty()) writeOutputFolder(artifact, filesOf(runs), StaleFiles::Remove);
}

std::vector<driver::Output> joined(const std::vector<std::vector<driver::Output>>& lists) {
  std::vector<driver::Output> all;
  for (const auto& list : lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}

bool isFile(const std::string& path) { return !path.empty() && !isStandardOutput(path); }

bool takesStandardOutput(const std::vector<std::string>& files) {
  return std::any_of(files.begin(), files.end(), isStandardOutput);
}

}  // namespace stardust::tools
