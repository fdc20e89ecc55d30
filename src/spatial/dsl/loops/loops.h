// Foreach, Reduce, Fold, MemReduce, MemFold and if, inside Accel; internal to the room.
//   loops.cpp  Foreach, Reduce and Fold    mem_reduce.cpp    conditionals.cpp    fsm.cpp    endless.cpp
//   lanes.cpp    peeling.cpp    unswitching.cpp    trip_counts.cpp
#pragma once

#include <functional>

#include "spatial/dsl/loops/trip_counts.h"
#include "spatial/dsl/memories/memories.h"

namespace stardust::dsl {

/// Calls a function of the program.
using Invoke = std::function<Value(const Value& function, Values arguments, const Location& where)>;

/// The class of the record that Scan(…) is.
inline constexpr const char* scanName = "Scan";
inline constexpr const char* dataScanName = "DataScan";

/// The counters of a loop, and a name for the iterator of each.
struct Domain {
  std::vector<spatial::Counter> counters;
  std::optional<spatial::Scan> scan;
  std::vector<std::string> iterators;
  std::optional<Staged>
      data{};       ///< of a scan of data: an element is taken in each iteration, which does nothing where it is 0
  Value isThere{};  ///< it is not 0
  bool isForever = false;  ///< the first counter is *: it has no end yet
};

/// What a body of primitives declares is not for several lanes: a Reg that has one value becomes a val; with any other
/// memory one iteration follows the other.
void separateLanes(Domain& domain, spatial::Body& body);

class Loops {
 public:
  Loops(Stage& stage, Words& words, Memories& memories, Decisions& decisions, Invoke invoke)
      : rounds(decisions.trips),
        decisions_(decisions),
        stage_(stage),
        words_(words),
        memories_(memories),
        invoke_(std::move(invoke)) {}
  void beginStaging();

  /// `stop`: a Reg that ends the loop behind the iteration that sets it, or null.
  void foreach (const Values& counters, const Value& function, const MemoryRef& stop, const Location& where);
  /// Reduce(reg or zero)(counters){ map }{ combine }; `keeps`: Fold, which goes on from what the Reg holds.
  Value reduce(const Value& start, const Values& counters, const Value& map, const Value& combine, bool keeps,
               const Location& where);
  /// Adds a memory of each iteration to one outside, word by word.
  Value memReduce(const Value& target, const Values& counters, const Value& map, const Value& combine, bool keeps,
                  const Location& where);
  /// FSM(first)(while){ body }{ next }
  void fsm(const Value& first, const Value& condition, const Value& body, const Value& next, const Location& where);
  /// if (condition) then else otherwise: `branch(0)` and `branch(1)` stage the two.
  Value conditional(const Value& condition, bool hasElse, const std::function<Value(int)>& branch,
                    const Location& where);
  /// What takes an element from a FIFO takes place even if nobody uses it.
  void keepEffect(const Value& value, const Location& where);
  /// Pipe { … }: primitives are a stage of their own; controllers are stages already.
  Value unit(const std::function<Value()>& block, const Location& where);

  /// Where the condition holds the accelerator waits for what never comes; that is an error of the program, found when
  /// it is interpreted.
  void waitsForEver(const Value& condition, Rounds::Wait wait, const Location& where);
  /// Lets the host know whether this was ever true (`Rounds::ask`).
  void ask(const Value& condition, const Location& where);
  /// Leaves the Foreach around this place if the condition holds, for good: a loop over primitives at once, another
  /// when this iteration is done.
  void breakWhen(const Value& condition, const Location& where);
  /// Breaks so far of the Foreach around this place.
  std::size_t breaks() const { return breakable_.empty() ? 0 : breakable_.back().breaks; }
  /// What stands behind a break in its body.
  void unlessLeft(const std::function<Value()>& rest, const Location& where);

