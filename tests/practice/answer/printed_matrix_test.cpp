#include "practice/answer/printed_matrix.hpp"

#include "support/catch.hpp"

using namespace attn;

TEST_CASE("without_program_words: what PyTorch, NumPy and others print", "[practice][printed]") {
  for (const char* text :
       {"tensor([[1, 2]])", "tensor([[1, 2]], dtype=torch.float64)", "array([[1, 2]])",
        "np.array([[1, 2]])", "torch.tensor([[1, 2]], device='cuda:0', grad_fn=<MmBackward0>)",
        "matrix([[1, 2]])", "tensor([[[1, 2]]])", "[[[1, 2]]]", " tensor( [[1, 2]] ) "})
    CHECK(without_program_words(text) == "[[1, 2]]");
  CHECK(without_program_words("torch.Size([512, 4096])") == "[512, 4096]");
  CHECK(without_program_words("tensor(0.5, grad_fn=<DotBackward0>)") == "0.5");
}

TEST_CASE("without_program_words: tuples are rows, arithmetic is none", "[practice][printed]") {
  CHECK(without_program_words("(512, 4096)") == "[512, 4096]");
  CHECK(without_program_words("((1, 2), (3, 4))") == "[[1, 2], [3, 4]]");
  CHECK(without_program_words("[(1, 2), (3, 4)]") == "[[1, 2], [3, 4]]");
  for (const char* text : {"(1 + 2)", "(1 + 2), (3)", "sqrt(2)", "1 2", "(1 2"})
    CHECK(without_program_words(text) == text);
}

TEST_CASE("without_program_words: a matrix of LaTeX", "[practice][printed]") {
  CHECK(without_program_words("\\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\end{pmatrix}") ==
        "1 , 2 ; 3 , 4");
}

TEST_CASE("without_program_words: unfinished texts stay", "[practice][printed]") {
  for (const char* text :
       {"tensor([[1, 2]]", "tensor", "array)", "tensor([1]) x", "", "((((", "[[["})
    CHECK(without_program_words(text) == text);
}

TEST_CASE("without_program_words: rows of LaTeX without their environment",
          "[practice][printed_matrix]") {
  CHECK(without_program_words("1 & 2") == "1 , 2");
  CHECK(without_program_words("1 \\\\ 2") == "1 ; 2");
}

TEST_CASE("without_program_words: any kind of array, and R's c", "[practice][printed]") {
  for (const char* text :
       {"DeviceArray([1, 2], dtype=float32)", "jnp.ndarray([1, 2])", "FloatTensor([1, 2])"})
    CHECK(without_program_words(text) == "[1, 2]");
  CHECK(without_program_words("c(1, 2)") == "1, 2");
}
