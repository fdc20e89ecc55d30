// What Scala and Spatial offer by name; internal to the room.
#pragma once

#include <functional>
#include <map>

#include "staging/evaluator.h"

namespace stardust::staging {

/// Functions by name; those of an object as "Array.tabulate". library.cpp has the words of Spatial, library_host.cpp
/// those of its host and of Scala's collections.
struct Library {
  using Handler = std::function<Value(Evaluator&, Call&)>;
  using Table = std::map<std::string, Handler>;
  static const Table& functions();

 private:
  static void addControl(Table& table);
  static void addMemories(Table& table);
  static void addMath(Table& table);
  static void addHost(Table& table);
  static void addCollections(Table& table);
};

}  // namespace stardust::staging
