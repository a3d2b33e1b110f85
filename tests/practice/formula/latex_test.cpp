#include "practice/formula/latex.hpp"

#include "support/catch.hpp"

using namespace attn;

TEST_CASE("without_latex: formulas as one would type them", "[practice][latex]") {
  CHECK(without_latex("\\frac{1}{2}n^{2}d") == "((1)/(2))n^(2)d");
  CHECK(without_latex("\\frac12 n") == "((1)/(2)) n");
  CHECK(without_latex("$4 n \\cdot d^{2}$") == "4 n * d^(2)");
  CHECK(without_latex("\\sqrt{d_{k}}") == "sqrt(d_k)");
  CHECK(without_latex("d_{\\text{model}}") == "d_model");
  CHECK(without_latex("\\mathcal{O}\\left(n\\,d\\right)") == "O(n d)");
  CHECK(without_latex("2\\pi") == "2pi");
  CHECK(without_latex("2\\pi\\sqrt{2}") == "2pi sqrt(2)");
  CHECK(without_latex("d_\\text{model}") == "d_model");
  CHECK(without_latex("\\sqrt[3]{8}") == "((8)^(1/(3)))");
  CHECK(without_latex("\\lfloor 13/4 \\rfloor") == "floor( 13/4 )");
  CHECK(without_latex("\\lceil 13/4 \\rceil") == "ceil( 13/4 )");
  CHECK(without_latex("\\frac{\\frac{a}{b}}{c}") == "((((a)/(b)))/(c))");
}

TEST_CASE("without_latex: other texts, and unfinished ones, stay readable as wrong",
          "[practice][latex]") {
  CHECK(without_latex("4*n*d^2") == "4*n*d^2");
  CHECK(without_latex("\\foo") == "\\foo");
  CHECK(without_latex("\\sqrt[3") == "sqrt[3");
  for (const char* text :
       {"\\frac", "\\frac{", "{", "}", "{{{", "\\sqrt{", "\\sqrt[", "\\sqrt[3", "$", "\\", "_{"})
    CHECK_NOTHROW(without_latex(text));
}
