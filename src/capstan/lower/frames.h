// The stack of bodies being emitted, starting with the Accel body. Each body records the values computed in it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "capstan/lower/known.h"
#include "spatial/nodes.h"

namespace stardust::spatial {

struct Frame {
  std::string loop;  ///< the loop of this body; "" for the Accel body
  Body body;
  Body tail;  ///< statements after all others: stores
  std::map<known::Key, Expr> known;

  /// Emits a statement, with a note of the expression that it implements.
  void emit(const Stmt& stmt, const std::string& note);
};

/// Statements may be emitted into any open body: a value used in an inner loop is computed in the outermost body in
/// which it can be.
class Frames {
 public:
  void open(std::string loop);
  Frame close();  ///< pops the innermost frame, and appends its tail to its body
  Frame& innermost() { return frames_.back(); }
  const Frame& innermost() const { return frames_.back(); }
  Frame& of(const std::string& loop);  ///< the innermost frame of that loop
  std::size_t depth() const { return frames_.size(); }
  /// Searches the open bodies from the innermost outward.
  std::optional<Expr> find(const known::Key& key) const;
  /// The same for a key that must be present.
  Expr at(const known::Key& key) const;
  /// The name of an allocated memory or stream.
  const std::string& memory(const known::Key& key) const;

 private:
  const Expr* known(const known::Key& key) const;

  std::vector<Frame> frames_;
};

}  // namespace stardust::spatial
