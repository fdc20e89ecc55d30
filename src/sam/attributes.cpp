#include "sam/attributes.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <functional>

#include "format/parse.h"
#include "operators/table.h"
#include "sam/kinds.h"

namespace stardust::sam {
namespace {

/// Attributes of pictures, and of the public compiler, that say nothing which a graph does not say elsewhere.
bool isIgnored(const std::string& name) {
  static const std::vector<std::string> names = {"label", "color",    "shape", "style",      "comment",
                                                 "src",   "root",     "sink",  "segsize",    "crdsize",
                                                 "fp",    "fontname", "type",  "accum_index"};
  return std::find(names.begin(), names.end(), name) != names.end();
}

[[noreturn]] void failValue(const DotAttribute& attribute, const std::string& expected) {
  failUser(fmt::format("the attribute {} has no value '{}'", attribute.name, attribute.value), attribute.where, {},
           expected);
}

bool flagOf(const DotAttribute& attribute) {
  if (attribute.value == "true" || attribute.value == "1") return true;
  if (attribute.value == "false" || attribute.value == "0") return false;
  failValue(attribute, "true or false");
}

std::int64_t countOf(const DotAttribute& attribute, std::int64_t most) {
  std::int64_t count = 0;
  const auto& text = attribute.value;
  if (text.empty() || text.size() > 18 ||
      !std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; }))
    failValue(attribute, fmt::format("a whole number from 0 to {}", most));
  for (const char c : text) count = count * 10 + (c - '0');
  if (count > most) failValue(attribute, fmt::format("a whole number from 0 to {}", most));
  return count;
}

double numberOf(const DotAttribute& attribute, const std::string& text) {
  double number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (read.ec != std::errc() || read.ptr != text.data() + text.size()) failValue(attribute, "a number");
  return number;
}

std::vector<std::string> listOf(const std::string& text) {
  std::vector<std::string> words(1);
  for (const char c : text) {
    if (c == ',') words.emplace_back();
    else words.back() += c;
  }
  return words;
}

operators::Op operatorOf(const DotAttribute& attribute, std::size_t arity, const Declared& declared) {
  const auto& text = attribute.value;
  for (const operators::Op op : declared)
    if (text == op->text) return op;
  for (const operators::Operator& op : operators::table())
    if (op.arity == arity && (text == op.text || (op.word && text == op.word) || text == op.name)) return &op;
  for (const operators::Operator& op : operators::table())
    if (text == op.text || (op.word && text == op.word) || text == op.name) return &op;
  failValue(attribute, "the symbol or the name of an operator, such as + or max");
}

/// An attribute of our own blocks: read into, and printed from, a block of the kinds for which `isOf` holds.
struct Row {
  const char* name;
  bool (*isOf)(Kind kind);
  void (*read)(Block& block, const DotAttribute& attribute);
  std::string (*print)(const Block& block);  ///< empty: not printed
};

std::string numberText(double number) { return fmt::format("{}", number); }

bool ofScan(Kind kind) { return kind == Kind::Scan; }
bool ofLevel(Kind kind) { return kind == Kind::Scan || kind == Kind::Write || kind == Kind::Locate; }
bool ofTensor(Kind kind) {
  return ofLevel(kind) || kind == Kind::WriteValues || kind == Kind::Array || kind == Kind::Repeat;
}
bool ofAny(Kind) { return true; }
bool ofOperator(Kind kind) { return kind == Kind::Compute || kind == Kind::Reduce || kind == Kind::Accumulate; }
bool ofAccumulate(Kind kind) { return kind == Kind::Accumulate; }
struct ComparisonText {
  Comparison comparison;
  const char* text;
};
constexpr ComparisonText comparisons[] = {{Comparison::Less, "<"},    {Comparison::LessOrEqual, "<="},
                                          {Comparison::Greater, ">"}, {Comparison::GreaterOrEqual, ">="},
                                          {Comparison::Equal, "=="},  {Comparison::Different, "!="}};

bool ofLanes(Kind kind) { return kind == Kind::Fork || kind == Kind::Join; }
bool ofCompute(Kind kind) { return kind == Kind::Compute; }

