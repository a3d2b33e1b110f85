#include "pretrained/report/said_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/message.hpp"
#include "pretrained/report/head_tables.hpp"

namespace attn {
namespace {

TableCell probability_cell(double p) { return cell::Real{.value = p, .places = 3}; }

// How probable each candidate of one text is in another.
TableRow beside_row(const Tokenizer& tokenizer, std::size_t rank,
                    const std::vector<Candidate>& left, const std::vector<Candidate>& right) {
  return {cell::bare(rank + 1), token_cell(tokenizer, left[rank].id),
          probability_cell(left[rank].probability), token_cell(tokenizer, right[rank].id),
          probability_cell(right[rank].probability)};
}

double mean_of_numbers(const std::vector<double>& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), 0.0) / static_cast<double>(numbers.size());
}

// What the removal of as many other heads does, so that a number can be judged.
std::string random_text(const Removal& removal) {
  if (removal.random_kls.empty()) return "";
  const auto [least, most] =
      std::minmax_element(removal.random_kls.begin(), removal.random_kls.end());
  return message("As many heads drawn at random, {} times: KL {:.3f} ({:.3f} to {:.3f}).",
                 removal.random_kls.size(), mean_of_numbers(removal.random_kls), *least, *most);
}

}  // namespace

TableCell token_cell(const Tokenizer& tokenizer, std::uint32_t id) {
  return cell::Text{tokenizer.name(id), tokenizer.shown(id)};
}

std::string placed_token(const std::vector<std::string>& tokens, std::size_t place) {
  return fmt::format("{} ({})", tokens.at(place), place);
}

Table candidates_table(const Tokenizer& tokenizer, const Probabilities& said, std::size_t top,
                       const std::string& title) {
  Table table{.id = "candidates",
              .title = title,
              .columns = {{"token", translated("token")},
                          {"probability", translated("probability")},
                          {"bar", ""}},
              .dispensable = {2},
              .is_asked_for = true};
  for (const Candidate& candidate : most_probable(said, top))
    table.rows.push_back({token_cell(tokenizer, candidate.id),
                          probability_cell(candidate.probability),
                          cell::Bar{candidate.probability}});
  return table;
}

Table candidates_beside(const Tokenizer& tokenizer, const Probabilities& left,
                        const Probabilities& right, std::size_t top, const std::string& title) {
  Table table{
      .id = "candidates",
      .title = title,
      .columns = {{"rank", translated("rank")},
                  {"first", translated("first text")},
                  {"first_probability", translated("probability")},
                  {"second", translated("second text")},
                  {"second_probability", translated("probability")}},
      .note = message("KL of the second from the first: {:.3f} nats.", kl_divergence(left, right)),
      .is_asked_for = true};
  const std::vector<Candidate> of_left = most_probable(left, top),
                               of_right = most_probable(right, top);
  for (std::size_t rank = 0; rank < of_left.size(); ++rank)
    table.rows.push_back(beside_row(tokenizer, rank, of_left, of_right));
  return table;
}

Table lens_table(const Tokenizer& tokenizer, const std::vector<Probabilities>& said,
                 std::uint32_t wanted) {
  constexpr std::size_t kShown = 3;
  Table table{
      .id = "lens",
      .title = message("What each layer would already say, were it the last; how probable it takes "
                       "{} to be, and how many tokens it takes to be more probable, and one.",
                       tokenizer.shown(wanted)),
      .columns = {{"after", translated("said after")}},
      .note =
          translated("The last norm and the output matrix were learned for the last layer alone: "
                     "what comes out of earlier ones is a hint, no more."),
      .dispensable = {5, 6, 3, 4},
      .is_asked_for = true};
  for (std::size_t k = 1; k <= kShown; ++k) {
    table.columns.push_back({fmt::format("token_{}", k), fmt::format("{}.", k)});
    table.columns.push_back({fmt::format("probability_{}", k), "p"});
  }
  table.columns.push_back({"wanted_rank", translated("rank")});
  table.columns.push_back({"wanted_probability", "p"});
  for (std::size_t layer = 0; layer < said.size(); ++layer) {
    const std::string id = layer == 0 ? "embedding" : fmt::format("{}", layer - 1);
    TableRow row{
        cell::Text{id, layer == 0 ? translated("embedding") : message("layer {}", layer - 1)}};
    for (const Candidate& candidate : most_probable(said[layer], kShown)) {
      row.push_back(token_cell(tokenizer, candidate.id));
      row.push_back(cell::Real{.value = candidate.probability, .places = 2});
    }
    row.push_back(cell::bare(rank_of(said[layer], wanted)));
    row.push_back(cell::Real{.value = said[layer].at(wanted), .places = 4});
    table.rows.push_back(std::move(row));
  }
  return table;
}

Table removal_table(const Tokenizer& tokenizer, const Removal& removal, std::size_t top,
                    const std::string& without) {
  Table table{.id = "removal",
              .title = message("What the model says with all heads, and with the output of {} set "
                               "to 0.",
                               without),
              .columns = {{"token", translated("token")},
                          {"with", translated("with")},
                          {"without", translated("without")},
                          {"change", translated("change")}},
              .is_asked_for = true};
  std::vector<Candidate> shown = most_probable(removal.with, top);
  // What is probable only without them belongs there, too.
  for (const Candidate& candidate : most_probable(removal.without, top))
    if (std::none_of(shown.begin(), shown.end(),
                     [&](const Candidate& other) { return other.id == candidate.id; }))
      shown.push_back(candidate);
  for (const Candidate& candidate : shown) {
    const double with = removal.with[candidate.id], without_them = removal.without[candidate.id];
    table.rows.push_back({token_cell(tokenizer, candidate.id), probability_cell(with),
                          probability_cell(without_them),
                          cell::Real{.value = without_them - with, .places = 3}});
  }
  table.note = message("KL {:.3f} nats.", removal.kl);
  if (const std::string random = random_text(removal); !random.empty())
    add_sentence(table.note, random);
  if (removal.loss_with)
    add_sentence(table.note, message("Loss of the text: {:.3f} with, {:.3f} without.",
                                     *removal.loss_with, *removal.loss_without));
  return table;
}

