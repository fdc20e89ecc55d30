// What a sweep varies: --vary innerPar=1,4,16.
#pragma once

#include <string>
#include <vector>

#include "driver/invocation.h"

namespace stardust::experiments {

/// A variable of the environment, a parameter of machine or memory ("machine.ag.outstandingBursts"), or a keyword of
/// the kernel grammar that takes one value ("memory", "schedule").
struct Axis {
  std::string name;
  Location nameAt;
  std::vector<driver::Said<std::string>> values;  ///< as the user wrote them
};

/// NAME=VALUE,VALUE,…; commas between parentheses or braces belong to a value, and of a format, an input or a generator
/// all that do not lead to the name of a tensor and its colon: generate=A:s:0.1:20,30,A:s:0.2 has two values. Throws
/// Error (user) with a caret: malformed, an unknown name, a value that the variable cannot have or that is given twice.
Axis parseAxis(const std::string& text);

/// Adds a value of an axis to a call. A schedule without parentheses is a file that holds one. Throws Error (user) if
/// it cannot be read.
void vary(driver::Invocation& invocation, const Axis& axis, std::size_t value);

/// Whether the units of the chip tell what this axis costs; otherwise, as for memory systems and inputs, its values are
/// compared apart.
bool isOfChip(const Axis& axis);

/// Names that `text` may have, for messages.
std::string axisForms();

}  // namespace stardust::experiments
