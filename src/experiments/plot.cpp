#include "experiments/plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stardust::experiments {
namespace {

// In pixels. The right margin holds the names of lines.
constexpr double width = 760, height = 440, left = 64, right = 110, top = 48, bottom = 56;
constexpr double labelGap = 14;  // between the names at the ends of two lines

// Distinct in hue and lightness, also with colour blindness; each contrasts with white and with near-black.
constexpr const char* colours[] = {"#3b82c4", "#d9822b", "#2f9e6e", "#c2528b", "#8a6fd1",
                                   "#a8862c", "#3aa3b8", "#d0554a", "#7a8791", "#6c9a2f"};
const char* colour(std::size_t n) { return colours[n % std::size(colours)]; }

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string(1, c);
  return out;
}

// A logarithmic scale from data to pixels; it ends at 1, 2 or 5 times a power of ten.
class Scale {
 public:
  Scale(const std::vector<double>& values, double from, double to) : from_(from), to_(to) {
    std::vector<double> known;
    std::copy_if(values.begin(), values.end(), std::back_inserter(known),
                 [](double value) { return value > 0 && std::isfinite(value); });
    if (!known.empty()) {
      least_ = *std::min_element(known.begin(), known.end());
      most_ = *std::max_element(known.begin(), known.end());
    }
    for (double tick = std::pow(10, std::floor(std::log10(least_)));
         ticks_.empty() || ticks_.back() < most_ * (1 - tiny); tick *= 10)
      for (const double step : {1.0, 2.0, 5.0}) {
        if (tick * step <= least_ * (1 + tiny)) ticks_.clear();
        if (ticks_.empty() || ticks_.back() < most_ * (1 - tiny)) ticks_.push_back(tick * step);
      }
    if (ticks_.size() == 1) ticks_.push_back(ticks_.front() * 10);
  }
  double operator()(double value) const {
    return from_ + (to_ - from_) * std::log(value / ticks_.front()) / std::log(ticks_.back() / ticks_.front());
  }
  const std::vector<double>& ticks() const { return ticks_; }

 private:
  static constexpr double tiny = 1e-9;
  double from_, to_, least_ = 1, most_ = 10;
  std::vector<double> ticks_;
};

std::string shortened(double value) {
  if (value >= 1e6) return fmt::format("{:g} M", value / 1e6);
  return value >= 1e4 ? fmt::format("{:g} k", value / 1e3) : fmt::format("{:g}", value);
}

// Selects the labelled ticks if there are many: powers of ten.
bool isNamed(double tick, std::size_t count) {
  constexpr std::size_t few = 8;
  const double exponent = std::log10(tick);
  return count <= few || std::abs(exponent - std::round(exponent)) < 1e-9;
}

std::string text(double x, double y, const char* anchor, const std::string& what, const std::string& more = "") {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\"{}>{}</text>\n", x, y, anchor, more,
                     escaped(what));
}

std::string stroke(double x1, double y1, double x2, double y2, const char* kind) {
  return fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" class=\"{}\"/>\n", x1, y1, x2, y2,
                     kind);
}

std::string page(const std::string& title, const std::string& yLabel, const std::string& body) {
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" width=\"{}\" height=\"{}\" role=\"img\">\n",
      width, height, width, height);
  out += fmt::format("<title>{}</title>\n", escaped(title));
  out +=
      "<style>\n"
      "svg { background: #ffffff; font: 12px sans-serif } text { fill: #24292f } .grid { stroke: #d0d7de } .axis { stroke: #57606a }\n"
      ".mark { stroke: #24292f; stroke-width: 2.5 } .line { fill: none; stroke-width: 2 } .band { fill: #2f9e6e; fill-opacity: 0.15 }\n"
      "@media (prefers-color-scheme: dark) { svg { background: #0d1117 } text { fill: #e6edf3 } .grid { stroke: #30363d }\n"
      "  .axis { stroke: #8b949e } .mark { stroke: #e6edf3 } }\n"
      "</style>\n";
  out += text(left, 20, "start", title, " font-size=\"15\" font-weight=\"bold\"");
  const double middle = (top + height - bottom) / 2;
  out += text(16, middle, "middle", yLabel, fmt::format(" transform=\"rotate(-90 16 {:.1f})\"", middle));
  return out + body + "</svg>\n";
}

std::string yAxis(const Scale& y) {
  std::string out;
  for (const double tick : y.ticks()) {
    out += stroke(left, y(tick), width - right, y(tick), "grid");
    out += text(left - 6, y(tick) + 4, "end", fmt::format("{:g}", tick));
  }
  return out + stroke(left, height - bottom, width - right, height - bottom, "axis");
}

std::string xAxis(const Scale& x, const std::string& label) {
  std::string out;
  for (const double tick : x.ticks()) {
    out += stroke(x(tick), top, x(tick), height - bottom, "grid");
    if (isNamed(tick, x.ticks().size())) out += text(x(tick), height - bottom + 18, "middle", shortened(tick));
  }
  return out + text((left + width - right) / 2, height - 12, "middle", label);
}

// The names at the ends of the lines, separated if the lines end close together.
struct EndLabel {
  std::size_t line;
  double x, y;
};

std::string endLabels(std::vector<EndLabel> labels, const std::vector<Line>& lines) {
  std::sort(labels.begin(), labels.end(), [](const EndLabel& a, const EndLabel& b) { return a.y > b.y; });
  std::string out;
  double lowest = height - bottom;
  auto above = static_cast<double>(labels.size());
  for (const EndLabel& label : labels) {
    const double highest = top + --above * labelGap;  // the others must fit between it and the top
    const double y = std::min(std::max(label.y + 4, highest), lowest);
    lowest = y - labelGap;
    out += text(label.x + 8, y, "start", lines[label.line].name, fmt::format(" style=\"fill:{}\"", colour(label.line)));
  }
  return out;
}

