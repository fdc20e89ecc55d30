#include "driver/memory.h"

#include <sys/resource.h>

#include "errors/failure.h"

using namespace stardust;
using namespace stardust::driver;

namespace {

constexpr std::uint64_t gigabyte = 1'000'000'000;

KernelSpec spec(const std::vector<std::pair<std::string, std::string>>& flags) {
  KernelSpec spec;
  addExpression(spec, "C(i,j) = A(i,j)");
  for (const auto& [keyword, value] : flags) addFlag(spec, keyword, value);
  return spec;
}

void check(const std::vector<std::pair<std::string, std::string>>& flags, std::int64_t rows, const FreeMemory& free) {
  const KernelSpec said = spec(flags);
  requireMemory(said, notation::withExtents(assignmentOf(said), {{"i", rows}, {"j", 4}}), free);
}

}  // namespace

TEST_CASE("what is certain of a tensor's memory is held against what there is, at the format or the access") {
  const auto refused = [](const std::vector<std::pair<std::string, std::string>>& flags, std::int64_t rows) {
    return failure(Family::Unsupported, [&] { check(flags, rows, {gigabyte}); });
  };
  const std::string rows = refused({{"format", "A:ss"}, {"format", "C:ds"}}, 100'000'000);
  contains(
      rows,
      "not supported: C as ds takes at least 1.6 GB, and this computer has 1.0 GB free\n --> --format:1:1\n1 | C:ds\n");
  contains(rows, "help: -f=C:ss stores only the entries that exist");
  contains(refused({{"format", "A:ss"}}, 100'000'000),
           "C as dd takes at least 9.6 GB, and this computer has 1.0 GB free\n --> expression:1:1\n");
  contains(refused({{"format", "A:ss"}, {"type", "long"}, {"target", "oracle"}}, 100'000'000),
           "C as dd takes at least 3.2 GB");
  contains(refused({{"format", "C:ss"}, {"target", "cpu"}}, 100'000'000), "A as dd takes at least 1.6 GB");
  contains(refused({{"format", "C:ss"}, {"format", "A:sb"}, {"generate", "A:d"}}, 100'000'000),
           "A, generated, takes at least 9.6 GB");
  contains(refused({{"format", "A:ss"}}, 2'000'000'000), "C as dd would have 2000000000 x 4 positions at level 2");
  contains(refused({{"format", "A,C:ss"}, {"generate", "A:d"}}, 2'000'000'000), "A would have 8e+09 entries");
}

TEST_CASE("the message says whose limit it is") {
  const auto refused = [](MemoryOf of) {
    return failure(Family::Unsupported, [&] { check({{"format", "A:ss"}}, 100'000'000, {gigabyte, of}); });
  };
  contains(refused(MemoryOf::Computer), "and this computer has 1.0 GB free\n");
  contains(refused(MemoryOf::Container), "and the memory of this container leaves 1.0 GB\n");
  contains(refused(MemoryOf::Process), "and the limit of this process (--memory-limit, ulimit) leaves 1.0 GB\n");
}

TEST_CASE("where memory runs out on the way, the largest tensor is named") {
  const KernelSpec said = spec({{"format", "A:ss"}, {"format", "C:ds"}});
  const std::string message = failure(Family::Unsupported, [&] {
    failOutOfMemory(said, notation::withExtents(assignmentOf(said), {{"i", 1'000'000}, {"j", 4}}));
  });
  contains(message, "C as ds takes at least 16.0 MB, and the computation with it does not fit in " +
                        toString(freeMemory().of) + "\n --> --format:1:1\n");
}

TEST_CASE("what fits passes, and so does what only the data can tell") {
  CHECK_NOTHROW(check({{"format", "A:ss"}, {"format", "C:ds"}}, 10'000'000, {gigabyte}));
  CHECK_NOTHROW(check({{"format", "A,C:ss"}, {"generate", "A:s:0.000001"}}, 2'000'000'000, {gigabyte}));
}

TEST_CASE("a limit of the process that is narrower than what is free counts, and is told from one that is not") {
  rlimit before{};
  REQUIRE(getrlimit(RLIMIT_DATA, &before) == 0);
  const auto under = [&](std::uint64_t bytes) {
    rlimit limit = before;
    limit.rlim_cur = bytes;
    REQUIRE(setrlimit(RLIMIT_DATA, &limit) == 0);
    const FreeMemory free = freeMemory();
    setrlimit(RLIMIT_DATA, &before);
    return free;
  };
  const std::uint64_t data = dataMemory(), left = std::min(freeMemory().bytes, std::uint64_t{1} << 40);
  if (before.rlim_cur != RLIM_INFINITY || data == 0 || data > left) return;  // an instrumented program
  CHECK((under(data + left / 4).of == MemoryOf::Process));
  CHECK(under(data + left / 4).bytes <= left / 4);
  CHECK((under(data + left - left / 32).of != MemoryOf::Process));
}

TEST_CASE("the system says what is free, and a process what it has") {
  CHECK(freeMemory().bytes > 0);
  CHECK(dataMemory() < std::uint64_t{1} << 60);
}
