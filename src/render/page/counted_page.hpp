#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "render/curve/plot.hpp"
#include "trace/table.hpp"

namespace attn {

/// A page of numbers that nobody changes: curves through them, tables and words.
struct CountedPage {
  std::string title{};
  std::vector<std::string> about{};
  std::vector<Plot> plots{};
  std::vector<std::string> sentences{};  ///< what the curves show
  std::vector<Table> tables{};
  std::vector<std::string> notes{}, warnings{};
};

/// The same as the script of a page reads it.
nlohmann::ordered_json counted_page_data(const CountedPage& page);

}  // namespace attn
