// The pool of child processes: outcomes, stored reports, and termination.
#include "experiments/jobs.h"

#include <doctest/doctest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>

#include "experiments/folder_lock.h"
#include "support/diagnostic.h"

using namespace stardust;
using namespace stardust::experiments;
namespace fs = std::filesystem;

namespace {

// A temporary folder for each test.
struct Scratch {
  fs::path path = fs::temp_directory_path() / fs::path("stardust-jobs-XXXXXX");
  Scratch() {
    std::string name = path.string();
    path = mkdtemp(name.data());
  }
  ~Scratch() { fs::remove_all(path); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
};

// The shell as the program: the argument added by the pool, --json=FILE, is $0 of the script.
PoolOptions shell(const Scratch& scratch) {
  PoolOptions options;
  options.program = "/bin/sh";
  options.identity = "sh";
  options.folder = (scratch.path / "runs").string();
  options.width = 2;
  return options;
}

Job script(const std::string& name, const std::string& text, double cost = 1) { return {name, {"-c", text}, cost}; }

const std::string report = "echo report > \"${0#--json=}\"";

}  // namespace

#ifndef STARDUST_SANITIZED  // sanitizers need address space of their own
TEST_CASE("jobs share the memory, and the pool keeps its own") {
  const Scratch scratch;
  PoolOptions options = shell(scratch);
  options.memory = std::uint64_t{300} << 20;
  rlimit before{}, after{};
  getrlimit(RLIMIT_DATA, &before);
  const Outcomes outcomes = runJobs({script("data", "ulimit -d > \"${0#--json=}\"")}, options);
  getrlimit(RLIMIT_DATA, &after);
  CHECK(outcomes.at("data").report == "307200\n");
  CHECK(before.rlim_cur == after.rlim_cur);
}
#endif

TEST_CASE("one pool at a time works in a folder, and a killed one leaves nothing behind that keeps others out") {
  const Scratch scratch;
  const std::string folder = scratch.path.string();
  {
    const FileLock lock = lockFolder(folder);
    CHECK_THROWS_AS(lockFolder(folder), Error);
  }
  CHECK_NOTHROW(lockFolder(folder));
  const pid_t holder = fork();
  if (holder == 0) {
    const FileLock lock = lockFolder(folder);
    raise(SIGKILL);
  }
  waitpid(holder, nullptr, 0);
  CHECK_NOTHROW(lockFolder(folder));
}

TEST_CASE("a job's report comes back, and a failing one's message and exit code") {
  const Scratch scratch;
  const Outcomes outcomes = runJobs({script("good", report), script("bad", "echo no >&2; exit 2"),
                                     script("silent", "true"), script("crash", "kill -SEGV $$")},
                                    shell(scratch));
  CHECK(outcomes.size() == 4);
  CHECK((outcomes.at("good").state == Outcome::State::Done));
  CHECK(outcomes.at("good").report == "report\n");
  CHECK((outcomes.at("bad").state == Outcome::State::Failed));
  CHECK(outcomes.at("bad").exitCode == 2);
  CHECK(outcomes.at("bad").message == "no\n");
  CHECK((outcomes.at("silent").state == Outcome::State::Failed));
  CHECK(outcomes.at("silent").message == "no report was written");
  CHECK(outcomes.at("crash").exitCode == 128 + 11);
}

TEST_CASE("a finished job is reused while its arguments and the program are the same") {
  const Scratch scratch;
  PoolOptions options = shell(scratch);
  const std::string count = "echo x >> '" + (scratch.path / "count").string() + "'; ";
  const auto runs = [&] {
    std::ifstream in(scratch.path / "count");
    int lines = 0;
    for (std::string line; std::getline(in, line);) ++lines;
    return lines;
  };
  runJobs({script("job", count + report)}, options);
  CHECK(runJobs({script("job", count + report)}, options).at("job").reused);
  CHECK(runs() == 1);
  CHECK(!runJobs({script("job", count + "true; " + report)}, options).at("job").reused);
  CHECK(runs() == 2);
  options.identity = "another";
  CHECK(!runJobs({script("job", count + "true; " + report)}, options).at("job").reused);
  CHECK(runs() == 3);
}

TEST_CASE("a failed job is run again") {
  const Scratch scratch;
  const std::string once = "test -e '" + (scratch.path / "tried").string() + "' || { touch '" +
                           (scratch.path / "tried").string() + "'; exit 1; }; ";
  CHECK((runJobs({script("job", once + report)}, shell(scratch)).at("job").state == Outcome::State::Failed));
  CHECK((runJobs({script("job", once + report)}, shell(scratch)).at("job").state == Outcome::State::Done));
}

TEST_CASE("cheap jobs run first, and jobs that follow are run and counted") {
  const Scratch scratch;
  PoolOptions options = shell(scratch);
  options.width = 1;
  std::vector<std::string> order;
  const auto follow = [&](const Job& job, const Outcome& outcome) -> std::vector<Job> {
    order.push_back(job.name);
    if (outcome.state == Outcome::State::Failed) return {script("smaller", report, 3)};
    return {};
  };
  Advance last;
  options.progress = [&](const Advance& advance) { last = advance; };
  const Outcomes outcomes =
      runJobs({script("dear", report, 5), script("fails", "exit 2", 1), script("middle", report, 2)}, options, follow);
  CHECK((order == std::vector<std::string>{"fails", "middle", "smaller", "dear"}));
  CHECK((outcomes.at("smaller").state == Outcome::State::Done));
  CHECK(last.finished == 4);
  CHECK(last.known == 4);
  CHECK(last.secondsLeft == 0);
}

TEST_CASE("a cancelled pool ends its jobs and keeps what is finished") {
  const Scratch scratch;
  PoolOptions options = shell(scratch);
  std::atomic<bool> cancelled{false};
  options.cancelled = &cancelled;
  options.progress = [&](const Advance& advance) { cancelled = advance.finished == 1; };
  const auto start = std::chrono::steady_clock::now();
  const Outcomes outcomes = runJobs(
      {script("quick", report), script("slow", "exec sleep 60"), script("waiting", "exec sleep 60", 2)}, options);
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(30));
  CHECK((outcomes.at("quick").state == Outcome::State::Done));
  CHECK((outcomes.at("slow").state == Outcome::State::Missing));
  CHECK((outcomes.at("waiting").state == Outcome::State::Missing));
}

TEST_CASE("a program that is not there and a folder that cannot be made are user errors") {
  const Scratch scratch;
  PoolOptions options = shell(scratch);
  options.program = (scratch.path / "none").string();
  CHECK_THROWS_AS(runJobs({script("job", report)}, options), Error);
  options = shell(scratch);
  std::ofstream(scratch.path / "file") << "x";
  options.folder = (scratch.path / "file").string();
  CHECK_THROWS_AS(runJobs({script("job", report)}, options), Error);
}