std::size_t lanesOf(const Block& block) {
  if (block.kind == Kind::Fork) return block.outputs.size();
  return block.inputs.size() - (block.input("outer") >= 0 ? 1 : 0);
}

const char* nameOf(Absent absent) { return absent == Absent::Pass ? "" : absent == Absent::Empty ? "empty" : "fill"; }

const std::vector<Row>& rows() {
  static const std::vector<Row> table = {
      {"index", ofAny, [](Block& b, const DotAttribute& a) { b.index = a.value; },
       [](const Block& b) { return b.index; }},
      {"tensor", ofTensor, [](Block& b, const DotAttribute& a) { b.tensor = a.value; },
       [](const Block& b) { return b.tensor; }},
      {"mode", [](Kind kind) { return ofLevel(kind) || kind == Kind::WriteValues; },
       [](Block& b, const DotAttribute& a) {
         if (a.value != "vals") b.mode = static_cast<int>(countOf(a, 63));
       },
       [](const Block& b) {
         return b.kind == Kind::WriteValues ? std::string("vals") : b.mode < 0 ? std::string() : std::to_string(b.mode);
       }},
      {"format", [](Kind kind) { return kind == Kind::Scan || kind == Kind::Write; },
       [](Block& b, const DotAttribute& a) {
         if (a.value != "dense" && a.value != "compressed") failValue(a, "dense or compressed");
         b.isDense = a.value == "dense";
       },
       [](const Block& b) { return std::string(b.isDense ? "dense" : "compressed"); }},
      {"absent", ofScan,
       [](Block& b, const DotAttribute& a) {
         if (a.value == "pass") b.absent = Absent::Pass;
         else if (a.value == "empty") b.absent = Absent::Empty;
         else if (a.value == "fill") b.absent = Absent::Fill;
         else failValue(a, "pass, empty or fill");
       },
       [](const Block& b) { return std::string(nameOf(b.absent)); }},
      {"size", [](Kind kind) { return kind == Kind::Scan || kind == Kind::WriteValues; },
       [](Block& b, const DotAttribute& a) {
         if (b.kind == Kind::Scan) b.size = countOf(a, std::int64_t{1} << 40);
       },
       [](const Block& b) { return b.size ? std::to_string(*b.size) : std::string(); }},
      {"segments", [](Kind kind) { return kind == Kind::Write; },
       [](Block& b, const DotAttribute& a) {
         if (a.value != "all" && a.value != "filled") failValue(a, "all or filled");
         b.keepsEmpty = a.value == "all";
       },
       [](const Block& b) { return std::string(b.keepsEmpty ? "all" : ""); }},
      {"fill", [](Kind kind) { return kind == Kind::Array; },
       [](Block& b, const DotAttribute& a) { b.fill = numberOf(a, a.value); },
       [](const Block& b) { return b.fill ? numberText(*b.fill) : std::string(); }},
      {"op", ofOperator, [](Block&, const DotAttribute&) {},  // read with the operators that are declared
       [](const Block& b) { return b.op && b.op != operators::add ? std::string(b.op->text) : std::string(); }},
      {"presence",
       [](Kind kind) {
         return kind == Kind::Array || kind == Kind::Compute || kind == Kind::Reduce || kind == Kind::CoordinateDrop;
       },
       [](Block& b, const DotAttribute& a) { b.tellsPresence = flagOf(a); },
       [](const Block& b) { return std::string(b.tellsPresence ? "true" : ""); }},
      {"empty", [](Kind kind) { return kind == Kind::Reduce; },
       [](Block& b, const DotAttribute& a) {
         if (a.value != "drop" && a.value != "keep") failValue(a, "drop or keep");
         b.dropsEmpty = a.value == "drop";
       },
       [](const Block& b) { return std::string(b.dropsEmpty ? "drop" : ""); }},
      {"sub", ofCompute,
       [](Block& b, const DotAttribute& a) {
         if (flagOf(a)) b.negates = {false, true};
       },
       [](const Block& b) { return std::string(b.negates.size() == 2 && b.negates[1] ? "1" : ""); }},
      {"operands", ofCompute,
       [](Block& b, const DotAttribute& a) {
         b.operands.clear();
         for (const auto& word : listOf(a.value))
           b.operands.push_back(word == "in" ? std::nullopt : std::optional<double>(numberOf(a, word)));
         if (b.operands.size() > operators::mostOperands) failValue(a, "at most four operands");
       },
       [](const Block& b) {
         std::string text;
         for (const auto& operand : b.operands)
           text += (text.empty() ? "" : ",") + (operand ? numberText(*operand) : "in");
         return text;
       }},
      {"order", ofAccumulate, [](Block& b, const DotAttribute& a) { b.order = static_cast<int>(countOf(a, 63)); },
       [](const Block& b) { return std::to_string(b.order); }},
      {"loops", ofAccumulate,
       [](Block& b, const DotAttribute& a) {
         b.loops = static_cast<int>(countOf(a, 63));
         b.hasStops = b.loops > 0;
       },
       [](const Block& b) { return b.loops > 0 ? std::to_string(b.loops) : std::string(); }},
      {"const0", ofAccumulate, [](Block& b, const DotAttribute& a) { b.isUnderRoot = flagOf(a); },
       [](const Block& b) { return std::string(b.isUnderRoot ? "true" : ""); }},
      {"stops", ofAccumulate, [](Block& b, const DotAttribute& a) { b.hasStops = flagOf(a); },
       [](const Block& b) { return std::string(b.hasStops && b.loops == 0 ? "true" : ""); }},
      {"keep", [](Kind kind) { return kind == Kind::Mask; },
       [](Block& b, const DotAttribute& a) {
         const auto* row = std::find_if(std::begin(comparisons), std::end(comparisons),
                                        [&](const ComparisonText& each) { return a.value == each.text; });
         if (row == std::end(comparisons))
           failValue(a, "<, <=, >, >=, == or !=: how an inner coordinate compares with the outer one");
         b.keeps = row->comparison;
       },
       [](const Block& b) {
         return std::string(
             std::find_if(std::begin(comparisons), std::end(comparisons), [&](const ComparisonText& each) {
               return b.keeps == each.comparison;
             })->text);
       }},
      {"lanes", ofLanes, [](Block&, const DotAttribute&) {},  // read with the ports
       [](const Block& b) { return std::to_string(lanesOf(b)); }},
      {"levels", [](Kind kind) { return kind == Kind::Join; },
       [](Block& b, const DotAttribute& a) { b.levels = static_cast<int>(countOf(a, 63)); },
       [](const Block& b) { return std::to_string(b.levels); }},
      {"access", ofAny, [](Block& b, const DotAttribute& a) { b.access = a.value; },
       [](const Block& b) { return b.access; }},
  };
  return table;
}

