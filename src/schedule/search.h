// Replacement in statements, for the commands. Queries: cin/query.h.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cin/query.h"

namespace stardust::schedule {

/// Replaces the first sub-statement (outermost, left to right) for which `replace` returns a statement. Null if there
/// is none.
cin::Stmt replaceFirst(const cin::Stmt& stmt, const std::function<cin::Stmt(const cin::Stmt&)>& replace);

using cin::Nest;
using cin::PlacedLoop;
using notation::contains;

/// The first of `wanted`, wanted_2, … that is neither a tensor of the statement nor `reserved`.
std::string freshTensor(const cin::Stmt& stmt, const std::string& wanted, const std::set<std::string>& reserved = {});
notation::Expr rename(const notation::Expr& expr, const std::vector<notation::IndexVar>& from,
                      const std::vector<notation::IndexVar>& to);

/// Applies `f` to the statement below the root relations, and restores them.
cin::Stmt underRelations(const cin::Stmt& stmt, const std::function<cin::Stmt(const cin::Stmt&)>& f);

}  // namespace stardust::schedule
