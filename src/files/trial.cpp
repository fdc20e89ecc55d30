#include "files/trial.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include "support/diagnostic.h"

namespace stardust::io {
namespace {

// A crash leaves no message and no core file, and the user's signals end the child at once.
void beQuiet() {
  const rlimit none{0, 0};
  (void)setrlimit(RLIMIT_CORE, &none);
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL})
    (void)std::signal(number, SIG_DFL);
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere < 0) return;
  (void)dup2(nowhere, STDOUT_FILENO);
  (void)dup2(nowhere, STDERR_FILENO);
}

[[noreturn]] void runAndExit(const std::function<void()>& read) {
  beQuiet();
  try {
    read();
  } catch (...) {  // NOLINT(bugprone-empty-catch): the caller's own run throws it again
  }
  _exit(0);
}

}  // namespace

void tryInChild(const std::string& file, const std::string& library, const std::function<void()>& read) {
  const pid_t child = fork();
  if (child < 0) return;
  if (child == 0) runAndExit(read);
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return;
  failUser(fmt::format("{} cannot be read", file), {},
           fmt::format("the library {} crashes on it{}: the file is damaged", library,
                       WIFSIGNALED(status) ? fmt::format(" ({})", strsignal(WTERMSIG(status))) : ""),
           "copy or save it again");
}

}  // namespace stardust::io
