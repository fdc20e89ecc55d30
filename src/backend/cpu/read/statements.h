// Parser of the statements of a kernel function.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>

#include "backend/cpu/read/same_in_c.h"
#include "backend/cpu/read/scope.h"

namespace stardust::cpu {

/// A parallel loop as its outlined function defines it.
struct ReadPart {
  std::string function;
  std::vector<std::string> captures;  ///< members of the struct of captures, in order
  std::string var;
  loops::Type varType;
  loops::Body body;
  bool fails = false;
};
using ReadParts = std::map<std::string, ReadPart>;  ///< by the name of the struct of captures

class StatementReader {
 public:
  /// `lengths`: arrays with a tracked length, by C name.
  StatementReader(ReadScope& scope, const ReadParts& parts, std::set<std::string> lengths)
      : scope_(scope), tokens_(scope.tokens), parts_(parts), lengths_(std::move(lengths)) {}

  /// Parses up to the end of a body: a brace, a label, or the deallocation of arrays.
  loops::Body body();
  bool usesLabel() const { return usesLabel_; }
  /// Parses a type and a name, and declares the name.
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
  std::set<std::string> ofLanes_;  // private variables of a tile, by their names in the loops
  bool usesLabel_ = false;
};

}  // namespace stardust::cpu
