#include "practice/field_status.hpp"

#include "core/message.hpp"
#include "core/nearest.hpp"
#include "practice/answer_text.hpp"
#include "practice/plain_number.hpp"
#include "practice/wanted_form.hpp"

namespace attn {
namespace {

using Mood = LabelledLine::Mood;

bool has_an_error(const FieldResult& result) {
  return result.field->is_numeric() && result.comparison.largest_error > 0 &&
         !allowed_text(result.field->tolerance).empty();
}

std::string right_text(const FieldResult& result) {
  if (result.verdict == FieldVerdict::accepted) return translated("✓ right, read in another way");
  if (!has_an_error(result)) return translated("✓ right");
  return message("✓ right (largest error {0}, allowed {1})",
                 rough_number(result.comparison.largest_error),
                 allowed_text(result.field->tolerance));
}

LabelledLine line_of(const FieldResult& result) {
  const std::string& name = result.field->name;
  switch (result.verdict) {
    case FieldVerdict::pass:
    case FieldVerdict::accepted:
      return {name, right_text(result), Mood::good};
    case FieldVerdict::follows:
      return {name,
              message("right for your {}: the same slip, counted once", listed(result.follows_of))};
    case FieldVerdict::wrong:
    case FieldVerdict::wrong_shape:
      return {name, translated("not yet"), Mood::bad};
    case FieldVerdict::missing:
      return {name, translated("not filled in"), Mood::quiet};
    case FieldVerdict::unreadable:
      return {name, translated("could not read"), Mood::bad};
    case FieldVerdict::noted:
      return {name, translated("noted"), Mood::quiet};
  }
  return {name, ""};
}

}  // namespace

LabelledLine field_status(const FieldResult& result) {
  LabelledLine line = line_of(result);
  const bool has_details = result.is_slip() || result.verdict == FieldVerdict::unreadable;
  if (has_details) return line;
  if (!result.explanation.empty()) line.text += "\n" + result.explanation;
  for (const std::string& text : result.messages) line.text += "\n" + text;
  return line;
}

}  // namespace attn
