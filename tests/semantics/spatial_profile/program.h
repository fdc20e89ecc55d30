// Wraps the body of a main method in a program whose assertions must hold.
#pragma once

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "capstan/machine/limits.h"
#include "exec/spatial_interpreter.h"
#include "spatial/profile/run.h"

namespace stardust {

/// `file` precedes the class of the program; `members` are inside it.
inline void mainHolds(const std::string& main, const std::string& file = {}, const std::string& members = {}) {
  CAPTURE(file + "\n" + main);
  const auto text = file + "\n@spatial class Test extends SpatialTest {\n" + members +
                    "\ndef main(args: Array[String]): Unit = {\n" + main + "\n}\n}\n";
  const auto accelerator = [](const auto& program, const auto& files) {
    return spatial::interpret(program, files, capstan::publishedLimits);
  };
  const auto outcome = profile::run(makeSource("test.scala", text), {"Test", {}}, accelerator);
  CHECK(outcome.asserts > 0);
  CHECK((outcome.failed == std::vector<std::string>{}));
}

}  // namespace stardust
