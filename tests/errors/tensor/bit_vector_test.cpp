#include "errors/failure.h"
#include "tensor/storage.h"

using namespace stardust;

namespace {

using Ints = ValueArray<std::int32_t>;

Storage sample() { return pack({{2, 40}, {0, 3, 1, 33}, Ints{1, 2}}, Format({dense, bitvector})); }
void refuses(const Storage& broken, const std::string& message) {
  contains(failure(Family::Internal, [&] { validate(broken); }), message);
}

}  // namespace

TEST_CASE("validate holds a bit vector's words against pos") {
  Storage s = sample();
  s.levels[1].crd = {3, 33};
  refuses(s, "level 1: a bit vector stores no crd");
  s = sample();
  s.levels[1].bits.pop_back();
  refuses(s, "level 1: bits has 31 words for 2 parents of 16");
  s = sample();
  s.levels[1].bits[1] = 1u << 8;
  refuses(s, "level 1: word 1 sets a bit beyond the dimension 40");
  s = sample();
  s.levels[1].bits[0] = 0;
  refuses(s, "level 1: pos[2] is 2, but the bit vectors have 1 entry");
  s = sample();
  s.levels[1].pos = {0, 0, 2};
  refuses(s, "level 1: fiber 0 has 1 bit set, but pos counts 0");
  s = sample();
  s.levels[0].bits = {1};
  refuses(s, "level 0: only bit vectors and hash tables store bits");
}

TEST_CASE("bit vectors of more words than a level may have are refused, not allocated") {
  contains(failure(Family::Unsupported,
                   [] {
                     pack({{1 << 20, 1 << 14, mostNarrow}, {}, Ints{}}, Format({dense, dense, bitvector}));
                   }),
           "would store 17179869184 bit vectors of 67108864 words at level 2");
}
