#include "grading/report/class_page.hpp"

#include "grading/report/needs_look.hpp"
#include "practice/course/markdown.hpp"
#include "support/catch.hpp"
#include "support/shown_safely.hpp"
#include "support/small_gradebook.hpp"

using namespace attn;

TEST_CASE("class_page: the class at a glance, what needs a look, then each exercise",
          "[grading][class_page]") {
  CHECK(class_page(small_gradebook()) == R"(# Attention

3 of 4 students handed something in. The maximum is 4.5 points.

Without those of whom something is not marked (1): mean 1.75 (38.9 %), median 1.75 (38.9 %).

| Points in % | Students | Share of the class   |
| ----------: | -------: | -------------------- |
|      80–100 |        0 | -------------------- |
|       60–80 |        1 | ##########---------- |
|       40–60 |        0 | -------------------- |
|       20–40 |        0 | -------------------- |
|        0–20 |        1 | ##########---------- |

Isolation of programs: bubblewrap.

## What to look at first

)" + needs_look(small_gradebook()) + R"(
## Exercises

| Exercise          | Handed in | Judged | Mean |  Of | Mean as a share      |
| ----------------- | --------: | -----: | ---: | --: | -------------------- |
| 1 Softmax by hand |         3 |      2 | 1.25 | 2.5 | ##########---------- |
| 2 A causal mask   |         3 |      2 |  0.5 |   2 | #####--------------- |

## 1 Softmax by hand (softmax)

| Name    | Correct | In % | Share correct        | Question |
| ------- | ------: | ---: | -------------------- | -------- |
| scores  |       1 | 50.0 | ##########---------- | What is Q Kᵀ? |
| weights |       1 | 50.0 | ##########---------- | What are the weights? |

Mistakes in scores:

- 1 × no_scale: The scores were not divided by √d_k.

Mistakes in weights:

- 1 × no known mistake: 0.71 0.29 (s02)

## 2 A causal mask (masks)

| Name   | Correct | In % | Share correct        | Question |
| ------ | ------: | ---: | -------------------- | -------- |
| shape  |       1 | 50.0 | ##########---------- | The shape is right |
| secret |       0 |  0.0 | -------------------- | Large numbers (hidden) |
)");
}

TEST_CASE("class_page: the three answers that most gave, and the first students",
          "[grading][class_page]") {
  Gradebook book = hostile_gradebook();
  for (std::size_t i = 0; i < book.plan.students.size(); ++i) {
    book.plan.students[i].id = book.marks[2 * i].student = "id" + std::to_string(i);
    for (MarkedItem& item : book.marks[2 * i].items)
      item.unexplained = i < 12 ? "rare" + std::to_string(i) : i % 2 == 0 ? "even" : "odd";
  }
  const std::string page = class_page(book);
  CHECK_THAT(page, ContainsSubstring(" × no known mistake: even (id12, id14, id16, ..)\n"));
  CHECK_THAT(page, ContainsSubstring("- 1 × no known mistake: rare0 (id0)\n"));
  CHECK_THAT(page, !ContainsSubstring("rare1 "));
}

TEST_CASE("class_page: an answer that two mistakes give counts once", "[grading][class_page]") {
  Gradebook book = small_gradebook();
  book.marks[2].items[0].misconceptions = {"no_scale", "swapped"};
  CHECK_THAT(class_page(book), ContainsSubstring(R"(
- 1 × an answer that each of these mistakes would give:
  - no_scale: The scores were not divided by √d_k.
  - swapped: Q and K were swapped.
)"));
}

TEST_CASE("class_page: nothing could be marked", "[grading][class_page]") {
  Gradebook book = small_gradebook();
  for (Mark& mark : book.marks) mark.state = MarkState::missing;
  const std::string page = class_page(book);
  CHECK_THAT(page, ContainsSubstring("0 of 4 students handed something in."));
  CHECK_THAT(page, !ContainsSubstring("mean"));
  CHECK_THAT(page, ContainsSubstring("Nothing that was handed in could be marked."));
}

TEST_CASE("class_page: hostile texts are no markup", "[grading][class_page]") {
  const auto n_pieces = [](const Gradebook& book) {
    return read_markdown(class_page(book), {}).pieces.size();
  };
  const std::size_t n_harmless = n_pieces(gradebook_with("harmless"));
  for (const std::string& text : hostile_texts()) {
    if (text.empty()) continue;  // nothing to show
    INFO(text);
    CHECK(n_pieces(gradebook_with(text)) == n_harmless);
  }
  CHECK_NOTHROW(read_markdown(class_page(hostile_gradebook()), {}));
  CHECK(obeyed_in(class_page(hostile_gradebook())) == "");
}
