#include "grading/report/student_page.hpp"

#include <algorithm>

#include "practice/course/markdown.hpp"
#include "support/catch.hpp"
#include "support/shown_safely.hpp"
#include "support/small_gradebook.hpp"

using namespace attn;

TEST_CASE("student_page: the points at a glance, then each exercise", "[grading][student_page]") {
  CHECK(student_page(small_gradebook(), 0) == R"(# s01 (Ada)

Attention

3.5 of 4.5 points (77.8 %)

| Exercise          |     Points | Status |
| ----------------- | ---------: | ------ |
| 1 Softmax by hand | 2.5 of 2.5 | marked |
| 2 A causal mask   |     1 of 2 | marked |

Isolation of programs: bubblewrap.

## 1 Softmax by hand

- marked
- graded: softmax.txt
- variant 3
- There was an older copy, too.

| Name    |     Points | Verdict                    | Question |
| ------- | ---------: | -------------------------- | -------- |
| scores  |     2 of 2 | correct                    | What is Q Kᵀ? |
| weights | 0.5 of 0.5 | correct in another reading |          |

```text
scores   correct
weights  correct
```

## 2 A causal mask

- marked
- graded: masks.py
- isolation: bubblewrap

| Name   | Points | Verdict                       | Question |
| ------ | -----: | ----------------------------- | -------- |
| shape  | 1 of 1 | correct                       |          |
| secret | 0 of 1 | not run: another check failed |          |

```text
shape  passed
```
)");
}

TEST_CASE("student_page: says why there are no points", "[grading][student_page]") {
  CHECK_THAT(student_page(small_gradebook(), 1),
             ContainsSubstring("- could not be read or compiled\n- It is larger than 1 MiB.\n"));
  CHECK_THAT(student_page(small_gradebook(), 2), ContainsSubstring("- not handed in\n"));
  const std::string page = student_page(small_gradebook(), 3);
  CHECK_THAT(page, ContainsSubstring("- not marked: answers for another variant\n"));
  CHECK_THAT(page, ContainsSubstring("- not marked yet: the teacher has to look at it\n"
                                     "- The machine had no memory left.\n"));
}

TEST_CASE("student_page: does not tell what a hidden check asks", "[grading][student_page]") {
  for (std::size_t student = 0; student < 4; ++student)
    CHECK_THAT(student_page(small_gradebook(), student), !ContainsSubstring("Large numbers"));
}

TEST_CASE("student_page: hostile texts are no markup", "[grading][student_page]") {
  const auto n_pieces = [](const Gradebook& book, std::size_t student) {
    return read_markdown(student_page(book, student), {}).pieces.size();
  };
  const Gradebook harmless = gradebook_with("harmless");
  for (const std::string& text : hostile_texts()) {
    if (text.empty()) continue;  // no reason and no feedback: fewer pieces
    INFO(text);
    const Gradebook book = gradebook_with(text);
    for (std::size_t student = 0; student < 4; ++student) {
      CHECK(n_pieces(book, student) == n_pieces(harmless, student));
      CHECK(obeyed_in(student_page(book, student)) == "");
    }
  }
}
