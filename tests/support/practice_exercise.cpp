#include "support/practice_exercise.hpp"

#include <stdexcept>

#include "practice/course/course.hpp"
#include "practice/judge/check.hpp"

namespace attn {
namespace {

constexpr const char* kManifest = R"toml(
format_version = 1
id     = "two-words"
title  = { en = "Two words", ja = "2 つの単語" }
reveal = "values"

[given]
words = ["cat", "sat"]
Q = [[1, 2, 0, 1], [0, 1, 1, 0]]
K = [[1, 0, 1, 1], [0, 1, 1, 0]]
V = [[2, 0], [0, 4]]

[define]
d_k    = "width(Q)"
causal = "causal_mask(2, 2)"
block  = "half_mask(2)"

[variant]
Q = "whole_numbers(2, 4, -2, 2)"
K = "whole_numbers(2, 4, -2, 2)"

[[field]]
name  = "scores"
kind  = "matrix"
ask   = { en = "The scores.", ja = "スコア。" }
value = "attention_scores(Q, K)"
rows  = "words"
cols  = "words"

[[field]]
name  = "weights"
kind  = "matrix"
ask   = { en = "The weights.", ja = "重み。" }
value = "softmax_rows(divide(scores, sqrt(d_k)))"
decimals = 3

[[field]]
name  = "output"
kind  = "matrix"
ask   = { en = "The output.", ja = "出力。" }
value = "matmul(weights, V)"
absolute = 0.01

[[field]]
name  = "mask"
kind  = "mask"
ask   = { en = "The mask.", ja = "マスク。" }
value = "causal"

[[field]]
name  = "open"
kind  = "number"
ask   = { en = "How many cells of it are open?", ja = "見てよい成分はいくつですか。" }
value = "sum(mask)"

[[field]]
name  = "why"
kind  = "choice"
ask   = { en = "Why √d_k?", ja = "なぜ √d_k ですか。" }
value = "b"
options = [
  { id = "a", en = "it is faster", ja = "速いから" },
  { id = "b", en = "the variance becomes 1", ja = "分散が 1 になるから" },
  { id = "c", en = "the rows sum to 1", ja = "行の合計が 1 になるから" },
]

[[field]]
name  = "cost"
kind  = "expression"
ask   = { en = "The MACs of the scores.", ja = "スコアの積和演算の数。" }
value = "n^2*d"
variables = ["n", "d"]

[[field]]
name  = "strongest"
kind  = "list"
ask   = { en = "The strongest pair.", ja = "最も強い組。" }
pairs = "words"
by    = "weights"
count = 1

[[field]]
name  = "guess"
kind  = "list"
ask   = { en = "Your guess.", ja = "予想。" }
items = "words"
by    = "transpose(column_sums(weights))"
count = 1
graded = false

[[misconception]]
name   = "no_scale"
change = { weights = "softmax_rows(scores)" }

[[misconception]]
name   = "keys_and_queries_swapped"
change = { scores = "attention_scores(K, Q)" }

[[misconception]]
name   = "mask_reversed"
change = { mask = "reverse_mask(causal)" }

[[misconception]]
name   = "rows_again"
change = { why = "c" }
say    = { en = "Softmax does that.", ja = "それは softmax の役目です。" }

[[misconception]]
name   = "flop_for_mac"
change = { cost = "2*n^2*d" }

[[accept]]
name   = "block_reading"
change = { mask = "block" }
say    = { en = "This is the literal reading.", ja = "これは文字どおりの読み方です。" }

[[printed]]
name   = "printed_key"
change = { weights = [[0.6, 0.4], [0.38, 0.62]] }
say    = { en = "The textbook prints this, and it is a slip.", ja = "教科書の計算間違いです。" }
)toml";

}  // namespace

const Exercise& practice_exercise() {
  static const Exercise exercise = read_manifest(kManifest, "exercise.toml");
  return exercise;
}

CheckResult check_answer(const std::string& sheet) {
  return check(practice_exercise(), Worksheet(practice_exercise()),
               read_answer_sheet(sheet, "answer.txt", question_names(practice_exercise())));
}

const FieldResult& result_of(const CheckResult& result, const std::string& field) {
  for (const FieldResult& one : result.fields)
    if (one.field->name == field) return one;
  throw std::out_of_range(field);
}

}  // namespace attn