  Rounds rounds;                      ///< of the loops that end by the accelerator's data
  std::vector<MemoryRef> unswitched;  ///< FIFOs that a condition of outside lets stream, in this staging

 private:
  Domain domain(const Values& values, const Location& where);
  spatial::Scan scan(const Values& parts, const Location& where);
  Domain bounded(const Values& values, const Location& where);  ///< without *
  void nameIterators(Domain& domain, const Value& function);
  static Value iterator(const std::string& text, const Location& where);
  Value call(const Value& function, const Values& iterators, const Location& where);
  Value stageBody(const Value& function, Domain& domain, spatial::Body& body, const Location& where);
  void emitForeach(Domain domain, spatial::Body body, const Location& where);
  bool emitFirsts(Domain& domain, spatial::Body& body, const Location& where);
  bool emitUnswitched(const Domain& domain, const spatial::Body& body, const Location& where);
  void writeOut(const std::vector<std::int64_t>& iterators, const Value& function, const Location& where);
  std::optional<spatial::ReduceOp> reduceOp(const Value& function, const NumberType& type, const Location& where);
  void emitReduce(const MemoryRef& reg, Domain domain, spatial::Body body, spatial::Expr value, spatial::ReduceOp op,
                  const Location& where);
  Value isFirst(const Domain& domain, const Location& where);
  Value orNeutral(const Value& mapped, const Domain& loop, spatial::ReduceOp op, const Location& where);
  void reduceInto(const MemoryRef& reg, Domain loop, spatial::Body body, const Value& mapped, const Value& combine,
                  bool keeps, const Location& where);
  void reduceInTurn(const MemoryRef& reg, Domain loop, spatial::Body body, const Value& mapped, const Value& combine,
                    bool keeps, const Location& where);
  struct Copy {
    Values iterators;
    Value result;
    Value isThere;  ///< its iteration exists
  };
  Copy copyOf(const Domain& loop, const std::vector<std::int64_t>& pars, std::int64_t number, const Location& where);
  void stageCopy(Copy& copy, const Value& map, const Location& where);
  std::vector<spatial::Expr> extentsOf(const Section& target, const Location& where);
  void addWords(const Section& target, std::int64_t par, const std::vector<Copy>& copies, const Value& combine,
                const Value& isFirst, const Location& where);
  std::optional<Number> knownOf(const Value& function, const Number& state, const Location& where);
  std::optional<std::vector<Number>> statesOf(const Number& first, const Value& condition, const Value& next,
                                              const Location& where);
  std::optional<std::int64_t> roundsOf(const spatial::Body& body, bool& takes);
  Rounds::Bound boundOfNext(const Location& where);
  void measure(const Rounds::Bound& bound, const spatial::Counter& counter, const std::string& iterator,
               spatial::Body& body, const Location& where);
  void emitRounds(const Rounds::Bound& bound, spatial::Counter counter, const std::string& iterator,
                  spatial::Body before, const Value& goesOn, spatial::Body body, const Location& where);
  void emitEndless(Domain loop, spatial::Body body, const std::vector<Memories::Sources>& sources,
                   const MemoryRef& stop, const Location& where);
  void emitStates(const Number& first, const Value& condition, const Value& function, const Value& next,
                  const Location& where);
  static Value simplified(const Value& value);
  void predicate(const spatial::Body& body, const Value& condition, const Location& where);
  spatial::Body takeSharedGivers(spatial::Body& yes, spatial::Body& no, const Value& condition, const Location& where);

  struct Breakable {
    spatial::Body* outer;            ///< around the loop
    MemoryRef stop;                  ///< set by a break; null: there is none
    std::size_t breaks = 0;          ///< that leave it at once
    std::vector<Location> places{};  ///< of all breaks
  };
  std::vector<Breakable> breakable_;  ///< the loops around the place that is staged
  Decisions& decisions_;
  Stage& stage_;
  Words& words_;
  Memories& memories_;
  Invoke invoke_;
};

}  // namespace stardust::dsl
