#include "cli/complexity/page_settings.hpp"

#include <algorithm>

#include "cli/flags/flag_values.hpp"
#include "costs/costs.hpp"

namespace attn {
namespace {

using namespace symbol;

constexpr std::uint64_t kMlpFactor = 4;

// The model as it is without any change to it; of one by hand, nothing.
Model unchanged(const ModelFlags& flags) {
  if (!flags.model && !flags.config) return {};
  ModelFlags known;
  known.model = flags.model;
  known.config = flags.config;
  return read_model(known);
}

void add_model(const ModelFlags& flags, PageSettings& page) {
  const Model base = unchanged(flags);
  const bool shares = base.n_kv_heads != base.n_heads;
  const bool has_own_width = base.d_head != 0 && !heads_fill_model(base);
  page.settings.push_back({"d", flags.d_model.name(), "d_model", {}, bool(flags.d_model)});
  page.settings.push_back({"h", flags.heads.name(), "heads", {}, bool(flags.heads)});
  page.settings.push_back({"h_kv", flags.kv_heads.name(), "kv_heads",
                           shares ? std::nullopt : std::optional(h), bool(flags.kv_heads)});
  if (!flags.d_head && !has_own_width) page.following.push_back({"d_h", d / h});
  if (!flags.d_ff && base.d_ff == kMlpFactor * base.d_model)
    page.following.push_back({"f", kMlpFactor * d});
}

bool has_cross_attention(const Model& model) {
  return std::any_of(model.stacks.begin(), model.stacks.end(),
                     [](const Stack& stack) { return stack.cross_attention; });
}

// While one token is decoded, what it sees is what counts.
void add_decoding(const PassFlags& flags, bool is_across, PageSettings& page) {
  page.tokens = "S";
  page.settings.insert(
      page.settings.begin(),
      {"S", flags.tokens.name(), "context", {}, flags.tokens || (flags.keys && !is_across)});
  if (is_across)
    page.settings.insert(page.settings.begin() + 1,
                         {"M", flags.keys.name(), "source", S, bool(flags.keys)});
}

void add_all_at_once(const PassFlags& flags, bool is_across, bool trains, PageSettings& page) {
  page.tokens = "T";
  page.settings.insert(page.settings.begin(),
                       {"T", flags.tokens.name(), "tokens", {}, bool(flags.tokens)});
  const auto second = page.settings.begin() + 1;
  if (is_across || trains) page.following.push_back({"S", T});
  if (is_across)
    page.settings.insert(second, {"M", flags.keys.name(), "source", T, bool(flags.keys)});
  else if (!trains)
    page.settings.insert(second, {"S", flags.keys.name(), "keys", T, bool(flags.keys)});
}

}  // namespace

PageSettings page_settings(const ModelFlags& model_flags, const PassFlags& pass_flags,
                           const Costs& costs) {
  PageSettings page{.largest = kLargestSetting};
  add_model(model_flags, page);
  const bool is_across = has_cross_attention(costs.model);
  if (costs.pass.mode == Mode::decode)
    add_decoding(pass_flags, is_across, page);
  else if (!pass_flags.mask)  // which is of one size
    add_all_at_once(pass_flags, is_across, costs.pass.mode == Mode::train, page);
  page.settings.push_back({"B", pass_flags.batch.name(), "batch", {}, bool(pass_flags.batch)});
  return page;
}

std::vector<std::string> words_beside(const std::vector<std::string>& words,
                                      const std::vector<std::string>& flags) {
  std::vector<std::string> others;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string name = words[i].substr(0, words[i].find('='));
    if (std::find(flags.begin(), flags.end(), name) == flags.end())
      others.push_back(words[i]);
    else if (name == words[i])
      ++i;  // its value
  }
  return others;
}

}  // namespace attn
