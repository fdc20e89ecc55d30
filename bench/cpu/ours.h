// Our kernels in the benchmark.
#pragma once

#include "backend/cpu/kernel.h"
#include "peer.h"

namespace stardust::bench {

/// A task compiled by us, and two ways to run it.
struct Own {
  Own(const Task& task, int threads, const cpu::Toolchain& toolchain = cpu::findToolchain());

  Work reused;             ///< the result reuses the memory of the previous one
  Work fresh;              ///< the result is allocated each time
  Storage result() const;  ///< of the last run
  double compileSeconds() const;

 private:
  struct Parts;
  std::shared_ptr<Parts> parts_;
};

}  // namespace stardust::bench
