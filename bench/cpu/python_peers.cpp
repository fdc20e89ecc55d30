// Libraries with an interface for Python, each in a process of its own (python/NAME_peer.py), which keeps the operands
// and measures its own time, so that communication does not count. `make bench-cpu` installs them
// (python/requirements.txt).
#include <fmt/format.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "backend/cpu/process.h"
#include "backend/cpu/temporary_directory.h"
#include "peer.h"

namespace stardust::bench {
namespace {

/// A program that answers each line of JSON with another; it ends with its owner.
class Child {
 public:
  explicit Child(std::vector<std::string> arguments) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
      throw std::runtime_error("there is no socket for a library");
    socket_ = ends[0];
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO}) posix_spawn_file_actions_adddup2(&actions, ends[1], stream);
    std::vector<char*> words;
    for (std::string& argument : arguments) words.push_back(argument.data());
    words.push_back(nullptr);
    const int failed = posix_spawn(&process_, words[0], &actions, nullptr, words.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    if (failed) close(socket_), throw std::runtime_error(arguments[0] + " cannot be started");
  }
  ~Child() {
    close(socket_);
    waitpid(process_, nullptr, 0);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  nlohmann::json ask(const nlohmann::json& request) {
    const std::string line = request.dump() + "\n";
    if (send(socket_, line.data(), line.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(line.size()))
      throw std::runtime_error("a library does not listen");
    std::string answer;
    for (char c = 0; c != '\n'; answer += c)
      if (read(socket_, &c, 1) != 1) throw std::runtime_error("a library does not answer");
    return nlohmann::json::parse(answer);
  }

 private:
  int socket_ = -1;
  pid_t process_ = 0;
};

template <class Element, class Allocator>
std::string written(const std::string& path, const std::vector<Element, Allocator>& elements) {
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(elements.data()),
             static_cast<std::streamsize>(elements.size() * sizeof(Element)));
  if (!file.flush()) throw std::runtime_error("cannot write " + path);
  return path;
}

nlohmann::json operand(const cpu::TemporaryDirectory& folder, const std::string& name, const Storage& tensor) {
  const Coordinates all = unpack(tensor);
  return {{"dims", tensor.dims},
          {"dense", tensor.format.isDense()},
          {"crd", all.crd.visit([&](const auto& crd) { return written(folder.file(name + ".crd"), crd); })},
          {"vals", written(folder.file(name + ".vals"), std::get<ValueArray<double>>(all.values))}};
}

std::vector<std::string> started(const std::string& script) {
  return {STARDUST_PEER_PYTHON, fmt::format("{}/{}_peer.py", STARDUST_PEER_SCRIPTS, script)};
}

Work work(const Task& task, const std::string& script, int threads, Threads parallel) {
  const cpu::TemporaryDirectory folder;
  nlohmann::json operands;
  for (const auto& [name, tensor] : task.problem.operands) operands[name] = operand(folder, name, tensor);
  const auto child = std::make_shared<Child>(started(script));
  child->ask({{"threads", threads}, {"kernel", task.kernel}, {"operands", operands}});
  const auto digest = [child] {
    const auto sums = child->ask("digest");
    return Digest{sums.at(0), sums.at(1)};
  };
  return {[child] { return child->ask("run").get<double>(); }, digest, parallel};
}

/// Asks the script for the version of its library and its kernels; there are none if it does not run.
Peer pythonPeer(const std::string& name, const std::string& script) {
  Peer peer{name, "make bench-cpu"};
  std::vector<std::string> describe = started(script);
  describe.push_back("--describe");
  const cpu::Finished outcome = cpu::run(describe);
  if (!outcome.succeeded()) return peer;
  const auto described = nlohmann::json::parse(outcome.output);
  peer.version = described.at("version");
  const Threads parallel = described.at("parallel").get<bool>() ? Threads::Parallel : Threads::Serial;
  const auto threads = std::make_shared<int>(1);
  peer.useThreads = [threads](int count) { *threads = count; };
  for (const std::string kernel : described.at("kernels"))
    peer.kernels.emplace(kernel, [=](const Task& task) { return work(task, script, *threads, parallel); });
  return peer;
}

}  // namespace

Peer graphBlas() { return pythonPeer("GraphBLAS", "graphblas"); }
Peer sciPy() { return pythonPeer("SciPy", "scipy"); }
Peer mkl() { return pythonPeer("MKL", "mkl"); }

}  // namespace stardust::bench