std::string drawLine(const Line& line, std::size_t n, const Scale& x, const Scale& y, std::vector<EndLabel>& labels) {
  std::string path, dots;
  for (const auto& point : line.points) {
    if (!(point.first > 0 && point.second > 0)) continue;
    const double px = x(point.first), py = y(point.second);
    path += fmt::format("{}{:.1f},{:.1f}", path.empty() ? "" : " ", px, py);
    dots += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"{}\"/>\n", px, py, colour(n));
    if (!labels.empty() && labels.back().line == n) labels.pop_back();
    labels.push_back({n, px, py});
  }
  for (const auto& point : line.beside) {
    if (!(point.first > 0 && point.second > 0)) continue;
    if (line.points.empty() && (labels.empty() || labels.back().line != n))
      labels.push_back({n, x(point.first), y(point.second)});
    dots += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"none\" stroke=\"{}\"/>\n", x(point.first),
                        y(point.second), colour(n));
  }
  if (path.empty()) return dots;
  return fmt::format("<polyline class=\"line\" stroke=\"{}\" points=\"{}\"/>\n", colour(n), path) + dots;
}

// A vertical bar from the axis to the value, whichever is lower.
std::string drawBar(double x, double barWidth, double base, double end, const char* fill) {
  return fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"/>\n", x,
                     std::min(base, end), barWidth, std::abs(base - end), fill);
}

constexpr double legendX = width - right + 12, legendY = top + 8, legendStep = 20;

std::string legend(const std::vector<std::string>& names) {
  std::string out;
  for (std::size_t n = 0; n < names.size(); ++n) {
    const double y = legendY + static_cast<double>(n) * legendStep;
    out += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"12\" height=\"12\" fill=\"{}\"/>\n", legendX, y - 10,
                       colour(n));
    out += text(legendX + 18, y, "start", names[n]);
  }
  return out;
}

std::string legend(const BarPlot& plot) {
  const double y = legendY + static_cast<double>(plot.series.size()) * legendStep;
  return legend(plot.series) + stroke(legendX, y - 4, legendX + 12, y - 4, "mark") +
         text(legendX + 18, y, "start", plot.markName);
}

std::string dot(double x, double y, std::size_t n, const std::string& name) {
  return fmt::format(
      "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\" fill=\"{}\" fill-opacity=\"0.75\"><title>{}</title></circle>\n", x,
      y, colour(n), escaped(name));
}

}  // namespace

std::string svg(const LinePlot& plot) {
  std::vector<double> xs, ys;
  for (const Line& line : plot.lines)
    for (const auto* points : {&line.points, &line.beside})
      for (const auto& point : *points) {
        if (!(point.first > 0 && point.second > 0)) continue;
        xs.push_back(point.first);
        ys.push_back(point.second);
      }
  const Scale x(xs, left, width - right), y(ys, height - bottom, top);
  std::string body = xAxis(x, plot.xLabel) + yAxis(y);
  std::vector<EndLabel> labels;
  for (std::size_t n = 0; n < plot.lines.size(); ++n) body += drawLine(plot.lines[n], n, x, y, labels);
  return page(plot.title, plot.yLabel, body + endLabels(labels, plot.lines));
}

std::string svg(const ScatterPlot& plot) {
  std::vector<double> xs, ys = {plot.bandLeast, plot.bandMost};
  for (const Line& line : plot.series)
    for (const auto& point : line.points) {
      xs.push_back(point.first);
      ys.push_back(point.second);
    }
  const Scale x(xs, left, width - right), y(ys, height - bottom, top);
  std::string body =
      fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" class=\"band\"/>\n", left,
                  y(plot.bandMost), width - left - right, y(plot.bandLeast) - y(plot.bandMost));
  body += xAxis(x, plot.xLabel) + yAxis(y);
  std::vector<std::string> names;
  for (std::size_t n = 0; n < plot.series.size(); ++n) {
    names.push_back(plot.series[n].name);
    for (const auto& point : plot.series[n].points)
      if (point.first > 0 && point.second > 0) body += dot(x(point.first), y(point.second), n, names.back());
  }
  return page(plot.title, plot.yLabel, body + legend(names));
}

std::string svg(const BarPlot& plot) {
  std::vector<double> values = {1};  // bars start at 1: as fast as the baseline
  for (const auto& group : plot.groups)
    for (const Bar& bar : group.second) values.insert(values.end(), {bar.value, bar.mark});
  const Scale y(values, height - bottom, top);
  std::string body = yAxis(y) + stroke(left, y(1), width - right, y(1), "axis");
  const double groupWidth = (width - left - right) / static_cast<double>(std::max<std::size_t>(1, plot.groups.size()));
  const double barWidth = groupWidth * 0.8 / static_cast<double>(std::max<std::size_t>(1, plot.series.size()));
  double x = left + groupWidth * 0.1;
  for (const auto& group : plot.groups) {
    body += text(x + groupWidth * 0.4, height - bottom + 18, "middle", group.first, " font-size=\"10\"");
    for (std::size_t n = 0; n < group.second.size(); ++n) {
      const Bar& bar = group.second[n];
      const double barX = x + static_cast<double>(n) * barWidth;
      if (bar.value > 0) body += drawBar(barX, barWidth * 0.9, y(1), y(bar.value), colour(n));
      if (bar.mark > 0) body += stroke(barX, y(bar.mark), barX + barWidth * 0.9, y(bar.mark), "mark");
    }
    x += groupWidth;
  }
  return page(plot.title, plot.yLabel, body + legend(plot));
}

}  // namespace stardust::experiments
