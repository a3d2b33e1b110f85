#include "practice/feedback.hpp"

#include "core/message.hpp"
#include "practice/field_details.hpp"
#include "practice/field_status.hpp"

namespace attn {
namespace {

using Mood = LabelledLine::Mood;

void append(Document& page, std::vector<Piece> pieces) {
  for (Piece& piece : pieces) page.pieces.push_back(std::move(piece));
}

bool is_unreadable(const FieldResult& result) { return result.verdict == FieldVerdict::unreadable; }

bool is_open(const FieldResult& result) {
  return result.verdict == FieldVerdict::missing && result.field->is_graded;
}

std::string not_yet_text(const CheckResult& result) {
  const std::string slips =
      names_where(result.fields, [](const FieldResult& field) { return field.is_slip(); });
  const std::string open = names_where(result.fields, is_open);
  std::string text = slips.empty() ? translated("So far, so good.")
                                   : message("Not yet. Look again at: {}.", slips);
  if (!open.empty()) add_sentence(text, message("Still to be filled in: {}.", open));
  return text;
}

LabelledLine verdict_line(const CheckResult& result) {
  switch (result.verdict) {
    case Verdict::pass:
      return {"", translated("✓ All of it is right."), Mood::good};
    case Verdict::not_yet:
      return {"", not_yet_text(result)};
    case Verdict::unreadable:
      return {"", translated("This does not count as an attempt.")};
  }
  return {};
}

}  // namespace

Document field_feedback(const Exercise& exercise, const FieldResult& result) {
  Document page{{field_status(result)}};
  append(page, field_details(exercise, result));
  if (is_unreadable(result))
    page.pieces.emplace_back(Paragraph{translated("This does not count as an attempt.")});
  return page;
}

Document feedback(const CheckResult& result, bool in_full) {
  Document page;
  for (const FieldResult& field : result.fields) page.pieces.emplace_back(field_status(field));
  for (const std::string& remark : result.remarks) page.pieces.emplace_back(Paragraph{remark});
  bool has_slip = false;
  for (const FieldResult& field : result.fields) {
    const bool is_told = is_unreadable(field) || (field.is_slip() && (in_full || !has_slip));
    has_slip = has_slip || field.is_slip();
    if (!is_told) continue;
    page.pieces.emplace_back(Heading{field.field->name, 2});
    append(page, field_details(*result.exercise, field));
  }
  page.pieces.emplace_back(verdict_line(result));
  return page;
}

}  // namespace attn
