// Members of strings and characters.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>

#include "scala/library/library.h"

namespace stardust::scala {
namespace {

constexpr std::size_t longestField = std::size_t{1} << 9;  ///< of a format, including the literal text after it

/// "%d and %.2f".format(…): %d, %s, %x, %f, %e and %g, with a width or digits.
std::string formatted(Evaluator& e, const std::string& pattern, const Values& values, const Location& where) {
  std::string result;
  std::size_t next = 0;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] != '%' || i + 1 == pattern.size()) {
      result += pattern[i];
      continue;
    }
    const auto end = pattern.find_first_not_of("0123456789.-", i + 1);
    const auto kind = end == std::string::npos ? '?' : pattern[end];
    const auto width = pattern.substr(i + 1, std::min(end, pattern.size()) - i - 1);
    if (kind == '%') {
      result += '%';
    } else if (std::string_view("dsxfeg").find(kind) == std::string_view::npos || width.size() > 6 ||
               width.find('-', 1) != std::string::npos || width.find('.') != width.rfind('.')) {
      failUnsupported("a format has only %d, %s, %x, %f, %e and %g", where);
    } else {
      if (next == values.size()) failUser("the format has more places than there are values", where);
      const auto& value = values[next++];
      const bool isNumber = kind == 'd' || kind == 'x';
      std::array<char, longestField> buffer{};
      const auto form = "%" + width + (isNumber ? "ll" : "") + kind;
      if (kind == 's') std::snprintf(buffer.data(), buffer.size(), form.c_str(), toString(value).c_str());
      else if (isNumber)
        std::snprintf(buffer.data(), buffer.size(), form.c_str(),
                      static_cast<long long>(e.words.integer(value, "a value", where)));
      else std::snprintf(buffer.data(), buffer.size(), form.c_str(), e.words.number(value, "a value", where).value());
      result += buffer.data();
    }
    i = end;
  }
  return result;
}

/// "a.b".replace(".", "-")
Value replaced(const std::string& whole, const Values& parts, const Location& where) {
  if (parts.size() != 2 || toString(parts[0]).empty())
    failUser("replace has a text to look for, and one to put there", where);
  const auto what = toString(parts[0]), by = toString(parts[1]);
  std::string result;
  std::size_t at = 0;
  for (auto found = whole.find(what); found != std::string::npos; found = whole.find(what, at)) {
    result += whole.substr(at, found - at) + by;
    at = found + what.size();
  }
  return text(result + whole.substr(at));
}

using TextMember = std::function<Value(Evaluator&, const std::string&, Call&)>;
using TextMembers = std::map<std::string, TextMember>;

std::int64_t placeIn(Evaluator& e, const std::string& whole, const Value& at, const Location& where) {
  return std::clamp<std::int64_t>(e.words.integer(at, "a place", where), 0, std::ssize(whole));
}

Value between(const std::string& whole, std::int64_t from, std::int64_t to) {
  return text(
      whole.substr(static_cast<std::size_t>(from), static_cast<std::size_t>(std::max<std::int64_t>(0, to - from))));
}

Value partOf(Evaluator& e, const std::string& whole, Call& c) {
  const auto list = e.list(c);
  const auto place = [&](std::size_t i) {
    return i < list.size() ? placeIn(e, whole, list[i], c.where) : std::ssize(whole);
  };
  return between(whole, place(0), place(1));
}

Value splitAt(Evaluator& e, const std::string& whole, Call& c) {
  const auto separator = toString(e.one(c, "the separator"));
  Values parts;
  for (std::size_t at = 0; !separator.empty() && at <= whole.size();) {
    const auto end = std::min(whole.find(separator, at), whole.size());
    parts.push_back(text(whole.substr(at, end - at)));
    at = end + separator.size();
  }
  return ofForm(collection(std::move(parts)), Form::Array);
}

Value characterAt(Evaluator& e, const std::string& whole, Call& c) {
  const auto at = e.words.integer(e.one(c, "an index"), "an index", c.where);
  if (at < 0 || at >= std::ssize(whole))
    failUser(fmt::format("index {} is outside a text of {} characters", at, whole.size()), c.where);
  return characterOf(whole[static_cast<std::size_t>(at)]);
}

template <class Change>
TextMember changed(Change change) {
  return [change](Evaluator&, const std::string& whole, Call&) {
    auto result = whole;
    for (auto& letter : result) letter = static_cast<char>(change(static_cast<unsigned char>(letter)));
    return text(std::move(result));
  };
}

