// rooms: capstan
// Both parsers of descriptions: every text gives a value or a user error.
#include <cstddef>
#include <cstdint>
#include <string>

#include "capstan/machine/machine.h"
#include "machine/memory.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace stardust;
  const auto text = makeSource("fuzz.toml", std::string(reinterpret_cast<const char*>(data), size));
  const auto attempt = [&](auto parse) {
    try {
      parse(text);
    } catch (const Error& error) {
      if (error.diagnostic().family != Family::User) throw;
    }
  };
  attempt(capstan::parseMachine);
  attempt(machine::parseMemorySystem);
  return 0;
}
