// Finding and replacing parts of statements: what the commands share.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cin/derived.h"

namespace stardust::schedule {

/// The first sub-statement (outermost, left to right) for which `replace` returns a statement is replaced by it. Null
/// if there is none.
cin::Stmt replaceFirst(const cin::Stmt& stmt, const std::function<cin::Stmt(const cin::Stmt&)>& replace);

/// A nest of foralls, outermost first, around a body that is not a forall.
struct Nest {
  std::vector<notation::IndexVar> vars;
  cin::Stmt body;
};
Nest nestOf(const cin::Stmt& stmt);

std::vector<cin::Assign> assignments(const cin::Stmt& stmt);
/// The workspaces whose where is inside the statement: they start empty each time that it runs.
std::set<std::string> localWorkspaces(const cin::Stmt& stmt);
/// A loop, and the variables of those around it, outermost first.
struct PlacedLoop {
  cin::Forall loop;
  std::vector<notation::IndexVar> around;
};
/// All loops, each before those inside it.
std::vector<PlacedLoop> placedLoops(const cin::Stmt& stmt);
std::vector<notation::IndexVar> loopVars(const cin::Stmt& stmt);
/// Those of loops, accesses and relations, each once.
std::vector<notation::IndexVar> indexVars(const cin::Stmt& stmt);
std::vector<notation::Access> allAccesses(const cin::Stmt& stmt);
using notation::contains;
/// The extents that the accesses know, and those that follow from them by the relations.
cin::Extents knownExtents(const cin::Stmt& stmt);
/// The extents of these variables; empty if one is not known.
std::vector<std::int64_t> extentsOf(const cin::Stmt& stmt, const std::vector<notation::IndexVar>& vars);
/// `wanted`, or wanted_2, … : no tensor of the statement has this name, and it is none of those `reserved`.
std::string freshTensor(const cin::Stmt& stmt, const std::string& wanted, const std::set<std::string>& reserved = {});
notation::Expr rename(const notation::Expr& expr, const std::vector<notation::IndexVar>& from,
                      const std::vector<notation::IndexVar>& to);

/// Applies `f` below the root relations, if there are any, and puts them back.
cin::Stmt underRelations(const cin::Stmt& stmt, const std::function<cin::Stmt(const cin::Stmt&)>& f);

}  // namespace stardust::schedule
