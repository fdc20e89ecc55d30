// Notes: what a statement of the program serves, as the user wrote it. An access or a loop of the expression stands
// before the colon, and what is done for it behind.
#pragma once

#include <map>
#include <string>

#include "capstan/plan/plan.h"

namespace stardust::spatial {

/// Scalar workspaces, each with the statement that fills it.
using Definitions = std::map<std::string, cin::Stmt>;

class Notes {
 public:
  /// Both outlive it.
  Notes(const placement::Plan& plan, const Definitions& definitions) : plan_(plan), definitions_(definitions) {}

  const notation::IndexVar& written(const notation::IndexVar& var) const;
  std::string written(const notation::Access& access) const;
  /// A scalar workspace reads as the expression that it holds.
  std::string written(const notation::Expr& expr) const;
  std::string valuesOf(const notation::Access& access) const;
  std::string arrayOf(const notation::Access& access, placement::Part part, int level) const;
  std::string storedOf(const notation::Access& access) const;
  std::string loopOver(const notation::IndexVar& var) const;
  std::string reductionOver(const notation::IndexVar& var, notation::AssignOp op) const;
  /// Of a fiber of the result, that holds the coordinates of a level: "the entries of row i".
  std::string counting(int level) const;

 private:
  const placement::Plan& plan_;
  const Definitions& definitions_;
};

}  // namespace stardust::spatial
