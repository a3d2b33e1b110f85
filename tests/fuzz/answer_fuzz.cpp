#include "fuzz_target.hpp"
#include "practice/answer/answer.hpp"

namespace {

attn::Field field_of(attn::FieldKind kind) {
  attn::Field field{.name = "x", .kind = kind};
  field.options = {{"a", {"It falls.", "下がる。"}, {}}, {"b", {"It grows", "上がる"}, {"up"}}};
  field.items = {"cat->cat", "cat->sat", "sat->cat", "sat->sat", "The", "the"};
  field.variables = {"n", "d"};
  return field;
}

// Nothing known, a shape asked for, and a row of numbers that have names.
std::vector<attn::AnswerContext> contexts() {
  return {{},
          {.n_rows = 1, .n_cols = 2, .is_whole = true, .names = {{"d_model", 512}}},
          {.n_rows = 1, .n_cols = 3, .is_whole = false, .names = {{"x", 2}, {"theta", 0.5}}}};
}

}  // namespace

// A sheet is refused with InputError or read; an answer has a value or a problem, never both.
ATTN_FUZZ_READER(answer_fuzz) {
  const AnswerSheet sheet = read_answer_sheet(bytes, "answer.txt");
  for (const AnswerEntry& entry : sheet.entries)
    for (const FieldKind kind :
         {FieldKind::number, FieldKind::matrix, FieldKind::mask, FieldKind::choice, FieldKind::list,
          FieldKind::expression, FieldKind::label})
      for (const AnswerContext& context : contexts()) {
        const Reading reading = read_answer(field_of(kind), entry.text, context);
        if (reading.value.has_value() != reading.problem.empty()) __builtin_trap();
        if (reading.value && reading.value->is_empty()) __builtin_trap();
      }
}
