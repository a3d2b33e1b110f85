#include "cli/present/page_file.hpp"

#include <nlohmann/json.hpp>

#include "base/message.hpp"
#include "cli/flags/padding_words.hpp"
#include "cli/present/page_command.hpp"
#include "cli/program/command_line.hpp"
#include "cli/program/language.hpp"
#include "render/page/stages_page.hpp"

namespace attn {

nlohmann::ordered_json data_in_both_languages(
    const nlohmann::ordered_json& here, const std::function<nlohmann::ordered_json()>& there) {
  const bool is_english = std::string_view(language_code()) == "en";
  const LanguageMeanwhile other(is_english ? "ja" : "en");
  return is_english ? in_both_languages(here, there()) : in_both_languages(there(), here);
}

std::string page_file(const Trace& trace, const ViewChoice& choice,
                      const std::function<Trace()>& again) {
  const FirstLook look{.stage = choice.stages.empty() ? choice.from : choice.stages.front(),
                       .precision = choice.layout.precision};
  nlohmann::ordered_json data = stages_in_language(trace, look, true);
  if (again)
    data = data_in_both_languages(data, [&] { return stages_in_language(again(), look, false); });
  PageCommand command = page_command(trace.command, typed_words());
  command.spells_padding = !padding_among(trace.key_tokens).empty();
  return stages_page(std::move(data), trace, command, language_code());
}

}  // namespace attn
