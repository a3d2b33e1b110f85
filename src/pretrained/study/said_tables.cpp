#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/count.hpp"
#include "base/message.hpp"
#include "base/number.hpp"
#include "pretrained/study/study.hpp"

namespace attn {
namespace {

std::string digits_of(double value) { return shown_decimals(value, 3); }

// "25.7", "3,840": how many tokens it is as if to choose among.
std::string perplexity_text(double perplexity) {
  constexpr double kWhole = 1000, kMost = 1e15;
  if (perplexity < kWhole || perplexity > kMost) return significant_text(perplexity, 3);
  return count_text(static_cast<std::uint64_t>(std::llround(perplexity)));
}

TableCell real_cell(double value, int places) {
  return cell::Real{.value = value, .places = places};
}

TableCell probability_cell(double p) { return real_cell(p, 3); }

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
  return message("As many other heads drawn at random, {} times: KL {} ({} to {}).",
                 removal.random_kls.size(), digits_of(mean_of_numbers(removal.random_kls)),
                 digits_of(*least), digits_of(*most));
}

}  // namespace

TableCell token_cell(const Tokenizer& tokenizer, std::uint32_t id) {
  return cell::Text{tokenizer.name(id), tokenizer.shown(id)};
}

std::string placed_token(const std::vector<std::string>& tokens, std::size_t place) {
  return fmt::format("{} ({})", tokens.at(place), place);
}

std::string quoted_place(const std::vector<std::string>& tokens, std::size_t place) {
  return fmt::format("{} ({})", quoted_token(tokens.at(place)), place);
}

std::string quoted_token(const std::string& token) { return message("\"{}\"", token); }

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
  Table table{.id = "candidates",
              .title = title,
              .columns = {{"rank", translated("rank")},
                          {"first", translated("first text")},
                          {"first_probability", translated("probability")},
                          {"second", translated("second text")},
                          {"second_probability", translated("probability")}},
              .note = message("KL of the second from the first: {} nats.",
                              digits_of(kl_divergence(left, right))),
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
                       quoted_token(tokenizer.shown(wanted))),
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
      row.push_back(real_cell(candidate.probability, 2));
    }
    row.push_back(cell::bare(rank_of(said[layer], wanted)));
    row.push_back(real_cell(said[layer].at(wanted), 4));
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
  table.note = message("KL {} nats.", digits_of(removal.kl));
  if (const std::string random = random_text(removal); !random.empty())
    add_sentence(table.note, random);
  if (removal.loss_with)
    add_sentence(table.note,
                 message("Loss of the text: {} with, {} without.", digits_of(*removal.loss_with),
                         digits_of(*removal.loss_without)));
  return table;
}

std::string removal_sentence(const Tokenizer& tokenizer, const Removal& removal, LayerHead head) {
  const Candidate said = most_probable(removal.with, 1).front();
  const std::string name = head_name(head.first, head.second);
  return message(
      "weights are no explanation: they say where a head looks, not what follows from it. Without "
      "head {} the probability of {} goes from {} to {} (KL {}). --without-head {} shows more.",
      name, quoted_token(tokenizer.shown(said.id)), digits_of(said.probability),
      digits_of(removal.without[said.id]), digits_of(removal.kl), name);
}

std::string state_change_sentence(const std::vector<std::string>& tokens, std::size_t place,
                                  double change, LayerHead head) {
  return message(
      "weights are no explanation: they say where a head looks, not what follows from it. Without "
      "head {} the last state of {} moves by {} of its length.",
      head_name(head.first, head.second), quoted_place(tokens, place), digits_of(change));
}

Table losses_table(const std::vector<std::string>& tokens, const std::vector<double>& losses,
                   std::optional<std::size_t> top) {
  const double mean = losses.empty() ? 0.0 : mean_of_numbers(losses);
  const double most = losses.empty() ? 1.0 : *std::max_element(losses.begin(), losses.end());
  Table table{.id = "losses",
              .title = translated("How surprised the model is by each token: −ln p in nats."),
              .columns = {{"place", translated("place")},
                          {"token", translated("token")},
                          {"loss", translated("loss")},
                          {"probability", "p"},
                          {"bar", ""}},
              .n_text_columns = 2,
              .note = message("Mean {} nats a token: as if it were to choose among {} equally "
                              "probable tokens each time (perplexity, e to the power of the mean).",
                              digits_of(mean), perplexity_text(std::exp(mean))),
              .dispensable = {4},
              .is_asked_for = true};
  std::vector<std::size_t> order(losses.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (top)
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return losses[a] > losses[b]; });
  const std::size_t n_shown = std::min(losses.size(), top.value_or(losses.size()));
  for (std::size_t k = 0; k < n_shown; ++k) {
    const std::size_t i = order[k];
    table.rows.push_back({cell::bare(i + 1), cell::name(tokens[i + 1]),
                          cell::Real{.value = losses[i]}, probability_cell(std::exp(-losses[i])),
                          cell::Bar{most > 0.0 ? losses[i] / most : 0.0}});
  }
  if (n_shown < losses.size())
    table.rows.push_back(TableRow(table.columns.size(), cell::Gap{losses.size() - n_shown}));
  return table;
}

Table from_token_table(const std::vector<std::string>& tokens, std::size_t query, std::size_t first,
                       std::vector<WeightsOfQuery> heads, std::size_t top) {
  std::stable_sort(heads.begin(), heads.end(),
                   [](const auto& a, const auto& b) { return a.weight > b.weight; });
  const std::size_t n_all = heads.size();
  std::vector<WeightsOfQuery> others = heads;
  std::erase_if(others, [first](const WeightsOfQuery& head) { return head.strongest == first; });
  const bool leaves_out = query > first && !others.empty();
  if (leaves_out) heads = others;
  Table table{.id = "from_token",
              .title = message("Where {} looks: the strongest key of each of {} heads.",
                               quoted_place(tokens, query), n_all),
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
                  std::size_t resting_on, const std::string& head) {
  Table table{.id = "pairs",
              .title = message("The strongest pairs of head {}.", head),
              .columns = {{"query", translated("query")},
                          {"key", translated("key")},
                          {"weight", translated("weight")},
                          {"bar", ""}},
              .n_text_columns = 2,
              .note = message("Weights on {} are left out: many heads rest there.",
                              quoted_place(tokens, resting_on)),
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
