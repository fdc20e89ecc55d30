#include "driver/conversions.h"

#include <doctest/doctest.h>

#include <numeric>

#include "driver/device_formats.h"
#include "driver/run.h"
#include "driver/targets/shown.h"

using namespace stardust;
using namespace stardust::driver;

namespace {

Problem problem(const std::string& expression, std::initializer_list<std::pair<const char*, const char*>> flags) {
  KernelSpec spec;
  addExpression(spec, expression);
  for (const auto& [keyword, value] : flags) addFlag(spec, keyword, value);
  return loadProblem(spec);
}

Format formatOf(const Problem& p, const std::string& tensor) {
  if (p.assignment.lhs.tensor.name == tensor) return p.assignment.lhs.tensor.format;
  for (const auto& access : notation::accesses(p.assignment.rhs))
    if (access.tensor.name == tensor) return access.tensor.format;
  return {};
}

// The difference of two tensors independent of format: both are converted to one format.
std::string difference(const Storage& a, const Storage& b) { return firstDifference(pack(unpack(a), b.format), b); }

}  // namespace

TEST_CASE("the accelerator's formats keep dense and compressed levels, and compress the others") {
  CHECK(toString(acceleratorFormat(namedFormat("csr"))) == "ds");
  CHECK(toString(acceleratorFormat(namedFormat("coo3"))) == "sss");
  CHECK(toString(acceleratorFormat(Format({dense, bitvector, dense}, {2, 0, 1}, onChip))) == "dsd:2,0,1:onChip");
  CHECK(toString(acceleratorFormat(Format())) == "");
}

TEST_CASE("operands that the accelerator cannot read are converted, once each, with a receipt") {
  const Problem before =
      problem("y(i) = A(i,j) * x(j) + A(i,j) * z(j)",
              {{"format", "A:coo"}, {"format", "x:b"}, {"generate", "A:s:0.3:8,9"}, {"generate", "x,z:d"}});
  const Problem after = forAccelerator(before).problem;
  CHECK(toString(formatOf(after, "A")) == "ss");
  CHECK(toString(formatOf(after, "x")) == "s");
  CHECK(toString(formatOf(after, "z")) == "d");
  REQUIRE(after.receipts.size() == 2);
  const Receipt& receipt = after.receipts[0];
  CHECK(receipt.tensor == "A");
  CHECK(toString(receipt.from) == "uq");
  CHECK(toString(receipt.to) == "ss");
  CHECK(receipt.stored == 22);  // 0.3 * 72
  const Storage& packed = after.operands.at("A");
  // COO: 2 + 22 + 22 words of structure; DCSR: 2 + rows and rows + 1 + 22; and the values of both.
  const auto rows = static_cast<std::int64_t>(packed.levels[0].crd.size());
  CHECK(receipt.bytes == 4 * (2 + 22 + 22 + 22 + 2 + rows + rows + 1 + 22 + 22));
  validate(packed);
  CHECK(difference(before.operands.at("A"), packed) == "");
  CHECK(difference(before.operands.at("x"), after.operands.at("x")) == "");
  for (const auto& access : notation::accesses(after.assignment.rhs))
    if (access.tensor.name == "A") CHECK(toString(access.tensor.format) == "ss");
}

TEST_CASE("an operand keeps the zeros that it stores, or is not converted") {
  Coordinates entries{{2, 2}, {0, 1}, ValueArray<float>{3}};
  const Storage padded = pack(entries, Format({compressed, dense}));
  CHECK(converted(padded, namedFormat("coo")).stored() == 2);
  CHECK(converted(padded, Format({compressed, compressed})).stored() == 2);
  const Storage full = pack(entries, Format({dense, dense}));
  CHECK(converted(full, Format({dense, dense}, {1, 0})).stored() == 4);
  CHECK_THROWS_AS(converted(full, namedFormat("csr")), Error);
  CHECK_THROWS_AS(converted(pack(entries, namedFormat("csr")), Format({compressed, dense})), Error);
  CHECK_THROWS_AS(converted(padded, Format({compressed, dense}, {1, 0})), Error);
}

TEST_CASE("a problem that needs no conversion stays as it is") {
  const Problem before =
      problem("y(i) = A(i,j) * x(j)", {{"format", "A:csc"}, {"generate", "A:s:0.3:8,9"}, {"generate", "x:d"}});
  const Problem after = forAccelerator(before, true).problem;
  CHECK(after.receipts.empty());
  CHECK(!after.finally);
}

TEST_CASE("a copy in another mode order, for a loop order that wants it") {
  const Problem before =
      problem("y(i) = A(i,j) * x(j)", {{"format", "A:csc"}, {"generate", "A:s:0.3:8,9"}, {"generate", "x:d"}});
  const Problem after = applyConversions(before, {{"A", namedFormat("csr"), "the loop over i is outside"}});
  REQUIRE(after.receipts.size() == 1);
  CHECK(after.receipts[0].why == "the loop over i is outside");
  CHECK(toString(after.operands.at("A").format) == "ds");
  CHECK(difference(before.operands.at("A"), after.operands.at("A")) == "");
  const auto reference = referenceOf(after);
  const auto compiled = compileFor(forAccelerator(after), loadMachine("capstan"), checkMargin(reference));
  CHECK(interpret(after, compiled, reference).verified());
  CHECK(firstDifference(reference.result, referenceOf(before).result) == "");
}

