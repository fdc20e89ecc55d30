// The decisions about an Accel before it is staged, as a value. They are the only state that a staging takes over from
// earlier stagings and trial runs.
//
// Most decisions concern a place in the source: a declaration, a loop or a statement that needs a special treatment.
// For example, a FIFO is counted, or a loop is unrolled. The offset of its first character identifies a place.
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

/// Explanation for the user.
struct Reason {
  std::string what;  ///< the construct at the place
  std::string how;   ///< its treatment
  std::string why;
};

/// A place with a special treatment. The treatment moves in one direction only (Decisions::note and its siblings), so
/// that staging reaches a fixed point.
struct Decision {
  enum class Handling : std::uint8_t {
    Trial,    ///< a FIFO that is counted until a trial run shows whether elements remain in it
    Turns,    ///< a FIFO with several producers that take turns; it need not be counted
    Noted,    ///< has the special treatment
    Shared,   ///< a FIFO that broadcasts all elements to each of several consumers; it need not be counted
    Settled,  ///< has the special treatment for good: it can no longer be shared
  };
  Handling handling = Handling::Noted;
  Location where;
  Reason reason;
  bool endsLoop = false;  ///< a loop ends when this FIFO is empty

  bool isSame(const Decision& o) const { return handling == o.handling && endsLoop == o.endsLoop; }
};

/// The capacity of a counted FIFO in a Stream.
struct Depth {
  std::string name;
  std::int64_t declared = 0, given = 0;
  Location where;
  bool operator==(const Depth& o) const { return given == o.given; }
};

/// Trip counts of the loops whose end depends on the accelerator's data, in program order.
struct TripCounts {
  /// Trip count of an unmeasured loop, its growth factor while it is too small, and its maximum.
  static constexpr std::int64_t first = 64, growth = 8, most = std::int64_t{1} << 21;
  std::vector<std::int64_t> byLoop;
  std::set<std::size_t> exact;  ///< loops whose executions all have the same trip count
  bool areKnown = false;        ///< otherwise the trip counts may be too small, and a run only measures them
  bool operator==(const TripCounts& o) const {
    return byLoop == o.byLoop && exact == o.exact && areKnown == o.areKnown;
  }
};

class Decisions {
 public:
  bool operator==(const Decisions& o) const;

  /// Forgets the trip counts and the shared FIFOs of the previous Accel. (Other decisions hold for each Accel that is
  /// staged from the same text.)
  void beginAccel();

  // Queries of a staging
  bool isNoted(const Location& where) const;
  bool isOnTrial(const Location& where) const;
  bool isShared(const Location& where) const;
  std::optional<std::int64_t> depthOf(const Location& where) const;

  // Facts from a staging
  void note(const Location& where, const Reason& reason);
  /// Notes a FIFO that a loop tests for elements.
  void noteEnd(const Location& where, const Reason& reason);
  /// Tries to let several producers of a FIFO take turns. No effect if the place has another decision.
  void tryTurns(const Location& where, const Reason& reason);

  // Facts from a trial run
  void endTrial(const Location& where, bool isLeft);
  void endTrials();
  /// Drops the decisions of `noteEnd`: trip counts are known, so that loops no longer test FIFOs.
  void forgetEnds();
  /// Returns false if the FIFO is shared already, or cannot be shared.
  bool share(const Location& where);
  void deepen(const Depth& depth);

  std::vector<Depth> depths() const;
  /// In source order.
  const std::map<Place, Decision>& places() const { return places_; }

  TripCounts trips;
  /// Keys (declaration of a sparse memory, key of an RMW) of the RMWs whose results RMWData takes.
  std::set<std::pair<Place, std::int64_t>> separate;

 private:
  std::map<Place, Decision> places_;
  std::map<Place, Depth> depths_;
};

}  // namespace stardust::dsl
