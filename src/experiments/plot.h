// Plots with logarithmic axes as SVG: no script, no fonts of their own, readable on light and dark pages.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace stardust::experiments {

/// Names that the plot shows may hold any text. Values are above 0; others are left out.
struct Line {
  std::string name;
  std::vector<std::pair<double, double>> points;       ///< x and y, in order of x
  std::vector<std::pair<double, double>> beside = {};  ///< that the line leaves out
};

struct LinePlot {
  std::string title, xLabel, yLabel;
  std::vector<Line> lines;
};

/// Groups of bars, each with a mark where another value stands beside it.
struct Bar {
  double value = 0;  ///< 0: no bar
  double mark = 0;   ///< 0: no mark
};

struct BarPlot {
  std::string title, yLabel;
  std::string markName;                                          ///< what the marks are
  std::vector<std::string> series;                               ///< what the bars of a group are
  std::vector<std::pair<std::string, std::vector<Bar>>> groups;  ///< by name; one bar for each series
};

/// Points, and a band of values between which they should lie.
struct ScatterPlot {
  std::string title, xLabel, yLabel;
  double bandLeast = 0, bandMost = 0;
  std::vector<Line> series;
};

/// Each line is named at its end, each series of bars in a legend. A plot without values has axes from 1 to 10.
std::string svg(const LinePlot& plot);
std::string svg(const BarPlot& plot);
std::string svg(const ScatterPlot& plot);

}  // namespace stardust::experiments