TEST_CASE("a tensor that is read in two orders is copied for one of its accesses") {
  const Problem before = problem("y(i) = A(i,j) * A(j,i) * A_copy(j)",
                                 {{"format", "A:csr"}, {"generate", "A:s:0.3:8,8"}, {"generate", "A_copy:d"}});
  const Problem after = applyConversions(before, {{"A", namedFormat("csc"), "the loop over i is outside", {"j", "i"}}});
  CHECK(notation::print(after.assignment) == "y(i) = A(i,j) * A_copy2(j,i) * A_copy(j)");
  CHECK(toString(formatOf(after, "A")) == "ds");
  CHECK(toString(formatOf(after, "A_copy2")) == "ds:1,0");
  REQUIRE(after.receipts.size() == 1);
  CHECK(after.receipts[0].copy == "A_copy2");
  CHECK(print(after.receipts).find("A as A_copy2") != std::string::npos);
  CHECK(difference(before.operands.at("A"), after.operands.at("A_copy2")) == "");
  CHECK(firstDifference(referenceOf(before).result, referenceOf(after).result) == "");
  // All accesses: no copy is needed.
  const Problem all = applyConversions(
      problem("y(i) = A(i,j) * x(j)", {{"format", "A:csr"}, {"generate", "A:s:0.3:8,8"}, {"generate", "x:d"}}),
      {{"A", namedFormat("csc"), "so", {"i", "j"}}});
  CHECK(notation::print(all.assignment) == "y(i) = A(i,j) * x(j)");
  CHECK(toString(formatOf(all, "A")) == "ds:1,0");
}

TEST_CASE("operands are brought into the order of the loops, one receipt each") {
  const auto ready = [](const char* expression, const char* format,
                        std::vector<std::pair<const char*, const char*>> more = {}) {
    KernelSpec spec;
    addExpression(spec, expression);
    addFlag(spec, "format", format);
    addFlag(spec, "format", "A:csr");
    addFlag(spec, "generate", "B:s:0.3:8,8");
    for (const auto& [keyword, value] : more) addFlag(spec, keyword, value);
    return forAccelerator(loadProblem(spec)).problem;
  };
  const Problem transposed = ready("A(i,j) = B(j,i)", "B:csr");
  REQUIRE(transposed.receipts.size() == 1);
  CHECK(transposed.receipts[0].why == "the loops visit B(j,i) by i, then j");
  CHECK(toString(formatOf(transposed, "B")) == "ds:1,0");
  validate(transposed.operands.at("B"));
  // An unsupported format: one conversion for both reasons.
  const Problem both = ready("A(i,j) = B(j,i)", "B:coo");
  REQUIRE(both.receipts.size() == 1);
  CHECK(both.receipts[0].why ==
        "the accelerator reads dense and compressed levels; the loops visit B(j,i) by i, then j");
  CHECK(toString(formatOf(both, "B")) == "ss:1,0");
  // The schedule orders the loops, or names the access: the operand is searched.
  CHECK(ready("A(i,j) = B(j,i)", "B:csr", {{"schedule", "reorder(i,j)"}}).receipts.empty());
  CHECK(ready("A(i,j) = B(i,j) + B(j,i)", "B:csr").receipts.size() == 1);
  CHECK(ready("A(i,j) = B(i,j) + B(j,i)", "B:csr", {{"schedule", "precompute(B(j,i), {}, {}, w)"}}).receipts.empty());
  CHECK(ready("A(i,j) = B(j,i)", "B:csr", {{"schedule", "precompute(B(j,i), {}, {}, w)"}}).receipts.size() == 1);
}

TEST_CASE("law: the reference result in another format carries its bounds along") {
  const Problem p = problem("A(i,j) = B(i,j) * c(j)",
                            {{"format", "A:bs"}, {"format", "B:ub"}, {"generate", "B:s:0.3:8,9"}, {"generate", "c:d"}});
  const exec::Evaluated reference = referenceOf(p);
  for (const char* name : {"csc", "dcsr", "coo"}) {
    const exec::Evaluated converted = inFormat(reference, namedFormat(name));
    validate(converted.result);
    CHECK(difference(reference.result, converted.result) == "");
    REQUIRE(converted.magnitude.size() == converted.result.stored());
    const exec::Evaluated back = inFormat(converted, p.assignment.lhs.tensor.format);
    CHECK(firstDifference(back.result, reference.result) == "");
    CHECK(back.magnitude == reference.magnitude);
    CHECK(back.operations == reference.operations);
  }
}

TEST_CASE("a result in bit vectors is compared in full in that format") {
  RunRequest request;
  request.target = Target::Interpret;
  const Run done =
      run(problem("A(i,j) = B(i,j) * c(j)",
                  {{"format", "A:db"}, {"format", "B:db"}, {"generate", "B:s:0.1:20,700"}, {"generate", "c:d"}}),
          request);
  CHECK(done.verified());
  CHECK(toString(done.checked.result.format) == "db");
  validate(done.checked.result);
  REQUIRE(done.receipts.size() == 2);
  CHECK(!done.receipts[0].ofResult);
  CHECK(done.receipts[1].ofResult);
  CHECK(done.receipts[1].bytes > 0);
  CHECK(firstDifference(done.checked.result, done.reference.result) == "");
}