std::string removal_sentence(const Tokenizer& tokenizer, const Removal& removal, LayerHead head) {
  const Candidate said = most_probable(removal.with, 1).front();
  const std::string name = head_name(head.first, head.second);
  return message(
      "weights are no explanation: they say where a head looks, not what follows from it. Without "
      "head {} the probability of {} goes from {:.3f} to {:.3f} (KL {:.3f}). --without-head {} "
      "shows more.",
      name, tokenizer.shown(said.id), said.probability, removal.without[said.id], removal.kl, name);
}

Table losses_table(const std::vector<std::string>& tokens, const std::vector<double>& losses) {
  const double mean = losses.empty() ? 0.0 : mean_of_numbers(losses);
  const double most = losses.empty() ? 1.0 : *std::max_element(losses.begin(), losses.end());
  Table table{
      .id = "losses",
      .title = translated("How surprised the model is by each token: −ln p in nats."),
      .columns = {{"place", translated("place")},
                  {"token", translated("token")},
                  {"loss", translated("loss")},
                  {"probability", "p"},
                  {"bar", ""}},
      .n_text_columns = 2,
      .note = message("Mean {:.3f} nats a token: as if it were to choose among {:.3g} equally "
                      "probable tokens each time (perplexity, e to the power of the mean).",
                      mean, std::exp(mean)),
      .dispensable = {4},
      .is_asked_for = true};
  for (std::size_t i = 0; i < losses.size(); ++i)
    table.rows.push_back({cell::bare(i + 1), cell::name(tokens[i + 1]),
                          cell::Real{.value = losses[i]}, probability_cell(std::exp(-losses[i])),
                          cell::Bar{most > 0.0 ? losses[i] / most : 0.0}});
  return table;
}

Table from_token_table(const std::vector<std::string>& tokens, std::size_t query,
                       std::vector<WeightsOfQuery> heads, std::size_t top) {
  std::stable_sort(heads.begin(), heads.end(),
                   [](const auto& a, const auto& b) { return a.weight > b.weight; });
  const std::size_t n_all = heads.size();
  std::vector<WeightsOfQuery> others = heads;
  std::erase_if(others, [](const WeightsOfQuery& head) { return head.strongest == 0; });
  const bool leaves_out = query > 0 && !others.empty();
  if (leaves_out) heads = others;
  Table table{.id = "from_token",
              .title = message("Where {} looks: the strongest key of each of {} heads.",
                               placed_token(tokens, query), n_all),
              .columns = {{"head", translated("head")},
                          {"key", translated("key")},
                          {"weight", translated("weight")},
                          {"bar", ""}},
              .n_text_columns = 2,
              .dispensable = {3},
              .is_asked_for = true};
  for (std::size_t i = 0; i < std::min(top, heads.size()); ++i)
    table.rows.push_back({cell::name(head_name(heads[i].head.first, heads[i].head.second)),
                          cell::name(placed_token(tokens, heads[i].strongest)),
                          cell::Real{.value = heads[i].weight, .places = 2},
                          cell::Bar{heads[i].weight}});
  if (heads.size() > top)
    table.rows.push_back(TableRow(table.columns.size(), cell::Gap{heads.size() - top}));
  if (leaves_out && n_all > heads.size())
    table.note = message(
        "Heads that look at the first token most are left out: {} of {}. Many heads "
        "rest there when they have nothing to do.",
        n_all - heads.size(), n_all);
  return table;
}

Table pairs_table(const std::vector<std::string>& tokens, const std::vector<WeighedPair>& pairs,
                  const std::string& head) {
  Table table{.id = "pairs",
              .title = message("The strongest pairs of head {}.", head),
              .columns = {{"query", translated("query")},
                          {"key", translated("key")},
                          {"weight", translated("weight")},
                          {"bar", ""}},
              .n_text_columns = 2,
              .dispensable = {3},
              .is_asked_for = true};
  for (const WeighedPair& pair : pairs)
    table.rows.push_back({cell::name(placed_token(tokens, pair.query)),
                          cell::name(placed_token(tokens, pair.key)),
                          cell::Real{.value = pair.weight}, cell::Bar{pair.weight}});
  return table;
}

Table places_table(const std::vector<std::string>& tokens, const std::vector<std::size_t>& places) {
  constexpr std::size_t kAround = 3;
  Table table{.id = "places",
              .columns = {{"place", translated("place")},
                          {"token", translated("token")},
                          {"around", translated("around it")}},
              .n_text_columns = 3,
              .is_asked_for = true};
  for (const std::size_t place : places) {
    std::string around;
    const std::size_t first = place - std::min(place, kAround);
    for (std::size_t i = first; i < std::min(tokens.size(), place + kAround + 1); ++i)
      around += (around.empty() ? "" : " ") + tokens[i];
    table.rows.push_back({cell::bare(place), cell::name(tokens[place]), cell::name(around)});
  }
  return table;
}

}  // namespace attn
