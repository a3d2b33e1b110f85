#include "render/page/stages_page.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/message.hpp"
#include "render/html/html_page.hpp"
#include "render/html/html_text.hpp"
#include "render/html/matrix_html.hpp"
#include "render/number/number_format.hpp"
#include "render/page/page_texts.hpp"
#include "render/text/json_document.hpp"
#include "render/trace/mask_dialect.hpp"

namespace attn {
namespace {

constexpr arma::uword kMostRows = 24;  // of a plain table, and columns

// The names of the first places of an axis: of one without labels their numbers.
std::vector<std::string> place_names(const Axis& axis, arma::uword n) {
  std::vector<std::string> names;
  for (arma::uword place = 0; place < n; ++place) names.push_back(axis.place_name(place));
  return names;
}

// A matrix without a script: its first rows and columns.
std::string plain_table(const Stage& stage) {
  const arma::uword n_rows = std::min(stage.value.n_rows, kMostRows);
  const arma::uword n_cols = std::min(stage.value.n_cols, kMostRows);
  const Layout layout;
  const NumberFormat write(stage.value, layout, holds_shares(stage));
  return grid_html({.kind = "matrix",
                    .caption = stage.group + " " + stage.formula,
                    .n_rows = n_rows,
                    .n_cols = n_cols,
                    .row_labels = place_names(stage.rows, n_rows),
                    .col_labels = place_names(stage.cols, n_cols),
                    .cell = [&](arma::uword row, arma::uword col) {
                      return html_text(write(stage.value(row, col)));
                    }});
}

std::string without_script(const Trace& trace) {
  std::string html =
      fmt::format("<noscript>\n<h1>attn {} <bdi>{}</bdi></h1>\n<p>{}</p>\n",
                  html_text(trace.command), html_text(trace.title),
                  html_text(translated("Without a script this page shows its main stages alone.")));
  for (const Stage* stage : main_stages(trace)) html += plain_table(*stage);
  return html + "</noscript>\n";
}

PageFile script_of(const std::string& command) {
  if (command == "mask") return mask_script();
  return command == "posenc" ? positions_script() : attention_script();
}

// The words of programs that build a mask, for the script to fill in.
nlohmann::ordered_json dialects() {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const Named<CodeLanguage>& language : kCodeLanguages) {
    const MaskDialect& dialect = dialect_of(language.value);
    json[language.name] = {{"comment", dialect.comment}, {"and_sign", dialect.and_sign},
                           {"or_sign", dialect.or_sign}, {"module", dialect.module},
                           {"header", dialect.header},   {"indices", dialect.indices},
                           {"footer", dialect.footer}};
  }
  return json;
}

}  // namespace

std::vector<std::string> PageCommand::all() const {
  std::vector<std::string> all = words;
  for (const auto* more : {&settings, &kept, &rest})
    all.insert(all.end(), more->begin(), more->end());
  return all;
}

nlohmann::ordered_json stages_in_language(const Trace& trace, const FirstLook& look, bool numbers) {
  nlohmann::ordered_json data = stages_data(trace, look, numbers);
  data["texts"] = page_texts();
  return data;
}

std::string stages_page(nlohmann::ordered_json data, const Trace& trace, const PageCommand& command,
                        const std::string& language) {
  data["command"] = {{"name", command.name},
                     {"words", command.words},
                     {"settings", command.settings},
                     {"kept", command.kept},
                     {"rest", command.rest},
                     {"is_literal", command.is_literal},
                     {"spells_padding", command.spells_padding},
                     {"tokens", data["tokens"]}};
  if (trace.command == "mask" && trace.find("mask")) data["dialects"] = dialects();
  const std::string title =
      "attn " + trace.command + (trace.title.empty() ? "" : " " + trace.title);
  return html_document({.language = language,
                        .title = title,
                        .style = page_style(),
                        .script = script_of(trace.command),
                        .body = body_for_script(without_script(trace)),
                        .data = compact_json(data)});
}

}  // namespace attn
