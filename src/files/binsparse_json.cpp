#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "files/binsparse.h"
#include "support/diagnostic.h"

namespace stardust::io {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t maxLevels = 64;

struct NamedLayout {
  const char* name;
  BinsparseLayout layout;
};
// The first name of a layout is written.
const std::vector<NamedLayout>& namedLayouts() {
  constexpr BinsparseLevel full{false, 1}, sparse{true, 1}, pairs{true, 2};
  static const std::vector<NamedLayout> all = {
      {"DVEC", {{full}, {0}}},
      {"CVEC", {{sparse}, {0}}},
      {"DMATR", {{full, full}, {0, 1}}},
      {"DMAT", {{full, full}, {0, 1}}},
      {"DMATC", {{full, full}, {1, 0}}},
      {"CSR", {{full, sparse}, {0, 1}}},
      {"CSC", {{full, sparse}, {1, 0}}},
      {"DCSR", {{sparse, sparse}, {0, 1}}},
      {"DCSC", {{sparse, sparse}, {1, 0}}},
      {"COOR", {{pairs}, {0, 1}}},
      {"COO", {{pairs}, {0, 1}}},
      {"COOC", {{pairs}, {1, 0}}},
  };
  return all;
}

class Parser {
 public:
  explicit Parser(const std::string& name) : name_(name) {}

  BinsparseDescriptor parse(const std::string& text) const {
    const Json whole = Json::parse(text, nullptr, false);
    if (!whole.is_object()) fail("it is not an object in JSON");
    const Json& json = whole.contains("binsparse") ? whole["binsparse"] : whole;
    BinsparseDescriptor descriptor;
    for (const Json& dim : array(json, "shape")) descriptor.shape.push_back(integer(dim, "a dimension", maxDimension));
    descriptor.layout = layoutOf(json);
    if (descriptor.layout.modes.size() != descriptor.shape.size())
      fail(fmt::format("its format has {} modes, and its shape {}", descriptor.layout.modes.size(),
                       descriptor.shape.size()));
    if (json.contains("number_of_stored_values"))
      descriptor.stored = integer(json["number_of_stored_values"], "number_of_stored_values", maxPositions);
    descriptor.hasFill = json.contains("fill") && json["fill"] == true;
    readValueType(json, descriptor);
    readStructure(json, descriptor);
    return descriptor;
  }

 private:
  [[noreturn]] void fail(const std::string& why) const {
    failUser(fmt::format("the attribute binsparse of {} cannot be read", name_), {}, why);
  }
  const Json& array(const Json& json, const char* key) const {
    if (!json.is_object() || !json.contains(key) || !json[key].is_array() || json[key].size() > maxLevels)
      fail(fmt::format("it needs a list '{}'", key));
    return json[key];
  }
  std::int64_t integer(const Json& json, const char* what, std::int64_t most) const {
    if (!json.is_number_integer() || json < 0 || json > most)
      fail(fmt::format("{} must be an integer between 0 and {}", what, most));
    return json.get<std::int64_t>();
  }

  BinsparseLayout layoutOf(const Json& json) const {
    if (json.contains("custom")) return customLayout(json["custom"]);
    if (json.contains("format") && json["format"].is_object()) return customLayout(json["format"]);
    if (!json.contains("format") || !json["format"].is_string()) fail("it needs a text 'format'");
    const auto format = json["format"].get<std::string>();
    std::vector<std::string> names;
    for (const NamedLayout& named : namedLayouts()) {
      if (format == named.name) return named.layout;
      names.emplace_back(named.name);
    }
    fail(fmt::format("there is no format '{}'; the formats are {}", format, fmt::join(names, ", ")));
  }

