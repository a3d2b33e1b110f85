#include "cli/present/named_place.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/message.hpp"
#include "base/preview.hpp"
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

arma::uword place_named(const std::string& flag, const Stage& stage, const Side& side,
                        const std::string& name) {
  for (const std::string& typed : {name, plain_value(name)})
    if (const auto place = side.axis.find_place(typed, side.n)) {
      tell_number_taken(flag, typed, side.axis.labels);
      return *place;
    }
  refuse_place(flag, stage, side, name);
}

}  // namespace

arma::uword row_named(const std::string& flag, const Stage& stage, const std::string& name) {
  return place_named(flag, stage, {stage.rows, stage.value.n_rows, true}, name);
}

arma::uword col_named(const std::string& flag, const Stage& stage, const std::string& name) {
  return place_named(flag, stage, {stage.cols, stage.value.n_cols, false}, name);
}

void tell_number_taken(const std::string& flag, const std::string& number,
                       const std::vector<std::string>& labels) {
  if (std::count(labels.begin(), labels.end(), number) > 1)
    tell_reading(
        message("{0} {1}: several are called that, so it was read as a number, counted from 0.",
                flag, number));
}

}  // namespace attn
