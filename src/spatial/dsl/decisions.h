// What is decided about an Accel before it is staged, as a value. A staging depends on these decisions and on nothing
// else that earlier stagings or trial runs have shown.
//
// Most decisions concern a place in the source, a declaration, a loop or a statement, that needs more than it seems to:
// a FIFO is counted, a loop is written out. A place is known by where it begins.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "support/diagnostic.h"

namespace stardust::dsl {

using Place = std::size_t;
inline Place placeOf(const Location& where) { return where.span.begin; }

/// For people.
struct Reason {
  std::string what;  ///< stands there
  std::string how;   ///< it is staged
  std::string why;
};

/// A place that needs more than it seems to. Its handling moves on in one direction only (Decisions::note and its
/// siblings), so the decisions about an Accel come to an end.
struct Decision {
  enum class Handling : std::uint8_t {
    Trial,    ///< a FIFO that is counted until a trial run shows whether elements are left in it
    Turns,    ///< a FIFO to which several places give in turn; it need not be counted
    Noted,    ///< needs more
    Shared,   ///< a FIFO of which each of several places takes all elements; it need not be counted
    Settled,  ///< needs more, and is shared no more
  };
  Handling handling = Handling::Noted;
  Location where;
  Reason reason;
  bool endsLoop = false;  ///< a loop ends when this FIFO has no elements

  bool isSame(const Decision& o) const { return handling == o.handling && endsLoop == o.endsLoop; }
};

/// The elements that a counted FIFO in a Stream has room for.
struct Depth {
  std::string name;
  std::int64_t declared = 0, given = 0;
  Location where;
  bool operator==(const Depth& o) const { return given == o.given; }
};

/// How long loops are that end by the accelerator's data, in the order of the program.
struct TripCounts {
  /// Of a loop that no run has shown yet, and how they grow as long as they are too short, up to the most.
  static constexpr std::int64_t first = 64, growth = 8, most = std::int64_t{1} << 21;
  std::vector<std::int64_t> rounds;
  std::set<std::size_t> exact;  ///< loops each of whose runs takes all rounds
  bool areKnown = false;        ///< else the loops may be too short: a run is only to measure them
  bool operator==(const TripCounts& o) const {
    return rounds == o.rounds && exact == o.exact && areKnown == o.areKnown;
  }
};

class Decisions {
 public:
  bool operator==(const Decisions& o) const;

  /// Nothing is known yet of the loops of an Accel, and of who shares its FIFOs. (Other decisions hold for each Accel
  /// that is staged from the same text.)
  void beginAccel();

  // Asked by a staging
  bool isNoted(const Location& where) const;
  bool isOnTrial(const Location& where) const;
  bool isShared(const Location& where) const;
  std::optional<std::int64_t> depthOf(const Location& where) const;

  // Told by a staging
  void note(const Location& where, const Reason& reason);
  /// The same of what is asked whether it has elements.
  void noteEnd(const Location& where, const Reason& reason);
  /// A FIFO to which several places give, which could take turns. No change where something is decided already.
  void tryTurns(const Location& where, const Reason& reason);

  // Told by a trial run
  void endTrial(const Location& where, bool isLeft);
  void endTrials();
  /// Lengths of loops are known, and no FIFO need be asked for them.
  void forgetEnds();
  /// False: it is shared already, or cannot be.
  bool share(const Location& where);
  void deepen(const Depth& depth);

  std::vector<Depth> depths() const;
  /// In the order of the source.
  const std::map<Place, Decision>& places() const { return places_; }

  TripCounts trips;
  /// Where a sparse memory is declared, and the key of an RMW whose results are taken by RMWData.
  std::set<std::pair<Place, std::int64_t>> separate;

 private:
  std::map<Place, Decision> places_;
  std::map<Place, Depth> depths_;
};

}  // namespace stardust::dsl
