// The page of a trace.
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

/// The command that a page was made with, apart from what the page can change.
struct PageCommand {
  std::string name{};                   ///< "attend"
  std::vector<std::string> words{};     ///< everything but what is below
  std::vector<std::string> settings{};  ///< mask and scale as they were typed: "--causal"
  std::vector<std::string> kept{};      ///< what holds whatever the numbers are: "--backward"
  std::vector<std::string> rest{};      ///< "--" and what stands behind it
  bool is_literal = false;      ///< where settings change, numbers take the place of its words
  bool spells_padding = false;  ///< by its spelling, a key is padding where nothing says what is

  /// All of them, as they can be typed.
  std::vector<std::string> all() const;
};

/// What a page of stages says in the language that is spoken now: stages_data and page_texts.
nlohmann::ordered_json stages_in_language(const Trace& trace, const FirstLook& look, bool numbers);

/// A page of stages, whole: `data` is stages_in_language of every language as one, and the trace
/// stands in it as plain tables for browsers that run no script.
std::string stages_page(nlohmann::ordered_json data, const Trace& trace, const PageCommand& command,
                        const std::string& language);

}  // namespace attn
