// How each program of this folder in C++ begins: what it reads a request with, and which mistake it
// makes.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

constexpr std::string_view kMistake = "none";

bool is_mistake(std::string_view name) { return kMistake == name; }

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

Matrix transposed(const Matrix& M) {
  Matrix result(M.front().size(), std::vector<double>(M.size()));
  for (std::size_t i = 0; i < M.size(); ++i)
    for (std::size_t j = 0; j < M[i].size(); ++j) result[j][i] = M[i][j];
  return result;
}

Matrix product(const Matrix& A, const Matrix& B) {
  Matrix result(A.size(), std::vector<double>(B.front().size()));
  for (std::size_t i = 0; i < A.size(); ++i)
    for (std::size_t k = 0; k < B.size(); ++k)
      for (std::size_t j = 0; j < B[k].size(); ++j) result[i][j] += A[i][k] * B[k][j];
  return result;
}
