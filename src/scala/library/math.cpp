// Functions of numbers.
#include "scala/library/library.h"

namespace stardust::scala {

Handler mathFunction(const std::string& name) {
  return [name](Evaluator& e, Call& c) { return e.words.math(name, e.list(c), c.where); };
}

void addMath(Functions& t) {
  for (const char* name : {"min",   "max", "abs", "sqrt", "exp",  "log",  "log10", "pow",  "floor", "ceil",
                           "round", "sin", "cos", "tan",  "asin", "acos", "atan",  "sinh", "cosh",  "tanh"}) {
    for (const char* module : {"", "math.", "Math."}) t[std::string(module) + name] = mathFunction(name);
  }
  for (const char* name : {"PI", "math.Pi", "math.PI", "Math.PI"})
    t[name] = [](Evaluator&, Call&) -> Value { return makeNumber(unstagedDouble, 3.14159265358979323846); };
  for (const char* name : {"math.E", "Math.E"})
    t[name] = [](Evaluator&, Call&) -> Value { return makeNumber(unstagedDouble, 2.718281828459045); };
}

}  // namespace stardust::scala
