#include "driver/printed_program.h"

#include <fmt/format.h>

#include "scala/syntax/tree.h"
#include "spatial/dsl/language.h"

namespace stardust::driver {
namespace {

bool isWrittenByHand(const Source& source) {
  try {
    scala::read(source, dsl::language());
    return source->text.find("Accel") != std::string::npos;
  } catch (const Error&) {
    return false;
  }
}

}  // namespace

bool isPrinted(const Source& source) {
  try {
    spatial::parse(source);
    return true;
  } catch (const Error&) {
    return false;
  }
}

spatial::Program parsePrinted(const Source& source) {
  try {
    return spatial::parse(source);
  } catch (const Error& error) {
    const Diagnostic& found = error.diagnostic();
    if (found.family != Family::User || !isWrittenByHand(source)) throw;
    failUser("this is not a program in the form that the compiler prints", found.where,
             fmt::format("{}; programs written by hand are checked when they run", found.what),
             fmt::format("stardust exec {}", source->name));
  }
}

}  // namespace stardust::driver
