#include "support/parsed_html.hpp"

#include <cstring>

#include "base/text.hpp"
#include "support/catch.hpp"

namespace attn {
namespace {

std::string body_of(const std::string& html) {
  const std::size_t begin = html.find("<body>"), end = html.rfind("</body>");
  return begin == std::string::npos ? html : html.substr(begin + 6, end - begin - 6);
}

std::string text_in(pugi::xml_node node) {
  std::string text;
  for (const pugi::xml_node child : node)
    if (child.type() == pugi::node_pcdata)
      text += child.value();
    else
      text += std::strcmp(child.name(), "br") == 0 ? "\n" : text_in(child);
  return text;
}

}  // namespace

ParsedHtml::ParsedHtml(const std::string& html) {
  std::string xml = "<html>" + body_of(html) + "</html>";
  replace_all(xml, "<br>", "<br/>");
  const auto read = document_.load_string(xml.c_str(), pugi::parse_default | pugi::parse_ws_pcdata);
  INFO(read.description() << " before: " << xml.substr(static_cast<std::size_t>(read.offset), 200));
  REQUIRE(bool(read));
}

std::vector<pugi::xml_node> ParsedHtml::all(const std::string& xpath) const {
  std::vector<pugi::xml_node> nodes;
  for (const pugi::xpath_node& found : document_.select_nodes(xpath.c_str()))
    nodes.push_back(found.node());
  return nodes;
}

std::vector<std::string> ParsedHtml::texts(const std::string& xpath) const {
  std::vector<std::string> texts;
  for (const pugi::xml_node node : all(xpath)) texts.push_back(text_in(node));
  return texts;
}

std::string ParsedHtml::text(const std::string& xpath) const {
  const std::vector<std::string> found = texts(xpath);
  CAPTURE(xpath);
  REQUIRE_FALSE(found.empty());
  return found.front();
}

std::set<std::string> ParsedHtml::names() const {
  std::set<std::string> names;
  for (const pugi::xml_node node : all("//*")) {
    names.insert(node.name());
    for (const pugi::xml_attribute attribute : node.attributes())
      names.insert(std::string("@") + attribute.name());
  }
  return names;
}

const std::vector<std::string>& hostile_words() {
  static const std::vector<std::string> texts{"<script>alert(1)</script>",
                                              "</style><script>alert(1)</script>",
                                              "</title><img src=x onerror=alert(1)>",
                                              "\" onmouseover=\"alert(1)",
                                              "' autofocus onfocus='alert(1)",
                                              "<!-- never closed",
                                              "-->",
                                              "]]>",
                                              "&lt;b&gt; &amp; &#60;",
                                              "<svg/onload=alert(1)>",
                                              "<a href=\"javascript:alert(1)\">x</a>",
                                              "<meta http-equiv=refresh content=0>",
                                              "<base href=//example.com>",
                                              "<iframe srcdoc='x'>",
                                              "<td></td></table>",
                                              "</li></ul></article></main></body></html>",
                                              "x\u2028y\u2029z",
                                              "abc\u202Ecba",
                                              "a\u2066b\u2069",
                                              "\u200B\uFEFF",
                                              "\xFF\xFE not UTF-8 \xC3",
                                              "{{Q}} {0} {} %s",
                                              "‘quotes’ “of” «all» `kinds`",
                                              "猫 🙂 e\u0301"};
  return texts;
}

}  // namespace attn
