// Replacing parts of statements: what the commands share. To find them: cin/query.h.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cin/query.h"

namespace stardust::schedule {

/// The first sub-statement (outermost, left to right) for which `replace` returns a statement is replaced by it. Null
/// if there is none.
cin::Stmt replaceFirst(const cin::Stmt& stmt, const std::function<cin::Stmt(const cin::Stmt&)>& replace);

using cin::Nest;
using cin::PlacedLoop;
using notation::contains;

/// `wanted`, or wanted_2, … : no tensor of the statement has this name, and it is none of those `reserved`.
std::string freshTensor(const cin::Stmt& stmt, const std::string& wanted, const std::set<std::string>& reserved = {});
notation::Expr rename(const notation::Expr& expr, const std::vector<notation::IndexVar>& from,
                      const std::vector<notation::IndexVar>& to);

/// Applies `f` below the root relations, if there are any, and puts them back.
cin::Stmt underRelations(const cin::Stmt& stmt, const std::function<cin::Stmt(const cin::Stmt&)>& f);

}  // namespace stardust::schedule
