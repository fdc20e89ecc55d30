// Another process that keeps a processor busy while we measure.
#pragma once

#include <sys/types.h>

#include <functional>

namespace stardust::bench {

/// A child process that does the same work over and over, until this is destroyed.
class Neighbour {
 public:
  /// `nice`: by how much its priority is below ours. Throws std::system_error if there can be no process.
  Neighbour(int nice, const std::function<void()>& work);
  ~Neighbour();
  Neighbour(const Neighbour&) = delete;
  Neighbour& operator=(const Neighbour&) = delete;

 private:
  pid_t child_;
};

}  // namespace stardust::bench