void addParts(TextMembers& t) {
  t["apply"] = t["charAt"] = characterAt;
  t["slice"] = t["substring"] = partOf;
  t["split"] = splitAt;
  t["take"] = [](Evaluator& e, const std::string& s, Call& c) {
    return between(s, 0, placeIn(e, s, e.one(c, "the number of characters"), c.where));
  };
  t["drop"] = [](Evaluator& e, const std::string& s, Call& c) {
    return between(s, placeIn(e, s, e.one(c, "the number of characters"), c.where), std::ssize(s));
  };
  t["takeRight"] = [](Evaluator& e, const std::string& s, Call& c) {
    return between(s, std::ssize(s) - placeIn(e, s, e.one(c, "the number of characters"), c.where), std::ssize(s));
  };
  t["dropRight"] = [](Evaluator& e, const std::string& s, Call& c) {
    return between(s, 0, std::ssize(s) - placeIn(e, s, e.one(c, "the number of characters"), c.where));
  };
  t["tail"] = [](Evaluator&, const std::string& s, Call&) { return text(s.empty() ? s : s.substr(1)); };
  t["init"] = [](Evaluator&, const std::string& s, Call&) { return text(s.empty() ? s : s.substr(0, s.size() - 1)); };
  t["replace"] = [](Evaluator& e, const std::string& s, Call& c) { return replaced(s, e.list(c), c.where); };
  t["stripPrefix"] = [](Evaluator& e, const std::string& s, Call& c) {
    const auto begin = toString(e.one(c, "the beginning"));
    return text(s.rfind(begin, 0) == 0 ? s.substr(begin.size()) : s);
  };
  t["stripSuffix"] = [](Evaluator& e, const std::string& s, Call& c) {
    const auto end = toString(e.one(c, "the end"));
    return text(end.size() <= s.size() && s.compare(s.size() - end.size(), end.size(), end) == 0
                    ? s.substr(0, s.size() - end.size())
                    : s);
  };
  t["trim"] = [](Evaluator&, const std::string& s, Call&) {
    const auto begin = s.find_first_not_of(" \t\r\n"), end = s.find_last_not_of(" \t\r\n");
    return text(begin == std::string::npos ? "" : s.substr(begin, end - begin + 1));
  };
  t["reverse"] = [](Evaluator&, const std::string& s, Call&) { return text(std::string(s.rbegin(), s.rend())); };
  t["toUpperCase"] = changed([](int letter) { return std::toupper(letter); });
  t["toLowerCase"] = changed([](int letter) { return std::tolower(letter); });
  t["capitalize"] = [](Evaluator&, const std::string& s, Call&) {
    auto result = s;
    if (!result.empty()) result[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(result[0])));
    return text(std::move(result));
  };
}

void addQuestions(TextMembers& t) {
  t["length"] = t["size"] = [](Evaluator&, const std::string& s, Call&) { return intValue(std::ssize(s)); };
  t["isEmpty"] = [](Evaluator&, const std::string& s, Call&) { return makeBit(s.empty()); };
  t["nonEmpty"] = [](Evaluator&, const std::string& s, Call&) { return makeBit(!s.empty()); };
  t["equals"] = [](Evaluator& e, const std::string& s, Call& c) {
    return e.words.binary(Operator::Eq, text(s), e.one(c, "the other text"), c.where);
  };
  t["equalsIgnoreCase"] = [](Evaluator& e, const std::string& s, Call& c) {
    const auto other = toString(e.one(c, "the other text"));
    const auto areAlike = [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); };
    return makeBit(std::equal(s.begin(), s.end(), other.begin(), other.end(), areAlike));
  };
  t["compareTo"] = t["compare"] = [](Evaluator& e, const std::string& s, Call& c) {
    return intValue(s.compare(toString(e.one(c, "the other text"))));
  };
  t["contains"] = [](Evaluator& e, const std::string& s, Call& c) {
    return makeBit(s.find(toString(e.one(c, "the part"))) != std::string::npos);
  };
  t["startsWith"] = [](Evaluator& e, const std::string& s, Call& c) {
    return makeBit(s.rfind(toString(e.one(c, "the beginning")), 0) == 0);
  };
  t["endsWith"] = [](Evaluator& e, const std::string& s, Call& c) {
    const auto end = toString(e.one(c, "the end"));
    return makeBit(end.size() <= s.size() && s.compare(s.size() - end.size(), end.size(), end) == 0);
  };
  t["indexOf"] = [](Evaluator& e, const std::string& s, Call& c) {
    const auto found = s.find(toString(e.one(c, "the part")));
    return intValue(found == std::string::npos ? -1 : static_cast<std::int64_t>(found));
  };
  t["lastIndexOf"] = [](Evaluator& e, const std::string& s, Call& c) {
    const auto found = s.rfind(toString(e.one(c, "the part")));
    return intValue(found == std::string::npos ? -1 : static_cast<std::int64_t>(found));
  };
}

/// Members whose result is a string if all its elements are characters: filter, map, …
const std::set<std::string>& keepText() {
  static const std::set<std::string> names = {
      "map",    "flatMap", "filter",    "filterNot", "takeWhile", "dropWhile", "distinct", "sorted", "sortWith",
      "sortBy", "padTo",   "partition", "span",      "splitAt",   "updated",   ":+",       "+:",     "zipWithIndex"};
  return names;
}

Value asText(const Value& made) {
  const auto* list = made.object<Collection>();
  const auto isCharacter = [](const Value& item) { return item.get<Number>() && item.get<Number>()->type.isCharacter; };
  if (!list || !std::all_of(list->items.begin(), list->items.end(), isCharacter)) return made;
  std::string letters;
  for (const auto& item : list->items) letters += toString(item);
  return text(std::move(letters));
}

