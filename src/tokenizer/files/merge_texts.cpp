#include "tokenizer/files/merge_texts.hpp"

#include <algorithm>
#include <optional>

#include "base/message.hpp"
#include "base/text.hpp"

namespace attn {

void MergeTexts::add(std::string_view left, std::string_view right) {
  rows_.push_back({static_cast<std::uint32_t>(texts_.size()),
                   static_cast<std::uint32_t>(left.size()),
                   static_cast<std::uint32_t>(right.size())});
  texts_.append(left).append(right);
}

void MergeTexts::add_spaced(std::string_view merge, const std::string& file, std::size_t number) {
  if (merge.starts_with("#version")) return;
  const std::size_t blank = merge.find(' ');
  if (blank == merge.npos || merge.find(' ', blank + 1) != merge.npos)
    throw InputError(
        message("{}: merge {} is \"{}\", but two tokens with a blank between them were "
                "expected.",
                file, number, preview(merge)));
  add(merge.substr(0, blank), merge.substr(blank + 1));
}

Merges MergeTexts::resolved(const TokenVocabulary& vocabulary, const std::string& prefix,
                            const std::string& file) const {
  Merges merges(rows_.size());
  std::string joined;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const Row& row = rows_[i];
    const std::string_view both =
        std::string_view(texts_).substr(row.begin, row.n_left + row.n_right);
    const std::string_view left = both.substr(0, row.n_left), right = both.substr(row.n_left);
    std::string_view whole = both;
    if (!prefix.empty()) {
      joined = std::string(left).append(right.substr(std::min(prefix.size(), right.size())));
      whole = joined;
    }
    const auto required = [&](std::string_view name) {
      const std::optional<std::uint32_t> id = vocabulary.find(name);
      if (id) return *id;
      throw InputError(
          message("{}: merge {} needs the token \"{}\", which is not in the "
                  "vocabulary.",
                  file, i + 1, preview(name)));
    };
    // One after another, so that the first that is missing is named.
    const std::uint32_t left_id = required(left), right_id = required(right);
    merges.add(left_id, right_id, {.rank = static_cast<std::uint32_t>(i), .id = required(whole)});
  }
  return merges;
}

}  // namespace attn
