// Output and assertions of a program.
#include <fmt/format.h>

#include <algorithm>

#include "scala/library/library.h"

namespace stardust::scala {

Value check(Evaluator& e, const Values& v, Call& c) {
  if (v.empty()) failUser("the condition of the assertion is missing", c.where);
  if (e.words.number(v[0], "the condition of the assertion", c.where).isTrue()) {
    ++e.outcome.asserts;
    return {};
  }
  const auto said = v.size() > 1 ? ": " + toString(v[1]) : std::string();
  const auto& text = c.where.source->text;
  const auto lines = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(c.where.span.begin), '\n');
  e.outcome.failed.push_back(fmt::format("the assertion in line {} does not hold{}", lines + 1, said));
  return {};
}

void print(Evaluator& e, const std::string& text, const Location& where) {
  if (e.outcome.printed.size() + text.size() > mostPrinted) failUnsupported("a program prints at most 64 MiB", where);
  e.outcome.printed += text;
}

Handler hostOnly(const std::string& name, const HostFunction& f) {
  return [name, f](Evaluator& e, Call& c) -> Value {
    if (!e.staging.isSilent(name, c.where)) return f(e, c.has() ? e.list(c) : Values(), c);
    if (c.has()) c.next();
    return {};
  };
}

void addOutput(Functions& t) {
  t["assert"] = hostOnly("assert", check);
  t["require"] = t["assume"] = [](Evaluator& e, Call& c) -> Value {  // on values known before the program runs
    const auto v = e.list(c);
    if (v.empty() || v.size() > 2) failUser("require has a condition, and perhaps a text", c.where);
    if (!e.words.number(v[0], "the condition", c.where).isTrue())
      failUser(v.size() == 2 ? "requirement failed: " + toString(v[1]) : "requirement failed", c.where);
    return {};
  };
  t["println"] = hostOnly("println", [](Evaluator& e, const Values& v, Call& c) -> Value {
    print(e, (v.empty() ? "" : toString(v[0])) + "\n", c.where);
    return {};
  });
  t["print"] = hostOnly("print", [](Evaluator& e, const Values& v, Call& c) -> Value {
    if (!v.empty()) print(e, toString(v[0]), c.where);
    return {};
  });
  t["Console.out"] = t["System.out"] = [](Evaluator&, Call&) -> Value { return Module{"Console"}; };
  t["Console.println"] = t["println"];
  t["Console.print"] = t["print"];
}

}  // namespace stardust::scala
