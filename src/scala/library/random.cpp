// scala.util.Random, and generators with a seed.
#include <fmt/format.h>

#include <array>

#include "scala/library/library.h"

namespace stardust::scala {
namespace {

constexpr const char* className = "Random";
constexpr std::array<const char*, 8> members = {"nextInt",    "nextLong",     "nextBoolean", "nextFloat",
                                                "nextDouble", "nextGaussian", "shuffle",     "setSeed"};

/// nextInt(), nextInt(end), nextInt(begin, end)
Value nextInt(Evaluator& e, Generator& generator, const Values& limits, const Location& where) {
  if (limits.empty()) return makeNumber(unstagedInt, std::int64_t{generator.nextInt()});
  const auto begin = limits.size() > 1 ? e.words.integer(limits[0], "where the numbers begin", where) : 0;
  const auto end = e.words.integer(limits.back(), "the number that is not reached", where);
  if (end <= begin || end - begin > INT32_MAX)
    failUser(fmt::format("there is no Int from {} up to {}", begin, end), where, {},
             "the first is less than the second");
  return makeNumber(unstagedInt, begin + generator.nextInt(static_cast<std::int32_t>(end - begin)));
}

/// A random permutation of a list, by Scala's algorithm.
Value shuffled(Evaluator& e, Generator& generator, const Value& list, const Location& where) {
  auto items = elementsOf(e, list, where);
  for (auto left = std::ssize(items); left > 1; --left)
    std::swap(items[static_cast<std::size_t>(left - 1)],
              items[static_cast<std::size_t>(generator.nextInt(static_cast<std::int32_t>(left)))]);
  return collection(std::move(items));
}

Value draw(Evaluator& e, std::size_t number, const std::string& name, Call& c) {
  const auto v = c.has() ? e.list(c) : Values();
  auto& generator = e.generators[number];
  if (name == "nextInt") return nextInt(e, generator, v, c.where);
  if (name == "nextLong") return makeNumber(unstagedLong, generator.nextLong());
  if (name == "nextBoolean") return Value(makeNumber(unstagedBit, std::int64_t{generator.nextBoolean()}));
  if (name == "nextFloat") return makeNumber(float32, static_cast<double>(generator.nextFloat()));
  if (name == "nextDouble") return makeNumber(unstagedDouble, generator.nextDouble());
  if (name == "nextGaussian") return makeNumber(unstagedDouble, generator.nextGaussian());
  if (v.size() != 1) failUser(fmt::format("{} has one argument", name), c.where);
  if (name == "shuffle") return shuffled(e, generator, v[0], c.where);
  generator = Generator(e.words.integer(v[0], "the seed", c.where));
  return {};
}

}  // namespace

void addRandom(Functions& t) {
  for (const char* name : members)
    t[std::string("Random.") + name] = [name](Evaluator& e, Call& c) { return draw(e, 0, name, c); };
  t["Random"] = [](Evaluator& e, Call& c) -> Value {
    const auto v = c.has() ? e.list(c) : Values();
    e.generators.emplace_back(v.empty() ? std::ssize(e.generators) : e.words.integer(v[0], "the seed", c.where));
    return std::make_shared<const Record>(
        Record{{makeNumber(int32, std::int64_t{std::ssize(e.generators)} - 1)}, {"number"}, className});
  };
}

std::optional<Value> memberOfRandom(Evaluator& e, const Record& random, const std::string& name, Call& c) {
  if (random.className != className || std::find(members.begin(), members.end(), name) == members.end())
    return std::nullopt;
  return draw(e, static_cast<std::size_t>(random.items.front().get<Number>()->fixed), name, c);
}

}  // namespace stardust::scala
