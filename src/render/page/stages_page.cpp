#include "render/page/stages_page.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/message.hpp"
#include "render/html/html_page.hpp"
#include "render/html/html_text.hpp"
#include "render/number/number_format.hpp"
#include "render/page/page_texts.hpp"
#include "render/text/json_document.hpp"
#include "render/trace/mask_dialect.hpp"

namespace attn {
namespace {

constexpr arma::uword kMostRows = 24;  // of a plain table, and columns

std::string head_cell(const Axis& axis, arma::uword place, const char* scope) {
  return fmt::format("<th scope=\"{}\"><bdi>{}</bdi></th>", scope,
                     html_text(axis.place_name(place)));
}

// A matrix without a script: its first rows and columns.
std::string plain_table(const Stage& stage) {
  const arma::uword n_rows = std::min(stage.value.n_rows, kMostRows);
  const arma::uword n_cols = std::min(stage.value.n_cols, kMostRows);
  const Layout layout;
  const NumberFormat write(stage.value, layout, holds_shares(stage));
  std::string html = fmt::format("<table class=\"matrix\"><caption>{} {}</caption><tr><td></td>",
                                 html_text(stage.group), html_text(stage.formula));
  for (arma::uword j = 0; j < n_cols; ++j) html += head_cell(stage.cols, j, "col");
  html += "</tr>\n";
  for (arma::uword i = 0; i < n_rows; ++i) {
    html += "<tr>" + head_cell(stage.rows, i, "row");
    for (arma::uword j = 0; j < n_cols; ++j)
      html += fmt::format("<td>{}</td>", html_text(write(stage.value(i, j))));
    html += "</tr>\n";
  }
  return html + "</table>\n";
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
  data["command"] = {{"name", command.name},         {"words", command.words},
                     {"settings", command.settings}, {"kept", command.kept},
                     {"rest", command.rest},         {"is_literal", command.is_literal},
                     {"tokens", data["tokens"]}};
  if (trace.command == "mask" && trace.find("mask")) data["dialects"] = dialects();
  const std::string title =
      "attn " + trace.command + (trace.title.empty() ? "" : " " + trace.title);
  return html_document({.language = language,
                        .title = title,
                        .style = page_style(),
                        .script = script_of(trace.command),
                        .body = "<main id=\"page\"></main>\n<p id=\"live\" class=\"hears\" "
                                "aria-live=\"polite\"></p>\n" +
                                without_script(trace),
                        .data = compact_json(data)});
}

}  // namespace attn