/// A type of the public compiler that is a computation, or a reduction, with a fixed operator.
struct Computation {
  const char* name;
  Kind kind;
  const char* op;
  std::size_t arity;
};
const Computation* computation(std::string name) {
  static const Computation table[] = {{"add", Kind::Compute, "+", 2},   {"mul", Kind::Compute, "*", 2},
                                      {"sub", Kind::Compute, "-", 2},   {"div", Kind::Compute, "/", 2},
                                      {"max", Kind::Compute, "max", 2}, {"min", Kind::Compute, "min", 2},
                                      {"exp", Kind::Compute, "exp", 1}, {"smax", Kind::Reduce, "max", 2}};
  if (name.starts_with("fp_")) name = name.substr(3);
  for (const Computation& row : table)
    if (name == row.name) return &row;
  return nullptr;
}

operators::Op opOf(const Computation& row) {
  for (const operators::Operator& op : operators::table())
    if (op.arity == row.arity && std::string(op.text) == row.op) return &op;
  failInternal("a computation without an operator");
}

void addPorts(Block& block, const DotNode& node) {
  const KindRow& row = rowOf(block.kind);
  for (const Port& port : row.inputs)
    if (!port.isOptional) block.inputs.push_back({port.name, port.stream, {}, block.where});
  if (block.kind == Kind::Accumulate) {
    // in0 is the innermost coordinate.
    for (int n = 0;; ++n) {
      const auto* attribute = attributeOf(node.attributes, fmt::format("in{}", n));
      if (!attribute) break;
      const std::string port = "crd-" + attribute->value;
      if (block.input(port) >= 0) failValue(*attribute, "each coordinate once");
      block.inputs.insert(block.inputs.begin(), {port, Stream::Coordinate, {}, attribute->where});
    }
    for (std::size_t n = block.isUnderRoot ? 1 : 0; n < block.inputs.size(); ++n)
      block.outputs.push_back({block.inputs[n].name, Stream::Coordinate});
    block.inputs.push_back({"val", Stream::Value, {}, block.where});
  }
  for (const Port& port : row.outputs) block.outputs.push_back({port.name, port.stream});
  if (!ofLanes(block.kind)) return;
  const auto* attribute = attributeOf(node.attributes, "lanes");
  const std::int64_t lanes = attribute ? countOf(*attribute, mostLanes) : 0;
  if (lanes == 0) failUser(fmt::format("node {} has no lanes", node.id), node.where, {}, "lanes=\"2\", or more");
  addLanes(block, static_cast<std::size_t>(lanes));
}

