// rooms: cin
// Any text is an assignment that prints, parses again and concretizes, or a user error.
#include <cstdint>

#include "cin/concretize.h"
#include "notation/parse.h"
#include "notation/views.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace stardust;
  try {
    const auto assignment =
        notation::parseAssignment(makeSource("expression", {reinterpret_cast<const char*>(data), size}));
    const std::string printed = notation::print(assignment);
    require(notation::print(notation::parseAssignment(makeSource("printed", printed))) == printed,
            "an assignment reads back");
    cin::verify(cin::concretize(notation::withViews(assignment, {}).assignment));
  } catch (const Error& error) {
    if (error.diagnostic().family != Family::User && error.diagnostic().family != Family::Unsupported) throw;
  }
  return 0;
}
