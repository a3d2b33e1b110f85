#include "render/text/cut_label.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "base/text.hpp"
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

// The different labels that were cut to each text.
using Wholes = std::map<std::string, std::set<std::string>>;

Wholes wholes_of(const std::vector<std::string>& cut, const std::vector<std::string>& labels) {
  Wholes wholes;
  for (std::size_t i = 0; i < labels.size(); ++i)
    if (cut[i] != labels[i]) wholes[cut[i]].insert(labels[i]);
  return wholes;
}

// "…1i": of labels with the same beginnings and ends, what stands where they begin to differ.
std::string cut_to_difference(const std::string& label, const std::set<std::string>& alike,
                              unsigned width, const char* mark) {
  const std::vector<std::string_view> characters = graphemes_of(label);
  std::string same;
  for (const std::string_view character : characters) {
    const std::string longer = same + std::string(character);
    if (!std::all_of(alike.begin(), alike.end(),
                     [&longer](const std::string& other) { return other.starts_with(longer); }))
      break;
    same = longer;
  }
  return mark + cut_to_width(std::string_view(label).substr(same.size()), width - 1);
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
  for (const std::string& label : labels) cut.push_back(cut_label(label, width, mark));
  // Cuts anew those that became equal, no wider than before: columns were measured with that.
  const auto cut_clashes = [&](const auto& cut_anew) {
    const Wholes wholes = wholes_of(cut, labels);
    for (std::size_t i = 0; i < labels.size(); ++i) {
      const auto found = wholes.find(cut[i]);
      if (found == wholes.end() || found->second.size() < 2 || cut[i] == labels[i]) continue;
      const unsigned room = display_width(cut[i]);
      if (room >= kFewestForAnEnd) cut[i] = cut_anew(labels[i], found->second, room);
    }
  };
  cut_clashes([mark](const std::string& label, const auto&, unsigned room) {
    return cut_in_the_middle(label, room, mark);
  });
  cut_clashes([mark](const std::string& label, const auto& alike, unsigned room) {
    return cut_to_difference(label, alike, room, mark);
  });
  return cut;
}

}  // namespace attn
