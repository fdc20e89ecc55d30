// The profile of a kernel on the CPU: counts that are computed by hand, times that add up, and its tables.
#include "driver/cpu_profile.h"

#include <doctest/doctest.h>

#include "driver/run.h"
#include "driver/targets/cpu.h"
#include "driver/targets/cpu_profile_report.h"
#include "notation/parse.h"

using namespace stardust;
using namespace stardust::driver;

namespace {

/// A matrix of 3 x 4 with entries (0,0), (0,2), (2,1), (2,2) and (2,3), times a vector of ones.
Run spmv(int threads, ValueType type) {
  notation::Declarations declared;
  const auto declare = [&](const char* name, const Format& format, std::vector<std::int64_t> dims) {
    notation::Declaration d;
    d.format = format;
    d.formatGiven = true;
    d.type = type;
    d.dims = std::move(dims);
    declared[name] = d;
  };
  const Format rowsOfEntries({dense, compressed}), vec({dense});
  declare("A", rowsOfEntries, {3, 4});
  declare("x", vec, {4});
  declare("y", vec, {3});
  Problem problem;
  problem.name = "kernel";
  problem.assignment =
      notation::declare(notation::parseAssignment(makeSource("expression", "y(i) = A(i,j) * x(j)")), declared);
  const auto values = [&](std::size_t count) {
    Values made = makeValues(type, count);
    std::visit(
        [](auto& all) {
          for (auto& one : all) one = std::decay_t<decltype(one)>(1);
        },
        made);
    return made;
  };
  problem.operands["A"] = pack({{3, 4}, {0, 0, 0, 2, 2, 1, 2, 2, 2, 3}, values(5)}, rowsOfEntries);
  problem.operands["x"] = pack({{4}, {0, 1, 2, 3}, values(4)}, vec);
  RunRequest request;
  request.target = Target::Cpu;
  request.cpu.threads = threads;
  request.profiles = true;
  return run(std::move(problem), request);
}

const LoopProfile& loopIn(const CpuProfile& profile, const std::string& name) {
  for (const LoopProfile& loop : profile.loops)
    if (loop.loop == name) return loop;
  FAIL("no loop " << name);
  return profile.loops.front();
}

const ArrayProfile& arrayIn(const CpuProfile& profile, const std::string& name) {
  for (const ArrayProfile& array : profile.arrays)
    if (array.array == name) return array;
  FAIL("no array " << name);
  return profile.arrays.front();
}

}  // namespace

TEST_CASE("the profile of a small product has the counts of its matrix") {
  for (const int threads : {1, 2})
    for (const ValueType type : {ValueType::Float32, ValueType::Float64}) {
      const Run run = spmv(threads, type);
      CHECK(run.verified());
      REQUIRE(cpuIn(run)->profile);
      const CpuProfile& profile = *cpuIn(run)->profile;
      const std::int64_t bytes = type == ValueType::Float32 ? 4 : 8;
      CHECK(profile.threads == threads);

      const LoopProfile &rows = loopIn(profile, "forall(i)"),
                        &entries = loopIn(profile, "forall(j in A2): ws += A(i,j) * x(j)");
      CHECK(rows.entered == 1);
      CHECK(rows.iterations == 3);
      CHECK(entries.entered == 3);
      CHECK(entries.iterations == 5);
      CHECK(entries.depth == rows.depth + 1);

      const ArrayProfile &crd = arrayIn(profile, "A2_crd"), &values = arrayIn(profile, "A_vals"),
                         &x = arrayIn(profile, "x_vals"), &y = arrayIn(profile, "y_vals"),
                         &pos = arrayIn(profile, "A2_pos");
      CHECK(crd.read == 5);
      CHECK(crd.bytes == 5 * 4);
      CHECK(values.read == 5);
      CHECK(values.bytes == 5 * bytes);
      CHECK(x.read == 5);
      CHECK(y.read == 0);
      CHECK(y.written == 3);
      CHECK(y.bytes == 3 * bytes);
      // Two for each row; the number of entries, and two steps of a search for each end of the only chunk.
      CHECK(pos.read == 2 * 3 + 1 + 2 * 2);
      for (const ArrayProfile* array : {&crd, &values, &x, &y, &pos}) {
        CHECK(array->footprint == 64);
        CHECK(array->lines == 1);
        CHECK(array->jumps == 1);
      }
      CHECK(x.contents == "values of x");
      CHECK(crd.contents == "coordinates of level 2 of A");
    }
}

TEST_CASE("the times of loops are parts of the times of the loops around them") {
  const Run run = spmv(1, ValueType::Float64);
  const CpuProfile& profile = *cpuIn(run)->profile;
  for (const LoopProfile& loop : profile.loops) {
    CHECK(loop.seconds.has_value() == loop.ownSeconds.has_value());
    if (!loop.seconds) continue;
    CHECK(*loop.seconds <= profile.clockedSeconds);
    CHECK(*loop.ownSeconds <= *loop.seconds);
  }
}

TEST_CASE("without a request there is no profile") {
  Problem problem;
  problem.assignment = notation::declare(notation::parseAssignment(makeSource("e", "y = 3")), {});
  RunRequest request;
  request.target = Target::Cpu;
  CHECK(!cpuIn(run(std::move(problem), request))->profile);
}

TEST_CASE("a bound is near from half of the time on, and the larger part decides") {
  CpuProfile profile;
  profile.seconds = 2;
  profile.memory.streamSeconds = 0.9;
  profile.memory.overlappingSeconds = 0.5;
  profile.memory.dependentSeconds = 7;
  CHECK(profile.bound() == CpuProfile::Bound::Instructions);
  profile.memory.streamSeconds = 1;
  CHECK(profile.bound() == CpuProfile::Bound::Bandwidth);
  profile.memory.overlappingSeconds = 1.5;
  CHECK(profile.bound() == CpuProfile::Bound::Latency);
  CHECK(boundText(profile).rfind("latency: ", 0) == 0);
  CHECK(json(profile)["bound"] == "latency");
}

TEST_CASE("times of a run that took far longer than the kernel are called disturbed") {
  CpuProfile profile;
  profile.threads = 2;
  profile.seconds = 1;
  profile.clockedSeconds = 4;  // on one thread
  CHECK(profile.disturbance() == "");
  CHECK(!json(profile).contains("disturbed"));
  profile.clockedSeconds = 4.5;
  CHECK(profile.disturbance().rfind("the run with clocks took 4.5 times as long as the kernel", 0) == 0);
  CHECK(json(profile).contains("disturbed"));
  CHECK(profileText(profile).find("Disturbed: the run with clocks") != std::string::npos);
}
