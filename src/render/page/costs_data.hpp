#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "costs/compare/compare.hpp"
#include "costs/costs.hpp"
#include "render/costs/cost_text.hpp"

namespace attn {

/// A number of a model or a pass that the reader of a page can change.
struct PageSetting {
  std::string symbol{};              ///< "h_kv"
  std::string flag{};                ///< "--kv-heads"
  std::string label{};               ///< "kv_heads": how texts of the page name it
  std::optional<Formula> follows{};  ///< gives it where nobody else does: h
  bool is_given = false;             ///< it was typed
};

/// A number that follows from others, as the program would have it: d_h = d / h.
struct FollowingNumber {
  std::string symbol{};
  Formula formula;
};

/// What can be changed in a page of costs, and what follows from that.
struct PageSettings {
  std::vector<PageSetting> settings{};
  std::vector<FollowingNumber> following{};
  std::string tokens{};       ///< the symbol that curves go along: T, in decoding S; "" for none
  std::uint64_t largest = 0;  ///< of any setting
};

/// What a page of costs shows beside them.
struct CostsPageView {
  CostView cost{};
  std::optional<SweepRange> range{};  ///< of tokens that the curves go along
  std::vector<AttentionVariant> compared{};
};

/// The costs of a model as the script of a page reads them, in the language that is spoken now:
/// every formula as a tree with its cases, so that the script counts anew at other settings.
nlohmann::ordered_json costs_data(const Costs& costs, const PageSettings& settings,
                                  const CostsPageView& view);

}  // namespace attn
