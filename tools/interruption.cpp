#include "interruption.h"

#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <string>

namespace stardust::tools {
namespace {

constexpr unsigned patience = 1;  // seconds
constexpr char message[] = "interrupted\n";

// All that signal handlers may touch: this flag, and functions that are safe there.
std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free);

void ask(int) {
  if (!interrupted.exchange(true)) alarm(patience);
}

void end(int) {
  [[maybe_unused]] const auto written = write(STDERR_FILENO, message, sizeof message - 1);
  _exit(interruptedCode);
}

// Reads and writes go on where they were; whoever waits for a child with poll looks at the flag.
void handle(int signal, void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  sigaction(signal, &action, nullptr);
}

bool isIgnored(int signal) {
  struct sigaction action {};
  return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

}  // namespace

const std::atomic<bool>& catchInterruptions() {
  handle(SIGALRM, end);
  handle(SIGINT, ask);
  handle(SIGTERM, ask);
  if (!isIgnored(SIGHUP)) handle(SIGHUP, ask);
  return interrupted;
}

void onlyAsk() { handle(SIGALRM, SIG_IGN); }

int tellInterrupted(const char* what, const char* help) {
  std::string text = *what ? fmt::format("interrupted: {}\n", what) : message;
  if (*help) text += fmt::format("  help: {}\n", help);
  fmt::print(stderr, "{}", text);
  return interruptedCode;
}

}  // namespace stardust::tools
