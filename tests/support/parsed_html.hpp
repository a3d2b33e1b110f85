#pragma once

#include <pugixml.hpp>
#include <set>
#include <string>
#include <vector>

namespace attn {

/// HTML of ours, read back: strictly, as XML, so that whatever is not closed, or was taken for
/// markup, fails. Of a whole page, its body.
class ParsedHtml {
 public:
  explicit ParsedHtml(const std::string& html);

  std::vector<pugi::xml_node> all(const std::string& xpath) const;
  std::size_t count(const std::string& xpath) const { return all(xpath).size(); }
  /// The text of the first, with a line end for each <br>.
  std::string text(const std::string& xpath) const;
  /// Those of all.
  std::vector<std::string> texts(const std::string& xpath) const;
  /// Every name of an element or an attribute: "td", "@scope".
  std::set<std::string> names() const;

 private:
  pugi::xml_document document_;
};

/// What a browser would obey where it is taken for markup.
const std::vector<std::string>& hostile_words();

}  // namespace attn
