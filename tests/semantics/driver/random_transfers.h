// Random commands that move arrays of operands to the accelerator.
#pragma once

#include <fmt/format.h>

#include <random>
#include <string>
#include <vector>

namespace stardust::tests {

/// keep, share or stream for some of the operands, all of their arrays or some of them. Names that the statement lacks
/// are skipped like any other illegal command.
template <class Tensors>
std::vector<std::string> randomTransfers(const Tensors& tensors, std::mt19937_64 random) {
  static const char* const parts[] = {"", "", ", pos", ", crd", ", vals", ", vals", ", crd, 1", ", pos, 2"};
  std::vector<std::string> commands;
  if (random() % 2 != 0) return commands;
  for (const auto& tensor : tensors)
    if (tensor.operand && !tensor.indices.empty() && random() % 2 == 0)
      commands.push_back(
          random() % 2 == 0
              ? fmt::format("stream({}, {}{})", tensor.name, tensor.indices[random() % tensor.indices.size()],
                            random() % 3 == 0 ? "o" : "")
              : fmt::format("{}({}{})", random() % 3 == 0 ? "share" : "keep", tensor.name, parts[random() % 8]));
  return commands;
}

}  // namespace stardust::tests
