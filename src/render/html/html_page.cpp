#include "render/html/html_page.hpp"

#include <fmt/format.h>

#include "render/html/html_text.hpp"

namespace attn {
namespace {

// Only what carries the hash of a file that the build put in. `data:` and `blob:` are pictures that
// the page itself makes.
std::string policy_of(const HtmlPage& page) {
  std::string policy =
      "default-src 'none'; img-src data: blob:; base-uri 'none'; form-action 'none'";
  policy += fmt::format("; style-src '{}'", page.style.hash);
  if (!page.script.text.empty())
    policy +=
        fmt::format("; script-src '{}'; require-trusted-types-for 'script'; trusted-types 'none'",
                    page.script.hash);
  return policy;
}

}  // namespace

std::string body_for_script(std::string_view without_script) {
  return fmt::format(
      "<main id=\"page\"></main>\n"
      "<p id=\"live\" class=\"hears\" aria-live=\"polite\"></p>\n{}",
      without_script);
}

std::string html_document(const HtmlPage& page) {
  std::string html = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n"
      "<meta name=\"referrer\" content=\"no-referrer\">\n<title>{}</title>\n",
      page.language, policy_of(page), html_text(page.title));
  html += fmt::format("<style>{}</style>\n</head>\n<body>\n", page.style.text);
  html += page.body;
  if (!page.data.empty())
    html += fmt::format("<script type=\"application/json\" id=\"data\">{}</script>\n",
                        json_in_html(page.data));
  if (!page.script.text.empty()) html += fmt::format("<script>{}</script>\n", page.script.text);
  return html + "</body>\n</html>\n";
}

}  // namespace attn
