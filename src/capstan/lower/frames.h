// The bodies that are being emitted, from the Accel body in; each knows what is already computed in it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "notation/expr.h"
#include "spatial/nodes.h"

namespace stardust::spatial {

/// What a frame calls a thing that it knows of a level of an access.
std::string keyOf(const char* what, const notation::Access& access, int level);

struct Frame {
  std::string loop;  ///< whose body this is; "" the Accel body
  Body body;
  Body tail;  ///< comes after everything else: stores
  std::map<std::string, Expr> known;
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
  /// What is known under `key` in any open body, inner ones first.
  std::optional<Expr> find(const std::string& key) const;

 private:
  std::vector<Frame> frames_;
};

}  // namespace stardust::spatial
