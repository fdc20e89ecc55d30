// The bodies that are being emitted, from the Accel body in; each knows what is already computed in it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "capstan/lower/known.h"
#include "spatial/nodes.h"

namespace stardust::spatial {

struct Frame {
  std::string loop;  ///< whose body this is; "" the Accel body
  Body body;
  Body tail;  ///< comes after everything else: stores
  std::map<known::Key, Expr> known;

  /// Emits a statement, with a note of what it serves.
  void emit(const Stmt& stmt, const std::string& note);
};

/// Emission may go to any open body: what an inner loop needs is computed in the outermost one where it can be.
class Frames {
 public:
  void open(std::string loop);
  Frame close();  ///< the innermost, its tail appended
  Frame& innermost() { return frames_.back(); }
  const Frame& innermost() const { return frames_.back(); }
  Frame& of(const std::string& loop);  ///< the innermost body of that loop
  std::size_t depth() const { return frames_.size(); }
  /// What is known in any open body, inner ones first.
  std::optional<Expr> find(const known::Key& key) const;
  /// The same, of what is known for certain.
  Expr at(const known::Key& key) const;
  /// The name of a memory or a stream that is allocated.
  const std::string& memory(const known::Key& key) const;

 private:
  const Expr* known(const known::Key& key) const;

  std::vector<Frame> frames_;
};

}  // namespace stardust::spatial
