#include "cli/present/page_file.hpp"

#include <nlohmann/json.hpp>

#include "base/message.hpp"
#include "cli/present/page_command.hpp"
#include "cli/program/command_line.hpp"
#include "cli/program/language.hpp"
#include "render/page/stages_page.hpp"

namespace attn {

std::string page_file(const Trace& trace, const ViewChoice& choice,
                      const std::function<Trace()>& again) {
  const FirstLook look{.stage = choice.stages.empty() ? choice.from : choice.stages.front(),
                       .precision = choice.layout.precision};
  nlohmann::ordered_json data = stages_in_language(trace, look, true);
  const std::string here = language_code();
  if (again) {
    const bool is_english = here == "en";
    const LanguageMeanwhile other(is_english ? "ja" : "en");
    const nlohmann::ordered_json there = stages_in_language(again(), look, false);
    data = is_english ? in_both_languages(data, there) : in_both_languages(there, data);
  }
  return stages_page(std::move(data), trace, page_command(trace.command, typed_words()), here);
}

}  // namespace attn
