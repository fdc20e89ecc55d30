#include "backend/cpu/compiler.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string_view>

#include "files/write_error.h"
#include "support/diagnostic.h"

namespace stardust::cpu {
namespace {

constexpr const char* candidates[] = {"cc", "clang", "gcc"};
constexpr double answerSeconds = 10;
constexpr std::size_t roomToLink = std::size_t{1} << 20;

bool isProgram(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored) && access(path.c_str(), X_OK) == 0;
}

/// The lookup of a shell, restricted to absolute directories of PATH, so that kernels do not depend on the working
/// directory.
std::optional<std::string> inPath(const std::string& name) {
  if (name.find('/') != std::string::npos) {
    std::error_code ignored;
    if (isProgram(name)) return std::filesystem::absolute(name, ignored).string();
    return std::nullopt;
  }
  const char* path = std::getenv("PATH");
  std::istringstream folders(path ? path : "/usr/bin:/bin");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (!folder.empty() && folder[0] == '/' && isProgram(folder + "/" + name)) return folder + "/" + name;
  return std::nullopt;
}

std::vector<std::string> words(const std::string& text) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; in >> part;) parts.push_back(part);
  return parts;
}

// "install it, or name another with --cc=PATH", if there is an option.
std::string remedies(const std::string& first, const std::string& naming, const std::string& option) {
  if (option.empty()) return first;
  return fmt::format("{}{}{} with {}", first, first.empty() ? "" : ", or ", naming, option);
}

std::vector<std::string> commandFor(const std::string& wanted, const std::string& option) {
  auto command = words(wanted);
  if (command.empty()) {
    for (const char* name : candidates)
      if (auto path = inPath(name)) return {*path};
    failUser("there is no C compiler", {},
             "cc, clang and gcc were looked for in PATH; kernels for the CPU are C, compiled where they run",
             remedies("install one (on Debian: sudo apt-get install gcc)", "name one", option));
  }
  const auto path = inPath(command[0]);
  if (!path)
    failUser(fmt::format("there is no C compiler {}", command[0]), {}, {},
             remedies("", "name one that can be run (cc, clang and gcc are looked for otherwise)", option));
  command[0] = *path;
  return command;
}

[[noreturn]] void failCancelled() { failUnsupported("the run was interrupted"); }

std::string answer(std::vector<std::string> command, const char* question, const std::string& option,
                   const std::atomic<bool>* cancelled) {
  command.push_back(question);
  ProcessLimits limits;
  limits.seconds = answerSeconds;
  limits.cancelled = cancelled;
  const Finished said = run(command, limits);
  if (said.cancelled) failCancelled();
  if (said.succeeded() && !said.output.empty()) return said.output;
  failUser(fmt::format("{} does not respond to {} like a C compiler", command[0], question), {}, said.output,
           remedies("", "name a C compiler", option));
}

/// Maps a message "kernel.c:12:5: error: …" to its place in the text.
Location placeOf(const Source& source, const std::string& message) {
  const auto at = message.find(source->name + ":");
  std::size_t line = 0, column = 1;
  char colon = 0;
  std::istringstream(at == std::string::npos ? "" : message.substr(at + source->name.size() + 1)) >> line >> colon >>
      column;
  std::size_t begin = 0;
  for (std::size_t n = 1; n < line; ++n)
    begin = source->text.find('\n', begin) + 1;  // npos + 1 == 0: falls back to the first line
  begin = std::min(begin + column - 1, source->text.size());
  return {source, {begin, begin + 1}};
}

[[noreturn]] void refused(const Compiler& compiler, const std::string& name, const std::string& text,
                          const Finished& said) {
  const auto error = said.output.find("error:");
  const auto lineBegin = error == std::string::npos ? 0 : said.output.rfind('\n', error) + 1;  // npos + 1 == 0
  const std::string complaint = said.output.substr(lineBegin);
  if (compiler.isNamed)
    failUser(fmt::format("{} refuses a kernel: {}", fmt::join(compiler.command, " "),
                         complaint.substr(0, complaint.find('\n'))),
             {}, said.output,
             remedies("leave it out", "name a C compiler, and arguments that it has,", compiler.option));
  throw Error({Family::Internal,
               fmt::format("the C compiler refuses a kernel: {}", complaint.substr(0, complaint.find('\n'))),
               placeOf(makeSource(name, text), complaint),
               fmt::format("{} said (status {}):\n{}", compiler.command[0], said.status, said.output),
               "please report this with the command that caused it"});
}

