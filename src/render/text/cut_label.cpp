#include "render/text/cut_label.hpp"

#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "base/utf8.hpp"
#include "render/text/display_width.hpp"

namespace attn {
namespace {

std::string last_columns(const std::string& text, unsigned width) {
  const std::vector<std::string_view> characters = graphemes_of(text);
  std::string end;
  for (auto at = characters.rbegin(); at != characters.rend(); ++at) {
    std::string longer = std::string(*at) + end;
    if (display_width(longer) > width) break;
    end = std::move(longer);
  }
  return end;
}

// "com…ble": as many columns of the end as leave no fewer of the beginning. "…12" where there is no
// room for a wide beginning: it is the end that tells such labels apart.
std::string cut_in_the_middle(const std::string& label, unsigned width, const char* mark) {
  const unsigned end = (width - 1) / 2;
  const std::string beginning = cut_to_width(label, width - 1 - end);
  if (beginning.empty()) return mark + last_columns(label, width - 1);
  return beginning + mark + last_columns(label, end);
}

}  // namespace

std::string cut_label(const std::string& label, unsigned width, const char* mark) {
  if (display_width(label) <= width) return label;
  const std::string cut = cut_to_width(label, width > 1 ? width - 1 : width);
  if (cut.empty()) return std::string(graphemes_of(label).front());
  return width > 1 ? cut + mark : cut;
}

std::vector<std::string> cut_labels(const std::vector<std::string>& labels, unsigned width,
                                    const char* mark) {
  constexpr unsigned kFewestForAnEnd = 3;
  std::vector<std::string> cut;
  std::map<std::string, std::set<std::string>> wholes;  // of what was cut
  for (const std::string& label : labels) {
    cut.push_back(cut_label(label, width, mark));
    if (cut.back() != label) wholes[cut.back()].insert(label);
  }
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const auto found = wholes.find(cut[i]);
    if (found == wholes.end() || found->second.size() < 2 || cut[i] == labels[i]) continue;
    // No wider than before, since columns were measured with that.
    const unsigned room = display_width(cut[i]);
    if (room >= kFewestForAnEnd) cut[i] = cut_in_the_middle(labels[i], room, mark);
  }
  return cut;
}

}  // namespace attn
