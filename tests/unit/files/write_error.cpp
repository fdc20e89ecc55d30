#include "files/write_error.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

#include "errors/failure.h"

using namespace stardust;

TEST_CASE("a file that cannot be written is named, with the system's reason and what helps") {
  CHECK(failure(Family::User, [] { failWriting("out/y.tns", ENOSPC); }) ==
        "error: cannot write out/y.tns: No space left on device\n"
        "  help: free some space there, or write to another disk\n");
  CHECK(failure(Family::User, [] { failWriting("y.tns", EISDIR); }) == "error: cannot write y.tns: Is a directory\n");
}

TEST_CASE("all bytes are written, or the reason comes back") {
  const int full = open("/dev/full", O_WRONLY | O_CLOEXEC);
  CHECK(writeAll(full, "x") == ENOSPC);
  CHECK(writeAll(full, "") == 0);
  close(full);
  CHECK(writeAll(-1, "x") == EBADF);
}

TEST_CASE("a folder is tried without a trace") {
  const std::string folder = std::filesystem::temp_directory_path().string();
  CHECK(errorOfWriting(folder, 100'000) == 0);
  CHECK(errorOfWriting(folder + "/stardust-none", 0) == ENOENT);
}