void readType(Block& block, const DotNode& node, const DotAttribute& type) {
  if (const Computation* row = computation(type.value)) {
    block.kind = row->kind;
    block.op = opOf(*row);
    return;
  }
  for (const KindRow& row : kinds())
    if (type.value == row.name || (row.otherName && type.value == row.otherName)) {
      block.kind = row.kind;
      const auto* mode = attributeOf(node.attributes, "mode");
      if (row.kind == Kind::Write && mode && mode->value == "vals") block.kind = Kind::WriteValues;
      if (row.otherName && type.value == row.otherName) {
        // A reduction of vectors sums over one loop, and keeps the one inside of it.
        block.order = row.kind == Kind::Accumulate ? 1 : 0;
        block.loops = row.kind == Kind::Accumulate ? 2 : 0;
        block.hasStops = row.kind == Kind::Accumulate;
      }
      if (ofOperator(block.kind)) block.op = operators::add;
      return;
    }
  std::vector<std::string> names;
  for (const KindRow& row : kinds()) names.emplace_back(row.name);
  const auto similar = nearest(type.value, names);
  failUser(fmt::format("no block has the type {}", type.value), type.where, {},
           similar ? "did you mean " + *similar + "?" : "docs/guide/sam.md lists the types");
}

}  // namespace

bool isBroadcast(const DotNode& node) {
  const auto* type = attributeOf(node.attributes, "type");
  return type && type->value == "broadcast";
}

Block blockOf(const DotNode& node, const Declared& declared) {
  Block block;
  block.name = node.id;
  block.where = node.where;
  const auto* type = attributeOf(node.attributes, "type");
  if (!type)
    failUser(fmt::format("node {} has no type", node.id), node.where, {}, "type=\"fiberlookup\", or another one");
  readType(block, node, *type);
  // The operands of a computation say how many its operator has.
  if (const auto* operands = attributeOf(node.attributes, "operands"))
    for (const Row& row : rows())
      if (row.name == operands->name && row.isOf(block.kind)) row.read(block, *operands);
  for (const DotAttribute& attribute : node.attributes) {
    const auto row = std::find_if(rows().begin(), rows().end(), [&](const Row& r) { return attribute.name == r.name; });
    if (row != rows().end() && row->isOf(block.kind)) {
      row->read(block, attribute);
      if (attribute.name == "op")
        block.op = operatorOf(attribute, block.operands.empty() ? 2 : block.operands.size(), declared);
      continue;
    }
    const bool isPort = (attribute.name == "outer" || attribute.name == "inner" || attribute.name == "vals" ||
                         attribute.name == "sides" || attribute.name.starts_with("in"));
    if (isIgnored(attribute.name) || isPort || row != rows().end()) continue;
    std::vector<std::string> names;
    for (const Row& r : rows()) names.emplace_back(r.name);
    const auto similar = nearest(attribute.name, names);
    failUser(fmt::format("a block has no attribute {}", attribute.name), attribute.where, {},
             similar ? "did you mean " + *similar + "?" : "docs/guide/sam.md lists the attributes");
  }
  if (block.kind == Kind::Compute && !block.op)
    failUser(fmt::format("node {} computes nothing", node.id), node.where, {}, "op=\"+\", or another operator");
  addPorts(block, node);
  return block;
}

