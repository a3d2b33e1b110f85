#include "cli/terminal/line_editor.hpp"

#include "support/catch.hpp"

using namespace attn;

TEST_CASE("pasted_line: the rows of a matrix", "[cli][terminal]") {
  CHECK(pasted_line(L"1 0\n0 1\n") == L"1 0 ; 0 1");
  CHECK(pasted_line(L"1\t0\r\n0\t1\r\n\r\n") == L"1 0 ; 0 1");
  CHECK(pasted_line(L"\n½ 1") == L"½ 1");
  CHECK(pasted_line(L"0.25") == L"0.25");
  CHECK(pasted_line(L"").empty());
}

TEST_CASE("pasted_line: within brackets a line end parts nothing", "[cli][terminal]") {
  CHECK(pasted_line(L"[[1, 0],\n [0, 1]]\n") == L"[[1, 0],  [0, 1]]");
  CHECK(pasted_line(L"tensor([[1.],\n        [2.]])") == L"tensor([[1.],         [2.]])");
}
