#include "neighbour.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace stardust::bench {

Neighbour::Neighbour(int nice, const std::function<void()>& work) : child_(fork()) {
  if (child_ < 0) throw std::system_error(errno, std::generic_category(), "cannot start a process");
  if (child_ > 0) return;
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // it ends with an interrupted benchmark
  if (::nice(nice) == -1) _exit(1);
  for (;;) work();
}

Neighbour::~Neighbour() {
  kill(child_, SIGKILL);
  waitpid(child_, nullptr, 0);
}

}  // namespace stardust::bench