std::vector<std::pair<std::string, std::string>> attributesOf(const Block& block) {
  std::vector<std::pair<std::string, std::string>> result;
  const KindRow& kind = rowOf(block.kind);
  std::string type = kind.name;
  const bool isPlain = block.kind == Kind::Compute && block.operands.empty() && block.op->arity == 2;
  if (isPlain && block.op == operators::add) type = "add";
  if (isPlain && block.op == operators::multiply) type = "mul";
  result.emplace_back("type", type);
  for (const Row& row : rows()) {
    if (!row.isOf(block.kind)) continue;
    if (std::string(row.name) == "op" && block.kind == Kind::Compute) {
      if (type == kind.name) result.emplace_back("op", block.op->text);
      continue;
    }
    if (const std::string text = row.print(block); !text.empty()) result.emplace_back(row.name, text);
  }
  if (block.kind == Kind::Accumulate)
    for (std::size_t n = 0; n + 1 < block.inputs.size(); ++n)
      result.emplace_back(fmt::format("in{}", block.inputs.size() - 2 - n), block.inputs[n].name.substr(4));
  return result;
}

std::vector<Tensor> tensorsOf(const DotAttribute& comment) {
  std::vector<Tensor> tensors;
  for (const auto& word : listOf(comment.value)) {
    const auto equals = word.find('=');
    if (equals == std::string::npos || equals == 0)
      failUser("expected tensors and their formats, but found '" + word + "'", comment.where, {},
               "comment=\"X=ss01,B=ss01,c=none\"");
    const std::string name = word.substr(0, equals), text = word.substr(equals + 1);
    const auto digits = std::find_if(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
    std::string format(text.begin(), digits);
    for (auto digit = digits; digit != text.end(); ++digit)
      format += (digit == digits ? ":" : ",") + std::string(1, *digit);
    for (const Tensor& other : tensors)
      if (other.name == name) failUser("tensor " + name + " has two formats", comment.where);
    if (text == "none") {
      tensors.push_back({name, Format()});
      continue;
    }
    Lexer lexer(makeSource("format of " + name, format));
    Tensor tensor{name, withPlace(comment.where, [&] { return parseFormat(lexer); })};
    withPlace(comment.where, [&] { lexer.expectEnd("the end of the format"); });
    tensors.push_back(std::move(tensor));
  }
  return tensors;
}

std::string textOf(const std::vector<Tensor>& tensors) {
  std::string text;
  for (const Tensor& tensor : tensors) {
    text += (text.empty() ? "" : ",") + tensor.name + "=";
    if (tensor.format.order() == 0) text += "none";
    for (const LevelFormat level : tensor.format.levels()) text += letter(level);
    for (const int mode : tensor.format.modeOrder()) text += std::to_string(mode);
  }
  return text;
}

void addLanes(Block& block, std::size_t lanes) {
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    const std::string name = fmt::format("lane-{}", lane);
    if (block.kind == Kind::Fork) block.outputs.push_back({name, Stream::Coordinate});
    else block.inputs.push_back({name, Stream::Coordinate, {}, block.where});
  }
}

void addOperand(Block& joiner, const std::string& operand, int side) {
  const bool isFirst = std::find(joiner.sides.begin(), joiner.sides.end(), side) == joiner.sides.end();
  if (isFirst) joiner.inputs.push_back({"crd-" + operand, Stream::Coordinate, {}, joiner.where});
  joiner.inputs.push_back({"ref-" + operand, Stream::Reference, {}, joiner.where});
  joiner.outputs.push_back({"ref-" + operand, Stream::Reference});
  joiner.sides.push_back(side);
}

}  // namespace stardust::sam
