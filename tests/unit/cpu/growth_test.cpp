// A thousand different libraries, each compiled, loaded, called and unloaded: no resource may remain. The compiler is a
// script that inserts the answer into a copy of a library, so that this takes seconds; `make bench-cpu` does the same
// with real compilers.
#include <doctest/doctest.h>
#include <malloc.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "samples.h"

using namespace stardust;

namespace {

/// As answering(n), with n at a place that the script finds.
std::string text(int n) { return "const char number[] = \"answer=" + std::to_string(100000 + n) + "\";\n"; }

cpu::Compiler patching(const cpu::TemporaryDirectory& folder) {
  const std::string model = folder.file("model.so"), script = folder.file("patch");
  cpu::compileLibrary(samples::compiler(), {},
                      "#include <stdlib.h>\nconst volatile char number[] = \"answer=000000\";\n"
                      "int answer(void) { return atoi((const char*)number + 7) - 100000; }\n",
                      folder.path(), model);
  std::ofstream(script)
      << "#!/bin/sh\n"
         "case $1 in --version|-dumpmachine) echo patch; exit;; esac\n"
         "for word; do [ \"$before\" = -o ] && made=$word; case $word in *.c) source=$word;; esac; before=$word; done\n"
         "number=$(sed -n 's/.*answer=\\([0-9]*\\).*/\\1/p' \"$source\")\n"
         "exec sed \"s/answer=000000/answer=$number/\" "
      << model << " > \"$made\"\n";
  chmod(script.c_str(), 0700);
  return cpu::findCompiler(script);
}

struct Held {
  std::size_t libraries = 0, files = 0, heap = 0;
};

Held held() {
  Held now;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) now.libraries += line.find(".so") != std::string::npos;
  for ([[maybe_unused]] const auto& file : std::filesystem::directory_iterator("/proc/self/fd")) ++now.files;
  now.heap = mallinfo2().uordblks;
  return now;
}

}  // namespace

TEST_CASE("a thousand different kernels, compiled, loaded and unloaded, leave nothing behind") {
  const cpu::TemporaryDirectory folder;
  const cpu::Compiler compiler = patching(folder);
  const cpu::Cache cache(folder.file("cache"), 100'000);  // room for a few: most are evicted
  Held before;
  for (int n = 0; n < 1000; ++n) {
    if (n == 50) before = held();
    const auto built = cpu::build(compiler, cache, {}, text(n));
    CHECK_FALSE(built.cached);
    CHECK(samples::answerOf(built.library) == n);
  }
  const Held after = held();
  CHECK(after.files == before.files);
  CHECK(after.libraries == before.libraries);
  CHECK(after.heap <= before.heap + 64 * 1024);
}
