// SciPy in a process of its own (scipy_peer.py), which keeps the operands and measures its own time, so that
// communication does not count.
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

const std::string python = "/usr/bin/python3";  // Debian's, which matches its packages, independent of PATH

/// A program that answers each line of JSON with another; it ends with its owner.
class Child {
 public:
  explicit Child(std::vector<std::string> arguments) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
      throw std::runtime_error("there is no socket for SciPy");
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
      throw std::runtime_error("SciPy does not listen");
    std::string answer;
    for (char c = 0; c != '\n'; answer += c)
      if (read(socket_, &c, 1) != 1) throw std::runtime_error("SciPy does not answer");
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
          {"crd", written(folder.file(name + ".crd"), all.crd)},
          {"vals", written(folder.file(name + ".vals"), std::get<ValueArray<double>>(all.values))}};
}

Work work(const Task& task) {
  const cpu::TemporaryDirectory folder;
  nlohmann::json operands;
  for (const auto& [name, tensor] : task.problem.operands) operands[name] = operand(folder, name, tensor);
  const auto child = std::make_shared<Child>(std::vector<std::string>{python, STARDUST_SCIPY_PEER});
  if (!child->ask({{"kernel", task.kernel}, {"operands", operands}}))
    throw std::runtime_error("SciPy has no kernel " + task.kernel);
  const auto digest = [child] {
    const auto sums = child->ask("digest");
    return Digest{sums.at(0), sums.at(1)};
  };
  return {[child] { return child->ask("run").get<double>(); }, digest, Threads::Serial};
}

}  // namespace

Peer sciPy() {
  Peer peer{"SciPy", "python3-scipy"};
  if (!cpu::run({python, "-c", "import scipy.sparse"}).succeeded()) return peer;
  for (const char* kernel : {"spmv", "residual", "mattransmul", "sddmm", "plus3", "plus2csr", "plus2", "innerprod",
                             "ttv", "ttm", "mttkrp", "spmm", "spgemm", "spmspv", "times", "timesdense", "plusdense"})
    peer.kernels.emplace(kernel, work);
  return peer;
}

}  // namespace stardust::bench
