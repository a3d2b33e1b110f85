// The pages of costs, of layers, of a run, and of numbers that stay as they are.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "costs/compare/compare.hpp"
#include "costs/costs.hpp"
#include "costs/layers/layers.hpp"
#include "learning/report/report.hpp"
#include "render/costs/costs.hpp"
#include "render/layout.hpp"
#include "render/report/report.hpp"
#include "render/text/number.hpp"
#include "trace/table.hpp"

namespace attn {

// The page of costs, of layers, and of numbers that stay as they are.

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

/// A page of attn complexity or attn learn, whole: `data` is what its script reads, with the texts
/// of every language, and `tables` are what stands there in its place. `words` give the command.
std::string report_page(const std::string& command, nlohmann::ordered_json data,
                        const std::vector<std::string>& words, const std::vector<Table>& tables,
                        const std::string& language);

/// A report of numbers that nobody changes as the script of a page reads it: curves, tables, words.
nlohmann::ordered_json report_data(const Report& report);

/// Layers side by side, or one by its parts, as the script of a page reads them, in the language
/// that is spoken now. Their formulas hold for any number of tokens; where two of them cross stands
/// in a table. `range` is what the curves go along.
nlohmann::ordered_json layers_data(const LayerReport& report, OperationUnit unit,
                                   const std::optional<SweepRange>& range);

/// The texts that every kind of page has: colours, the command, what is copied.
nlohmann::ordered_json shared_texts();

/// The texts of the script of pages of attn complexity, in the language that is spoken now. A {}
/// stands for what the script fills in.
nlohmann::ordered_json cost_texts();

/// A table as the scripts of pages read it: its cells are text already, as the layout has them.
nlohmann::ordered_json table_data(const Table& table, const Layout& layout);
nlohmann::ordered_json tables_data(const std::vector<Table>& tables, const Layout& layout);

/// The line above a screen, such as cost_title, as a page has it: in one line, which the browser
/// breaks, with dots between what stands apart on a screen.
std::string title_line(const std::string& title);

// The page of a run.

/// A run of learning as the script of a page reads it, in the language that is spoken now: its
/// curve, the weights of every head before and after, tables, texts that were made up, and notes.
nlohmann::ordered_json learning_data(const LearningReport& report);

/// The same tables, for browsers that run no script; the first one is the curve.
std::vector<Table> learning_tables(const LearningReport& report);

/// The texts of the script of pages of attn learn, in the language that is spoken now. A {} stands
/// for what the script fills in.
nlohmann::ordered_json learning_texts();

}  // namespace attn
