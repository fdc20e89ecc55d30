#include "backend/cpu/process.h"

#include <doctest/doctest.h>
#include <sys/wait.h>

#include <cerrno>
#include <chrono>

using namespace stardust;

namespace {

double secondsOf(const std::vector<std::string>& arguments, const cpu::ProcessLimits& limits, cpu::Finished& finished) {
  const auto start = std::chrono::steady_clock::now();
  finished = cpu::run(arguments, limits);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

bool hasChildren() { return waitpid(-1, nullptr, WNOHANG) != -1 || errno != ECHILD; }

}  // namespace

TEST_CASE("arguments reach a program as they are: nothing is quoted, expanded or split") {
  const auto said = cpu::run({"printf", "%s|", "a b", "$HOME", "`id`", "*", "\"", ";", ""});
  CHECK(said.succeeded());
  CHECK(said.output == "a b|$HOME|`id`|*|\"|;||");
}

TEST_CASE("both outputs and the status of a program") {
  const auto said = cpu::run({"sh", "-c", "echo out; echo err >&2; exit 3"});
  CHECK(said.started);
  CHECK(said.status == 3);
  CHECK_FALSE(said.succeeded());
  CHECK(said.output == "out\nerr\n");
}

TEST_CASE("a program that a signal ends, one that is missing, one that may not be run") {
  CHECK(cpu::run({"sh", "-c", "kill -SEGV $$"}).status == 128 + 11);
  CHECK_FALSE(cpu::run({"no-such-program-anywhere"}).started);
  CHECK_FALSE(cpu::run({"/dev/null"}).started);
}

TEST_CASE("input is empty, messages are English") {
  CHECK(cpu::run({"cat"}).output.empty());
  CHECK(cpu::run({"sh", "-c", "echo $LC_ALL"}).output == "C\n");
}

TEST_CASE("output beyond the limit is dropped, and nobody waits for a reader") {
  const auto said = cpu::run({"sh", "-c", "head -c 3000000 /dev/zero; echo end"}, {60, 1000});
  CHECK(said.succeeded());
  CHECK(said.output.size() == 1000);
}

TEST_CASE("a program that is cancelled ends with all it started") {
  const std::atomic<bool> cancelled{true};
  cpu::Finished said;
  CHECK(secondsOf({"sh", "-c", "sleep 30 & sleep 30"}, {60, 1000, &cancelled}, said) < 10);
  CHECK(said.cancelled);
  CHECK_FALSE(said.timedOut);
  CHECK_FALSE(said.succeeded());
  CHECK_FALSE(hasChildren());
}

TEST_CASE("a program keeps its temporary files where it is told to") {
  CHECK(cpu::run({"sh", "-c", "echo $TMPDIR"}, {}, "there").output == "there\n");
}

TEST_CASE("a time-out ends a program with all it started, and leaves no zombie") {
  cpu::Finished said;
  CHECK(secondsOf({"sh", "-c", "sleep 30 & sleep 30"}, {0.05}, said) < 10);
  CHECK(said.timedOut);
  CHECK(secondsOf({"sh", "-c", "exec >/dev/null 2>&1; sleep 30"}, {0.05}, said) <
        10);  // its output ends immediately, but the program does not
  CHECK(said.timedOut);
  CHECK_FALSE(hasChildren());
}
