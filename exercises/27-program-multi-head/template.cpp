// Multi-head self-attention: reads one request on standard input, prints one reply.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

using Matrix = std::vector<std::vector<double>>;

// The matrix that stands behind a name in the request: "X": [[1, 0], [0, 2]].
Matrix read_matrix(const std::string& request, const std::string& name) {
  Matrix matrix;
  std::size_t at = request.find('[', request.find('"' + name + '"')) + 1;
  for (int depth = 1; depth > 0; ++at) {
    if (request[at] == '[') {
      ++depth;
      matrix.emplace_back();
    } else if (request[at] == ']') {
      --depth;
    } else if (depth == 2 && request[at] != ',' && request[at] != ' ') {
      char* end = nullptr;
      matrix.back().push_back(std::strtod(&request[at], &end));
      at = static_cast<std::size_t>(end - request.data()) - 1;
    }
  }
  return matrix;
}

// The number that stands behind a name: "n_heads": 2.
std::size_t read_number(const std::string& request, const std::string& name) {
  const std::size_t at = request.find(':', request.find('"' + name + '"')) + 1;
  return std::strtoul(&request[at], nullptr, 10);
}

void print_matrix(const std::string& name, const Matrix& matrix) {
  std::cout.precision(17);
  std::cout << "{\"" << name << "\": [";
  for (std::size_t i = 0; i < matrix.size(); ++i) {
    std::cout << (i > 0 ? ", [" : "[");
    for (std::size_t j = 0; j < matrix[i].size(); ++j)
      std::cout << (j > 0 ? ", " : "") << matrix[i][j];
    std::cout << "]";
  }
  std::cout << "]}\n";
}

Matrix product(const Matrix& A, const Matrix& B) {
  Matrix result(A.size(), std::vector<double>(B.front().size()));
  for (std::size_t i = 0; i < A.size(); ++i)
    for (std::size_t k = 0; k < B.size(); ++k)
      for (std::size_t j = 0; j < B[k].size(); ++j) result[i][j] += A[i][k] * B[k][j];
  return result;
}

// concat(head_0, head_1, ...): head h has the columns h · d_k to (h + 1) · d_k − 1.
Matrix heads_side_by_side(const Matrix& Q, const Matrix& K, const Matrix& V, std::size_t n_heads) {
  const std::size_t d_k = Q.front().size() / n_heads;
  Matrix merged(Q.size(), std::vector<double>(n_heads * d_k));
  return merged;  // yours to write
}

int main() {
  const std::string request{std::istreambuf_iterator<char>(std::cin), {}};
  const Matrix X = read_matrix(request, "X"), wo = read_matrix(request, "wo");
  const Matrix Q = product(X, read_matrix(request, "wq")),
               K = product(X, read_matrix(request, "wk")),
               V = product(X, read_matrix(request, "wv"));
  const Matrix merged = heads_side_by_side(Q, K, V, read_number(request, "n_heads"));
  print_matrix("output", product(merged, wo));
}
