#include "cli/present/named_place.hpp"

#include <algorithm>

#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/flags/flag_values.hpp"
#include "data/files/text_bytes.hpp"

namespace attn {
namespace {

// A place along one side of a stage. What the side consists of is said in whole sentences, because
// languages differ in more than that word.
struct Side {
  const Axis& axis;
  arma::uword n;
  bool has_rows;
};

bool has_several(const std::vector<std::string>& labels, const std::string& name) {
  return std::count(labels.begin(), labels.end(), name) > 1;
}

// The place that was typed, among `n`, in whatever width. Of several that are called so only a
// number says which.
std::optional<arma::uword> place_typed(const std::string& name, const Axis& axis, arma::uword n) {
  const auto place = axis.find_place(name, n);
  const std::string plain = plain_value(name);
  if (place || (has_several(axis.labels, name) && !are_ascii_digits(plain))) return place;
  return axis.find_place(plain, n);
}

// The same, and tells where a number was taken that several are called.
std::optional<arma::uword> place_told(const std::string& flag, const std::string& name,
                                      const Axis& axis, arma::uword n) {
  const auto place = place_typed(name, axis, n);
  if (place && (has_several(axis.labels, name) || has_several(axis.labels, plain_value(name))))
    tell_reading(
        message("{0} {1}: several are called that, so it was read as a number, counted from 0.",
                flag, name));
  return place;
}

[[noreturn]] void refuse_place(const std::string& flag, const Stage& stage, const Side& side,
                               const std::string& typed) {
  const std::vector<std::string>& labels = side.axis.labels;
  const arma::uword last = side.n - 1;
  const std::string name = typed.empty() ? "''" : preview(typed);
  const auto first = std::find(labels.begin(), labels.end(), typed);
  if (first != labels.end()) {
    const auto second = std::find(first + 1, labels.end(), typed) - labels.begin();
    const auto place = first - labels.begin();
    throw InputError(
        side.has_rows
            ? message("{} {}: that is both row {} and row {} of {}. Give the number.", flag, name,
                      place, second, stage.id)
            : message("{} {}: that is both column {} and column {} of {}. Give the number.", flag,
                      name, place, second, stage.id));
  }
  if (labels.empty())
    throw InputError(side.has_rows
                         ? message("{} {}: {} has rows 0 to {}.", flag, name, stage.id, last)
                         : message("{} {}: {} has columns 0 to {}.", flag, name, stage.id, last));
  throw InputError(side.has_rows ? message("{} {}: {} has no such row. It has {}, or 0 to {}.",
                                           flag, name, stage.id, listed(labels), last)
                                 : message("{} {}: {} has no such column. It has {}, or 0 to {}.",
                                           flag, name, stage.id, listed(labels), last));
}

arma::uword place_along(const Side& side, const std::string& flag, const Stage& stage,
                        const std::string& name) {
  if (const auto place = place_told(flag, name, side.axis, side.n)) return *place;
  refuse_place(flag, stage, side, name);
}

}  // namespace

arma::uword row_named(const std::string& flag, const Stage& stage, const std::string& name) {
  return place_along({stage.rows, stage.value.n_rows, true}, flag, stage, name);
}

arma::uword col_named(const std::string& flag, const Stage& stage, const std::string& name) {
  return place_along({stage.cols, stage.value.n_cols, false}, flag, stage, name);
}

bool names_place(const std::string& text, const std::vector<std::string>& tokens) {
  return place_typed(text, {"", tokens}, tokens.size()) || has_several(tokens, text);
}

std::optional<arma::uword> place_named(const std::string& flag, const std::string& text,
                                       const std::vector<std::string>& tokens) {
  const auto place = place_told(flag, text, {"", tokens}, tokens.size());
  if (place || !has_several(tokens, text)) return place;
  const auto first = std::find(tokens.begin(), tokens.end(), text);
  const auto second = std::find(first + 1, tokens.end(), text);
  throw InputError(
      message("{0} {1}: that is both token {2} and token {3}, counted from 0. Give the number.",
              flag, preview(text), first - tokens.begin(), second - tokens.begin()));
}

}  // namespace attn
