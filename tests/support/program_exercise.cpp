#include "support/program_exercise.hpp"

#include "practice/course/course.hpp"

namespace attn {
namespace {

const std::string kDoubling = R"toml(format_version = 1
id = "doubling"
title = { en = "Doubling", ja = "2 倍" }
reveal = "values"
[given]
n = 2
X = [[1, 2, 3], [4, 5, 6]]
[define]
last = "column(causal_mask(height(X), height(X)), height(X) - 1)"
other_X = "add(X, matmul(last, ones(1, width(X))))"
first = "subtract(1, matmul(last, ones(1, width(X))))"
[[field]]
name = "doubled"
kind = "matrix"
ask = { en = "2 X", ja = "2 X" }
value = "multiply(n, X)"
absolute = 1e-6
[[field]]
name = "sum"
kind = "number"
ask = { en = "the sum of X", ja = "X の和" }
value = "sum(X)"
absolute = 1e-6
[program]
contract = "CONTRACT"
limits = { wall = 20, cpu = 5 }
[program.run]
sh = ["sh", "{file}"]
py = ["python3", "{file}"]
[[check]]
name = "shape"
title = { en = "as large as X", ja = "X と同じ大きさ" }
only_shape = true
cases = [{ X = "whole_numbers(2, 3, 1, 9)" }]
[[check]]
name = "values"
title = { en = "twice as large", ja = "2 倍" }
after = ["shape"]
points = 2
cases = [{ X = "whole_numbers(1, 1, 1, 9)" }, { X = "whole_numbers(2, 2, 1, 9)" }]
[[check]]
name = "first_row"
title = { en = "rows by themselves", ja = "行ごと" }
after = ["values"]
change = { X = "other_X" }
same = { doubled = "first" }
cases = [{ X = "whole_numbers(3, 2, 1, 9)" }]
[[misconception]]
name = "halved"
change = { doubled = "divide(X, 2)" }
say = { en = "This is half of X.", ja = "X の半分です。" }
[[misconception]]
name = "added_two"
change = { doubled = "add(X, 2)" }
say = { en = "2 was added.", ja = "2 を足しています。" }
[[misconception]]
name = "divided_by_zero"
may_coincide = true
change = { doubled = "divide(X, 0)" }
say = { en = "This was divided by 0.", ja = "0 で割っています。" }
)toml";

Exercise read_with(const std::string& contract) {
  std::string manifest = kDoubling;
  const std::string word = "CONTRACT";
  return read_manifest(manifest.replace(manifest.find(word), word.size(), contract),
                       "exercise.toml");
}

}  // namespace

const Exercise& doubling_exercise() {
  static const Exercise exercise = read_with("stdio-json/1");
  return exercise;
}

const Exercise& doubling_exercise_in_tokens() {
  static const Exercise exercise = read_with("tokens");
  return exercise;
}

}  // namespace attn