std::string firstLineOf(const std::string& text) { return text.substr(0, text.find('\n')); }

/// Recognises the messages of gcc and clang, and of a compiler driver whose child the system has killed.
bool ranOutOfMemory(const Finished& said) {
  constexpr std::string_view signs[] = {"memory exhausted", "out of memory", "Cannot allocate memory", "std::bad_alloc",
                                        "Killed signal terminated program"};
  return std::any_of(std::begin(signs), std::end(signs),
                     [&](std::string_view sign) { return said.output.find(sign) != std::string::npos; });
}

[[noreturn]] void failFull(const std::string& folder, int error) {
  failUser(fmt::format("cannot compile a kernel in {}: {}", std::filesystem::path(folder).parent_path().string(),
                       std::strerror(error)),
           {}, "the C compiler needs a few megabytes for its files",
           "free some space there, or set TMPDIR to a directory with room");
}

}  // namespace

Compiler findCompiler(const std::string& wanted, const std::string& option, const std::atomic<bool>* cancelled) {
  Compiler compiler;
  compiler.option = option;
  compiler.command = commandFor(wanted, option);
  compiler.isNamed = !words(wanted).empty();
  compiler.identity = fmt::format("{}\n{}{}", fmt::join(compiler.command, " "),
                                  answer(compiler.command, "--version", option, cancelled),
                                  answer(compiler.command, "-dumpmachine", option, cancelled));
  return compiler;
}

std::vector<std::string> argumentsOf(const CompileFlags& flags) {
  std::vector<std::string> arguments = {"-std=c99", "-O3"};
  if (flags.language == TextLanguage::Cpp)
    arguments = {"-std=c++14", "-x", "c++", "-O1", "-w", "-fno-exceptions", "-fno-rtti"};
  for (const char* argument : {"-fPIC", "-shared", "-fwrapv", "-ffp-contract=off", "-fno-math-errno", "-fopenmp-simd"})
    arguments.emplace_back(argument);
  if (flags.native) arguments.push_back("-march=native");
  arguments.insert(arguments.end(), flags.more.begin(), flags.more.end());
  return arguments;
}

void compileLibrary(const Compiler& compiler, const CompileFlags& flags, const std::string& text,
                    const std::string& folder, const std::string& library, const ProcessLimits& limits) {
  const std::string name = "kernel.c", source = folder + "/" + name;
  errno = 0;
  std::ofstream out(source, std::ios::binary);
  out << text;
  out.close();
  if (!out) failFull(folder, errno);
  std::vector<std::string> command = compiler.command;
  const auto arguments = argumentsOf(flags);
  command.insert(command.end(), arguments.begin(), arguments.end());
  command.insert(command.end(), {"-o", library, source, "-lm"});
  const Finished said = run(command, limits, folder);
  if (said.succeeded()) return;
  if (said.cancelled) failCancelled();
  if (!said.started) failUser(fmt::format("cannot run {}: {}", command[0], said.output));
  if (said.timedOut)
    failUser(fmt::format("{} did not compile a kernel within {} s", command[0], limits.seconds), {}, {},
             remedies("", "name another compiler", compiler.option));
  if (ranOutOfMemory(said))
    failUnsupported(fmt::format("{} has not enough memory to compile a kernel", command[0]), {},
                    firstLineOf(said.output), "allow more memory (ulimit, --memory-limit), or end other programs");
  // Compilers fail in many ways on a full disk, including signals in the linker; the remaining space identifies the
  // cause.
  if (const int error = errorOfWriting(folder, roomToLink)) failFull(folder, error);
  refused(compiler, name, text, said);
}

}  // namespace stardust::cpu
