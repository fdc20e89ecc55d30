// The reference evaluator as a target: the expression as written, without the compiler.
#pragma once

#include "driver/target.h"

namespace stardust::driver {

class OracleBackend : public Backend {
 public:
  Target target() const override { return Target::Oracle; }
  std::string title() const override { return "the oracle"; }
  std::string summary() const override { return "the reference evaluator, without the compiler"; }
  std::string whyNoProgram() const override { return "it evaluates the expression as it is written"; }
  int copiesOfResult() const override { return 1; }
  std::vector<TextPart> parts() const override { return {{"expression"}, {"result", true}}; }
  void compile(Run& run, const Ready& ready, Wanted* wanted) const override;
  void execute(Run& run, const Ready& ready, Wanted& wanted) const override;
};

}  // namespace stardust::driver
