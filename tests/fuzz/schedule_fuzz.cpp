// rooms: schedule
// Any text is a schedule that prints and parses again, and that applies to SpMV and SDDMM or is refused.
#include <cstdint>

#include "cin/concretize.h"
#include "notation/parse.h"
#include "schedule/automatic.h"
#include "schedule/schedule.h"

namespace {

using namespace stardust;

void applyTo(const char* expression, const std::vector<schedule::Command>& commands) {
  try {
    const auto assignment = notation::parseAssignment(makeSource("expression", expression));
    const auto stmt = schedule::apply(cin::concretize(assignment), commands);
    cin::verify(schedule::bulkTransfers(schedule::accelerateReductions(stmt)));
  } catch (const Error& error) {
    if (error.diagnostic().family != Family::User && error.diagnostic().family != Family::Unsupported) throw;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const auto commands = schedule::parse(makeSource("-s", {reinterpret_cast<const char*>(data), size}));
    const std::string printed = schedule::print(commands);
    require(schedule::print(schedule::parse(makeSource("printed", printed))) == printed, "a schedule reads back");
    applyTo("y(i) = A(i,j) * x(j)", commands);
    applyTo("A(i,j) = B(i,j) * C(i,k) * D(k,j)", commands);
  } catch (const Error& error) {
    if (error.diagnostic().family != Family::User && error.diagnostic().family != Family::Unsupported) throw;
  }
  return 0;
}
