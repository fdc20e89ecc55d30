// Notes: the part of the user's expression that a statement implements. The access or loop stands before the colon, the
// purpose of the statement behind it.
#pragma once

#include <map>
#include <string>

#include "capstan/plan/plan.h"

namespace stardust::spatial {

/// Scalar workspaces, each with its producer.
using Definitions = std::map<std::string, cin::Stmt>;

class Notes {
 public:
  /// Both arguments must outlive it.
  Notes(const placement::Plan& plan, const Definitions& definitions) : plan_(plan), definitions_(definitions) {}

  const notation::IndexVar& written(const notation::IndexVar& var) const;
  std::string written(const notation::Access& access) const;
  /// A scalar workspace prints as the expression that it holds.
  std::string written(const notation::Expr& expr) const;
  std::string valuesOf(const notation::Access& access) const;
  std::string arrayOf(const notation::Access& access, placement::Part part, int level) const;
  std::string storedOf(const notation::Access& access) const;
  std::string loopOver(const notation::IndexVar& var) const;
  std::string reductionOver(const notation::IndexVar& var, notation::AssignOp op) const;
  /// Names a fiber of the result with the coordinates of a level: "the entries of row i".
  std::string counting(int level) const;

 private:
  const placement::Plan& plan_;
  const Definitions& definitions_;
};

}  // namespace stardust::spatial
