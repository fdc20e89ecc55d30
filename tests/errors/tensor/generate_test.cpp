#include "tensor/generate.h"

#include <cmath>

#include "errors/failure.h"

using namespace stardust;

namespace {

void refuses(Family family, const std::string& message, Fill fill, const std::vector<std::int64_t>& dims,
             double density) {
  failsWith(family, message, [&] { generate(fill, dims, density, 0, ValueType::Int32); });
}

}  // namespace

TEST_CASE("generate refuses absurd sizes at once") {
  refuses(Family::Unsupported, "generating 4.6116860141324206e+18 entries", Fill::Dense, {mostNarrow, mostNarrow}, 0);
  refuses(Family::Unsupported, "generating inf entries", Fill::Dense, std::vector<std::int64_t>(9, maxDimension), 0);
  refuses(Family::Unsupported, "lower the density", Fill::Sparse, {mostNarrow, mostNarrow}, 0.5);
  refuses(Family::Unsupported, "2^127 or more", Fill::Sparse, {maxDimension, maxDimension, maxDimension}, 0);
  refuses(Family::User, "dimension 4611686018427387905", Fill::Sparse, {maxDimension + 1}, 0);
  refuses(Family::User, "dimension -4", Fill::Dense, {-4}, 0);
}

TEST_CASE("generate refuses densities that are none") {
  for (const double density : {-0.1, 1.5, std::nan("")})
    refuses(Family::User, "a number from 0 to 1", Fill::Sparse, {4}, density);
}

TEST_CASE("generators have one-letter names") {
  CHECK((parseFill("d") == Fill::Dense));
  CHECK((parseFill("s") == Fill::Sparse));
  CHECK((parseFill("rmat") == Fill::Rmat));
  failsWith(Family::User, "unknown kind of random tensor 'x'", [] { parseFill("x"); });
}