TextMembers makeTextMembers() {
  TextMembers t;
  addParts(t);
  addQuestions(t);
  t["to"] = t["as"] = [](Evaluator& e, const std::string& s, Call& c) {
    return isTextType(e.dataTypeArgument(c)) ? text(s) : e.words.converted(text(s), e.typeArgument(c), c.where);
  };
  t["toInt"] = [](Evaluator& e, const std::string& s, Call& c) {
    return e.words.converted(text(s), unstagedInt, c.where);
  };
  t["toLong"] = [](Evaluator& e, const std::string& s, Call& c) {
    return e.words.converted(text(s), unstagedLong, c.where);
  };
  t["toFloat"] = [](Evaluator& e, const std::string& s, Call& c) {
    return e.words.converted(text(s), unstagedFloat, c.where);
  };
  t["toDouble"] = [](Evaluator& e, const std::string& s, Call& c) {
    return e.words.converted(text(s), unstagedDouble, c.where);
  };
  t["toBoolean"] = [](Evaluator& e, const std::string& s, Call& c) { return e.words.converted(text(s), bit, c.where); };
  t["and"] = [](Evaluator& e, const std::string& s, Call& c) {  // "64" and "128": alternative arguments of further runs
    e.one(c, "the other text");
    return text(s);
  };
  t["format"] = [](Evaluator& e, const std::string& s, Call& c) { return text(formatted(e, s, e.list(c), c.where)); };
  t["+"] = t["++"] = t["concat"] = [](Evaluator& e, const std::string& s, Call& c) {
    return text(s + toString(e.one(c, "the other text")));
  };
  t["->"] = [](Evaluator& e, const std::string& s, Call& c) { return tuple({text(s), e.one(c, "the second value")}); };
  t["toString"] = t["toText"] = [](Evaluator&, const std::string& s, Call&) { return text(s); };
  t["toCharArray"] = [](Evaluator&, const std::string& s, Call&) { return ofForm(charactersOf(s), Form::Array); };
  t["mkString"] = [](Evaluator& e, const std::string& s, Call& c) { return e.method(charactersOf(s), "mkString", c); };
  t["lines"] = t["linesIterator"] = [](Evaluator&, const std::string& s, Call&) {
    Values all;
    for (std::size_t at = 0; at < s.size();) {
      const auto end = std::min(s.find('\n', at), s.size());
      all.push_back(text(s.substr(at, end - at)));
      at = end + 1;
    }
    return collection(std::move(all));
  };
  return t;
}

const TextMembers& textMembers() {
  static const auto table = makeTextMembers();
  return table;
}

}  // namespace

bool isTextMember(const Evaluator& e, const std::string& name) {
  return textMembers().count(name) > 0 || e.names.ofArrays.count(name) > 0;
}

Value memberOfText(Evaluator& e, const Value& self, const std::string& name, Call& c) {
  const auto whole = toString(self);
  if (const auto found = textMembers().find(name); found != textMembers().end()) return found->second(e, whole, c);
  if (e.names.ofArrays.count(name) > 0) {  // of its characters
    const auto result = e.method(charactersOf(whole), name, c);
    if (keepText().count(name) == 0) return result;
    const auto* parts = result.object<const Record>();
    return parts && parts->items.size() == 2 ? tuple({asText(parts->items[0]), asText(parts->items[1])})
                                             : asText(result);
  }
  std::vector<std::string> names;
  for (const auto& entry : textMembers()) names.push_back(entry.first);
  const auto near = nearest(name, names);
  failUser(fmt::format("a text has no member {}", name), c.where, {},
           near ? fmt::format("did you mean {}?", *near) : "");
}

void addCharacters(Members& t) {
  const auto is = [&](const char* name, int (*holds)(int)) {
    t[name] = [holds](Evaluator& e, const Value& x, Call& c) {
      return makeBit(holds(static_cast<int>(e.words.integer(x, "the character", c.where)) & 255) != 0);
    };
  };
  is("isDigit", std::isdigit);
  is("isLetter", std::isalpha);
  is("isLetterOrDigit", std::isalnum);
  is("isUpper", std::isupper);
  is("isLower", std::islower);
  is("isWhitespace", std::isspace);
  const auto becomes = [&](const char* name, int (*changed)(int)) {
    t[name] = [changed](Evaluator& e, const Value& x, Call& c) {
      return characterOf(
          static_cast<char>(changed(static_cast<int>(e.words.integer(x, "the character", c.where)) & 255)));
    };
  };
  becomes("toUpper", std::toupper);
  becomes("toLower", std::tolower);
  t["asDigit"] = [](Evaluator& e, const Value& x, Call& c) {
    const auto letter = static_cast<int>(e.words.integer(x, "the character", c.where));
    return intValue(std::isdigit(letter) ? letter - '0' : std::isalpha(letter) ? std::tolower(letter) - 'a' + 10 : -1);
  };
}

}  // namespace stardust::scala
