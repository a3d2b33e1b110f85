#include "trace/trace.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "base/text.hpp"

namespace attn {

std::string Axis::place_name(arma::uword place) const {
  return labels.empty() ? std::to_string(place) : labels[place];
}

std::optional<arma::uword> Axis::find_place(const std::string& typed, arma::uword n) const {
  constexpr std::size_t kMostDigits = 9;
  const auto found = std::find(labels.begin(), labels.end(), typed);
  if (found != labels.end() && std::find(found + 1, labels.end(), typed) == labels.end())
    return static_cast<arma::uword>(found - labels.begin());
  if (!are_ascii_digits(typed) || typed.size() > kMostDigits) return std::nullopt;
  const arma::uword place = std::stoul(typed);
  return place < n ? std::optional(place) : std::nullopt;
}

const arma::mat& Trace::record(Stage stage) {
  stages.push_back(std::move(stage));
  return stages.back().value;
}

const Stage* Trace::find(const std::string& id, const std::string& group) const {
  const auto at = std::find_if(stages.begin(), stages.end(), [&](const Stage& stage) {
    return stage.id == id && stage.group == group;
  });
  return at == stages.end() ? nullptr : &*at;
}

const Stage& Trace::stage(const std::string& id, const std::string& group) const {
  if (const Stage* stage = find(id, group)) return *stage;
  throw std::out_of_range("Trace::stage: no stage " + id);
}

const Stage& Trace::source_of(const Stage& stage, const std::string& id) const {
  if (const Stage* sibling = find(id, stage.group)) return *sibling;
  return this->stage(id);
}

std::vector<const Stage*> Trace::in_every_group(const std::string& id) const {
  std::vector<const Stage*> members;
  for (const Stage& stage : stages)
    if (stage.id == id && !stage.group.empty()) members.push_back(&stage);
  return members;
}

bool holds_shares(const Stage& stage) {
  return std::holds_alternative<Softmax>(stage.rule) ||
         std::holds_alternative<Shares>(stage.rule) || std::holds_alternative<Mean>(stage.rule);
}

bool holds_whole_rows(const Stage& stage) {
  const auto* shares = std::get_if<Shares>(&stage.rule);
  return holds_shares(stage) && !(shares && shares->is_part);
}

bool is_blocked(const Stage& stage, arma::uword row, arma::uword col) {
  return !stage.blocked.is_empty() && stage.blocked(row, col) != 0;
}

bool hides_blocked(const Stage& stage) {
  return holds_shares(stage) || !stage.gradient_of.empty() ||
         std::holds_alternative<SoftmaxJacobian>(stage.rule);
}

bool has_open_cell(const Stage& stage, arma::uword row, arma::uword col) {
  return !is_blocked(stage, row, col) && std::isfinite(stage.value(row, col));
}

bool repeats_its_source(const Stage& stage) {
  if (const auto* scaling = std::get_if<Scaling>(&stage.rule)) return scaling->number == 1.0;
  return std::holds_alternative<Masking>(stage.rule) && stage.blocked.is_empty();
}

}  // namespace attn
