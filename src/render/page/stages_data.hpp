#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "trace/trace.hpp"

namespace attn {

/// What a page of stages opens with.
struct FirstLook {
  std::string stage{};  ///< id of the stage; "" for one that teaches much
  int precision = 3;
};

/// A trace as the script of a page reads it, in the language that is spoken now: every stage with
/// its words and its rule, and the numbers of those that the script cannot compute anew. Of a long
/// text the script begins with Q, K and V, and what they were made from stays behind.
///
/// Without `numbers` the texts alone, for the same trace in another language.
nlohmann::ordered_json stages_data(const Trace& trace, const FirstLook& look, bool numbers);

/// Two documents of the same shape as one, in which a text that differs is both of them:
/// {"en": .., "ja": ..}. `english` may lack what `japanese` has, and the other way round.
nlohmann::ordered_json in_both_languages(const nlohmann::ordered_json& english,
                                         const nlohmann::ordered_json& japanese);

/// The stages that a page shows first, for readers whose browser runs no script.
std::vector<const Stage*> main_stages(const Trace& trace);

}  // namespace attn
