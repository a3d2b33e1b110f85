#pragma once

#include <cmath>
#include <regex>
#include <string>
#include <vector>

#include "render/rendered.hpp"
#include "render/term_value.hpp"
#include "render/trace/spelled_out.hpp"
#include "support/catch.hpp"

namespace attn {

/// The parts of "name = steps = result", where a softmax has one step more. Behind a number that is
/// rounded stands ≈.
inline std::vector<std::string> parts_of(const std::string& text) {
  const std::string line = std::regex_replace(text, std::regex(" (≈|~=) "), " = ");
  std::vector<std::string> parts;
  std::size_t start = 0;
  for (std::size_t at = 0; (at = line.find(" = ", start)) != std::string::npos; start = at + 3)
    parts.push_back(line.substr(start, at - start));
  parts.push_back(line.substr(start));
  return parts;
}

/// Checks that every line of a stage, worked out again from the terms it shows, gives the number it
/// shows. `names_sources`: the first step only says where the cell was taken from.
inline void check_lines(const Trace& trace, const Stage& stage, const Layout& layout,
                        double tolerance, bool names_sources = false) {
  for (arma::uword i = 0; i < stage.value.n_rows; ++i)
    for (arma::uword j = 0; j < stage.value.n_cols; ++j) {
      const std::string line = spelled_out(trace, stage, {i, j}, layout);
      if (line.empty() || contains(line, "may not attend") || contains(line, "..")) continue;
      CAPTURE(line);
      const std::vector<std::string> parts = parts_of(line);
      REQUIRE(parts.size() >= 3);
      for (std::size_t k = names_sources ? 2 : 1; k < parts.size(); ++k) {
        const double value = term_value(parts[k]), cell = stage.value(i, j);
        const bool agree = value == cell || std::abs(value - cell) <= tolerance;
        CAPTURE(parts[k], value, cell);
        CHECK(agree);
      }
    }
}

}  // namespace attn
