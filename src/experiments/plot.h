// Plots with logarithmic axes as SVG: no script, no embedded fonts, readable on light and dark pages.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace stardust::experiments {

/// Names shown in the plot may contain any text. Values must be positive; others are omitted.
struct Line {
  std::string name;
  std::vector<std::pair<double, double>> points;       ///< x and y, sorted by x
  std::vector<std::pair<double, double>> beside = {};  ///< outliers that the line omits
};

struct LinePlot {
  std::string title, xLabel, yLabel;
  std::vector<Line> lines;
};

/// Groups of bars, each with an optional mark for a value to compare with.
struct Bar {
  double value = 0;  ///< 0: no bar
  double mark = 0;   ///< 0: no mark
};

struct BarPlot {
  std::string title, yLabel;
  std::string markName;                                          ///< name of the marks
  std::vector<std::string> series;                               ///< names of the bars in a group
  std::vector<std::pair<std::string, std::vector<Bar>>> groups;  ///< by name; one bar for each series
};

/// Points, and the tolerance band in which they should lie.
struct ScatterPlot {
  std::string title, xLabel, yLabel;
  double bandLeast = 0, bandMost = 0;
  std::vector<Line> series;
};

/// Each line has its name at its end, each series of bars in a legend. A plot without values has axes from 1 to 10.
std::string svg(const LinePlot& plot);
std::string svg(const BarPlot& plot);
std::string svg(const ScatterPlot& plot);

}  // namespace stardust::experiments
