#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/flags/example_flags.hpp"
#include "trace/table.hpp"

namespace attn {

/// What a page of complexity is made of, in the language that is spoken now.
struct CostPageParts {
  nlohmann::ordered_json data;
  std::vector<Table> tables{};  ///< what stands there without a script
};

/// Makes them; called once for each language.
using MakeCostPage = std::function<CostPageParts()>;

/// A page of complexity (.html) in both languages, with the words of an example in it.
std::string cost_page_file(const MakeCostPage& make, const TellExample& example);

}  // namespace attn
