#pragma once

#include <armadillo>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/mask.hpp"
#include "costs/formula/formula.hpp"
#include "trace/table.hpp"
#include "trace/trace.hpp"

namespace attn {

/// The numbers of a matrix as the scripts of pages read them: doubles in the order of reading, the
/// lowest byte first, in base64.
std::string numbers_of(const arma::mat& value);

/// Why each cell is blocked, a byte for each, in base64.
std::string letters_of(const BlockedCells& blocked);

/// The texts of the scripts of pages, {"stages": "stages", ..}, in the language that is spoken now.
/// A {} stands for what the script fills in.
nlohmann::ordered_json page_texts();

/// How the cells of a stage came about, as the script of a page reads it: {"kind": "scaling",
/// "cell": ["over", ["cell", "scores", "i", "j"], ["known", 2.0]]}, with the lists of the tree
/// beside it.
nlohmann::ordered_json rule_data(const Rule& rule);

/// What restricts a mask, as the script of a page reads it; what is not set is left out.
nlohmann::ordered_json pattern_data(const MaskPattern& pattern);

/// Whether the script computes such a stage anew from its sources. Of all others the numbers
/// travel.
bool is_computed_in_page(const Stage& stage);

/// Tables as HTML, for browsers that run no script: a caption, headings, and what follows from it.
std::string plain_tables(const std::vector<Table>& tables);

/// What stands in a page in place of its script: its name, a sentence that says so, and tables.
std::string without_script(const std::string& title, const std::vector<Table>& tables);

/// The tree of a formula as the script of a page reads it: {"kind": "product", "number": "2",
/// "parts": [..]}. Numbers are digits, since they may be of any size.
nlohmann::ordered_json formula_data(const Formula& formula);

/// What a symbol stands for: {"symbol", "name", "value"}, the value as digits.
nlohmann::ordered_json argument_data(const Arguments::Argument& argument);

}  // namespace attn
