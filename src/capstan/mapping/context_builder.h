// Builds one context: a unit that computes, reads, writes or moves.
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "capstan/mapping/frame.h"
#include "capstan/mapping/graph.h"
#include "spatial/nodes.h"

namespace stardust::capstan {

class Leaf;
struct Walk;

struct Typed {
  Register reg;
  spatial::Type type;
};

/// Builds one context: compiles expressions to operations at the level where their operands are known.
class ContextBuilder {
 public:
  /// `link`: of a context that computes the values of one link of a chain of reads (ReadChains).
  ContextBuilder(Walk& walk, Leaf* leaf, Role role, Origin origin, const std::vector<Frame>& frames, int link = 0);

  Typed value(const spatial::Expr& expr);
  Typed expect(const spatial::Expr& expr, spatial::Type type, const char* what);
  /// Adds an input and the register that it fills.
  Register input(Input::Kind kind, Id channel, Id level, Id lane = 0);
  /// The channel of an output, which is created at its first use.
  Id output(Output::Kind kind, Register reg, Id level, spatial::Type type, spatial::ReduceOp op = {},
            spatial::Word initial = 0);
  Register fresh(Id level);
  /// The channel with a field of the scan's iterations, created at its first use. This builder is the scanner's.
  Id scanField(std::uint8_t number);
  /// Registers the context as a reader of a channel. Returns its reader number.
  Id readerOf(Id channel);
  /// Makes the context iterate over the first loops of another context, without operations in them.
  void follow(const ContextBuilder& other, Id loops);

  Context context;
  Id id;

 private:
  Typed compile(const spatial::Expr& expr);
  /// The value of another context of this leaf, one per lane of a firing.
  Typed streamed(Id channel, spatial::Type type);
  Typed name(const spatial::Name& n, const spatial::Expr& expr);
  Register scanIterator(std::uint8_t field, Id level);
  void addCounter(const Frame& frame);
  Typed operation(Operation operation, spatial::Type result);
  Register constant(spatial::Word word, const std::string& argument = {});

  Walk& walk_;
  Leaf* leaf_;
  int link_;
  std::vector<Id> regLevels_;
  std::unordered_map<const spatial::ExprNode*, Typed> memo_;
  std::map<std::pair<spatial::Word, std::string>, Register> constants_;
  std::map<Id, Register> inputs_;  ///< by channel: a scalar or a result is read once
};

/// Sets the update of an RMW in its context.
void setUpdate(Context& context, const spatial::Rmw& rmw, const Location& where);

}  // namespace stardust::capstan
