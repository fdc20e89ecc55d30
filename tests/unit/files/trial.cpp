// A crash of a library in a child process becomes a message.
#include "files/trial.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <stdexcept>

#include "support/diagnostic.h"

using namespace stardust;

TEST_CASE("a reader that crashes is refused by name") {
  try {
    io::tryInChild("a.h5", "HDF5", [] { std::abort(); });
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(std::string(error.what()).find("a.h5 cannot be read") != std::string::npos);
    CHECK(std::string(error.what()).find("the library HDF5 crashes on it (Aborted)") != std::string::npos);
  }
}

TEST_CASE("a trial has no effect, and an exception is left to the caller's own run") {
  int runs = 0;
  io::tryInChild("a.h5", "HDF5", [&] { ++runs; });
  io::tryInChild("a.h5", "HDF5", [] { throw std::runtime_error("damaged"); });
  CHECK(runs == 0);
}
