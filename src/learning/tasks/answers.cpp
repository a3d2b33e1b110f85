#include "learning/tasks/answers.hpp"

#include <algorithm>
#include <armadillo>

#include "base/message.hpp"
#include "core/attention.hpp"

namespace attn {
namespace {

constexpr std::size_t kLongestSketch =
    20;  // the usual length: beside it the answers fit into 80 columns
constexpr std::size_t kSketchedNumbers = 4;

std::string sketch_of_numbers(const std::vector<std::uint32_t>& words) {
  std::string sketch;
  for (std::size_t i = 0; i < std::min(kSketchedNumbers, words.size()); ++i)
    sketch += (i == 0 ? "" : " ") + std::to_string(words[i]);
  return words.size() > kSketchedNumbers ? sketch + " .." : sketch;
}

// "..1..2..": what lies between, however much, is two dots.
std::string sketch_of_order(const std::vector<std::uint32_t>& words, std::uint32_t first_plain) {
  std::string sketch;
  for (const std::uint32_t word : words)
    if (word < first_plain)
      sketch += std::to_string(word);
    else if (!sketch.ends_with(".."))
      sketch += "..";
  return sketch;
}

cell::Text when_right(const ShownAnswer& answer) {
  const bool before = is_right(answer.before, answer.label),
             after = is_right(answer.after, answer.label);
  if (before && after) return {"both", translated("both")};
  if (after) return {"after", translated("after")};
  if (before) return {"before", translated("before")};
  return {"not_once", translated("not once")};
}

std::string answers_title(LabelKind labels) {
  return labels == LabelKind::order
             ? translated(
                   "How probable each class is for sequences held out. A dot is any other "
                   "word; in class 1 word 1 comes before word 2, in class 0 after it.")
             : translated(
                   "How probable each class is for sequences held out. Their words are shown "
                   "by their numbers, and say nothing: a coin made the classes.");
}

}  // namespace

std::vector<double> class_probabilities(Rows<const float> logits, std::size_t row) {
  arma::mat z(1, logits.n_cols);
  for (arma::uword j = 0; j < z.n_cols; ++j) z(0, j) = static_cast<double>(logits.row(row)[j]);
  const arma::mat p = softmax_rows(z);
  return {p.begin(), p.end()};
}

bool is_right(const std::vector<double>& probabilities, std::size_t label) {
  const auto most = std::max_element(probabilities.begin(), probabilities.end());
  return static_cast<std::size_t>(most - probabilities.begin()) == label;
}

std::string sequence_sketch(const std::vector<std::uint32_t>& words, LabelKind labels,
                            std::uint32_t first_plain_word) {
  if (labels == LabelKind::random) return sketch_of_numbers(words);
  if (words.size() > kLongestSketch) return sketch_of_order(words, first_plain_word);
  std::string sketch;
  for (const std::uint32_t word : words)
    sketch += word < first_plain_word ? std::to_string(word) : ".";
  return sketch;
}

Table answers_table(const std::vector<ShownAnswer>& answers, LabelKind labels) {
  Table table{.id = "answers",
              .title = answers_title(labels),
              .columns = {{"sequence", translated("sequence")}, {"class", translated("class")}}};
  if (answers.empty()) return table;
  const std::size_t n_classes = answers.front().after.size();
  for (std::size_t k = 0; k < n_classes; ++k)
    table.columns.push_back({"before_" + std::to_string(k), message("before {}", k)});
  for (std::size_t k = 0; k < n_classes; ++k)
    table.columns.push_back({"after_" + std::to_string(k), message("after {}", k)});
  table.columns.push_back({"was_right", translated("was right")});
  for (const ShownAnswer& answer : answers) {
    TableRow row{cell::name(answer.sketch), cell::bare(answer.label)};
    for (const std::vector<double>* probabilities : {&answer.before, &answer.after})
      for (const double p : *probabilities) row.emplace_back(cell::Real{.value = p, .places = 3});
    row.push_back(when_right(answer));
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace attn
