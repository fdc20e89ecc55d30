// The axes of a sweep: --vary innerPar=1,4,16.
#pragma once

#include <string>
#include <vector>

#include "driver/invocation.h"

namespace stardust::experiments {

/// A variable of the environment, a parameter of machine or memory ("machine.ag.outstandingBursts"), or a keyword of
/// the kernel grammar with a single value ("memory", "schedule"). A target may name its machine: "sam@extensor-like".
struct Axis {
  std::string name;
  Location nameAt;
  std::vector<driver::Said<std::string>> values;  ///< as the user wrote them
};

/// NAME=VALUE,VALUE,… Commas inside parentheses or braces belong to a value. In a format, an input or a generator, only
/// a comma before a tensor name with a colon begins a new value: generate=A:s:0.1:20,30,A:s:0.2 has two values. Throws
/// Error (user) with a caret for a malformed axis, an unknown name, an illegal value, and a duplicate value.
Axis parseAxis(const std::string& text);

/// Adds a value of an axis to a command. A schedule without parentheses is the name of a file. Throws Error (user) if
/// it cannot be read.
void vary(driver::Invocation& invocation, const Axis& axis, std::size_t value);

/// Whether the cost of this axis is a number of units; otherwise, as for memory systems and inputs, its values are
/// compared separately.
bool isOfChip(const Axis& axis);

/// Whether its values are inputs of the kernel: files, generators, extents, types, seeds.
bool isOfInput(const Axis& axis);

/// The legal names of an axis, for messages.
std::string axisForms();

}  // namespace stardust::experiments
