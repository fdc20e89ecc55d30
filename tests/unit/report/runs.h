// Runs of kernels with recorded simulations.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "driver/kernel_spec.h"
#include "driver/problem.h"
#include "driver/run.h"

namespace stardust::tests {

inline driver::Run ran(const std::string& expression, const std::vector<std::pair<std::string, std::string>>& flags,
                       std::vector<std::string> memories = {"hbm2e"}) {
  driver::KernelSpec spec;
  driver::addExpression(spec, expression);
  for (const auto& [keyword, value] : flags) driver::addFlag(spec, keyword, value);
  driver::RunRequest request;
  request.records = true;
  request.memories = std::move(memories);
  return driver::run(driver::loadProblem(spec), request);
}

inline driver::Run spmv(const std::string& size, std::vector<std::string> memories = {"hbm2e"}) {
  return ran("y(i) = A(i,j) * x(j)", {{"format", "A:csr"}, {"generate", "A:s:" + size}, {"generate", "x:d"}},
             std::move(memories));
}

}  // namespace stardust::tests
