// A reader of the statements of a kernel's function.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>

#include "backend/cpu/read/same_in_c.h"
#include "backend/cpu/read/scope.h"

namespace stardust::cpu {

/// A loop that threads share, as its function has it.
struct ReadPart {
  std::string function;
  std::vector<std::string> captures;  ///< its members, in order
  std::string var;
  loops::Type varType;
  loops::Body body;
  bool fails = false;
};
using ReadParts = std::map<std::string, ReadPart>;  ///< by the name of the structure that the threads share

class StatementReader {
 public:
  /// `lengths`: arrays, by their names in C, whose length is kept.
  StatementReader(ReadScope& scope, const ReadParts& parts, std::set<std::string> lengths)
      : scope_(scope), tokens_(scope.tokens), parts_(parts), lengths_(std::move(lengths)) {}

  /// Up to what ends a body: a brace, a label, or what frees the arrays.
  loops::Body body();
  bool usesLabel() const { return usesLabel_; }
  /// A type and a name, which is known from here on.
  std::pair<std::string, loops::Type> declared();

 private:
  bool atEndOfBody() const;
  loops::Body block();
  loops::Stmt stmt();
  loops::Stmt declaration();
  loops::Stmt branch();
  loops::Stmt prefetched(const loops::Expr& condition);
  loops::Expr rowSize();
  loops::Stmt assignment(const std::string& name);
  loops::Stmt stored(const std::string& array);
  loops::Stmt called(const std::string& function);
  loops::Stmt moved();
  loops::Stmt inserted();
  void endCall();
  void expectText(const std::string& text);
  static std::string countOf(const loops::IdiomCall& call);
  static std::string trimmed(std::string_view comment);

  // Loops.
  loops::Stmt markedLoop();
  loops::Stmt plainLoop(loops::Order order, int unroll);
  loops::Stmt cleared();
  loops::Stmt sharedLoop();
  loops::Stmt tiledLoop();
  loops::Stmt laneDeclaration();
  std::optional<loops::Stmt> laneStatement();

  ReadScope& scope_;
  CTokens& tokens_;
  const ReadParts& parts_;
  std::set<std::string> lengths_;
  std::set<std::string> ofLanes_;  // variables of a tile's iterations, in the loops
  bool usesLabel_ = false;
};

}  // namespace stardust::cpu
