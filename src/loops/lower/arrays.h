// The parameters of a function, created on first use, so that unused arrays are not passed.
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "loops/build.h"
#include "loops/names.h"
#include "notation/expr.h"

namespace stardust::loops {

class Arrays {
 public:
  /// `order`: the tensors of the statement, in parameter order. The last one is the result, whose arrays are outputs.
  /// Its values have the type of the computation, `computed`.
  Arrays(Names& names, std::vector<notation::TensorVar> order, Type computed)
      : names_(names), order_(std::move(order)), computed_(computed) {}

  Expr dim(const std::string& tensor, int level) {
    return variable(name({Role::Kind::Dim, tensor, level}, Type::I64), Type::I64);
  }
  std::string pos(const std::string& tensor, int level);
  std::string crd(const std::string& tensor, int level);
  /// Whether the coordinates of a tensor have 64 bits.
  bool isWide(const std::string& tensor) const;

  /// Elements of `pos` and `crd` as I64, whatever their width.
  Expr position(const std::string& tensor, int level, const Expr& at);
  Expr coordinate(const std::string& tensor, int level, const Expr& at);
  Stmt storeCoordinate(const std::string& tensor, int level, const Expr& at, const Expr& coordinate);

  std::string bits(const std::string& tensor, int level) { return name({Role::Kind::Bits, tensor, level}, Type::U32); }
  std::string values(const notation::TensorVar& tensor) {
    return name({Role::Kind::Values, tensor.name, 0}, isResult(tensor) ? computed_ : typeOf(tensor.type));
  }

  /// The requested parameters, by tensor, kind and level.
  std::vector<Parameter> parameters() const;

 private:
  using Key = std::tuple<std::size_t, Role::Kind, int>;
  std::string name(const Role& role, Type type);
  std::size_t indexOf(const std::string& tensor) const;
  Widths widthsOf(const std::string& tensor) const;
  bool isResult(const notation::TensorVar& tensor) const { return order_.back().name == tensor.name; }

  Names& names_;
  std::vector<notation::TensorVar> order_;
  Type computed_;
  std::map<Key, Parameter> made_;
};

}  // namespace stardust::loops
