#pragma once

#include <pugixml.hpp>
#include <stdexcept>
#include <string>
#include <vector>

namespace attn {

/// An SVG as another program reads it.
/// Errors: std::runtime_error where it is no XML
class ParsedSvg {
 public:
  explicit ParsedSvg(const std::string& text) {
    const unsigned how = pugi::parse_default | pugi::parse_ws_pcdata;
    const pugi::xml_parse_result result = document_.load_buffer(text.data(), text.size(), how);
    if (!result) throw std::runtime_error(result.description());
  }

  pugi::xml_node root() const { return document_.child("svg"); }

  std::vector<std::string> texts_of(const char* name) const {
    std::vector<std::string> texts;
    for (const pugi::xpath_node& node : document_.select_nodes(("//" + std::string(name)).c_str()))
      texts.emplace_back(node.node().text().get());
    return texts;
  }

  std::size_t count(const char* name) const { return texts_of(name).size(); }

 private:
  pugi::xml_document document_;
};

/// A figure with one text.
inline Figure figure_of(const std::string& text) {
  Figure figure{.width = 84.0, .height = 20.0, .title = text, .description = text};
  figure.items.push_back(Text{.at = {2.0, 5.0}, .text = text, .size = 2.5});
  return figure;
}

}  // namespace attn
