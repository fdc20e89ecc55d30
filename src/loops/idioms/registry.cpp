#include <algorithm>

#include "loops/idioms/clock.h"
#include "loops/idioms/dot.h"
#include "loops/idioms/dots.h"
#include "loops/idioms/idiom.h"
#include "loops/idioms/masked.h"
#include "loops/idioms/pack.h"
#include "loops/idioms/prefetch.h"
#include "loops/idioms/range_sum.h"
#include "loops/idioms/scan.h"
#include "loops/idioms/seldom_dot.h"
#include "loops/idioms/sparse_dot.h"
#include "loops/idioms/unite.h"
#include "loops/idioms/wide.h"

namespace stardust::loops {

const std::vector<const Idiom*>& idioms() {
  static const std::vector<const Idiom*> rows = {
      &Dot::idiom(),  &SparseDot::idiom(), &RangeSum::idiom(), &Masked::idiom(),    &Wide::idiom(),  &Unite::idiom(),
      &Dots::idiom(), &Pack::idiom(),      &Prefetch::idiom(), &SeldomDot::idiom(), &Clock::idiom(), &Scan::idiom(),
  };
  return rows;
}

const Idiom* findIdiom(std::string_view name) {
  for (const Idiom* row : idioms())
    if (row->name == name) return row;
  return nullptr;
}

Type Idiom::typeOf(const IdiomParameter& parameter, Type elements) {
  switch (parameter.holds) {
    case Holds::Elements: break;
    case Holds::Coordinates: return Type::I32;
    case Holds::Positions: return Type::I64;
    case Holds::Flags: return Type::Bool;
  }
  return elements;
}

bool isWithoutEffect(const IdiomCall& call) {
  const auto& all = call.idiom->parameters;
  return std::none_of(all.begin(), all.end(), [](const IdiomParameter& p) { return isWritten(p.use); });
}

}  // namespace stardust::loops
