#include "grading/handout/local_html.hpp"

#include <fmt/format.h>

#include "base/message.hpp"
#include "render/html/document_html.hpp"
#include "render/html/html_text.hpp"

namespace attn {

std::string lang_attribute(const LocalText& text) {
  const std::string& code = text.language_here();
  if (code.empty() || code == language_code()) return "";
  return fmt::format(" lang=\"{}\"", html_text(code));
}

std::string local_html(const LocalText& text) {
  const std::string attribute = lang_attribute(text), html = lines_html(text.here());
  return attribute.empty() ? html : fmt::format("<span{}>{}</span>", attribute, html);
}

}  // namespace attn
