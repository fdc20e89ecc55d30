// The schedules that searches found, kept by kernel, machine, memory and the facts of the operands.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "driver/machines.h"
#include "support/diagnostic.h"
#include "tune/operand_facts.h"

namespace stardust::tune {

/// A kept schedule is used for operands each of whose facts differs by at most this factor.
inline constexpr double nearFactor = 2;

/// The kernel, the hardware and the operands for which a schedule was found.
struct Subject {
  std::string kernel;   ///< the assignment with formats and value types, without extents
  std::string machine;  ///< name, and hash of the description with its settings
  std::string memory;   ///< the same
  OperandFacts facts = {};
  bool hasSameKernel(const Subject& other) const {
    return kernel == other.kernel && machine == other.machine && memory == other.memory;
  }
};
Subject subjectOf(const driver::Problem& problem, const driver::Hardware& hardware);

struct Winner {
  Subject subject;
  std::string schedule;     ///< commands as text; empty: the default
  std::int64_t cycles = 0;  ///< simulated on all operands
  std::string version;      ///< of the program that found it
};

/// A value: a bounded list of winners, the oldest first.
class Winners {
 public:
  static constexpr std::size_t most = 1000;

  Winners() = default;
  /// Reads print()'s text. Throws Error (user): other text, or that of a later version of the format.
  explicit Winners(const Source& text);
  std::string print() const;

  /// Replaces the winner of the same subject, unless that one is from the same version and has fewer cycles. Beyond
  /// `most`, the oldest one is dropped.
  void add(Winner winner);

  struct Found {
    const Winner* winner = nullptr;  ///< of the nearest subject of the same kernel, machine and memory; null: none
    FactsDistance distance = {};
    bool isNear() const { return winner && distance.factor <= nearFactor; }
  };
  /// The nearest one; of equally near ones, the latest.
  Found nearest(const Subject& subject) const;

  const std::vector<Winner>& all() const { return all_; }

 private:
  std::vector<Winner> all_;
};

}  // namespace stardust::tune
