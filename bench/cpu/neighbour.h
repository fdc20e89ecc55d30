// Another process that keeps a processor busy during a measurement.
#pragma once

#include <sys/types.h>

#include <functional>

namespace stardust::bench {

/// A child process that repeats the same work until this object is destroyed.
class Neighbour {
 public:
  /// `nice`: decrease of its priority relative to ours. Throws std::system_error if the process cannot be created.
  Neighbour(int nice, const std::function<void()>& work);
  ~Neighbour();
  Neighbour(const Neighbour&) = delete;
  Neighbour& operator=(const Neighbour&) = delete;

 private:
  pid_t child_;
};

}  // namespace stardust::bench
