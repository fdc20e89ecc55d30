#include "machine/override.h"

#include <fmt/format.h>

#include <map>

#include "machine/toml_document.h"
#include "support/sha256.h"

namespace stardust::machine {
namespace {

using Nodes = std::map<std::string, const toml::node*>;

void collect(Nodes& nodes, const toml::table& table, const std::string& prefix) {
  for (const auto& [key, node] : table) {
    const std::string path = prefix + std::string(key.str());
    if (const auto* inner = node.as_table()) collect(nodes, *inner, path + ".");
    else nodes.emplace(path, &node);
  }
}

[[noreturn]] void failUnknown(const Description& description, const Nodes& nodes, const std::string& path,
                              const Location& where) {
  std::vector<std::string> paths;
  for (const auto& entry : nodes) paths.push_back(entry.first);
  const auto similar = nearest(path, paths);
  failUser(fmt::format("{} has no parameter {}", description.name, path), where,
           fmt::format("its parameters are those of {}", description.path),
           similar ? fmt::format("did you mean {}?", *similar) : "");
}

}  // namespace

Description withParameter(Description description, const std::string& path, const std::string& value,
                          const Location& where) {
  const TomlDocument document(description.text);
  Nodes nodes;
  collect(nodes, document.root(), "");
  const auto found = nodes.find(path);
  if (found == nodes.end()) failUnknown(description, nodes, path, where);
  const Span old = document.at(found->second->source()).span;
  const bool lacksQuotes = found->second->is_string() && value.find('"') == std::string::npos;
  std::string text = description.text->text;
  text.replace(old.begin, old.end - old.begin, lacksQuotes ? fmt::format("\"{}\"", value) : value);
  description.hash = sha256(text);
  description.text = makeSource(description.path, std::move(text));
  return description;
}

}  // namespace stardust::machine
