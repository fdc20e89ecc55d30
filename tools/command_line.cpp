#include "command_line.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "driver/invocation.h"
#include "support/diagnostic.h"

namespace stardust::tools {
namespace {

using Words = std::vector<std::string>;

std::vector<const CLI::App*> commandsOf(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

const CLI::Option* flagOf(const CLI::App& command, const std::string& name) {
  for (const CLI::Option* option : command.get_options())
    if (name.size() > 1 && name[0] == '-' && option->check_name(name)) return option;
  return nullptr;
}

/// The options with this name, in all commands.
std::vector<const CLI::Option*> flagsNamed(const CLI::App& app, const std::string& name) {
  std::vector<const CLI::App*> commands = commandsOf(app);
  commands.push_back(&app);
  std::vector<const CLI::Option*> named;
  for (const CLI::App* command : commands)
    if (const CLI::Option* flag = flagOf(*command, name)) named.push_back(flag);
  return named;
}

bool takesValue(const CLI::Option* flag) { return flag->get_items_expected_max() > 0; }

bool isLong(const std::string& word) { return word.compare(0, 2, "--") == 0; }
bool isShort(const std::string& word) { return word.size() > 1 && word[0] == '-' && word[1] != '-'; }

/// The flag of a word: --json for --json=r.json, -f for -fA:ds.
std::string flagIn(const std::string& word) {
  return isShort(word) ? word.substr(0, 2) : word.substr(0, word.find('='));
}

/// Refuses --quiet=1, -q=1 and -q1 here, where they are distinct from several flags in one word.
void requireNoValue(const CLI::App& app, const std::string& word) {
  const bool hasValue = isShort(word) ? word.size() > 2 && (word[2] == '=' || flagsNamed(app, {'-', word[2]}).empty())
                                      : isLong(word) && word.find('=') != std::string::npos;
  if (!hasValue) return;
  const std::string name = flagIn(word);
  const auto flags = flagsNamed(app, name);
  if (!flags.empty() && std::none_of(flags.begin(), flags.end(), takesValue))
    failUser(fmt::format("{} takes no value", name), {}, {}, fmt::format("write {} alone", name));
}

/// -f=A:ds → -fA:ds, -time=20 → --time=20 and -time → --time: TACO's flags have this form.
std::string normalised(const CLI::App& app, std::string word) {
  const auto equals = word.find('=');
  requireNoValue(app, word);
  // With an empty value, the next word would become the value.
  if (word.size() > 1 && word[0] == '-' && equals == word.size() - 1)
    failUser(fmt::format("{} has no value", word.substr(0, equals)), {}, {}, "write it after the '='");
  if (isShort(word) && equals == 2) word.erase(2, 1);
  if (word == "-time" || word.rfind("-time=", 0) == 0) word.insert(0, 1, '-');
  return word;
}

/// The name of a flag whose value is the next word; otherwise empty.
std::string awaiting(const CLI::App& app, const std::string& word) {
  const std::string name = isShort(word) ? std::string{'-', word.back()} : word;  // -qf takes a value as -f does
  const auto flags = flagsNamed(app, name);
  const bool isWhole = isLong(word) || word.size() == 2 || flagsNamed(app, flagIn(word)).empty() ||
                       !takesValue(flagsNamed(app, flagIn(word)).front());
  return isWhole && std::any_of(flags.begin(), flags.end(), takesValue) ? name : "";
}

/// The next word is not a value if it is a flag, or begins with the '=' that belongs to the previous word.
void requireValue(const CLI::App& app, const std::string& word, const std::string& next) {
  const std::string flag = awaiting(app, word);
  if (flag.empty()) return;
  if (next[0] == '=')
    failUser(fmt::format("there is a blank between {} and '='", flag), {}, {},
             fmt::format("write {}=VALUE, without blanks", flag));
  if (!flagsNamed(app, flagIn(next)).empty())
    failUser(fmt::format("{} has no value", flag), {}, fmt::format("after it comes another flag, {}", flagIn(next)),
             fmt::format("write {0}=VALUE, or {0}={1} if that is the value", flag, next));
}

Words wordsOf(const CLI::App& app, int argc, char** argv) {
  Words words;
  for (int n = 1; n < argc; ++n) words.push_back(normalised(app, argv[n]));
  for (std::size_t n = 0; n + 1 < words.size() && words[n] != "--"; ++n)
    if (!words[n + 1].empty()) requireValue(app, words[n], words[n + 1]);
  return words;
}

const CLI::App& commandIn(const CLI::App& app) {
  const auto used = app.get_subcommands();
  return used.empty() ? app : *used.back();
}

std::string helpOn(const CLI::App& app, const CLI::App& command) {
  return &command == &app ? "stardust --help lists the commands"
                          : fmt::format("stardust {} --help lists the flags", command.get_name());
}

[[noreturn]] void failMissing(const CLI::App& app, const CLI::App& command) {
  if (&command == &app) {
    Words names;
    for (const CLI::App* each : commandsOf(app)) names.push_back(each->get_name());
    failUser("there is no command", {}, fmt::format("the commands are {}", fmt::join(names, ", ")),
             helpOn(app, command));
  }
  for (const CLI::Option* option : command.get_options())
    if (option->get_required() && option->count() == 0)
      failUser(fmt::format("stardust {} needs a {}", command.get_name(), option->get_name()), {},
               fmt::format("it is {}", option->get_description()), helpOn(app, command));
  failInternal("a required flag is present");
}

[[noreturn]] void failUnknownCommand(const CLI::App& app, const std::string& word) {
  if (driver::isKernelFile(word) || word.find('=') != std::string::npos)
    failUser("there is no command before the kernel", {}, {}, fmt::format("stardust run \"{}\"", word));
  Words known;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
  for (const CLI::App* command : commandsOf(app)) known.push_back(command->get_name());
  const auto similar = nearest(word, known);
  failUser(fmt::format("there is no command {}", word), {}, {},
           similar ? fmt::format("did you mean {}?", *similar) : helpOn(app, app));
}

[[noreturn]] void failUnknownFlag(const CLI::App& app, const CLI::App& command, const std::string& flag) {
  Words others, known;
  for (const CLI::App* other : commandsOf(app))
    if (flagOf(*other, flag)) others.push_back(other->get_name());
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
  const auto similar = nearest(flag, known);
  failUser(fmt::format("there is no flag {}", flag), {},
           others.empty() ? "" : fmt::format("it is a flag of stardust {}", fmt::join(others, ", ")),
           similar             ? fmt::format("did you mean {}?", *similar)
           : flagOf(app, flag) ? fmt::format("write stardust {}", flag)
                               : helpOn(app, command));
}

[[noreturn]] void failSurplus(const CLI::App& app, const CLI::App& command, const Words& words,
                              const std::string& word) {
  const std::string what = fmt::format("'{}' is an extra argument", word);
  const auto at = std::find(words.begin(), words.end(), word) - words.begin();
  const std::string flag = at >= 2 ? awaiting(app, words[static_cast<std::size_t>(at) - 2]) : "";
  if (!flag.empty() && flagsNamed(app, flag).front()->get_expected_max() > 1)
    failUser(what, {}, fmt::format("{} has one value", flag), fmt::format("repeat the flag: {}={}", flag, word));
  const auto commands = commandsOf(app);
  if (std::any_of(commands.begin(), commands.end(), [&](const auto* each) { return each->get_name() == word; }))
    failUser(what, {}, "a command line has one command", helpOn(app, command));
  failUser(what, {}, {},
           command.get_option_no_throw("kernel")
               ? "there is one kernel; put quotes around an expression: \"y(i) = A(i,j) * x(j)\""
               : helpOn(app, command));
}

/// Reports words before the command, or in place of it.
[[noreturn]] void failBeforeCommand(const CLI::App& app, const Words& words, const std::string& word) {
  const std::string flag = flagIn(word);
  const CLI::App& command = commandIn(app);
  const bool isFlag = !word.empty() && word[0] == '-';
  if (!isFlag && &command == &app) failUnknownCommand(app, word);
  if (!isFlag) failSurplus(app, command, words, word);  // after "--"
  if (flagsNamed(app, flag).empty()) failUnknownFlag(app, app, flag);
  failUser(fmt::format("the flag {} stands before the command", flag), {}, {},
           &command == &app ? helpOn(app, app) : fmt::format("write it after stardust {}", command.get_name()));
}

/// Reports a flag with a missing or surplus value.
[[noreturn]] void failCount(const CLI::Option& flag) {
  const std::string name = flag.get_name();
  if (flag.count() > 1 && flag.get_expected_max() == 1)
    failUser(fmt::format("{} is given twice", name), {}, {}, "keep one of the two");
  failUser(fmt::format("{} has no value", name), {}, {},
           fmt::format("{}={}: {}", name, flag.get_type_name(), flag.get_description()));
}

/// Translates an error of the flag parser into our messages.
[[noreturn]] void fail(const CLI::App& app, const Words& words, const CLI::ParseError& error) {
  const CLI::App& command = commandIn(app);
  const Words before = app.remaining(false), after = command.remaining(false);
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error)) {
    const std::string said = error.what();  // begins with the name of the flag and a colon
    if (const CLI::Option* flag = flagOf(command, said.substr(0, said.find(':')))) failCount(*flag);
  }
  if (!before.empty()) failBeforeCommand(app, words, before.front());
  const auto unknown = std::find_if(after.begin(), after.end(), [](const auto& word) { return word[0] == '-'; });
  if (unknown != after.end()) failUnknownFlag(app, command, isLong(*unknown) ? flagIn(*unknown) : *unknown);
  if (dynamic_cast<const CLI::RequiredError*>(&error)) failMissing(app, command);
  if (after.empty()) failUser(error.what(), {}, {}, helpOn(app, command));
  failSurplus(app, command, words, after.front());
}

}  // namespace

void parse(CLI::App& app, int argc, char** argv) {
  const Words words = wordsOf(app, argc, argv);
  try {
    app.parse(Words(words.rbegin(), words.rend()));  // CLI11 takes the vector in reverse order
  } catch (const CLI::Success&) {
    throw;
  } catch (const CLI::ParseError& error) {
    fail(app, words, error);
  }
}

}  // namespace stardust::tools
