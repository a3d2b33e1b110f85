#pragma once

#include <armadillo>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "practice/exercise/exercise.hpp"
#include "practice/exercise/worksheet.hpp"
#include "practice/judge/check.hpp"

namespace attn {

/// How a made-up learner writes numbers down.
enum class Digits {
  all,      ///< every digit
  asked,    ///< as many as were asked for; what comes next is computed from all of them
  gone_on,  ///< as many as were asked for, and what comes next is computed from those
};

/// An answer in the form in which it is judged.
struct HandedIn {
  arma::mat given;
  std::optional<Expression> formula{};
};

/// An answer to one field, by what a worksheet has there.
/// Errors: InputError if nothing can be computed there.
HandedIn handed_in(const Field& field, Worksheet& worksheet);

/// The same with the digits that the field asks for.
HandedIn rounded_as_asked(const Field& field, HandedIn answer);

/// A learner who answers every field of an exercise in its order: `slip` in the place of one
/// answer, and everything after it as it follows from that. What cannot be computed from the slip
/// is answered rightly. `way` is how some answers follow, where it is not the usual way.
std::vector<FieldResult> judged_whole(const Worksheet& worksheet, Digits digits,
                                      const std::map<std::string, HandedIn>& slip,
                                      const Definitions& way = {});

}  // namespace attn