  BinsparseLayout customLayout(const Json& custom) const {
    BinsparseLayout layout;
    const Json* at = custom.is_object() && custom.contains("level") ? &custom["level"] : nullptr;
    std::size_t order = 0;
    while (at) {
      const char* key = at->is_object() && at->contains("level_kind") ? "level_kind" : "level_desc";
      const std::string kind = at->is_object() ? at->value(key, Json()).dump() : "";
      if (kind == "\"element\"") break;
      const bool isSparse = kind == "\"sparse\"";
      if (!isSparse && kind != "\"dense\"") fail("a level is dense, sparse or element");
      const std::int64_t rank = at->contains("rank") ? integer((*at)["rank"], "the rank of a level", maxLevels) : 1;
      if (rank == 0) fail("the rank of a level is 1 or more");
      layout.levels.push_back({isSparse, static_cast<std::size_t>(rank)});
      order += static_cast<std::size_t>(rank);
      if (order > maxLevels) fail(fmt::format("it has more than {} modes", maxLevels));
      at = at->contains("level") ? &(*at)["level"] : nullptr;
    }
    if (!at) fail("the innermost level must be an element");
    layout.modes.resize(order);
    for (std::size_t n = 0; n < order; ++n) layout.modes[n] = n;
    if (!custom.contains("transpose")) return layout;
    const Json& transpose = array(custom, "transpose");
    if (transpose.size() != order) fail("'transpose' lists each mode once");
    std::vector<bool> seen(order, false);
    for (std::size_t n = 0; n < order; ++n) {
      layout.modes[n] = static_cast<std::size_t>(integer(transpose[n], "a mode", static_cast<std::int64_t>(order) - 1));
      if (seen[layout.modes[n]]) fail("'transpose' lists each mode once");
      seen[layout.modes[n]] = true;
    }
    return layout;
  }

  void readValueType(const Json& json, BinsparseDescriptor& descriptor) const {
    if (!json.contains("data_types") || !json["data_types"].is_object()) return;
    const Json types = json["data_types"].value("values", Json());
    if (!types.is_string()) return;
    const auto type = types.get<std::string>();
    descriptor.isComplex = type.find("complex[") != std::string::npos;
    descriptor.sameValues = type.starts_with("iso[");
  }

  void readStructure(const Json& json, BinsparseDescriptor& descriptor) const {
    const Json structure = json.value("structure", Json());
    if (structure.is_null() || structure == "general") return;
    const std::string text = structure.is_string() ? structure.get<std::string>() : structure.dump();
    descriptor.isHermitian = text.starts_with("hermitian_");
    descriptor.isSkew = text.starts_with("skew_symmetric");
    descriptor.triangle = text.ends_with("_lower") ? Triangle::Lower : Triangle::Upper;
    const bool isKnown =
        text.starts_with("symmetric_") || text.starts_with("skew_symmetric_") || descriptor.isHermitian;
    if (!isKnown || (!text.ends_with("_lower") && !text.ends_with("_upper")))
      fail(fmt::format("there is no structure '{}'", text));
    if (descriptor.shape.size() != 2 || descriptor.shape[0] != descriptor.shape[1])
      fail("a matrix with a structure is square");
  }

  const std::string& name_;
};

}  // namespace

BinsparseDescriptor binsparseDescriptor(const std::string& name, const std::string& json) {
  return Parser(name).parse(json);
}

std::string binsparseJson(const BinsparseDescriptor& descriptor,
                          const std::vector<std::pair<std::string, std::string>>& types) {
  Json json = {{"version", "0.1"}};
  const auto& all = namedLayouts();
  const auto named =
      std::find_if(all.begin(), all.end(), [&](const NamedLayout& one) { return one.layout == descriptor.layout; });
  if (named != all.end()) {
    json["format"] = named->name;
  } else {
    Json level = {{"level_desc", "element"}};
    for (auto at = descriptor.layout.levels.rbegin(); at != descriptor.layout.levels.rend(); ++at)
      level = {{"level_desc", at->isSparse ? "sparse" : "dense"}, {"rank", at->rank}, {"level", std::move(level)}};
    json["custom"] = {{"transpose", descriptor.layout.modes}, {"level", std::move(level)}};
  }
  json["shape"] = descriptor.shape;
  json["number_of_stored_values"] = descriptor.stored;
  if (descriptor.hasFill) json["fill"] = true;
  json["data_types"] = Json::object();
  for (const auto& [name, type] : types) json["data_types"][name] = type;
  return Json{{"binsparse", std::move(json)}}.dump();
}

}  // namespace stardust::io
